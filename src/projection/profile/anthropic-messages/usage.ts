import type {
  UnifiedCounter,
  UnifiedInputUsage,
  UnifiedOutputUsage,
  UnifiedServerToolUsage,
  UnifiedUsage,
  UnifiedUsageIteration,
} from '../../../../generated/unified/types.ts';
import type { AnswerMembers } from './answer-members.ts';
import { optional } from './ingest-history.ts';

/** The counters of the provider's tools, and what the tools are called in a record. */
export const SERVER_TOOL_COUNTERS: readonly (readonly [string, string])[] = [
  ['web_search_requests', 'web-search'],
  ['web_fetch_requests', 'web-fetch'],
];

/** How long written prefixes live, and the counters of them. */
export const CACHE_COUNTERS: readonly (readonly [string, '5m' | '1h'])[] = [
  ['ephemeral_5m_input_tokens', '5m'],
  ['ephemeral_1h_input_tokens', '1h'],
];

/**
 * Reads a report of usage. The input counter of this wire leaves out what the cache read and wrote; the record's total
 * includes it, and so it is calculated (Unified v2, Usage). A counter that is absent is unknown.
 */
export function readUsage(wire: AnswerMembers): UnifiedUsage {
  const input = readInput(wire);
  const output = readOutput(wire);
  const iterations = wire.objects('iterations')?.map(readIteration);
  const tools = wire.object('server_tool_use');
  const serverTools = tools === undefined ? [] : SERVER_TOOL_COUNTERS.flatMap((entry) => readToolCounter(tools, entry));
  return {
    ...optional('input', input),
    ...optional('output', output),
    ...(serverTools.length === 0 ? {} : { serverTools }),
    ...optional('iterations', iterations),
    ...optional('serviceTier', wire.text('service_tier')),
    ...optional('speed', wire.text('speed')),
    ...optional('inferenceGeography', wire.text('inference_geo')),
  };
}

function readInput(wire: AnswerMembers): UnifiedInputUsage | undefined {
  const uncached = wire.count('input_tokens');
  const cacheRead = wire.count('cache_read_input_tokens');
  const cacheWrite = wire.count('cache_creation_input_tokens');
  const creation = wire.object('cache_creation');
  const byTtl = CACHE_COUNTERS.flatMap(([key, ttl]) => {
    const value = creation?.count(key);
    return value === undefined ? [] : [{ ttl, counter: reported(value) }];
  });
  const total = uncached === undefined ? undefined : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const input: UnifiedInputUsage = {
    ...optional('total', total === undefined ? undefined : derived(total)),
    ...optional('uncached', counter(uncached)),
    ...optional('cacheRead', counter(cacheRead)),
    ...optional('cacheWrite', counter(cacheWrite)),
    ...(byTtl.length === 0 ? {} : { cacheWriteByTtl: byTtl }),
  };
  return Object.keys(input).length === 0 ? undefined : input;
}

function readOutput(wire: AnswerMembers): UnifiedOutputUsage | undefined {
  const total = wire.count('output_tokens');
  const reasoning = wire.object('output_tokens_details')?.count('thinking_tokens');
  if (total === undefined && reasoning === undefined) return undefined;
  const visible = total === undefined || reasoning === undefined || reasoning > total ? undefined : total - reasoning;
  return {
    ...optional('total', counter(total)),
    ...optional('visible', visible === undefined ? undefined : derived(visible)),
    ...optional('reasoning', counter(reasoning)),
  };
}

function readToolCounter(
  wire: AnswerMembers,
  [key, tool]: readonly [string, string],
): readonly UnifiedServerToolUsage[] {
  const calls = wire.count(key);
  return calls === undefined ? [] : [{ tool, calls: reported(calls) }];
}

/** The kinds of steps whose tokens the totals leave out. */
const BESIDE_TOTALS: ReadonlySet<string> = new Set(['compaction', 'advisor_message']);

function readIteration(wire: AnswerMembers): UnifiedUsageIteration {
  const kind = wire.text('type') ?? 'unknown';
  return {
    kind,
    ...optional('model', wire.text('model')),
    includedInTotals: !BESIDE_TOTALS.has(kind),
    ...optional('input', readInput(wire)),
    ...optional('output', readOutput(wire)),
  };
}

function counter(value: number | undefined): UnifiedCounter | undefined {
  return value === undefined ? undefined : reported(value);
}

function reported(value: number): UnifiedCounter {
  return { value, scope: 'request', source: 'reported' };
}

function derived(value: number): UnifiedCounter {
  return { value, scope: 'request', source: 'derived' };
}
