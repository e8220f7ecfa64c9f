import type { UnifiedConversationInput, UnifiedItem } from '../../../generated/unified/types.ts';
import { isCall, isResult } from '../../validate/pairing.ts';

/**
 * How complete a history is that a client sent. A result whose call is nowhere before it, and a call by code that is
 * nowhere, show that history is missing there: the record says so, and is valid (Unified v2, Conversation identity and
 * completeness).
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
    return { ...after, beforeItemId, reason: 'a call that this item names was not sent' };
  });
  return { completeness: 'partial', missing };
}

/** The results whose calls are nowhere before them, and the items whose caller is nowhere. */
export function orphansIn(items: readonly UnifiedItem[]): readonly UnifiedItem[] {
  const calls = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    if (isCall(item) && !calls.has(item.callId)) calls.set(item.callId, index);
  }
  return items.filter((item, index) => {
    const caller = 'caller' in item ? item.caller?.callId : undefined;
    if (caller !== undefined && !calls.has(caller)) return true;
    return isResult(item) && (calls.get(item.callId) ?? index) >= index;
  });
}
