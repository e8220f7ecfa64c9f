import type { UnifiedFinishReason, UnifiedItem, UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import { findJsonFault } from '../../../core/json-fault.ts';

/** Where a call stands in an answer. */
export interface CallEnding {
  /** How the answer ended. */
  readonly reason: UnifiedFinishReason;
  /** Whether nothing arrived behind the call. */
  readonly isLast: boolean;
}

/**
 * A call as the ending of its answer leaves it. Arguments that are no JSON object never became ready, so that nobody runs
 * the call; neither did what an answer was cut off in, be it text, or nothing yet (Unified v2, Calls and results).
 */
export function settledCall(call: UnifiedToolCallItem, { reason, isLast }: CallEnding): UnifiedToolCallItem {
  const { rawArguments: text } = call;
  const isCut = CUTS.has(reason);
  if (isCut && isLast && (text === undefined || text === '' || call.kind === 'custom')) return unready(call, true);
  if (call.kind === 'custom' || call.input !== undefined || text === undefined) return call;
  const fault = findJsonFault(text);
  const isDeepObject = fault === undefined && text.trimStart().startsWith('{');
  return isDeepObject ? call : unready(call, isCut || fault?.truncated === true);
}

/** Whether an item is a call whose arguments never became ready. */
export function isUnready(item: UnifiedItem): boolean {
  return item.type === 'tool-call' && item.state === 'arguments-streaming';
}

/** How answers end that stop in the middle of what the model says. */
const CUTS: ReadonlySet<UnifiedFinishReason> = new Set([
  'length',
  'max-context',
  'content-filter',
  'incomplete',
  'failed',
  'interrupted',
  'cancelled',
]);

function unready({ input: _input, ...call }: UnifiedToolCallItem, truncated: boolean): UnifiedToolCallItem {
  return {
    ...call,
    state: 'arguments-streaming',
    status: 'incomplete',
    ...(truncated ? { truncated } : {}),
  };
}
