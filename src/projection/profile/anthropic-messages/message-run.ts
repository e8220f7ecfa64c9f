import type { AnthropicMessagesItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedMessageItem,
  UnifiedProviderDataRef,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding } from './holding.ts';
import { type History, keepUnknownBlock, type Message, optional, provenance } from './ingest-history.ts';
import { readPart, textPart } from './ingest-parts.ts';

/** Consecutive parts of one message of the wire: they are one message of the history. */
export class MessageRun {
  readonly message: Message;
  /** The message as an object of the wire; system text outside of the messages is none. */
  readonly holding: Holding | undefined;
  readonly #history: History;
  readonly #leads: boolean;
  readonly #unknown: UnifiedProviderDataRef[] = [];
  #parts: UnifiedContentPart[] = [];
  #first: number | undefined;
  #form: UnifiedWireForm = 'parts';
  /** Whether a block that nobody knows stands where the first message of an answer begins. */
  #beginsUnknown = false;

  constructor(history: History, message: Message, wire?: WireObject) {
    this.message = message;
    this.holding = wire === undefined ? undefined : new Holding(history.context, wire, message.groupId);
    this.#history = history;
    this.#leads = history.items.items.every((item) => item.role === 'system');
  }

  /** Adds a block as a part; false when nobody knows what it is. */
  part(wire: WireObject): boolean {
    const part = readPart(this.#history, wire, this.#nextPartId());
    if (part !== undefined) this.#parts.push(part);
    return part !== undefined;
  }

  /** Adds the text that is the whole content. */
  text(wire: WireObject, text: string): void {
    this.#form = 'text';
    this.#parts.push(textPart(this.#history, wire, this.#nextPartId(), text));
  }

  /** Keeps a block that nobody knows; `index` is its place in the message. */
  unknown(wire: WireObject, index: number): void {
    if (this.#history.answer !== undefined && this.#first === undefined) this.#beginsUnknown = true;
    this.#unknown.push(keepUnknownBlock(this.#history, this.message.groupId, wire, `/content/${index}`));
  }

  /** Ends the run: what follows is an item of its own. */
  flush(): void {
    if (this.#parts.length > 0 || this.#beginsUnknown) this.#add(this.#form);
  }

  /**
   * Ends the message. What belongs to the message as a whole goes to its first run of parts, or to an empty message of
   * this form when there is none; `alone` asks for that message anyway, because nothing else would stand for it.
   */
  close(form: UnifiedWireForm, alone: boolean): void {
    this.flush();
    const clearAt = this.#clearAt();
    const itemForm: AnthropicMessagesItemForm = this.#inMessages() ? { inMessages: true } : {};
    const held = this.holding?.providerData('item-form', itemForm, this.#unknown).providerData ?? this.#unknown;
    if (this.#first === undefined && (alone || clearAt !== undefined || held.length > 0)) this.#add(form);
    const item = this.#history.items.items[this.#first ?? -1];
    if (item?.type !== 'message' || this.#first === undefined) return;
    const whole: UnifiedMessageItem = { ...item, ...optional('clearAt', clearAt) };
    this.#history.items.replace(this.#first, held.length === 0 ? whole : { ...whole, providerData: held });
  }

  /** Whether a system message would be taken for the system text outside of the messages. */
  #inMessages(): boolean {
    return this.#leads && this.message.role === 'system';
  }

  #clearAt(): UnifiedMessageItem['clearAt'] {
    const { wire } = this.message;
    if (this.holding === undefined || this.message.role !== 'system') return undefined;
    const clearAt = CLEAR_AT[String(wire.peek('clear_at'))];
    if (clearAt !== undefined) wire.take('clear_at');
    return clearAt;
  }

  #nextPartId(): string {
    return partId(this.#history.items.nextId(), this.#parts.length);
  }

  #add(wireForm: UnifiedWireForm): void {
    const { wire, role, groupId } = this.message;
    this.#first ??= this.#history.items.items.length;
    const content = this.#parts;
    this.#parts = [];
    this.#beginsUnknown = false;
    const origin = provenance(this.#history, { wireForm });
    this.#history.items.add(wire, { type: 'message', role, groupId, content, provenance: origin });
  }
}

const CLEAR_AT: Readonly<Record<string, UnifiedMessageItem['clearAt']>> = {
  next_user_message: 'next-user-message',
  never: 'never',
};
