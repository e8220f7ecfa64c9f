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

/** Gives items their identifiers and their places, in the order in which a reader meets them. */
export class ItemFactory {
  readonly items: UnifiedItem[] = [];
  readonly #context: IngestContext;

  constructor(context: IngestContext) {
    this.#context = context;
  }

  /** The identifier of the item that is added next; parts and private state derive theirs from it. */
  nextId(): string {
    return childId(this.#context.requestId, 'item', this.items.length);
  }

  add(wire: WireObject, item: NewItem): UnifiedItem {
    const { conversationId, branchId, now } = this.#context;
    const sequence = this.items.length;
    if (sequence >= this.#context.limits.items) throw tooMany(wire, this.#context.limits.items);
    const parent = this.items.at(-1);
    const id = this.nextId();
    const place =
      parent === undefined
        ? { id, conversationId, branchId, sequence, createdAt: now, visibility: 'model', status: 'completed' }
        : {
            id,
            conversationId,
            branchId,
            sequence,
            parentId: parent.id,
            createdAt: now,
            visibility: 'model',
            status: 'completed',
          };
    // The members of `item` are those of one member of the union, less the ones that are given here.
    const made = Object.assign(place, item) as UnifiedItem;
    this.items.push(made);
    return from(this.#context, wire, made);
  }

  /** Completes an item that was added; its place and its identifiers stay. */
  replace(index: number, item: UnifiedItem): void {
    const origin = this.#context.origins.get(this.items[index] ?? item);
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
