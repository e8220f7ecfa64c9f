import type {
  UnifiedGenerationIntent,
  UnifiedReasoningIntent,
  UnifiedRequirement,
  UnifiedTextIntent,
} from '../../../../generated/unified/types.ts';
import { writePart } from './emit-parts.ts';
import { mayChoose } from './emit-tool-choice.ts';
import { requestForm } from './forms.ts';
import { loseIntent, noteNeutral, type RequestWriting } from './request-writing.ts';
import { EFFORTS, MAX_STOP_SEQUENCES, RANGES, SERVICE_TIERS, VERBOSITIES } from './wire.ts';

/** Writes how the answer shall be generated. */
export function writeGeneration(writing: RequestWriting): void {
  const { generation } = writing.request;
  writeLimit(writing, generation);
  writeNumbers(writing, generation);
  writeStop(writing, generation);
  writeLogitBias(writing, generation);
  writeProbabilities(writing, generation);
  if (generation.reasoning !== undefined) writeReasoning(writing, generation.reasoning);
  writeWord(writing, generation.serviceTier, SERVICE_TIER);
  writeWord(writing, generation.verbosity, VERBOSITY);
  writePrediction(writing, generation);
  writeModeration(writing, generation);
}

function writeLimit(writing: RequestWriting, { maxOutputTokens }: UnifiedGenerationIntent): void {
  if (maxOutputTokens === undefined) return;
  const { value, includesReasoning, requirement } = maxOutputTokens;
  const { limitField } = requestForm(writing.request.metadata?.providerData);
  if (limitField !== 'max_tokens') writing.wire['max_completion_tokens'] = value;
  if (limitField !== undefined) writing.wire['max_tokens'] = value;
  if (includesReasoning === undefined || (includesReasoning && limitField !== 'max_tokens')) return;
  const path = '/generation/maxOutputTokens/includesReasoning';
  const reason = includesReasoning
    ? 'the deprecated limit says nothing about reasoning'
    : 'this limit counts reasoning as well';
  const feature = 'generation.max-output-tokens.includes-reasoning';
  loseIntent(writing, { path, feature, reason }, requirement);
}

const NUMBERS = {
  temperature: 'temperature',
  topP: 'top_p',
  candidateCount: 'n',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
} as const satisfies { readonly [K in keyof UnifiedGenerationIntent]?: keyof typeof RANGES };

function writeNumbers(writing: RequestWriting, generation: UnifiedGenerationIntent): void {
  const { wire } = writing;
  const { seed, parallelToolCalls } = generation;
  for (const intent of Object.keys(NUMBERS) as readonly (keyof typeof NUMBERS)[]) {
    const found = generation[intent];
    if (found === undefined) continue;
    const member = NUMBERS[intent];
    wire[member] = inRange(writing, found.value, member, `/generation/${intent}`, found.requirement);
  }
  if (seed !== undefined) wire['seed'] = seed.value;
  if (parallelToolCalls !== undefined && mayChoose(writing)) wire['parallel_tool_calls'] = parallelToolCalls.value;
  else if (parallelToolCalls !== undefined) {
    const reason = 'without tools to call it asks for nothing: it was left out';
    noteNeutral(writing, '/generation/parallelToolCalls', reason);
  }
}

/** Brings a number of another dialect into the range of this wire. */
function inRange(
  writing: RequestWriting,
  value: number,
  member: keyof typeof RANGES,
  path: string,
  requirement: UnifiedRequirement,
): number {
  const [least, most] = RANGES[member];
  const fitting = Math.min(most, Math.max(least, value));
  if (writing.own || fitting === value) return value;
  const reason = `the value was brought into the range of this wire, ${least} to ${most}`;
  loseIntent(writing, { path, feature: 'generation.range', reason }, requirement);
  return fitting;
}

function writeStop(writing: RequestWriting, { stopSequences }: UnifiedGenerationIntent): void {
  if (stopSequences === undefined) return;
  const { value, requirement } = stopSequences;
  if (!writing.own && value.length === 0) return;
  const isSingle = requestForm(writing.request.metadata?.providerData).stopForm === 'text' && value.length === 1;
  const kept = writing.own ? value : value.slice(0, MAX_STOP_SEQUENCES);
  for (let index = kept.length; index < value.length; index++) {
    const path = `/generation/stopSequences/value/${index}`;
    const reason = `this wire takes ${MAX_STOP_SEQUENCES} stop sequences`;
    loseIntent(writing, { path, feature: 'generation.stop-sequences.limit', reason }, requirement);
  }
  writing.wire['stop'] = isSingle ? (value[0] ?? '') : kept;
}

function writeLogitBias(writing: RequestWriting, { logitBias }: UnifiedGenerationIntent): void {
  if (logitBias === undefined) return;
  const { value, requirement } = logitBias;
  const biases = value.map(({ token, bias }, index) => {
    const path = `/generation/logitBias/value/${index}/bias`;
    return [token, inRange(writing, bias, 'logit_bias', path, requirement)] as const;
  });
  writing.wire['logit_bias'] = Object.fromEntries(biases);
}

function writeProbabilities(writing: RequestWriting, { logProbabilities }: UnifiedGenerationIntent): void {
  if (logProbabilities === undefined) return;
  const { value, top, requirement } = logProbabilities;
  const isAbsent = requestForm(writing.request.metadata?.providerData).logprobsAbsent === true;
  const isImplied = isAbsent && value === (top !== 0);
  if (!isImplied) writing.wire['logprobs'] = value;
  if (top === undefined) return;
  const path = '/generation/logProbabilities/top';
  writing.wire['top_logprobs'] = inRange(writing, top, 'top_logprobs', path, requirement);
}

function writeReasoning(writing: RequestWriting, { effort, mode, budgetTokens }: UnifiedReasoningIntent): void {
  writeWord(writing, effort, EFFORT);
  if (mode !== undefined) {
    if (mode.value === 'disabled' && effort === undefined) writing.wire[EFFORT.member] = 'none';
    else {
      const path = '/generation/reasoning/mode';
      const reason = 'this wire has no switch for thinking, only an effort';
      loseIntent(writing, { path, feature: 'generation.reasoning.mode', reason }, mode.requirement);
    }
  }
  if (budgetTokens === undefined) return;
  const nearest = effortFor(budgetTokens.value);
  if (nearest !== undefined) writing.wire[EFFORT.member] ??= nearest;
  const path = '/generation/reasoning/budgetTokens';
  const reason = 'this wire has no budget of thinking, only an effort';
  loseIntent(writing, { path, feature: 'generation.reasoning.budget', reason }, budgetTokens.requirement);
}

/** Thinking budgets have no exact equal among efforts: the nearest of these is sent and reported. */
const EFFORT_BY_BUDGET = [
  [0, 'none'],
  [2048, 'low'],
  [8192, 'medium'],
] as const;

/** Less than nothing leaves the budget to the model. */
function effortFor(budget: number): string | undefined {
  if (budget < 0) return undefined;
  return EFFORT_BY_BUDGET.find(([most]) => budget <= most)?.[1] ?? 'high';
}

/** A member of the wire that takes one of a few words. */
interface WordMember {
  readonly member: string;
  readonly path: string;
  readonly feature: 'generation.reasoning.effort' | 'generation.service-tier' | 'generation.verbosity';
  readonly words: readonly string[];
  /** Words of other dialects that mean the same, with the word of this one. */
  readonly names?: Readonly<Record<string, string>>;
}

const EFFORT: WordMember = {
  member: 'reasoning_effort',
  path: '/generation/reasoning/effort',
  feature: 'generation.reasoning.effort',
  words: EFFORTS,
};
const SERVICE_TIER: WordMember = {
  member: 'service_tier',
  path: '/generation/serviceTier',
  feature: 'generation.service-tier',
  words: SERVICE_TIERS,
  names: { standard_only: 'default' },
};
const VERBOSITY: WordMember = {
  member: 'verbosity',
  path: '/generation/verbosity',
  feature: 'generation.verbosity',
  words: VERBOSITIES,
};

function writeWord(writing: RequestWriting, intent: UnifiedTextIntent | undefined, to: WordMember): void {
  if (intent === undefined) return;
  const { member, path, feature, words } = to;
  const named = to.names !== undefined && Object.hasOwn(to.names, intent.value) ? to.names[intent.value] : undefined;
  if (writing.own || words.includes(intent.value)) writing.wire[member] = intent.value;
  else if (named !== undefined) {
    writing.wire[member] = named;
    const reason = 'this wire has another word for it';
    loseIntent(writing, { path: `${path}/value`, feature: 'generation.normalization', reason }, undefined);
  } else loseIntent(writing, { path, feature, reason: `this wire knows ${words.join(', ')} only` }, intent.requirement);
}

function writePrediction(writing: RequestWriting, { prediction }: UnifiedGenerationIntent): void {
  if (prediction === undefined) return;
  const { context, wire, own } = writing;
  const { value, wireForm } = prediction;
  const parts = value.flatMap((part, index) =>
    writePart({ context, marks: writing.marks, own }, part, `/generation/prediction/value/${index}`),
  );
  const only = wireForm !== 'parts' && value.length === 1 && Object.keys(parts[0] ?? {}).length === 2;
  wire['prediction'] = { type: 'content', content: only ? (value[0]?.text ?? '') : parts };
}

function writeModeration({ wire }: RequestWriting, { moderation }: UnifiedGenerationIntent): void {
  if (moderation === undefined) return;
  const { value, input, output } = moderation;
  const policy = {
    ...(input === undefined ? {} : { input: { mode: input } }),
    ...(output === undefined ? {} : { output: { mode: output } }),
  };
  wire['moderation'] = { model: value, ...(Object.keys(policy).length === 0 ? {} : { policy }) };
}
