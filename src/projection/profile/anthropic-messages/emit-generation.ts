import type { UnifiedGenerationIntent, UnifiedModelFallback } from '../../../../generated/unified/types.ts';
import { isPlainObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put, strength, typeNameOf } from './emit-basics.ts';
import { type OutputPlace, writeFormat, writeTaskBudget } from './emit-output.ts';
import { planReasoning, type ReasoningPlan, reasoningRequirement } from './emit-reasoning.ts';
import { writeSampling } from './emit-sampling.ts';
import { writeServing, writeStopSequences } from './emit-serving.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';
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
  if (plan.thinking?.['type'] === 'enabled' && answersCallsWithoutThinking(body)) {
    return withoutThinking(writing, plan, 'calls whose thinking is not here');
  }
  const { context, request } = writing;
  const choice = body['tool_choice'];
  const type = typeNameOf(choice);
  if (type !== 'any' && type !== 'tool')
    return endsWithAssistant(body) ? withoutThinking(writing, plan, 'a begun answer') : plan;
  const requirement = request.toolChoice?.requirement;
  if (strength(requirement) > strength(reasoningRequirement(request.generation.reasoning))) {
    return withoutThinking(writing, plan, 'a forced call of a tool');
  }
  const reason = 'a model that thinks cannot be forced to call a tool: it decides itself';
  const known = requirement === undefined ? {} : { requirement };
  context.loss.lose({ path: '/toolChoice/value', feature: 'tool-choice.combination', reason, ...known });
  const { name: _, ...rest } = choice as WireDraft; // its type was just read
  body['tool_choice'] = { ...rest, type: 'auto' };
  return plan;
}

/** Whether the body ends in results of calls that do not stand behind thinking: a model that thinks with a budget refuses them. */
function answersCallsWithoutThinking({ messages }: WireDraft): boolean {
  if (!Array.isArray(messages)) return false;
  const [calls, results]: readonly unknown[] = messages.slice(-2);
  if (firstBlockOf(results) !== 'tool_result') return false;
  const first = firstBlockOf(calls);
  return first !== undefined && first !== 'thinking' && first !== 'redacted_thinking';
}

function firstBlockOf(message: unknown): unknown {
  const content: unknown = isPlainObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? typeNameOf(content[0]) : undefined;
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
