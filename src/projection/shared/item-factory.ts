import type { UnifiedItem } from '../../../generated/unified/types.ts';
import { WireFormatError } from '../../core/errors.ts';
import { childId } from '../../core/id.ts';
import { from, type IngestContext } from '../ingest-context.ts';
import type { WireObject } from '../wire-object.ts';

type Given = 'id' | 'conversationId' | 'branchId' | 'sequence' | 'parentId' | 'createdAt' | 'visibility' | 'status';
type WithoutGiven<Item> = Item extends UnifiedItem
  ? Omit<Item, Given> & Partial<Pick<Item, 'visibility' | 'status'>>
  : never;

/** An item before it has its place in the conversation. */
export type NewItem = WithoutGiven<UnifiedItem>;

/** What an item has of its place in the conversation, and what nearly every item says of itself. */
export type ItemPlace = Pick<UnifiedItem, Given>;

/** Gives items their identifiers and their places, in the order in which a reader meets them. */
export class ItemFactory {
  readonly items: UnifiedItem[] = [];
  readonly #wires: WireObject[] = [];
  readonly #context: IngestContext;

  constructor(context: IngestContext) {
    this.#context = context;
  }

  /** The identifier of the item that is added next; parts and private state derive theirs from it. */
  nextId(): string {
    return childId(this.#context.requestId, 'item', this.items.length);
  }

  /**
   * The members that the next item begins with. An item that is spelled as these and its own members, and then put in its
   * place, is made at once: faster than one that is completed later.
   */
  place(): ItemPlace {
    const { conversationId, branchId, now: createdAt } = this.#context;
    const sequence = this.items.length;
    const parent = this.items[sequence - 1];
    const id = this.nextId();
    if (parent === undefined) {
      return { id, conversationId, branchId, sequence, createdAt, visibility: 'model', status: 'completed' };
    }
    return {
      id,
      conversationId,
      branchId,
      sequence,
      parentId: parent.id,
      createdAt,
      visibility: 'model',
      status: 'completed',
    };
  }

  /** Adds an item that begins with the members of `place`. */
  put(wire: WireObject, item: UnifiedItem): UnifiedItem {
    const limit = this.#context.limits.items;
    if (this.items.length >= limit) throw tooMany(wire, limit);
    this.items.push(item);
    this.#wires.push(wire);
    return from(this.#context, wire, item);
  }

  add(wire: WireObject, item: NewItem): UnifiedItem {
    // The members of `item` are those of one member of the union, less the ones that its place gives.
    return this.put(wire, Object.assign(this.place(), item) as UnifiedItem);
  }

  /** Completes an item that was added; its place and its identifiers stay. */
  replace(index: number, item: UnifiedItem): void {
    const origin = this.#wires[index];
    this.items[index] = origin === undefined ? item : from(this.#context, origin, item);
  }
}

function tooMany(wire: WireObject, limit: number): WireFormatError {
  const path = wire.pointer();
  const expected = `at most ${limit} items`;
  return new WireFormatError('wire-format', `${path}: expected ${expected}, found more`, {
    details: { path, expected },
  });
}
