import { describe, expect, it } from 'vitest';
import { validateConversation } from '../../../../src/validate/index.ts';
import { type Changes, conversation, faults, item, NOW } from '../record.ts';

const revise = (...revisions: readonly Changes[]) => {
  const list = revisions.map((changes) => ({
    itemId: 'item-0',
    revision: 1,
    createdAt: NOW,
    item: item(0),
    ...changes,
  }));
  return faults(validateConversation(conversation([item(0)], { revisions: list })));
};

describe('revisions', () => {
  it('[U-ITEM-3] accepts later states of an item, numbered from one', () => {
    expect(revise({}, { revision: 2, item: item(0, { phase: 'final-answer' }) })).toEqual([]);
  });

  it('[U-ITEM-3] refuses a number that is left out, repeated or out of order', () => {
    expect(revise({ revision: 2 })).toEqual([['/revisions/0/revision', 'revision']]);
    expect(revise({}, {})).toEqual([['/revisions/1/revision', 'revision']]);
  });

  it('[U-ITEM-3] refuses a revision of an item that is not there', () => {
    expect(revise({ itemId: 'gone' })).toEqual([['/revisions/0/itemId', 'revision']]);
  });

  it.each<[property: string, changes: Changes]>([
    ['id', { id: 'other' }],
    ['type', { type: 'artifact', content: [] }],
    ['conversationId', { conversationId: 'other' }],
    ['branchId', { branchId: 'other' }],
    ['sequence', { sequence: 1 }],
    ['parentId', { parentId: 'item-0' }],
    ['createdAt', { createdAt: '2026-03-15T00:00:00Z' }],
  ])('[U-ITEM-3] refuses a revision that changes %s', (property, changes) => {
    expect(revise({ item: item(0, changes) })).toEqual([[`/revisions/0/item/${property}`, 'revision']]);
  });
});
