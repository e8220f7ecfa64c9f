import type { UnifiedInputUsage, UnifiedOutputUsage, UnifiedUsage } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { put } from './emit-basics.ts';
import { CACHE_COUNTERS, SERVER_TOOL_COUNTERS } from './usage.ts';

/**
 * Writes a report of usage. The dialect demands the two counters of tokens: one that is unknown is written as zero, which
 * `loseUsage` reports.
 */
export function writeUsage(usage: UnifiedUsage | undefined): WireDraft {
  const draft: WireDraft = { input_tokens: 0, output_tokens: 0 };
  if (usage === undefined) return draft;
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
  return draft;
}

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
  if (usage?.input?.total === undefined && usage?.input?.uncached === undefined)
    lose(usage === undefined ? '' : '/input', UNKNOWN);
  if (usage !== undefined && usage.output?.total === undefined) lose('/output', UNKNOWN);
  if (usage === undefined) return;
  const { input = {}, output = {} } = usage;
  for (const key of UNCOUNTED_INPUT) if (input[key] !== undefined) lose(`/input/${key}`);
  input.cacheWriteByTtl?.forEach(({ ttl }, index) => {
    if (!CACHE_COUNTERS.some(([, known]) => known === ttl)) lose(`/input/cacheWriteByTtl/${index}`);
  });
  for (const key of UNCOUNTED_OUTPUT) if (output[key] !== undefined) lose(`/output/${key}`);
  usage.serverTools?.forEach(({ tool, tokens, input: read, output: written }, index) => {
    const isCounted = SERVER_TOOL_COUNTERS.some(([, known]) => known === tool);
    if (!isCounted || tokens !== undefined || read !== undefined || written !== undefined)
      lose(`/serverTools/${index}`);
  });
  for (const key of ['costs', 'contextWindow'] as const) if (usage[key] !== undefined) lose(`/${key}`);
}

const UNKNOWN = 'the dialect demands the counter; it is unknown, and written as zero';
const UNCOUNTED_INPUT = [
  'toolPrompt',
  'byModality',
  'cacheReadByModality',
  'toolPromptByModality',
  'initial',
] as const satisfies readonly (keyof UnifiedInputUsage)[];
const UNCOUNTED_OUTPUT = [
  'acceptedPrediction',
  'rejectedPrediction',
  'byModality',
] as const satisfies readonly (keyof UnifiedOutputUsage)[];
