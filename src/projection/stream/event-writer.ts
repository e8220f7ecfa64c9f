import type { UnifiedEventV2, UnifiedItem } from '../../../generated/unified/types.ts';
import { childId } from '../../core/id.ts';

type Given = 'schemaVersion' | 'operationId' | 'eventId' | 'sequence' | 'timestamp';
type WithoutGiven<Event> = Event extends UnifiedEventV2 ? Omit<Event, Given> : never;

/** An event before it has its place in the operation. */
export type NewEvent = WithoutGiven<UnifiedEventV2>;

/** Gives events their identifiers and places, and remembers which items are open. */
export class EventWriter {
  readonly #operationId: string;
  readonly #now: () => string;
  #written: UnifiedEventV2[] = [];
  #sequence = 0;
  /** Items that began and have not ended, in the order of their beginning. */
  readonly #open = new Set<string>();

  constructor(operationId: string, now: () => string) {
    this.#operationId = operationId;
    this.#now = now;
  }

  write(event: NewEvent): void {
    const sequence = this.#sequence++;
    if (event.type === 'item-started') this.#begin(event.item);
    else if (event.type === 'item-completed' || event.type === 'item-failed') this.#end(event.itemId);
    else if (event.type === 'response-restarted') this.#open.clear();
    const given = {
      type: event.type,
      schemaVersion: '2.0',
      operationId: this.#operationId,
      eventId: childId(this.#operationId, 'event', sequence),
      sequence,
      timestamp: this.#now(),
    };
    // The members of `event` are those of one member of the union, less the ones that its place gives.
    this.#written.push(Object.assign(given, event) as UnifiedEventV2);
  }

  /** A sign of life: it repeats the last sequence, and before the first event it has none to repeat. */
  heartbeat(): void {
    const sequence = Math.max(this.#sequence - 1, 0);
    this.#written.push({
      type: 'heartbeat',
      schemaVersion: '2.0',
      operationId: this.#operationId,
      eventId: childId(this.#operationId, 'heartbeat', sequence),
      sequence,
      timestamp: this.#now(),
    });
  }

  /** The items that are open, in the order of their beginning. */
  openItems(): readonly string[] {
    return [...this.#open];
  }

  /** The events since the last call. */
  take(): readonly UnifiedEventV2[] {
    const events = this.#written;
    this.#written = [];
    return events;
  }

  #begin({ id, status }: UnifiedItem): void {
    if (status === 'in-progress') this.#open.add(id);
  }

  #end(itemId: string | undefined): void {
    if (itemId !== undefined) this.#open.delete(itemId);
  }
}
