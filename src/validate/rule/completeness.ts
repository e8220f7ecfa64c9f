import type { UnifiedConversationInput, UnifiedStateInput } from '../../../generated/unified/types.ts';
import type { Line } from '../line.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * A history is as complete as it says: `complete` declares nothing missing, `partial` declares what is, `reference-only`
 * names what holds the rest. The items around a gap are here and follow each other (Unified v2, Conversation identity
 * and completeness).
 */
export const completeness: Rule = {
  id: 'completeness',
  applies: ['conversation-input'],
  check(record, context) {
    const state = record.of('request')[0]?.value.state;
    for (const place of record.of('conversation-input')) {
      checkClaim(place, state, context);
      for (const line of record.lines) checkGaps(place, line, context);
    }
  },
};

function checkClaim(
  place: Place<UnifiedConversationInput>,
  state: UnifiedStateInput | undefined,
  { report }: RuleContext,
): void {
  const { completeness: claim, missing = [], items } = place.value;
  if (claim === 'complete' && missing.length > 0) {
    report({
      path: place.path('missing'),
      message: 'A complete history has nothing missing.',
      expected: 'no missing range',
    });
  }
  if (claim === 'partial' && missing.length === 0) {
    report({
      path: place.path('missing'),
      message: 'A partial history does not say what is missing.',
      expected: 'at least one range',
    });
  }
  const { continuations = [] } = place.value;
  const { checkpoints = [], thread } = state ?? {};
  const holders = continuations.length + checkpoints.length + (thread?.previous === undefined ? 0 : 1);
  if (claim === 'reference-only' && holders === 0 && !items.some(({ type }) => type === 'reference')) {
    const message = 'A history by reference alone does not say what holds it.';
    report({
      path: place.path('continuations'),
      message,
      expected: 'a resource, a checkpoint, a thread or a reference item',
    });
  }
}

function checkGaps(place: Place<UnifiedConversationInput>, { items, positions }: Line, { report }: RuleContext): void {
  for (const [index, { afterItemId, beforeItemId }] of (place.value.missing ?? []).entries()) {
    const before = beforeItemId === undefined ? items.length : positions.get(beforeItemId);
    const after = afterItemId === undefined ? -1 : positions.get(afterItemId);
    const message = 'The item beside the gap is not in the history.';
    if (after === undefined)
      report({ path: place.path('missing', index, 'afterItemId'), message, expected: 'an item of the history' });
    if (before === undefined)
      report({ path: place.path('missing', index, 'beforeItemId'), message, expected: 'an item of the history' });
    if (after === undefined || before === undefined || before === after + 1) continue;
    report({
      path: place.path('missing', index),
      message: 'The items around the gap do not follow each other.',
      expected: 'neighbours',
    });
  }
}
