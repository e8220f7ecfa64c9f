import { describe, expect, it } from 'vitest';
import { validateConversation, validateRequest, validateResult } from '../../../../src/validate/index.ts';
import { branch, type Changes, conversation, faults, item, request, result } from '../record.ts';

const history = (items: readonly ReturnType<typeof item>[], changes: Changes) =>
  validateRequest(request(items, {}, changes));

describe('heads and branches of a history', () => {
  it('[U-VAL-1] accepts the last item as the head', () => {
    const declared = { headItemId: 'item-1', conversationId: 'conversation', branchId: 'main' };
    expect(faults(history([item(0), item(1)], declared))).toEqual([]);
  });

  it('[U-VAL-1] refuses a head that is another item, or none of the history', () => {
    for (const headItemId of ['item-0', 'gone']) {
      expect(faults(history([item(0), item(1)], { headItemId }))).toEqual([
        ['/conversation/headItemId', 'branch-head'],
      ]);
    }
  });

  it('[U-CONV-1] lets the head of a partial history be missing, but not be passed', () => {
    const partial = { completeness: 'partial', missing: [{ reason: 'dropped', afterItemId: 'item-1' }] };
    expect(faults(history([item(0), item(1)], { ...partial, headItemId: 'gone' }))).toEqual([]);
    expect(faults(history([item(0), item(1)], { ...partial, headItemId: 'item-0' }))).toEqual([
      ['/conversation/headItemId', 'branch-head'],
    ]);
  });

  it('[U-VAL-1] refuses items of another conversation than declared, or than the first item', () => {
    const items = [item(0), item(1, { conversationId: 'other' })];
    expect(faults(history(items, {}))).toEqual([['/conversation/items/1/conversationId', 'branch-head']]);
    expect(faults(history([item(0)], { conversationId: 'other' }))).toEqual([
      ['/conversation/items/0/conversationId', 'branch-head'],
    ]);
    expect(faults(validateResult(result([item(0)], { conversationId: 'other' })))).toEqual([
      ['/output/0/conversationId', 'branch-head'],
    ]);
  });

  it('[U-VAL-1] lets a history come from branches that it left, and not go back to them', () => {
    const items = (...branches: string[]) => branches.map((branchId, index) => item(index, { branchId }));
    expect(faults(history(items('main', 'main', 'other'), { branchId: 'other' }))).toEqual([]);
    expect(faults(history(items('main', 'other', 'main'), {}))).toEqual([
      ['/conversation/items/2/branchId', 'branch-head'],
    ]);
    expect(faults(history(items('main', 'other'), { branchId: 'main' }))).toEqual([
      ['/conversation/items/1/branchId', 'branch-head'],
    ]);
  });
});

describe('branches of a conversation', () => {
  const main = branch('main', { headItemId: 'item-1' });
  const items = [item(0), item(1)];
  const withBranches = (...branches: ReturnType<typeof branch>[]) =>
    faults(validateConversation(conversation(items, { branches })));

  it('[U-ITEM-1] accepts branches with their heads and forks, empty ones as well', () => {
    expect(
      withBranches(
        main,
        branch('forked', { parentBranchId: 'main', forkItemId: 'item-0' }),
        branch('of-fork', { parentBranchId: 'forked', forkItemId: 'item-0', headItemId: 'item-0' }),
        branch('empty', {}),
      ),
    ).toEqual([]);
  });

  it('[U-VAL-1] refuses a head that is not the last item of its branch', () => {
    expect(withBranches(branch('main', { headItemId: 'item-0' }))).toEqual([['/branches/0/headItemId', 'branch-head']]);
    expect(withBranches(branch('main', {}))).toEqual([['/branches/0/headItemId', 'branch-head']]);
    expect(withBranches(main, branch('empty', { headItemId: 'item-1' }))).toEqual([
      ['/branches/1/headItemId', 'branch-head'],
    ]);
  });

  it('[U-VAL-1] refuses parents that do not exist', () => {
    expect(withBranches(main, branch('b', { parentBranchId: 'gone' }), branch('c', { parentBranchId: 'b' }))).toEqual([
      ['/branches/1/parentBranchId', 'branch-head'],
    ]);
  });

  it('[U-VAL-1] refuses branches that come from themselves', () => {
    expect(withBranches(main, branch('b', { parentBranchId: 'c' }), branch('c', { parentBranchId: 'b' }))).toEqual([
      ['/branches/1/parentBranchId', 'branch-head'],
      ['/branches/2/parentBranchId', 'branch-head'],
    ]);
  });

  it('[U-VAL-1] refuses a fork at an item of another line, or of none', () => {
    const fork = ['/branches/1/forkItemId', 'branch-head'];
    expect(withBranches(main, branch('b', { parentBranchId: 'main', forkItemId: 'gone' }))).toEqual([fork]);
    expect(withBranches(main, branch('b', { forkItemId: 'item-0' }))).toEqual([fork]);
    expect(withBranches(main, branch('b', { parentBranchId: 'c', forkItemId: 'item-0' }), branch('c', {}))).toEqual([
      fork,
    ]);
  });

  it('[U-VAL-1] refuses items of a branch that the conversation does not declare', () => {
    const stray = [item(0), item(1), item(2, { branchId: 'gone', parentId: undefined })];
    expect(faults(validateConversation(conversation(stray, { branches: [main] })))).toEqual([
      ['/items/2/branchId', 'branch-head'],
    ]);
  });

  it('[U-SEC-5] takes a long chain of branches in its stride', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      branch(`branch-${index}`, index === 0 ? {} : { parentBranchId: `branch-${index - 1}` }),
    );
    expect(withBranches(main, ...chain)).toEqual([]);
  });
});
