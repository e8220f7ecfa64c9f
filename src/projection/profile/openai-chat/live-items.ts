import type {
  UnifiedContentPart,
  UnifiedItem,
  UnifiedReasoningItem,
  UnifiedToolCallItem,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { ItemPlace } from '../../shared/item-factory.ts';
import { isSameData } from '../../shared/same-data.ts';
import type { DecodeContext } from '../../stream/decode-context.ts';
import type { EventWriter } from '../../stream/event-writer.ts';
import { isUnready } from './cut-calls.ts';
import type { EarlierMembers } from './earlier-members.ts';
import { LiveCitations } from './live-citations.ts';

/** What the readers of one choice of a stream work with. */
export type ChoiceContext = AnswerContext & Pick<DecodeContext, 'events'> & { readonly earlier: EarlierMembers };

/** An item that was told in events, and what they said of it. */
export interface LiveItem {
  readonly item: UnifiedItem;
  readonly parts: LivePart[];
}

interface LivePart {
  readonly part: UnifiedContentPart;
  text: string;
}

/** The items of one candidate as they arrive. */
export class LiveItems {
  readonly list: LiveItem[] = [];
  readonly #context: ChoiceContext;
  readonly #events: EventWriter;
  readonly #candidate: number;
  #calls = 0;
  readonly citations: LiveCitations;

  constructor(context: ChoiceContext, candidate: number) {
    this.#context = context;
    this.#events = context.events;
    this.#candidate = candidate;
    this.citations = new LiveCitations(context);
  }

  nextId(): string {
    return this.idAt(this.list.length);
  }

  /** The identifier of the item that began at a place, counted from zero. */
  idAt(place: number): string {
    return childId(this.#context.requestId, 'item', place);
  }

  nextCallId(): string {
    return childId(this.#context.requestId, 'call', this.#calls++);
  }

  /** The place of the next item, as `ItemFactory` gives it to one that arrived at once. */
  place(): ItemPlace {
    const { conversationId, branchId, now: createdAt } = this.#context;
    const parent = this.list.at(-1);
    return {
      id: this.nextId(),
      conversationId,
      branchId,
      sequence: this.list.length,
      ...(parent === undefined ? {} : { parentId: parent.item.id }),
      createdAt,
      visibility: 'model',
      status: 'completed',
    };
  }

  begin(made: UnifiedItem): LiveItem {
    // As it was, with members that every item has.
    const item = { ...made, status: 'in-progress', ...this.#candidateMember() } as UnifiedItem;
    const live = { item, parts: [] };
    this.list.push(live);
    this.#events.write({ type: 'item-started', itemId: item.id, item, ...this.#candidateMember() });
    return live;
  }

  beginPart({ item, parts }: LiveItem, part: UnifiedContentPart): LivePart {
    const live = { part, text: '' };
    parts.push(live);
    this.#events.write({ type: 'part-started', itemId: item.id, partId: part.id, part, ...this.#candidateMember() });
    return live;
  }

  /** Tells the items as they are in the end; those that nobody saw arriving as well. */
  complete(items: readonly UnifiedItem[]): void {
    items.forEach((item, index) => {
      const live = this.list[index];
      if (live === undefined) {
        this.#events.write({ type: 'item-started', itemId: item.id, item, ...this.#candidateMember() });
        this.list.push({ item, parts: [] });
      } else this.#completeOne(live, item);
    });
  }

  /** Tells what is known of items that are cut, and that deltas have not told: their private state and their citations. */
  leave(items: readonly UnifiedItem[]): void {
    items.forEach((item, index) => {
      const live = this.list[index];
      if (live === undefined) return;
      const providerData = (item.providerData ?? []).filter((reference) => {
        return !(live.item.providerData ?? []).some((known) => isSameData(known, reference));
      });
      if (providerData.length > 0) this.#events.write({ type: 'item-delta', itemId: item.id, providerData });
      if ('privateState' in item && item.privateState !== undefined) {
        this.#events.write({ type: 'signature-ready', itemId: item.id, privateState: item.privateState });
      }
      if (item.type === 'message') this.#cite(item.id, item.content);
    });
  }

  #cite(itemId: string, parts: readonly UnifiedContentPart[]): void {
    for (const part of parts) {
      if (part.type !== 'text') continue;
      const annotations = part.annotations ?? [];
      const told = Math.min(this.citations.count, annotations.length);
      this.citations.count -= told;
      for (const citation of annotations.slice(told)) {
        this.#events.write({ type: 'citation-ready', itemId, partId: part.id, citation });
      }
    }
  }

  #completeOne(live: LiveItem, item: UnifiedItem): void {
    const itemId = item.id;
    const candidate = this.#candidateMember();
    if (item.type === 'tool-call' && !isUnready(item)) this.#readyArguments(item);
    const isTold = !this.#context.earlier.isHolder(itemId) && isSameData(expected(live, item), item);
    if (isTold) this.#events.write({ type: 'item-completed', itemId, ...candidate });
    else this.#events.write({ type: 'item-completed', itemId, item, ...candidate });
  }

  #readyArguments({ id, callId, rawArguments, input }: UnifiedToolCallItem): void {
    this.#events.write({
      type: 'tool-arguments-ready',
      itemId: id,
      callId,
      ...(rawArguments === undefined ? {} : { rawArguments }),
      ...(input === undefined ? {} : { input }),
      ...this.#candidateMember(),
    });
  }

  #candidateMember(): { candidateIndex?: number } {
    return this.#candidate === 0 ? {} : { candidateIndex: this.#candidate };
  }
}

/** The item as the events have told it. */
function expected({ item, parts }: LiveItem, whole: UnifiedItem): unknown {
  const told = { ...item, status: 'completed' };
  if (item.type === 'message' || item.type === 'reasoning') return { ...told, content: parts.map(toldPart) };
  if (whole.type !== 'tool-call') return told;
  const { rawArguments, input } = whole;
  return {
    ...told,
    state: 'arguments-ready',
    ...(rawArguments === undefined ? {} : { rawArguments }),
    ...(input === undefined ? {} : { input }),
  };
}

function toldPart({ part, text }: LivePart): UnifiedContentPart | UnifiedReasoningItem['content'][number] {
  if (part.type === 'text') return { ...part, text };
  if (part.type === 'refusal') return { ...part, refusal: text };
  return part.type === 'reasoning' ? { ...part, text } : part;
}
