import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../../../../src/core/errors.ts';
import { ItemFactory, type NewItem } from '../../../../src/projection/shared/item-factory.ts';
import { reading } from '../support.ts';

const ITEM: NewItem = { type: 'message', role: 'user', content: [], provenance: { origin: 'client' } };

describe('ItemFactory', () => {
  it('[U-ITEM-1][U-ITEM-5] gives items identifiers and places in the order in which they come', () => {
    const context = reading({ messages: [{}, {}] });
    const items = new ItemFactory(context);
    const [first, second] = context.wire.objects('messages') ?? [];
    if (first === undefined || second === undefined) throw new Error('the body has them');
    expect(items.nextId()).toBe('req.item.0');
    items.add(first, ITEM);
    items.add(second, { ...ITEM, visibility: 'client', status: 'incomplete' });
    expect(items.items).toMatchObject([
      {
        id: 'req.item.0',
        sequence: 0,
        conversationId: 'conv',
        branchId: 'main',
        visibility: 'model',
        status: 'completed',
      },
      { id: 'req.item.1', sequence: 1, parentId: 'req.item.0', visibility: 'client', status: 'incomplete' },
    ]);
    expect(items.items[0]).not.toHaveProperty('parentId');
    expect(items.items[0]?.createdAt).toBe('2026-11-30T12:00:00.000Z');
  });

  it('[U-LOSS-1] remembers where an item came from, also when it is completed later', () => {
    const context = reading({ messages: [{}] });
    const items = new ItemFactory(context);
    const [wire] = context.wire.objects('messages') ?? [];
    if (wire === undefined) throw new Error('the body has it');
    const made = items.add(wire, ITEM);
    items.replace(0, { ...made, groupId: 'g' });
    const [item] = items.items;
    expect(item).toMatchObject({ id: 'req.item.0', groupId: 'g' });
    expect(item && context.origins.get(item)?.pointer()).toBe('/messages/0');
  });

  it('[U-VAL-1] keeps to the limit of items', () => {
    const context = reading({}, { limits: { items: 2 } });
    const items = new ItemFactory(context);
    items.add(context.wire, ITEM);
    items.add(context.wire, ITEM);
    expect(() => items.add(context.wire, ITEM)).toThrow(WireFormatError);
    expect(() => items.add(context.wire, ITEM)).toThrow('at most 2 items');
  });
});
