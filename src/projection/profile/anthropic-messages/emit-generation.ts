import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedGenerationIntent,
  UnifiedModelFallback,
  UnifiedNumberIntent,
} from '../../../../generated/unified/types.ts';
import { isPlainObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put, strength } from './emit-basics.ts';
import { type OutputPlace, writeFormat, writeTaskBudget } from './emit-output.ts';
import { planReasoning, type ReasoningPlan, reasoningRequirement } from './emit-reasoning.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';
import { takesSampling, takesTwoSamplingSettings } from './quirks.ts';
import { DEFAULT_MAX_TOKENS } from './wire.ts';

/** Writes how the answer shall be generated. `body` has its messages and its choice of tools already. */
export function writeGeneration(writing: Writing, body: WireDraft): void {
  const { request } = writing;
  const own = isOwnRequest(request);
  const limit = writeLimit(writing, body);
  const place = { context: writing.context, path: '/generation/reasoning', own, model: request.model.id, limit };
  const planned = planReasoning(request.generation.reasoning, place);
  const plan = own ? planned : compatible(writing, body, planned);
  put(body, 'thinking', plan.thinking);
  writeConfig(writing, body, plan, own);
  writeSampling(writing, body, own);
  writeStopSequences(writing, body, own);
  writeServing(writing, body, own);
}

/** The dialect demands a limit: where the caller sets none, a documented default is sent and reported. */
function writeLimit({ context, request }: Writing, body: WireDraft): number {
  const { maxOutputTokens, prewarm, reasoning } = request.generation;
  if (prewarm?.value === true || request.cache?.prewarm === true) {
    body['max_tokens'] = 0;
    if (maxOutputTokens !== undefined) {
      const reason = 'a request that only writes the cache generates nothing';
      const { requirement } = maxOutputTokens;
      context.loss.lose({
        path: '/generation/maxOutputTokens',
        feature: 'generation.combination',
        requirement,
        reason,
      });
    }
    return 0;
  }
  if (maxOutputTokens?.includesReasoning === false) {
    const path = '/generation/maxOutputTokens/includesReasoning';
    const reason = 'reasoning counts against the limit here';
    context.loss.lose({ path, feature: 'generation.max-output-tokens.includes-reasoning', reason });
  }
  if (maxOutputTokens !== undefined) {
    const limit = Math.max(maxOutputTokens.value, 1);
    if (limit !== maxOutputTokens.value) {
      const { requirement } = maxOutputTokens;
      const reason = 'the least limit of output is one token';
      context.loss.lose({
        path: '/generation/maxOutputTokens/value',
        feature: 'generation.range',
        requirement,
        reason,
      });
    }
    body['max_tokens'] = limit;
    return limit;
  }
  const limit = DEFAULT_MAX_TOKENS + Math.max(reasoning?.budgetTokens?.value ?? 0, 0);
  const reason = `the target demands a limit of output, and the caller set none: ${limit} tokens were sent`;
  context.loss.lose({
    path: '/generation/maxOutputTokens/value',
    feature: 'generation.max-output-tokens.default',
    reason,
  });
  body['max_tokens'] = limit;
  return limit;
}

function thinks(plan: ReasoningPlan): boolean {
  return plan.thinking !== undefined && plan.thinking['type'] !== 'disabled';
}

/** A model that thinks cannot be forced to call a tool, nor go on from a begun answer: the weaker wish gives way. */
function compatible(writing: Writing, body: WireDraft, plan: ReasoningPlan): ReasoningPlan {
  if (!thinks(plan)) return plan;
  const { context, request } = writing;
  const choice = body['tool_choice'];
  const type = typeOf(choice);
  if (type !== 'any' && type !== 'tool')
    return endsWithAssistant(body) ? withoutThinking(writing, plan, 'a begun answer') : plan;
  const requirement = request.toolChoice?.requirement;
  if (strength(requirement) > strength(reasoningRequirement(request.generation.reasoning))) {
    return withoutThinking(writing, plan, 'a forced call of a tool');
  }
  const reason = 'a model that thinks cannot be forced to call a tool: it decides itself';
  const known = requirement === undefined ? {} : { requirement };
  context.loss.lose({ path: '/toolChoice/value', feature: 'tool-choice.combination', reason, ...known });
  const { name: _, ...rest } = choice as WireDraft;
  body['tool_choice'] = { ...rest, type: 'auto' };
  return plan;
}

function typeOf(value: unknown): unknown {
  return isPlainObject(value) ? value['type'] : undefined;
}

function endsWithAssistant(body: WireDraft): boolean {
  const { messages } = body;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isPlainObject(last) && last['role'] === 'assistant';
}

function withoutThinking({ context, request }: Writing, { effort }: ReasoningPlan, other: string): ReasoningPlan {
  const reasoning = request.generation.reasoning ?? {};
  for (const key of ['mode', 'effort', 'budgetTokens', 'summary', 'display', 'blockBinding'] as const) {
    const intent = reasoning[key];
    if (intent === undefined) continue;
    const reason = `reasoning is switched off, because the target refuses it together with ${other}`;
    const { requirement } = intent;
    context.loss.lose({ path: `/generation/reasoning/${key}`, feature: 'generation.combination', requirement, reason });
  }
  const kept = effort === undefined || effort === 'xhigh' || effort === 'max' ? {} : { effort };
  return { thinking: { type: 'disabled' }, ...kept };
}

function writeConfig({ context, request }: Writing, body: WireDraft, { effort }: ReasoningPlan, own: boolean): void {
  const form = formOf(request.metadata?.providerData, 'request-form');
  const format = writeFormat(request.output, { context, path: '/output', own });
  if (form.deprecatedOutputFormat === true) put(body, 'output_format', format);
  const config: WireDraft = {};
  put(config, 'effort', effort);
  if (form.deprecatedOutputFormat !== true) put(config, 'format', format);
  put(config, 'task_budget', writeTaskBudget(request.generation.taskBudget));
  if (Object.keys(config).length > 0) body['output_config'] = config;
}

/** Writes a model that may take over, and what changes for it. */
export function writeFallback(writing: Writing, fallback: UnifiedModelFallback, path: string): WireDraft {
  const { context, request } = writing;
  const own = isOwnRequest(request);
  const { generation = {}, output, model } = fallback;
  const limit = generation.maxOutputTokens?.value ?? request.generation.maxOutputTokens?.value ?? DEFAULT_MAX_TOKENS;
  const draft: WireDraft = { model };
  put(draft, 'max_tokens', generation.prewarm?.value === true ? 0 : generation.maxOutputTokens?.value);
  const plan = planReasoning(generation.reasoning, {
    context,
    path: `${path}/generation/reasoning`,
    own,
    model,
    limit,
  });
  put(draft, 'thinking', plan.thinking);
  const place: OutputPlace = { context, path: `${path}/output`, own };
  const config: WireDraft = {};
  put(config, 'effort', plan.effort);
  put(config, 'format', writeFormat(output, place));
  put(config, 'task_budget', writeTaskBudget(generation.taskBudget));
  if (Object.keys(config).length > 0) draft['output_config'] = config;
  put(draft, 'speed', generation.speed?.value);
  loseRest(writing, generation, `${path}/generation`);
  return draft;
}

const OF_A_FALLBACK: ReadonlySet<string> = new Set(['maxOutputTokens', 'prewarm', 'reasoning', 'taskBudget', 'speed']);

function loseRest({ context }: Writing, generation: UnifiedGenerationIntent, path: string): void {
  for (const key of Object.keys(generation)) {
    if (OF_A_FALLBACK.has(key)) continue;
    const reason = 'this does not change for a fallback here';
    context.loss.lose({ path: `${path}/${key}`, feature: 'model.fallbacks', requirement: 'preferred', reason });
  }
}

type SamplingKey = 'temperature' | 'topP' | 'topK';

const SAMPLING: readonly {
  readonly key: SamplingKey;
  readonly member: string;
  readonly feature: FeatureCode;
  readonly most: number;
}[] = [
  { key: 'temperature', member: 'temperature', feature: 'generation.temperature', most: 1 },
  { key: 'topP', member: 'top_p', feature: 'generation.top-p', most: 1 },
  { key: 'topK', member: 'top_k', feature: 'generation.top-k', most: Number.MAX_SAFE_INTEGER },
];

function writeSampling(writing: Writing, body: WireDraft, own: boolean): void {
  const { context, request } = writing;
  for (const { key, member, feature, most } of SAMPLING) {
    const intent = request.generation[key];
    if (intent === undefined || context.claims[feature] === undefined) continue;
    if (own) body[member] = intent.value;
    else if (!excluded(writing, body, key, intent)) body[member] = inRange(writing, key, intent, most);
  }
}

/** Whether another setting excludes this one; then it is reported and left out. */
function excluded(
  { context, request }: Writing,
  body: WireDraft,
  key: SamplingKey,
  intent: UnifiedNumberIntent,
): boolean {
  const lose = (feature: FeatureCode, reason: string): true => {
    context.loss.lose({ path: `/generation/${key}`, feature, requirement: intent.requirement, reason });
    return true;
  };
  const { id } = request.model;
  if (!takesSampling(id)) return lose('generation.parameter', 'the model takes no settings of sampling');
  const { thinking } = body;
  const isThinking = thinking !== undefined && typeOf(thinking) !== 'disabled';
  if (
    isThinking &&
    (key === 'topK' || (key === 'temperature' && intent.value !== 1) || (key === 'topP' && intent.value < 0.95))
  ) {
    return lose('generation.combination', 'a model that thinks samples in its own way');
  }
  if (key !== 'topP' || body['temperature'] === undefined || takesTwoSamplingSettings(id)) return false;
  return lose('generation.combination', 'the target takes a temperature or nucleus sampling, never both');
}

function inRange(
  { context }: Writing,
  key: SamplingKey,
  { value, requirement }: UnifiedNumberIntent,
  most: number,
): number {
  const nearest = Math.min(Math.max(key === 'topK' ? Math.trunc(value) : value, 0), most);
  if (nearest !== value) {
    const reason = 'the value lies outside the range of the target; the nearest one was taken';
    context.loss.lose({ path: `/generation/${key}/value`, feature: 'generation.range', requirement, reason });
  }
  return nearest;
}

function writeStopSequences({ context, request }: Writing, body: WireDraft, own: boolean): void {
  const intent = request.generation.stopSequences;
  if (intent === undefined) return;
  const sequences = intent.value.filter((sequence, index) => {
    if (own || sequence.trim() !== '') return true;
    const path = `/generation/stopSequences/value/${index}`;
    const reason = 'a stop sequence without visible characters is refused by the target';
    context.loss.lose({ path, feature: 'generation.stop-sequences', requirement: intent.requirement, reason });
    return false;
  });
  if (own || sequences.length > 0) body['stop_sequences'] = sequences;
}

/** Tiers of other dialects that this one has under its own names. */
const TIERS: Readonly<Record<string, string>> = {
  auto: 'auto',
  default: 'standard_only',
  standard_only: 'standard_only',
};

function writeServing({ context, request }: Writing, body: WireDraft, own: boolean): void {
  const { serviceTier, speed, inferenceGeography } = request.generation;
  if (serviceTier !== undefined) {
    const tier = own
      ? serviceTier.value
      : Object.hasOwn(TIERS, serviceTier.value)
        ? TIERS[serviceTier.value]
        : undefined;
    put(body, 'service_tier', tier);
    if (tier !== undefined && tier !== serviceTier.value) {
      const path = '/generation/serviceTier/value';
      context.loss.lose({ path, feature: 'generation.normalization', reason: 'the tier has another name here' });
    }
    const { requirement } = serviceTier;
    const reason = 'the target has no such tier; its default holds';
    if (tier === undefined)
      context.loss.lose({ path: '/generation/serviceTier', feature: 'generation.service-tier', requirement, reason });
  }
  if (speed !== undefined) {
    const known = own || speed.value === 'standard' || speed.value === 'fast';
    if (known) body['speed'] = speed.value;
    const { requirement } = speed;
    const reason = 'the target has no such speed; its default holds';
    if (!known) context.loss.lose({ path: '/generation/speed', feature: 'generation.speed', requirement, reason });
  }
  put(body, 'inference_geo', inferenceGeography?.value);
}
