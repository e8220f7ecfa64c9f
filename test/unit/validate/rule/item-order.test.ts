import { describe, expect, it } from 'vitest';
import { validateConversation, validateRequest, validateResult } from '../../../../src/validate/index.ts';
import { branch, conversation, faults, item, NOW, request, result, summary } from '../record.ts';

describe('the order of items', () => {
  it('[U-ITEM-5] accepts items in the order in which they were appended', () => {
    expect(faults(validateRequest(request([item(0), item(1), item(5, { parentId: 'item-1' })])))).toEqual([]);
    expect(faults(validateConversation(conversation([item(0), item(1)])))).toEqual([]);
  });

  it('[U-ITEM-5] refuses a sequence that does not grow within a branch', () => {
    const items = [item(0), item(1, { sequence: 0 }), item(2)];
    expect(faults(validateRequest(request(items)))).toEqual([['/conversation/items/1/sequence', 'item-order']]);
    expect(faults(validateConversation(conversation(items)))).toEqual([['/items/1/sequence', 'item-order']]);
    expect(faults(validateResult(result(items)))).toEqual([['/output/1/sequence', 'item-order']]);
  });

  it('[U-ITEM-5] refuses reordered items at the parent that stands behind its child', () => {
    const items = [item(0), item(2), item(1)];
    expect(faults(validateRequest(request(items)))).toEqual([
      ['/conversation/items/1/parentId', 'item-order'],
      ['/conversation/items/2/sequence', 'item-order'],
      ['/conversation/items/2/parentId', 'item-order'],
    ]);
  });

  it('[U-ITEM-5] refuses an item that is its own parent, and a parent that is not directly before', () => {
    expect(faults(validateRequest(request([item(0, { parentId: 'item-0' })])))).toEqual([
      ['/conversation/items/0/parentId', 'item-order'],
    ]);
    expect(faults(validateRequest(request([item(0), item(1), item(2, { parentId: 'item-0' })])))).toEqual([
      ['/conversation/items/2/parentId', 'item-order'],
    ]);
  });

  it('[U-CONV-1] refuses a parent that is not here in complete histories only', () => {
    const items = [item(3)];
    expect(faults(validateRequest(request(items)))).toEqual([['/conversation/items/0/parentId', 'item-order']]);
    const partial = { completeness: 'partial', missing: [{ reason: 'dropped', beforeItemId: 'item-3' }] };
    expect(faults(validateRequest(request(items, {}, partial)))).toEqual([]);
    expect(faults(validateResult(result(items)))).toEqual([]);
  });

  it('[U-GEN-1] lets a further candidate go on from any item before it', () => {
    const items = [
      item(0),
      item(1),
      item(2, { parentId: 'item-0', candidateIndex: 1 }),
      item(3, { parentId: 'item-1' }),
    ];
    expect(faults(validateRequest(request(items)))).toEqual([]);
  });

  it('[U-ITEM-4] places a summary where what it stands for was, whatever its own sequence and parent say', () => {
    const items = [summary(9, { parentId: 'item-4' }), item(3, { parentId: 'item-2' }), item(4)];
    expect(faults(validateRequest(request(items)))).toEqual([]);
  });

  it('[U-ITEM-1] lets a branch go on from its fork, and from nothing else', () => {
    const branches = [
      branch('main', { headItemId: 'item-1' }),
      branch('other', { headItemId: 'item-2', parentBranchId: 'main', forkItemId: 'item-0' }),
    ];
    const items = (parentId: string) => [item(0), item(1), item(2, { branchId: 'other', sequence: 0, parentId })];
    expect(faults(validateConversation(conversation(items('item-0'), { branches })))).toEqual([]);
    expect(faults(validateConversation(conversation(items('item-1'), { branches })))).toEqual([
      ['/items/2/parentId', 'item-order'],
    ]);
  });

  it('[U-ITEM-1] refuses a first item of a conversation that follows something', () => {
    const revisions = [{ itemId: 'item-4', revision: 1, createdAt: NOW, item: item(4) }];
    expect(faults(validateConversation(conversation([item(4)], { revisions })))).toEqual([
      ['/items/0/parentId', 'item-order'],
    ]);
  });
});
