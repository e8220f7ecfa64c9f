import type { UnifiedInputUsage, UnifiedOutputUsage, UnifiedUsage } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { fillNulls, put } from './emit-basics.ts';
import { CACHE_COUNTERS, SERVER_TOOL_COUNTERS } from './usage.ts';

/**
 * Writes a report of usage. The dialect demands the two counters of tokens: one that is unknown is written as zero, which
 * `loseUsage` reports.
 */
export function writeUsage(usage: UnifiedUsage | undefined): WireDraft {
  const draft: WireDraft = { input_tokens: 0, output_tokens: 0 };
  if (usage === undefined) return fillNulls(draft, NULLABLE);
  writeCounters(draft, usage.input, usage.output);
  const tools: WireDraft = {};
  for (const [key, tool] of SERVER_TOOL_COUNTERS) {
    put(tools, key, usage.serverTools?.find((entry) => entry.tool === tool)?.calls?.value);
  }
  if (Object.keys(tools).length > 0) draft['server_tool_use'] = tools;
  if (usage.iterations !== undefined) draft['iterations'] = usage.iterations.map(writeIteration);
  put(draft, 'service_tier', usage.serviceTier);
  put(draft, 'speed', usage.speed);
  put(draft, 'inference_geo', usage.inferenceGeography);
  return fillNulls(draft, NULLABLE);
}

/** Members of usage that the dialect demands, be they null. */
const NULLABLE = [
  'cache_creation',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'inference_geo',
  'output_tokens_details',
  'server_tool_use',
  'service_tier',
  'speed',
];

function writeIteration({ kind, model, input, output }: NonNullable<UnifiedUsage['iterations']>[number]): WireDraft {
  const draft: WireDraft = { type: kind };
  put(draft, 'model', model);
  writeCounters(draft, input, output);
  return draft;
}

function writeCounters(draft: WireDraft, input: UnifiedInputUsage = {}, output: UnifiedOutputUsage = {}): void {
  const { cacheRead, cacheWrite } = input;
  put(draft, 'input_tokens', input.uncached?.value ?? uncachedOf(input));
  put(draft, 'cache_creation_input_tokens', cacheWrite?.value);
  put(draft, 'cache_read_input_tokens', cacheRead?.value);
  const creation: WireDraft = {};
  for (const [key, ttl] of CACHE_COUNTERS) {
    put(creation, key, input.cacheWriteByTtl?.find((entry) => entry.ttl === ttl)?.counter.value);
  }
  if (Object.keys(creation).length > 0) draft['cache_creation'] = creation;
  put(draft, 'output_tokens', output.total?.value);
  if (output.reasoning !== undefined) draft['output_tokens_details'] = { thinking_tokens: output.reasoning.value };
}

/** What of the total the cache neither read nor wrote. */
function uncachedOf({ total, cacheRead, cacheWrite }: UnifiedInputUsage): number | undefined {
  if (total === undefined) return undefined;
  return Math.max(0, total.value - (cacheRead?.value ?? 0) - (cacheWrite?.value ?? 0));
}

/** Reports the counters that this wire has no place for, and those that it demands and nobody knows. */
export function loseUsage({ loss }: EmitContext, usage: UnifiedUsage | undefined): void {
  const lose = (path: string, reason = 'this wire has no such counter'): void => {
    loss.lose({ path: `/usage${path}`, feature: 'result.usage', requirement: 'optional', reason });
  };
  const { input = {}, output = {}, total } = usage ?? {};
  if (input.total === undefined && input.uncached === undefined) lose(usage === undefined ? '' : '/input', UNKNOWN);
  if (usage === undefined) return;
  if (output.total === undefined) lose('/output', UNKNOWN);
  const sum = (input.total?.value ?? 0) + (output.total?.value ?? 0);
  const { cacheRead, cacheWrite } = input;
  const read = (cacheRead?.value ?? 0) + (cacheWrite?.value ?? 0) + (output.total?.value ?? 0);
  if (total !== undefined && (total.value !== sum || read > sum))
    lose('/total', 'this wire has no total, and the sum is another');
  loseInput(input, '/input', lose);
  loseOutput(output, '/output', lose);
  loseLists(usage, lose);
  loseWhole(usage.contextWindow, '/contextWindow', lose);
}

type Lose = (path: string, reason?: string) => void;

function loseInput(input: UnifiedInputUsage, path: string, lose: Lose): void {
  for (const key of ['toolPrompt', 'initial'] as const) if (input[key] !== undefined) lose(`${path}/${key}`);
  for (const key of ['byModality', 'cacheReadByModality', 'toolPromptByModality'] as const) {
    loseWhole(input[key], `${path}/${key}`, lose);
  }
  const { total, uncached } = input;
  const cached = (input.cacheRead?.value ?? 0) + (input.cacheWrite?.value ?? 0);
  if (total !== undefined && uncached === undefined && cached > total.value)
    lose(`${path}/total`, 'less than what the cache read and wrote is no total of this wire');
  if (
    total !== undefined &&
    total.source !== 'derived' &&
    uncached !== undefined &&
    uncached.value !== uncachedOf(input)
  )
    lose(`${path}/total`, 'this wire has no total, and the sum is another');
  for (const [index, entry] of input.cacheWriteByTtl?.entries() ?? []) {
    const isCounted = CACHE_COUNTERS.some(([, known]) => known === entry.ttl);
    if (!isCounted) loseWhole(entry, `${path}/cacheWriteByTtl/${index}`, lose);
  }
}

function loseOutput(output: UnifiedOutputUsage, path: string, lose: Lose): void {
  for (const key of ['acceptedPrediction', 'rejectedPrediction'] as const) {
    if (output[key] !== undefined) lose(`${path}/${key}`);
  }
  if (output.visible !== undefined && output.visible.source !== 'derived') lose(`${path}/visible`);
  loseWhole(output.byModality, `${path}/byModality`, lose);
}

function loseLists({ serverTools = [], costs = [], iterations = [] }: UnifiedUsage, lose: Lose): void {
  for (const [index, { tool, calls, ...rest }] of serverTools.entries()) {
    const isCounted = SERVER_TOOL_COUNTERS.some(([, known]) => known === tool);
    loseWhole(isCounted ? rest : { tool, calls, ...rest }, `/serverTools/${index}`, lose);
  }
  for (const [index, { amount, unit }] of costs.entries()) loseWhole({ amount, unit }, `/costs/${index}`, lose);
  for (const [index, { providerId, input = {}, output = {} }] of iterations.entries()) {
    if (providerId !== undefined) lose(`/iterations/${index}/providerId`);
    loseInput(input, `/iterations/${index}/input`, lose);
    loseOutput(output, `/iterations/${index}/output`, lose);
  }
}

/** Reports everything that a part of usage says, counter by counter. */
function loseWhole(value: unknown, path: string, lose: Lose): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null || ('value' in value && 'scope' in value)) {
    lose(path);
    return;
  }
  for (const [key, member] of Object.entries(value)) loseWhole(member, `${path}/${key}`, lose);
}

const UNKNOWN = 'the dialect demands the counter; it is unknown, and written as zero';
