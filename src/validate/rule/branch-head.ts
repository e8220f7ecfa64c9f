import type { UnifiedConversation, UnifiedConversationInput, UnifiedItem } from '../../../generated/unified/types.ts';
import { BranchTree } from '../branch-tree.ts';
import type { Line } from '../line.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * The head of a branch is its last item; a branch leaves a branch that exists at an item of its line, and none comes from
 * itself; items belong to the conversation and to the branches that the record declares (Unified v2, Canonical items).
 */
export const branchHead: Rule = {
  id: 'branch-head',
  applies: ['conversation-input', 'result', 'conversation'],
  check(record, context) {
    const histories = record.of('conversation-input');
    for (const line of record.lines) {
      const declared = histories[0]?.value.conversationId ?? record.of('result')[0]?.value.conversationId;
      checkConversation(line.items, line.path, declared ?? line.items[0]?.conversationId, context);
      if (histories[0] !== undefined) checkHistory(histories[0], line, context);
    }
    for (const { value } of record.of('conversation')) {
      checkConversation(value.items, '/items', value.conversationId, context);
      checkBranches(value, context);
    }
  },
};

function checkConversation(
  items: readonly UnifiedItem[],
  path: string,
  expected: string | undefined,
  { report }: RuleContext,
): void {
  for (const [index, { conversationId }] of items.entries()) {
    if (conversationId === expected) continue;
    const message = 'The item belongs to another conversation.';
    report({ path: `${path}/${index}/conversationId`, message, expected: 'the conversation of the record' });
  }
}

/** A history is the line of one branch: it may begin on the branches that this one left, and does not go back to them. */
function checkHistory(place: Place<UnifiedConversationInput>, line: Line, { report }: RuleContext): void {
  const { branchId: declared, headItemId } = place.value;
  const left = new Set<string>();
  let present: string | undefined;
  for (const [index, { branchId }] of line.items.entries()) {
    if (present !== undefined && branchId !== present) left.add(present);
    present = branchId;
    const isBeyond = declared !== undefined && left.has(declared);
    if (!left.has(branchId) && !isBeyond) continue;
    const message = 'The item is of a branch that the history has left.';
    report({ path: `${line.path}/${index}/branchId`, message, expected: 'the branch that the history is on' });
  }
  if (headItemId === undefined) return;
  const position = line.positions.get(headItemId);
  if (position === line.items.length - 1 || (position === undefined && !line.isComplete)) return;
  const message =
    position === undefined ? 'The head is not in the history.' : 'The head is not the last item of the history.';
  report({ path: place.path('headItemId'), message, expected: 'the id of the last item' });
}

function checkBranches({ branches, items }: UnifiedConversation, { report }: RuleContext): void {
  const tree = new BranchTree(branches);
  const declared = new Set(branches.map(({ branchId }) => branchId));
  const branchOf = new Map(items.map(({ id, branchId }) => [id, branchId]));
  const lastOf = new Map(items.map(({ id, branchId }) => [branchId, id]));
  for (const [index, { branchId, headItemId, parentBranchId, forkItemId }] of branches.entries()) {
    const path = `/branches/${index}`;
    if (parentBranchId !== undefined && !declared.has(parentBranchId)) {
      report({
        path: `${path}/parentBranchId`,
        message: 'The conversation has no such branch.',
        expected: 'the id of a branch',
      });
    } else if (!tree.isRooted(branchId)) {
      report({
        path: `${path}/parentBranchId`,
        message: 'The branch comes from itself.',
        expected: 'a branch that began before',
      });
    } else if (forkItemId !== undefined) {
      const forkBranch = branchOf.get(forkItemId);
      const isOnLine =
        forkBranch !== undefined && parentBranchId !== undefined && tree.isOnLine(forkBranch, parentBranchId);
      const message = 'The fork is no item of the branch that this one left.';
      if (!isOnLine) report({ path: `${path}/forkItemId`, message, expected: 'an item of the parent branch' });
    }
    const last = lastOf.get(branchId);
    if (headItemId === (last ?? forkItemId) || (last === undefined && headItemId === undefined)) continue;
    const message =
      last === undefined ? 'The branch has no items, and yet a head.' : 'The head is not the last item of the branch.';
    report({ path: `${path}/headItemId`, message, expected: 'the id of the last item' });
  }
  for (const [index, { branchId }] of items.entries()) {
    if (declared.has(branchId)) continue;
    report({
      path: `/items/${index}/branchId`,
      message: 'The conversation has no such branch.',
      expected: 'the id of a branch',
    });
  }
}
