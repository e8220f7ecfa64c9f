import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedGenerationIntent,
  UnifiedOutputFormat,
  UnifiedOutputIntent,
  UnifiedReasoningIntent,
  UnifiedRequestV2,
  UnifiedRequirement,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { violations } from '../../shared/json-schema-dialect.ts';
import { lasting } from './emit-cache.ts';
import { requestForm } from './forms.ts';
import { STRICT_SCHEMA } from './schema-rules.ts';
import { EFFORTS, MAX_STOP_SEQUENCES, SERVICE_TIERS, VERBOSITIES } from './wire.ts';

/** What the writers of intents share. */
interface Writing {
  readonly request: UnifiedRequestV2;
  readonly context: EmitContext;
  readonly wire: WireDraft;
  /** Whether the request came from this dialect, whose words then pass as they are. */
  readonly own: boolean;
}

/** Writes every intent of a request. */
export function writeIntents(request: UnifiedRequestV2, context: EmitContext, wire: WireDraft): void {
  const writing: Writing = { request, context, wire, own: request.source.profile.family === context.profile.family };
  const { generation, output } = request;
  writeLimit(writing, generation);
  writeSimple(writing, generation);
  writeStop(writing, generation);
  writeProbabilities(writing, generation);
  if (generation.reasoning !== undefined) writeReasoning(writing, generation.reasoning);
  writeWords(writing, generation);
  writePredictionAndModeration(writing, generation);
  if (output !== undefined) writeOutput(writing, output);
  writeCache(writing);
}

function lose(
  { context }: Writing,
  path: string,
  feature: FeatureCode,
  reason: string,
  requirement?: UnifiedRequirement,
): void {
  context.loss.lose({ path, feature, reason, ...(requirement === undefined ? {} : { requirement }) });
}

function writeLimit(writing: Writing, { maxOutputTokens }: UnifiedGenerationIntent): void {
  if (maxOutputTokens === undefined) return;
  const field = requestForm(writing.request.metadata?.providerData).limitField ?? 'max_completion_tokens';
  writing.wire[field] = maxOutputTokens.value;
  const includes = maxOutputTokens.includesReasoning;
  if (includes === undefined || (includes && field === 'max_completion_tokens')) return;
  const path = '/generation/maxOutputTokens/includesReasoning';
  lose(writing, path, 'generation.max-output-tokens.includes-reasoning', 'this limit counts reasoning as well');
}

const SIMPLE = {
  topP: 'top_p',
  candidateCount: 'n',
  seed: 'seed',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  parallelToolCalls: 'parallel_tool_calls',
} as const satisfies { readonly [K in keyof UnifiedGenerationIntent]?: string };

const MAX_TEMPERATURE = 2;

function writeSimple(writing: Writing, generation: UnifiedGenerationIntent): void {
  const { wire, own } = writing;
  const { temperature } = generation;
  if (temperature !== undefined) {
    const fits = own || (temperature.value >= 0 && temperature.value <= MAX_TEMPERATURE);
    wire['temperature'] = fits ? temperature.value : Math.min(MAX_TEMPERATURE, Math.max(0, temperature.value));
    if (!fits)
      lose(
        writing,
        '/generation/temperature',
        'generation.range',
        'the temperature was brought into 0 to 2',
        temperature.requirement,
      );
  }
  for (const [intent, member] of Object.entries(SIMPLE)) {
    // Keys of the table are names of intents, by its type.
    const found = generation[intent as keyof typeof SIMPLE];
    if (found !== undefined) wire[member] = found.value;
  }
}

function writeStop(writing: Writing, { stopSequences }: UnifiedGenerationIntent): void {
  if (stopSequences === undefined) return;
  const { value, requirement } = stopSequences;
  const single = requestForm(writing.request.metadata?.providerData).stopForm === 'text' && value.length === 1;
  const kept = writing.own ? value : value.slice(0, MAX_STOP_SEQUENCES);
  for (let index = kept.length; index < value.length; index++) {
    const reason = `this wire takes ${MAX_STOP_SEQUENCES} stop sequences`;
    lose(writing, `/generation/stopSequences/value/${index}`, 'generation.stop-sequences.limit', reason, requirement);
  }
  writing.wire['stop'] = single ? (value[0] ?? '') : kept;
}

function writeProbabilities(writing: Writing, { logProbabilities, logitBias }: UnifiedGenerationIntent): void {
  const { wire, request } = writing;
  if (logProbabilities !== undefined) {
    const absent = requestForm(request.metadata?.providerData).logprobsAbsent === true && logProbabilities.value;
    if (!absent) wire['logprobs'] = logProbabilities.value;
    if (logProbabilities.top !== undefined) wire['top_logprobs'] = logProbabilities.top;
  }
  if (logitBias !== undefined)
    wire['logit_bias'] = Object.fromEntries(logitBias.value.map(({ token, bias }) => [token, bias]));
}

/** Thinking budgets have no exact equal among efforts: the nearest of these is sent and reported. */
const EFFORT_BY_BUDGET = [
  [2048, 'low'],
  [8192, 'medium'],
] as const;

function writeReasoning(writing: Writing, { effort, mode, budgetTokens }: UnifiedReasoningIntent): void {
  const { wire, own } = writing;
  if (effort !== undefined) {
    if (own || EFFORTS.includes(effort.value)) wire['reasoning_effort'] = effort.value;
    else
      lose(
        writing,
        '/generation/reasoning/effort',
        'generation.reasoning.effort',
        'this wire does not know this effort',
        effort.requirement,
      );
  }
  if (mode !== undefined) {
    if (mode.value === 'disabled' && effort === undefined) wire['reasoning_effort'] = 'none';
    else {
      const reason = 'this wire has no switch for thinking, only an effort';
      lose(writing, '/generation/reasoning/mode', 'generation.reasoning.mode', reason, mode.requirement);
    }
  }
  if (budgetTokens === undefined) return;
  const nearest = EFFORT_BY_BUDGET.find(([most]) => budgetTokens.value <= most)?.[1] ?? 'high';
  wire['reasoning_effort'] ??= nearest;
  const reason = 'this wire has no budget of thinking, only an effort';
  lose(writing, '/generation/reasoning/budgetTokens', 'generation.reasoning.budget', reason, budgetTokens.requirement);
}

function writeWords(writing: Writing, { serviceTier, verbosity }: UnifiedGenerationIntent): void {
  const { wire, own } = writing;
  if (serviceTier !== undefined) {
    if (own || SERVICE_TIERS.includes(serviceTier.value)) wire['service_tier'] = serviceTier.value;
    else
      lose(
        writing,
        '/generation/serviceTier',
        'generation.service-tier',
        'this wire does not know this tier',
        serviceTier.requirement,
      );
  }
  if (verbosity === undefined) return;
  if (own || VERBOSITIES.includes(verbosity.value)) wire['verbosity'] = verbosity.value;
  else
    lose(
      writing,
      '/generation/verbosity',
      'generation.verbosity',
      'this wire does not know this verbosity',
      verbosity.requirement,
    );
}

function writePredictionAndModeration({ wire }: Writing, { prediction, moderation }: UnifiedGenerationIntent): void {
  if (prediction !== undefined) {
    const parts = prediction.value.map(({ text }) => ({ type: 'text', text }));
    const single = prediction.wireForm === 'text' && parts.length === 1;
    wire['prediction'] = { type: 'content', content: single ? (parts[0]?.text ?? '') : parts };
  }
  if (moderation === undefined) return;
  const { value, input, output } = moderation;
  const policy = {
    ...(input === undefined ? {} : { input: { mode: input } }),
    ...(output === undefined ? {} : { output: { mode: output } }),
  };
  wire['moderation'] = { model: value, ...(Object.keys(policy).length === 0 ? {} : { policy }) };
}

function writeOutput(writing: Writing, { format, modalities, audio }: UnifiedOutputIntent): void {
  const { wire } = writing;
  if (format !== undefined) writeFormat(writing, format.value);
  if (modalities !== undefined) wire['modalities'] = modalities.value;
  if (audio === undefined) return;
  const voice = audio.voice ?? (audio.voiceId === undefined ? undefined : { id: audio.voiceId });
  wire['audio'] = { format: audio.value, ...(voice === undefined ? {} : { voice }) };
}

/** The name that a format gets when its source gave none: this wire demands one. */
const FORMAT_NAME = 'response';

function writeFormat(writing: Writing, format: UnifiedOutputFormat): void {
  if (format.type === 'text') writing.wire['response_format'] = { type: 'text' };
  else if (format.type === 'json-object') writing.wire['response_format'] = { type: 'json_object' };
  else if (format.type === 'json-schema') {
    const inside: WireDraft = {};
    if (format.name !== undefined) inside['name'] = format.name;
    else if (!writing.own) {
      inside['name'] = FORMAT_NAME;
      lose(
        writing,
        '/output/format/value',
        'output.json-schema.name',
        'this wire demands a name: the format was called "response"',
        'optional',
      );
    }
    if (format.description !== undefined) inside['description'] = format.description;
    if (format.schema !== undefined) inside['schema'] = format.schema.schema;
    if (format.strict !== undefined && formatMayBeStrict(writing, format)) inside['strict'] = format.strict;
    writing.wire['response_format'] = { type: 'json_schema', json_schema: inside };
  }
}

function formatMayBeStrict(
  writing: Writing,
  { strict, schema }: Extract<UnifiedOutputFormat, { type: 'json-schema' }>,
): boolean {
  if (writing.own || strict !== true || schema === undefined || violations(schema.schema, STRICT_SCHEMA).length === 0)
    return true;
  const reason = 'the schema goes beyond what this wire can enforce strictly';
  lose(writing, '/output/format/value/strict', 'output.json-schema.strict', reason);
  return false;
}

function writeCache(writing: Writing): void {
  const { request, context, wire, own } = writing;
  const { cache } = request;
  if (cache === undefined) return;
  if (cache.affinityKey !== undefined) wire['prompt_cache_key'] = cache.affinityKey;
  if (cache.mode === 'disabled')
    lose(writing, '/cache/mode', 'cache.mode', 'this wire cannot turn its cache off', cache.requirement);
  const spelled = requestForm(request.metadata?.providerData).cacheOptions;
  const options: WireDraft = { ...lasting(context, cache.ttl, '/cache/ttl', own) };
  if (cache.mode === 'explicit') options['mode'] = 'explicit';
  else if (spelled === 'with-mode') options['mode'] = 'implicit';
  if (spelled !== undefined || Object.keys(options).length > 0) wire['prompt_cache_options'] = options;
}
