import type { OpenaiChatRequestForm } from '../../../../generated/annotation/types.ts';
import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedAudioOutputIntent,
  UnifiedGenerationIntent,
  UnifiedOutputFormat,
  UnifiedOutputIntent,
  UnifiedPredictionIntent,
  UnifiedTextPart,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { isPlainObject } from '../../../core/json.ts';
import { from, type IngestContext, type UnknownContent } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { readParts } from './ingest-parts.ts';

/** Built up while the members are read. */
type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** What the readers of intents gather beside them. */
export interface Gathered {
  readonly form: Draft<OpenaiChatRequestForm>;
  readonly unknown: UnknownContent[];
}

interface SimpleIntent {
  readonly key: string;
  readonly intent: keyof UnifiedGenerationIntent;
  readonly feature: FeatureCode;
  readonly read: 'number' | 'integer' | 'count' | 'boolean' | 'name';
}

const SIMPLE: readonly SimpleIntent[] = [
  { key: 'temperature', intent: 'temperature', feature: 'generation.temperature', read: 'number' },
  { key: 'top_p', intent: 'topP', feature: 'generation.top-p', read: 'number' },
  { key: 'n', intent: 'candidateCount', feature: 'generation.candidate-count', read: 'count' },
  { key: 'seed', intent: 'seed', feature: 'generation.seed', read: 'integer' },
  { key: 'frequency_penalty', intent: 'frequencyPenalty', feature: 'generation.frequency-penalty', read: 'number' },
  { key: 'presence_penalty', intent: 'presencePenalty', feature: 'generation.presence-penalty', read: 'number' },
  {
    key: 'parallel_tool_calls',
    intent: 'parallelToolCalls',
    feature: 'generation.parallel-tool-calls',
    read: 'boolean',
  },
  { key: 'service_tier', intent: 'serviceTier', feature: 'generation.service-tier', read: 'name' },
  { key: 'verbosity', intent: 'verbosity', feature: 'generation.verbosity', read: 'name' },
];

/** Reads how the answer shall be generated. */
export function readGeneration(context: IngestContext, gathered: Gathered): UnifiedGenerationIntent {
  const { wire } = context;
  // Each line of the table names a member and the reader whose type that member's intent has.
  const simple = Object.fromEntries(
    SIMPLE.flatMap(({ key, intent, feature, read }) => {
      const value = wire[read](key);
      return value === undefined ? [] : [[intent, { value, requirement: context.requirement(feature) }]];
    }),
  ) as UnifiedGenerationIntent;
  return {
    ...readLimit(context, gathered),
    ...simple,
    ...readStop(context, gathered),
    ...readLogitBias(context),
    ...readLogProbabilities(context, gathered),
    ...readEffort(context),
    ...readPrediction(context, gathered),
    ...readModeration(context, gathered),
  };
}

function readLimit(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const { wire } = context;
  const requirement = context.requirement('generation.max-output-tokens');
  const limit = wire.count('max_completion_tokens');
  if (limit !== undefined) return { maxOutputTokens: { value: limit, includesReasoning: true, requirement } };
  const older = wire.count('max_tokens');
  if (older === undefined) return {};
  form.limitField = 'max_tokens';
  return { maxOutputTokens: { value: older, requirement } };
}

function readStop(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const { wire } = context;
  const single = typeof wire.peek('stop') === 'string';
  const value = single ? [wire.requiredText('stop')] : wire.texts('stop');
  if (value === undefined) return {};
  if (single) form.stopForm = 'text';
  return { stopSequences: { value, requirement: context.requirement('generation.stop-sequences') } };
}

function readLogitBias(context: IngestContext): UnifiedGenerationIntent {
  const raw = context.wire.peek('logit_bias');
  if (
    !isPlainObject(raw) ||
    !Object.entries(raw).every(([token, bias]) => token !== '' && token.length <= 64 && typeof bias === 'number')
  )
    return {};
  context.wire.take('logit_bias');
  const value = Object.entries(raw).map(([token, bias]) => ({ token, bias: Number(bias) }));
  return { logitBias: { value, requirement: context.requirement('generation.logit-bias') } };
}

function readLogProbabilities(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const value = context.wire.boolean('logprobs');
  const top = context.wire.count('top_logprobs');
  if (value === undefined && top === undefined) return {};
  if (value === undefined) form.logprobsAbsent = true;
  const requirement = context.requirement('generation.log-probabilities');
  return { logProbabilities: { value: value ?? true, requirement, ...(top === undefined ? {} : { top }) } };
}

function readEffort(context: IngestContext): UnifiedGenerationIntent {
  const value = context.wire.name('reasoning_effort');
  if (value === undefined) return {};
  return { reasoning: { effort: { value, requirement: context.requirement('generation.reasoning.effort') } } };
}

function readPrediction(context: IngestContext, { unknown }: Gathered): UnifiedGenerationIntent {
  const wire = context.wire.object('prediction');
  if (wire === undefined) return {};
  wire.word('type', ['content']);
  unknown.push({ wire, at: '/prediction' });
  const id = childId(context.requestId, 'prediction', 0);
  const requirement = context.requirement('generation.prediction');
  const prediction: UnifiedPredictionIntent =
    typeof wire.peek('content') === 'string'
      ? {
          value: [{ id: childId(id, 'part', 0), type: 'text', text: wire.requiredText('content') }],
          wireForm: 'text',
          requirement,
        }
      : { value: textParts(context, wire, id), wireForm: 'parts', requirement };
  return { prediction: from(context, wire, prediction) };
}

function textParts(context: IngestContext, wire: WireObject, id: string): UnifiedTextPart[] {
  return readParts(context, wire.requiredObjects('content'), id).parts.map((part) =>
    part.type === 'text' ? part : wire.fault('content', 'text parts only'),
  );
}

function readModeration(context: IngestContext, { unknown }: Gathered): UnifiedGenerationIntent {
  const wire = context.wire.object('moderation');
  if (wire === undefined) return {};
  unknown.push({ wire, at: '/moderation' });
  const policy = wire.object('policy');
  const sides = (['input', 'output'] as const).flatMap((side) => {
    const inside = policy?.object(side);
    if (inside === undefined) return [];
    unknown.push({ wire: inside, at: `/moderation/policy/${side}` });
    return [[side, inside.requiredText('mode')]];
  });
  if (policy !== undefined) unknown.push({ wire: policy, at: '/moderation/policy' });
  const requirement = context.requirement('generation.moderation');
  return {
    moderation: from(context, wire, { value: wire.requiredText('model'), requirement, ...Object.fromEntries(sides) }),
  };
}

/** Reads what form the answer shall have. */
export function readOutput(context: IngestContext, gathered: Gathered): UnifiedOutputIntent | undefined {
  const output: Draft<UnifiedOutputIntent> = {};
  const format = readFormat(context, gathered);
  if (format !== undefined) {
    output.format = { value: format, requirement: context.requirement(`output.${format.type}`) };
  }
  const modalities = context.wire.texts('modalities');
  if (modalities !== undefined)
    output.modalities = { value: modalities, requirement: context.requirement('output.modalities') };
  const audio = readAudioOutput(context, gathered);
  if (audio !== undefined) output.audio = audio;
  return Object.keys(output).length === 0 ? undefined : output;
}

function readFormat(
  context: IngestContext,
  { unknown }: Gathered,
): Exclude<UnifiedOutputFormat, { type: 'enum' | 'grammar' }> | undefined {
  const wire = context.wire.object('response_format');
  if (wire === undefined) return undefined;
  unknown.push({ wire, at: '/response_format' });
  const type = wire.word('type', ['text', 'json_object', 'json_schema']);
  if (type === 'text') return from(context, wire, { type: 'text' as const });
  if (type === 'json_object') return from(context, wire, { type: 'json-object' as const });
  const inside = wire.requiredObject('json_schema');
  unknown.push({ wire: inside, at: '/response_format/json_schema' });
  const name = inside.name('name');
  const description = inside.text('description');
  const schema = inside.json('schema');
  const strict = inside.boolean('strict');
  return from(context, wire, {
    type: 'json-schema' as const,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema: { schema } }),
    ...(strict === undefined ? {} : { strict }),
  });
}

function readAudioOutput(context: IngestContext, { unknown }: Gathered): UnifiedAudioOutputIntent | undefined {
  const wire = context.wire.object('audio');
  if (wire === undefined) return undefined;
  unknown.push({ wire, at: '/audio' });
  const value = wire.requiredText('format');
  const requirement = context.requirement('output.audio');
  if (typeof wire.peek('voice') === 'string')
    return from(context, wire, { value, requirement, voice: wire.requiredText('voice') });
  const voice = wire.object('voice');
  if (voice === undefined) return from(context, wire, { value, requirement });
  unknown.push({ wire: voice, at: '/audio/voice' });
  return from(context, wire, { value, requirement, voiceId: voice.requiredText('id') });
}
