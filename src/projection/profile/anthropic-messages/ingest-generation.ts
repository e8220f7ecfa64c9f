import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedGenerationIntent,
  UnifiedModelFallback,
  UnifiedModelFallbacksIntent,
  UnifiedOutputIntent,
  UnifiedReasoningIntent,
  UnifiedReasoningMode,
} from '../../../../generated/unified/types.ts';
import { from } from '../../ingest-context.ts';
import type { WirePlace } from '../../origins.ts';
import { readSchemaMember } from '../../shared/schema-digits.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Holding } from './holding.ts';
import { optional } from './ingest-history.ts';
import { named } from './wire.ts';

/** An intent of a request: a value, and how strongly the published table says that it is meant. */
export function intent<V>(holding: Holding, feature: FeatureCode, value: V, place: WirePlace) {
  return from(holding.context, place, { value, requirement: holding.context.requirement(feature) });
}

/** An intent that is there only when its value is. */
export function optionalIntent<K extends string, V>(
  holding: Holding,
  key: K,
  feature: FeatureCode,
  value: V | undefined,
  place: WirePlace,
) {
  return optional(key, value === undefined ? undefined : intent(holding, feature, value, place));
}

/** The intents that a request and a fallback of it share. */
export interface SharedIntents {
  readonly generation: UnifiedGenerationIntent;
  readonly output?: UnifiedOutputIntent;
}

/** Reads the limit of output, thinking, the output settings and the speed: of the body, or of one fallback. */
export function readSharedIntents(holding: Holding, wire: WireObject): SharedIntents {
  const config = holding.object(wire, 'output_config');
  const limit = wire.count('max_tokens');
  const reasoning: UnifiedReasoningIntent = { ...readThinking(holding, wire), ...readEffort(holding, config) };
  const budget = config === undefined ? undefined : holding.typed(config, 'task_budget', ['tokens']);
  const format = config === undefined ? undefined : readFormat(holding, config, 'format');
  return {
    generation: {
      ...(limit === undefined || limit === 0
        ? {}
        : { maxOutputTokens: intent(holding, 'generation.max-output-tokens', limit, wire.at('max_tokens')) }),
      ...(limit === 0 ? { prewarm: intent(holding, 'generation.prewarm', true, wire.at('max_tokens')) } : {}),
      ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
      ...optionalIntent(holding, 'speed', 'generation.speed', wire.text('speed'), wire.at('speed')),
      ...(budget === undefined ? {} : { taskBudget: readTaskBudget(holding, budget) }),
    },
    ...(format === undefined ? {} : { output: { format } }),
  };
}

function readTaskBudget(holding: Holding, wire: WireObject) {
  const total = wire.count('total') ?? wire.fault('total', 'a whole number, zero or more');
  return {
    ...intent(holding, 'generation.task-budget', total, wire),
    ...optional('remaining', wire.count('remaining')),
  };
}

/** Reads the form that an answer shall have. This dialect enforces every schema, and so the record calls it strict. */
export function readFormat(holding: Holding, wire: WireObject, key: string): UnifiedOutputIntent['format'] {
  const format = holding.typed(wire, key, ['json_schema']);
  if (format === undefined) return undefined;
  const schema = readSchemaMember(format, 'schema');
  const value = {
    type: 'json-schema',
    ...(schema === undefined ? {} : { schema: { dialect: 'draft-2020-12', ...schema } }),
    strict: true,
  } as const;
  return intent(holding, 'output.json-schema', value, format);
}

const MODES: Readonly<Record<string, UnifiedReasoningMode>> = {
  enabled: 'enabled',
  disabled: 'disabled',
  adaptive: 'adaptive',
  between_tools: 'between-tools',
};

function readThinking(holding: Holding, wire: WireObject): UnifiedReasoningIntent {
  const thinking = holding.typed(wire, 'thinking', Object.keys(MODES));
  if (thinking === undefined) return {};
  const mode = named(MODES, String(thinking.value['type']));
  const binding = holding.object(thinking, 'block_binding')?.text('prefix_mismatch_behavior');
  return {
    ...optionalIntent(holding, 'mode', 'generation.reasoning.mode', mode, thinking.at('type')),
    ...optionalIntent(
      holding,
      'budgetTokens',
      'generation.reasoning.budget',
      thinking.integer('budget_tokens'),
      thinking.at('budget_tokens'),
    ),
    ...optionalIntent(
      holding,
      'display',
      'generation.reasoning.display',
      thinking.text('display'),
      thinking.at('display'),
    ),
    ...optionalIntent(
      holding,
      'blockBinding',
      'generation.reasoning.block-binding',
      binding,
      thinking.at('block_binding'),
    ),
  };
}

function readEffort(holding: Holding, config: WireObject | undefined): UnifiedReasoningIntent {
  if (config === undefined) return {};
  return optionalIntent(holding, 'effort', 'generation.reasoning.effort', config.name('effort'), config.at('effort'));
}

/** Reads the models that may take over: a list of them, or the word for the provider's own list. */
export function readFallbacks(holding: Holding): { readonly fallbacks?: UnifiedModelFallbacksIntent } {
  const { wire } = holding;
  if (wire.peek('fallbacks') === 'default') {
    wire.take('fallbacks');
    return { fallbacks: { ...intent(holding, 'model.fallbacks', [], wire.at('fallbacks')), providerDefault: true } };
  }
  const wires = holding.objects(wire, 'fallbacks');
  if (wires === undefined) return {};
  const models = wires.map((entry): UnifiedModelFallback => {
    const model = entry.name('model', 512) ?? entry.fault('model', 'the model that may take over');
    const { generation, output } = readSharedIntents(holding, entry);
    const changed = Object.keys(generation).length === 0 ? {} : { generation };
    return from(holding.context, entry, { model, ...changed, ...optional('output', output) });
  });
  return { fallbacks: intent(holding, 'model.fallbacks', models, wire.at('fallbacks')) };
}
