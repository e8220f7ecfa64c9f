import type { UnifiedConversation, UnifiedItem } from '../../../generated/unified/types.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * An item is only ever appended to: a revision names an item of the conversation, keeps what makes it that item, and
 * counts on from the revision before (Unified v2, Canonical items).
 */
export const revision: Rule = {
  id: 'revision',
  applies: ['revision'],
  check(record, context) {
    for (const { value } of record.of('conversation')) checkRevisions(value, context);
  },
};

/** What no revision changes. */
const FIXED = [
  'id',
  'type',
  'conversationId',
  'branchId',
  'sequence',
  'parentId',
  'createdAt',
] as const satisfies readonly (keyof UnifiedItem)[];

function checkRevisions({ items, revisions = [] }: UnifiedConversation, { report }: RuleContext): void {
  const originals = new Map(items.map((item) => [item.id, item]));
  const latest = new Map<string, number>();
  for (const [index, { itemId, revision: number, item }] of revisions.entries()) {
    const path = `/revisions/${index}`;
    const original = originals.get(itemId);
    if (original === undefined) {
      const message = 'The revision is of an item that the conversation does not hold.';
      report({ path: `${path}/itemId`, message, expected: 'the id of an item of this conversation' });
      continue;
    }
    const expected = (latest.get(itemId) ?? 0) + 1;
    latest.set(itemId, number);
    if (number !== expected) {
      const message = `The revisions of an item count from one: this one is ${number}, and should be ${expected}.`;
      report({ path: `${path}/revision`, message, expected: String(expected), found: String(number) });
    }
    for (const property of FIXED) {
      if (item[property] === original[property]) continue;
      const message = `A revision cannot change "${property}" of an item.`;
      report({ path: `${path}/item/${property}`, message, expected: 'what the item has' });
    }
  }
}
