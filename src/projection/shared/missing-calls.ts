import type { UnifiedConversationInput, UnifiedItem } from '../../../generated/unified/types.ts';
import { isCall, isResult } from '../../validate/pairing.ts';

/**
 * How complete a history is that a client sent. A result whose call is nowhere before it shows that history is missing
 * there: the record says so, and is valid (Unified v2, Conversation identity and completeness).
 */
export function completenessOf(
  items: readonly UnifiedItem[],
): Pick<UnifiedConversationInput, 'completeness' | 'missing'> {
  const orphans = orphansIn(items);
  if (orphans.length === 0) return { completeness: 'complete' };
  const places = new Map(items.map(({ id }, index) => [id, index]));
  const missing = orphans.map(({ id: beforeItemId }) => {
    const previous = items[(places.get(beforeItemId) ?? 0) - 1];
    const after = previous === undefined ? {} : { afterItemId: previous.id };
    return { ...after, beforeItemId, reason: 'the call that this result answers was not sent' };
  });
  return { completeness: 'partial', missing };
}

/** The results whose calls are nowhere before them. */
export function orphansIn(items: readonly UnifiedItem[]): readonly UnifiedItem[] {
  const calls = new Set<string>();
  return items.filter((item) => {
    if (isCall(item)) calls.add(item.callId);
    return isResult(item) && !calls.has(item.callId);
  });
}
