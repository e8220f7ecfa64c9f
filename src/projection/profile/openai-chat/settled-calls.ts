import type { UnifiedItem } from '../../../../generated/unified/types.ts';

/**
 * The calls that code of the provider made which has ended since: they were answered on the way, and whoever reads them
 * in an answer of this wire would make them again.
 */
export function settledCalls(items: readonly UnifiedItem[]): ReadonlySet<UnifiedItem> {
  const ended = new Set(items.flatMap((item) => (item.type === 'code-execution-result' ? [item.callId] : [])));
  const calls = items.filter(
    (item) =>
      item.type === 'tool-call' &&
      item.caller?.kind === 'code-execution' &&
      item.caller.callId !== undefined &&
      ended.has(item.caller.callId),
  );
  return new Set(calls);
}
