import type { UnifiedContentPart, UnifiedItem, UnifiedOwnerPrivateRef } from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import type { DecodeContext } from '../../stream/decode-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { type History, keepUnknownBlock, type Message, provenance } from './ingest-history.ts';
import { itemReaderOf } from './ingest-messages.ts';
import { readPart } from './ingest-parts.ts';

/** A part that began, and the item that it belongs to. */
export interface StartedPart<Part extends UnifiedContentPart = UnifiedContentPart> {
  readonly itemId: string;
  readonly part: Part;
}

/** A message that has so many parts by now. */
interface OpenMessage {
  readonly itemId: string;
  parts: number;
}

/**
 * The items of an answer that arrives as a stream: successive parts are one message, as in an answer that arrives at once,
 * and every other block is an item of its own.
 */
export class AnswerItems {
  readonly history: History;
  readonly message: Message;
  readonly #events: DecodeContext['events'];
  /** The message that takes the next part. */
  #open: OpenMessage | undefined;
  #first: string | undefined;

  constructor(history: History, message: Message, { events }: DecodeContext) {
    this.history = history;
    this.message = message;
    this.#events = events;
  }

  /** Begins a part; nothing when nobody knows what the block is. */
  startPart(wire: WireObject): StartedPart | undefined {
    const itemId = this.#open?.itemId ?? this.history.items.nextId();
    const part = readPart(this.history, wire, partId(itemId, this.#open?.parts ?? 0));
    if (part === undefined) return undefined;
    this.#open ??= this.#openMessage(wire);
    this.#open.parts += 1;
    this.#events.write({ type: 'part-started', itemId, partId: part.id, part });
    return { itemId, part };
  }

  /** Reads a block as an item of its own, which the caller tells of; nothing when nobody knows what the block is. */
  readItem(wire: WireObject): UnifiedItem | undefined {
    const reader = itemReaderOf(wire.peek('type'));
    if (reader === undefined || reader(this.history, this.message, wire) === false) return undefined;
    this.closeMessage();
    return this.history.items.items.at(-1);
  }

  /** Ends the message: what follows is an item of its own. */
  closeMessage(): void {
    if (this.#open === undefined) return;
    this.#events.write({ type: 'item-completed', itemId: this.#open.itemId });
    this.#open = undefined;
  }

  /** Keeps a block that nobody knows with the first message of the answer; `index` is its place in the answer. */
  keepUnknown(wire: WireObject, index: number): void {
    const reference = keepUnknownBlock(this.history, this.message.groupId, wire, `/content/${index}`);
    if (this.#first === undefined) this.#open = this.#openMessage(wire, [reference]);
    else this.#events.write({ type: 'item-delta', itemId: this.#first, providerData: [reference] });
  }

  #openMessage(wire: WireObject, unknown: readonly UnifiedOwnerPrivateRef[] = []): OpenMessage {
    const { role, groupId } = this.message;
    const item = this.history.items.add(wire, {
      type: 'message',
      role,
      groupId,
      content: [],
      status: 'in-progress',
      provenance: provenance(this.history, { wireForm: 'parts' }),
      ...(unknown.length === 0 ? {} : { providerData: unknown }),
    });
    this.#first ??= item.id;
    this.#events.write({ type: 'item-started', itemId: item.id, item });
    return { itemId: item.id, parts: 0 };
  }
}
