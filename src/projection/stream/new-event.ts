import type { UnifiedEventV2 } from '../../../generated/unified/types.ts';

type Given = 'schemaVersion' | 'operationId' | 'eventId' | 'sequence' | 'timestamp';
type WithoutGiven<Event> = Event extends UnifiedEventV2 ? Omit<Event, Given> : never;

/** An event before it has its place in the operation. */
export type NewEvent = WithoutGiven<UnifiedEventV2>;
