import type { UnifiedItem } from '../../generated/unified/types.ts';
import { Base64Text } from '../core/base64.ts';
import type { CandidateDraft, ItemDraft, OperationDraft, PartDraft, ResponseDraft } from './draft.ts';
import { unknownReference } from './fault.ts';
import { partsOf } from './part-list.ts';
import { TextGrowth } from './text-growth.ts';

/** Where an item stands in the result. */
export interface ItemPosition {
  readonly candidate: number;
  readonly index: number;
}

interface HeldItem extends ItemPosition {
  item: ItemDraft;
}

/** A call is an item with a state. */
export type CallDraft = Extract<ItemDraft, { state: unknown }>;

/** What the events have made so far, with indexes of it. The reducers write to it; nothing outside of the room sees it. */
export class Folding {
  operation: OperationDraft;
  response: ResponseDraft;
  readonly #candidates = new Map<number, CandidateDraft>();
  readonly #items = new Map<string, HeldItem>();
  readonly #parts = new Map<string, PartDraft>();
  readonly #calls = new Map<string, string>();
  /** The bytes of parts that arrive in pieces. */
  readonly #base64 = new Map<string, Base64Text>();
  readonly #growth = new TextGrowth();
  /** Deltas of one part come in runs: the last thing that was named is found without a search. */
  #lastItem: ItemDraft | undefined;
  #lastPart: PartDraft | undefined;

  constructor(operation: OperationDraft, response: ResponseDraft, candidates: readonly CandidateDraft[]) {
    this.operation = operation;
    this.response = response;
    for (const candidate of candidates) {
      this.#candidates.set(candidate.index, candidate);
      for (const [index, item] of candidate.items.entries()) this.#hold(item, candidate.index, index);
    }
  }

  /** What was said of a candidate so far; made when it is asked for. */
  candidate(index: number): CandidateDraft {
    const known = this.#candidates.get(index);
    if (known !== undefined) return known;
    const made: CandidateDraft = { index, items: [] };
    this.#candidates.set(index, made);
    return made;
  }

  /** What was said of a candidate, where anything was. */
  knownCandidate(index: number): CandidateDraft | undefined {
    return this.#candidates.get(index);
  }

  /** All candidates of which something was said, in the order of their indexes. */
  candidates(): readonly CandidateDraft[] {
    return [...this.#candidates.values()].sort((one, other) => one.index - other.index);
  }

  has(itemId: string): boolean {
    return this.#items.has(itemId);
  }

  position(itemId: string): ItemPosition | undefined {
    return this.#items.get(itemId);
  }

  /** The item that an event is about. Throws ValidationError when no event began it. */
  item(itemId: string | undefined): ItemDraft {
    if (this.#lastItem !== undefined && this.#lastItem.id === itemId) return this.#lastItem;
    const held = itemId === undefined ? undefined : this.#items.get(itemId);
    if (held === undefined) throw unknownReference('itemId', 'an item');
    this.#lastItem = held.item;
    return held.item;
  }

  /** As `item`, for a part. */
  part(partId: string | undefined): PartDraft {
    if (this.#lastPart !== undefined && this.#lastPart.id === partId) return this.#lastPart;
    const part = partId === undefined ? undefined : this.#parts.get(partId);
    if (part === undefined) throw unknownReference('partId', 'a part');
    this.#lastPart = part;
    return part;
  }

  hasPart(partId: string): boolean {
    return this.#parts.has(partId);
  }

  /** The call that an event is about, by its item or by its call. Throws ValidationError when no event began it. */
  call(itemId: string | undefined, callId: string | undefined): CallDraft {
    const item = this.#items.get(itemId ?? (callId === undefined ? '' : (this.#calls.get(callId) ?? '')))?.item;
    if (item === undefined || !isCall(item))
      throw unknownReference(itemId === undefined ? 'callId' : 'itemId', 'a call');
    return item;
  }

  /** Appends an item to its candidate. */
  append(item: ItemDraft, candidateIndex: number): void {
    const { items } = this.candidate(candidateIndex);
    this.#hold(item, candidateIndex, items.length);
    items.push(item);
  }

  /** Puts another item into the place of one with the same identifier. */
  replace(item: ItemDraft): void {
    const held = this.#items.get(item.id);
    if (held === undefined) throw unknownReference('itemId', 'an item');
    this.candidate(held.candidate).items[held.index] = item;
    this.#hold(item, held.candidate, held.index);
  }

  /** Remembers a part that was added to an item. */
  index(part: PartDraft): void {
    this.#parts.set(part.id, part);
  }

  /** A text of this holder grew by a piece. */
  grow(holder: object, text: string): void {
    this.#growth.note(holder, text);
  }

  /** The bytes of a part so far, `known` when they are not gathered yet. */
  base64(partId: string, known: string): Base64Text {
    const gathered = this.#base64.get(partId);
    if (gathered !== undefined) return gathered;
    const made = new Base64Text(known);
    this.#base64.set(partId, made);
    return made;
  }

  /** The bytes of a part were given anew. */
  forgetBase64(partId: string): void {
    this.#base64.delete(partId);
  }

  /** Forgets all items: the response begins anew. */
  clear(): void {
    this.#candidates.clear();
    this.#base64.clear();
    this.#lastItem = undefined;
    this.#lastPart = undefined;
    this.#items.clear();
    this.#parts.clear();
    this.#calls.clear();
  }

  #hold(item: ItemDraft, candidate: number, index: number): void {
    this.#lastItem = undefined;
    this.#lastPart = undefined;
    this.#items.set(item.id, { candidate, index, item });
    if (isCall(item)) this.#calls.set(item.callId, item.id);
    for (const part of partsOf(item) ?? []) this.index(part);
  }
}

export function isCall(item: UnifiedItem | ItemDraft): item is CallDraft {
  return 'state' in item;
}
