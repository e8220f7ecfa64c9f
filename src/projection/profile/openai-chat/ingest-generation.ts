import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedGenerationIntent,
  UnifiedPredictionIntent,
  UnifiedTextPart,
} from '../../../../generated/unified/types.ts';
import { childId, partId } from '../../../core/id.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Gathered } from './gathered.ts';
import { readParts } from './ingest-parts.ts';

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
  const generation: Record<string, unknown> = {};
  if (context.owner === undefined) loseBigNumbers(context);
  Object.assign(generation, readLimit(context, gathered));
  for (const { key, intent, feature, read } of SIMPLE) {
    const value = wire.peek(key) === undefined ? undefined : wire[read](key);
    if (value === undefined) continue;
    generation[intent] = from(context, wire.at(key), { value, requirement: context.requirement(feature) });
  }
  for (const reader of READERS) {
    const read = reader(context, gathered);
    if (read !== NOTHING) Object.assign(generation, read);
  }
  // Each line of the table names a member and the reader whose type that member's intent has; the readers give intents.
  return generation as UnifiedGenerationIntent;
}

/** What a reader gives that finds nothing. */
const NOTHING: UnifiedGenerationIntent = {};

const READERS: readonly ((context: IngestContext, gathered: Gathered) => UnifiedGenerationIntent)[] = [
  readStop,
  readLogitBias,
  readLogProbabilities,
  readEffort,
  readPrediction,
  readModeration,
];

const WHOLE = ['seed', 'n', 'max_completion_tokens', 'max_tokens', 'top_logprobs'] as const;

/** A whole number that a record does not hold goes back to its owner with every digit; without an owner it is lost. */
function loseBigNumbers({ wire, loss }: IngestContext): void {
  for (const key of WHOLE) {
    const value = wire.peek(key);
    if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) continue;
    wire.take(key);
    const reason = 'a record holds whole numbers up to 2^53 only: this one was left out';
    loss.lose({ path: wire.pointer(key), feature: 'number.unsafe', reason });
  }
}

/** Reads the limit of the answer; the deprecated member may repeat it, and nothing else. */
function readLimit(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const { wire } = context;
  const limit = wire.count('max_completion_tokens');
  const older = wire.count('max_tokens');
  if (limit !== undefined && older !== undefined && limit !== older) {
    wire.fault('max_tokens', 'the same limit as max_completion_tokens');
  }
  if (older !== undefined) form.limitField = limit === undefined ? 'max_tokens' : 'both';
  const requirement = context.requirement('generation.max-output-tokens');
  if (limit !== undefined) {
    const intent = { value: limit, includesReasoning: true, requirement };
    return { maxOutputTokens: from(context, wire.at('max_completion_tokens'), intent) };
  }
  if (older === undefined) return NOTHING;
  return { maxOutputTokens: from(context, wire.at('max_tokens'), { value: older, requirement }) };
}

function readStop(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const { wire } = context;
  const single = typeof wire.peek('stop') === 'string';
  const value = single ? [wire.requiredText('stop')] : wire.texts('stop');
  if (value === undefined) return NOTHING;
  if (single) form.stopForm = 'text';
  const intent = { value, requirement: context.requirement('generation.stop-sequences') };
  return { stopSequences: from(context, wire.at('stop'), intent) };
}

function readLogitBias(context: IngestContext): UnifiedGenerationIntent {
  const inside = context.wire.objectIf('logit_bias', (bias) => Object.keys(bias).every(isToken));
  if (inside === undefined) return NOTHING;
  const value = Object.keys(inside.value).flatMap((token) => {
    const bias = inside.number(token);
    return bias === undefined ? [] : [{ token, bias }];
  });
  const intent = { value, requirement: context.requirement('generation.logit-bias') };
  return { logitBias: from(context, context.wire.at('logit_bias'), intent) };
}

function isToken(key: string): boolean {
  return key !== '' && key.length <= 64 && key.isWellFormed();
}

function readLogProbabilities(context: IngestContext, { form }: Gathered): UnifiedGenerationIntent {
  const value = context.wire.boolean('logprobs');
  const top = context.wire.count('top_logprobs');
  if (value === undefined && top === undefined) return NOTHING;
  if (value === undefined) form.logprobsAbsent = true;
  const requirement = context.requirement('generation.log-probabilities');
  // None of the best tokens is nothing to ask for.
  const intent = { value: value ?? top !== 0, requirement, ...(top === undefined ? {} : { top }) };
  return {
    logProbabilities: from(context, context.wire.at(value === undefined ? 'top_logprobs' : 'logprobs'), intent),
  };
}

function readEffort(context: IngestContext): UnifiedGenerationIntent {
  const value = context.wire.name('reasoning_effort');
  if (value === undefined) return NOTHING;
  const intent = { value, requirement: context.requirement('generation.reasoning.effort') };
  const place = context.wire.at('reasoning_effort');
  return { reasoning: from(context, place, { effort: from(context, place, intent) }) };
}

function readPrediction(context: IngestContext, { inner }: Gathered): UnifiedGenerationIntent {
  const wire = context.wire.objectIf('prediction', isTextPrediction);
  if (wire === undefined) return NOTHING;
  inner.push(wire);
  wire.take('type');
  const id = childId(context.requestId, 'prediction', 0);
  const requirement = context.requirement('generation.prediction');
  const single = typeof wire.peek('content') === 'string';
  const value: readonly UnifiedTextPart[] = single
    ? [{ id: partId(id, 0), type: 'text', text: wire.requiredText('content') }]
    : readTexts(context, wire, id);
  const prediction: UnifiedPredictionIntent = { value, wireForm: single ? 'text' : 'parts', requirement };
  return { prediction: from(context, wire, prediction) };
}

function isTextPrediction({ type, content }: JsonObject): boolean {
  if (type !== 'content') return false;
  return typeof content === 'string' || (Array.isArray(content) && content.every(isTextPart));
}

function isTextPart(value: JsonValue): boolean {
  return isPlainObject(value) && value['type'] === 'text' && typeof value['text'] === 'string';
}

function readTexts(context: IngestContext, wire: WireObject, id: string): readonly UnifiedTextPart[] {
  const { parts } = readParts(context, wire.requiredObjects('content'), id);
  return parts.filter((part) => part.type === 'text');
}

function readModeration(context: IngestContext, { inner }: Gathered): UnifiedGenerationIntent {
  const wire = context.wire.objectIf('moderation', ({ model }) => isName(model, 512));
  if (wire === undefined) return NOTHING;
  inner.push(wire);
  const value = wire.requiredText('model');
  const requirement = context.requirement('generation.moderation');
  const policy = wire.objectIf('policy', ({ input, output }) => isSide(input) || isSide(output));
  if (policy !== undefined) inner.push(policy);
  const sides = (['input', 'output'] as const).flatMap((name) => {
    const side = policy?.objectIf(name, isSide);
    if (side === undefined) return [];
    inner.push(side);
    return [[name, side.requiredText('mode')]];
  });
  return { moderation: from(context, wire, { value, requirement, ...Object.fromEntries(sides) }) };
}

function isSide(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && isName(value['mode'], 64);
}

/** Whether a value is a text that is not empty and not too long for a record. */
export function isName(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}
