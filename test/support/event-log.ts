import type { UnifiedEventV2, UnifiedItem } from '../../generated/unified/types.ts';
import type { NewEvent } from '../../src/projection/stream/event-writer.ts';
import type { ItemSketch } from './sample-record.ts';

/** The events of one operation, numbered from zero. */
export function eventLog(events: readonly NewEvent[], operationId = 'op'): UnifiedEventV2[] {
  return events.map((event, sequence) => eventAt(sequence, event, operationId));
}

/** One event at its place in an operation. */
export function eventAt(sequence: number, event: NewEvent, operationId = 'op'): UnifiedEventV2 {
  const given = {
    schemaVersion: '2.0',
    operationId,
    eventId: `${operationId}.event.${sequence}`,
    sequence,
    timestamp: '2026-11-30T12:00:00.000Z',
  };
  // What an event has of its own, and what every event has, make an event.
  return { ...event, ...given } as UnifiedEventV2;
}

/** An item that a model makes now. */
export function openItem(id: string, item: ItemSketch): UnifiedItem {
  const base = {
    id,
    conversationId: 'conv',
    branchId: 'main',
    sequence: 0,
    createdAt: '2026-11-30T12:00:00.000Z',
    visibility: 'model',
    status: 'in-progress',
    provenance: { origin: 'provider' },
    role: 'assistant',
  };
  // A sketch of an item and what every item has make an item.
  return { ...base, ...item } as UnifiedItem;
}

/** Begins an item. */
export function started(id: string, item: ItemSketch): NewEvent {
  return { type: 'item-started', itemId: id, item: openItem(id, item) };
}

/** Begins a message that will have one text, `<id>.0`. */
export function startedText(
  id: string,
  place: Partial<Pick<UnifiedItem, 'sequence' | 'parentId'>> = {},
): readonly NewEvent[] {
  const partId = `${id}.0`;
  return [
    started(id, { type: 'message', content: [], ...place }),
    { type: 'part-started', itemId: id, partId, part: { type: 'text', id: partId, text: '' } },
  ];
}

/** More text of the message `id`. */
export function text(id: string, delta: string): NewEvent {
  return { type: 'text-delta', itemId: id, partId: `${id}.0`, delta };
}
