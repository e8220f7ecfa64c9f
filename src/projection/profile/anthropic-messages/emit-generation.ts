import type { UnifiedGenerationIntent, UnifiedModelFallback } from '../../../../generated/unified/types.ts';
import { isPlainObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put, strength, typeNameOf } from './emit-basics.ts';
import { type OutputPlace, writeFormat, writeTaskBudget } from './emit-output.ts';
import { planReasoning, type ReasoningPlan, reasoningRequirement, withoutThinking } from './emit-reasoning.ts';
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
  const place = { path: REASONING, own, model: request.model.id, limit };
  const planned = planReasoning(request.generation.reasoning, place);
  const plan = own ? answerable(writing, body, planned) : compatible(writing, body, planned);
  for (const loss of plan.losses) writing.context.loss.lose(loss);
  put(body, 'thinking', plan.thinking);
  writeConfig(writing, body, plan, own);
  writeSampling(writing, body, own);
  writeStopSequences(writing, body, own);
  writeServing(writing, body, own);
}

/** The pointer of the wishes about reasoning. */
const REASONING = '/generation/reasoning';

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
function compatible(writing: Writing, body: WireDraft, planned: ReasoningPlan): ReasoningPlan {
  const plan = answerable(writing, body, planned);
  if (!thinks(plan)) return plan;
  const { context, request } = writing;
  const { reasoning } = request.generation;
  const choice = body['tool_choice'];
  const type = typeNameOf(choice);
  if (type !== 'any' && type !== 'tool') {
    if (!endsWithAssistant(body)) return plan;
    return withoutThinking(reasoning, plan, { path: REASONING, other: 'a begun answer' });
  }
  const requirement = request.toolChoice?.requirement;
  if (strength(requirement) > strength(reasoningRequirement(reasoning))) {
    return withoutThinking(reasoning, plan, { path: REASONING, other: 'a forced call of a tool' });
  }
  const reason = 'a model that thinks cannot be forced to call a tool: it decides itself';
  const known = requirement === undefined ? {} : { requirement };
  context.loss.lose({ path: '/toolChoice/value', feature: 'tool-choice.combination', reason, ...known });
  const { name: _, ...rest } = choice as WireDraft; // its type was just read
  body['tool_choice'] = { ...rest, type: 'auto' };
  return plan;
}

/**
 * A model that thinks with a budget goes on from calls, and from a begun answer, that stand behind their thinking only:
 * where the thinking could not be sent, whoever it belongs to, the model cannot be asked to think now. What the wire
 * itself said so stays so.
 */
function answerable(writing: Writing, body: WireDraft, plan: ReasoningPlan): ReasoningPlan {
  const asItCame = isOwnRequest(writing.request) && !writing.withheld.leavesGaps;
  if (asItCame || plan.thinking?.['type'] !== 'enabled') return plan;
  const other = goesOnWithoutThinking(body);
  if (other === undefined) return plan;
  return withoutThinking(writing.request.generation.reasoning, plan, { path: REASONING, other });
}

/** What the model is to go on from, where the turn of the model that it belongs to does not begin with thinking. */
function goesOnWithoutThinking({ messages }: WireDraft): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  const spoken = messages.filter((message) => roleOf(message) !== 'system');
  const last = spoken.findLastIndex((message) => roleOf(message) === 'assistant');
  if (last < 0) return undefined;
  const answers = spoken.slice(last + 1);
  if (answers.length > 0 && !answers.some((message) => firstBlockOf(message) === 'tool_result')) return undefined;
  const before = spoken.findLastIndex((message, index) => index < last && roleOf(message) !== 'assistant');
  const first = firstBlockOf(spoken[before + 1]);
  if (first === 'thinking' || first === 'redacted_thinking') return undefined;
  return answers.length > 0 ? 'calls whose thinking is not here' : 'a begun answer whose thinking is not here';
}

function roleOf(message: unknown): unknown {
  return isPlainObject(message) ? message['role'] : undefined;
}

function firstBlockOf(message: unknown): unknown {
  const content: unknown = isPlainObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? typeNameOf(content[0]) : undefined;
}

function endsWithAssistant(body: WireDraft): boolean {
  const { messages } = body;
  return Array.isArray(messages) && roleOf(messages.at(-1)) === 'assistant';
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
  const place = { path: `${path}/generation/reasoning`, own, model, limit };
  const plan = planReasoning(generation.reasoning, place);
  for (const loss of plan.losses) context.loss.lose(loss);
  put(draft, 'thinking', plan.thinking);
  const outputPlace: OutputPlace = { context, path: `${path}/output`, own };
  const config: WireDraft = {};
  put(config, 'effort', plan.effort);
  put(config, 'format', writeFormat(output, outputPlace));
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
