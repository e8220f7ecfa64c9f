import type { UnifiedEventV2, UnifiedItem } from '../../../generated/unified/types.ts';
import { childId } from '../../core/id.ts';
import type { LossRecorder } from '../loss.ts';
import { type AnyDelta, HalfPairs } from './half-pairs.ts';
import type { NewEvent } from './new-event.ts';
import { isSound, soundEvent } from './sound-event.ts';

export type { NewEvent } from './new-event.ts';

/** What a writer of events knows. */
export interface EventWriterFacts {
  readonly operationId: string;
  /** The time of an event. */
  readonly now: () => string;
  /** What the reader loses is told in events as well. */
  readonly loss: LossRecorder;
  /** Where in the wire the reader stands, as a pointer. */
  readonly place: () => string;
}

/** Identifiers up to this length are not shortened, whatever number follows. */
const PLAIN_LENGTH = 256;

/**
 * Gives events their identifiers and places, and remembers which items are open. Characters that a stream split over its
 * frames come whole, no text holds half of one, and losses are told before the operation ends.
 */
export class EventWriter {
  readonly #facts: EventWriterFacts;
  readonly #idPrefix: string | undefined;
  readonly #halves: HalfPairs;
  #written: UnifiedEventV2[] = [];
  #sequence = 0;
  #lossesTold = 0;
  #hasEnded = false;
  /** Items that began and have not ended, in the order of their beginning. */
  readonly #open = new Set<string>();

  constructor(facts: EventWriterFacts) {
    this.#facts = facts;
    const { operationId } = facts;
    this.#idPrefix = operationId.length <= PLAIN_LENGTH ? childId(operationId, 'event', 0).slice(0, -1) : undefined;
    this.#halves = new HalfPairs(facts.loss, facts.place);
  }

  /** How many events have a place. */
  get size(): number {
    return this.#sequence;
  }

  /** Whether the stream is complete: nothing follows. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  write(event: NewEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'refusal-delta':
        if (event.delta.isWellFormed() && this.#halves.isEmpty) this.#put(event);
        else this.#put(this.#halves.join(event));
        return;
      case 'tool-arguments-delta':
        this.#put(this.#isWhole(event) ? event : this.#halves.join(event));
        return;
      default:
        this.#writeRare(event);
    }
  }

  /** Tells the losses since the last time. */
  writeLosses(): void {
    const { loss } = this.#facts;
    if (loss.size === this.#lossesTold || this.#hasEnded) return;
    const entries = loss.since(this.#lossesTold);
    this.#lossesTold = loss.size;
    this.#push({ type: 'loss-updated', entries });
  }

  /** A sign of life: it repeats the last sequence, and before the first event it has none to repeat. */
  heartbeat(): void {
    const { operationId, now } = this.#facts;
    const sequence = Math.max(this.#sequence - 1, 0);
    this.#written.push({
      type: 'heartbeat',
      schemaVersion: '2.0',
      operationId,
      eventId: childId(operationId, 'heartbeat', sequence),
      sequence,
      timestamp: now(),
    });
  }

  /** The items that are open, in the order of their beginning. */
  openItems(): readonly string[] {
    return [...this.#open];
  }

  /** The events since the last call. */
  take(): readonly UnifiedEventV2[] {
    if (this.#written.length === 0) return NONE;
    const events = this.#written;
    this.#written = [];
    return events;
  }

  #isWhole({ delta }: Extract<AnyDelta, { readonly type: 'tool-arguments-delta' }>): boolean {
    return this.#halves.isEmpty && (delta.kind !== 'text' || delta.fragment.isWellFormed());
  }

  #writeRare(given: NewEvent): void {
    const event = this.#sound(given);
    if (!this.#halves.isEmpty) this.#endHalves(event);
    if (event.type === 'item-started') this.#begin(event.item);
    else if (event.type === 'item-completed' || event.type === 'item-failed') this.#end(event.itemId);
    else if (event.type === 'response-restarted') this.#open.clear();
    else if (event.type === 'operation-completed' || event.type === 'operation-failed') this.#settleLosses();
    this.#push(event);
    if (event.type === 'stream-completed') this.#hasEnded = true;
  }

  /** What ends a text brings the halves that are left of it; what brings the whole text makes them void. */
  #endHalves(event: NewEvent): void {
    const { type, itemId, partId } = event;
    const holdsAll =
      type === 'response-restarted' ||
      (type === 'part-completed' && event.part !== undefined) ||
      (type === 'item-completed' && event.item !== undefined) ||
      (type === 'tool-arguments-ready' && event.rawArguments !== undefined);
    if (holdsAll) this.#halves.drop(itemId, partId);
    else if (ENDINGS.has(type)) for (const left of this.#halves.end(itemId, partId)) this.#put(left);
  }

  #settleLosses(): void {
    this.#facts.loss.settle();
    this.writeLosses();
  }

  /** What readers take out of frames as it is, as names and identifiers, is made well-formed here, with an entry. */
  #sound(event: NewEvent): NewEvent {
    if (isSound(event)) return event;
    const { loss, place } = this.#facts;
    const { itemId } = event;
    const item = itemId === undefined ? {} : { sourceItemId: itemId };
    const reason = 'half of a surrogate pair was replaced by U+FFFD';
    loss.lose({ path: place(), feature: 'text.lone-surrogate', reason, ...item });
    return soundEvent(event);
  }

  #put(event: NewEvent): void {
    if (event.type !== 'text-delta' || !isPlainText(event)) {
      this.#push(this.#sound(event));
      return;
    }
    // Most events are of this kind, and an object that is spelled at once is made faster than one that grows.
    const { operationId, now } = this.#facts;
    const { type, itemId, partId, delta } = event;
    const sequence = this.#sequence++;
    const eventId = this.#eventId(sequence);
    const timestamp = now();
    this.#written.push({
      type,
      schemaVersion: '2.0',
      operationId,
      eventId,
      sequence,
      timestamp,
      itemId,
      partId,
      delta,
    });
  }

  #push(event: NewEvent): void {
    const { operationId, now } = this.#facts;
    const sequence = this.#sequence++;
    // The members of `event` are those of one member of the union, less the ones that its place gives.
    this.#written.push({
      ...event,
      schemaVersion: '2.0',
      operationId,
      eventId: this.#eventId(sequence),
      sequence,
      timestamp: now(),
    } as UnifiedEventV2);
  }

  #eventId(sequence: number): string {
    const { operationId } = this.#facts;
    return this.#idPrefix === undefined ? childId(operationId, 'event', sequence) : this.#idPrefix + sequence;
  }

  #begin({ id, status }: UnifiedItem): void {
    if (status === 'in-progress') this.#open.add(id);
  }

  #end(itemId: string | undefined): void {
    if (itemId !== undefined) this.#open.delete(itemId);
  }
}

const NONE: readonly UnifiedEventV2[] = [];

type TextDelta = Extract<NewEvent, { readonly type: 'text-delta' }>;
type PlainText = TextDelta & Required<Pick<TextDelta, 'itemId' | 'partId'>>;

/** Whether a delta of text has the usual members alone. */
function isPlainText(event: TextDelta): event is PlainText {
  return (
    event.itemId !== undefined &&
    event.partId !== undefined &&
    event.logProbabilities === undefined &&
    event.candidateIndex === undefined &&
    event.callId === undefined &&
    event.providerEventId === undefined
  );
}

/** The events after which no more text comes for what they name. */
const ENDINGS: ReadonlySet<NewEvent['type']> = new Set([
  'part-completed',
  'item-completed',
  'item-failed',
  'item-delta',
  'tool-arguments-ready',
  'operation-completed',
  'operation-failed',
]);
