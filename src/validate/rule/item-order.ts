import type { UnifiedConversation, UnifiedItem } from '../../../generated/unified/types.ts';
import { isStandIn, type Line } from '../line.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * Items stand in the order in which they were appended: the sequence grows from item to item of a branch, a parent stands
 * before its children, and the chain of parents is the order of the list. A branch goes on from its fork, and a further
 * candidate from any item before it.
 */
export const itemOrder: Rule = {
  id: 'item-order',
  applies: ['conversation-input', 'result', 'conversation'],
  check(record, context) {
    for (const line of record.lines) checkLine(line, context);
    for (const place of record.of('conversation')) checkBranches(place, context);
  },
};

function checkLine({ path, items, positions, isComplete }: Line, context: RuleContext): void {
  const sequences = new Sequences(path, context);
  const previousOf = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const { candidateIndex = 0, parentId } = item;
    const previous = previousOf.get(candidateIndex);
    previousOf.set(candidateIndex, index);
    if (isStandIn(item, positions)) continue;
    sequences.check(item, index);
    if (parentId === undefined) continue;
    const parent = positions.get(parentId) ?? (isComplete ? items.length : previous);
    if (parent === undefined || parent === previous) continue;
    if (parent >= index) reportLateParent(`${path}/${index}`, context);
    else if (previous !== undefined) reportOtherParent(`${path}/${index}`, context);
  }
}

function checkBranches({ value: { branches, items } }: Place<UnifiedConversation>, context: RuleContext): void {
  const sequences = new Sequences('/items', context);
  const seen = new Set<string>();
  const lastOf = new Map(branches.map(({ branchId, forkItemId }) => [branchId, forkItemId]));
  for (const [index, item] of items.entries()) {
    const { id, branchId, parentId } = item;
    const last = lastOf.get(branchId);
    lastOf.set(branchId, id);
    seen.add(id);
    sequences.check(item, index);
    if (parentId === undefined) continue;
    if (!seen.has(parentId) || parentId === id) reportLateParent(`/items/${index}`, context);
    else if (parentId !== last) reportOtherParent(`/items/${index}`, context);
  }
}

/** The highest sequence of each branch so far. */
class Sequences {
  readonly #highest = new Map<string, number>();
  readonly #path: string;
  readonly #context: RuleContext;

  constructor(path: string, context: RuleContext) {
    this.#path = path;
    this.#context = context;
  }

  check({ branchId, sequence }: UnifiedItem, index: number): void {
    const highest = this.#highest.get(branchId);
    if (highest === undefined || sequence > highest) this.#highest.set(branchId, sequence);
    else {
      this.#context.report({
        path: `${this.#path}/${index}/sequence`,
        message: `The sequence does not grow: ${sequence} stands behind ${highest} of the same branch.`,
        expected: `more than ${highest}`,
        found: String(sequence),
      });
    }
  }
}

function reportLateParent(path: string, { report }: RuleContext): void {
  report({
    path: `${path}/parentId`,
    message: 'The parent does not stand before the item.',
    expected: 'an earlier item',
  });
}

function reportOtherParent(path: string, { report }: RuleContext): void {
  report({
    path: `${path}/parentId`,
    message: 'The parent is not the item directly before, so that the chain of parents is not the order of the list.',
    expected: 'the id of the item before',
  });
}
