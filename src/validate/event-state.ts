import type {
  UnifiedEventV2,
  UnifiedItem,
  UnifiedItemStatus,
  UnifiedOperationState,
  UnifiedToolState,
} from '../../generated/unified/types.ts';

/** The events that state in which state their operation is; one that was only created is queued. */
const OPERATION_STATES: ReadonlyMap<string, UnifiedOperationState> = new Map(
  Object.entries({
    'operation-created': 'queued',
    'operation-queued': 'queued',
    'operation-running': 'running',
    'operation-requires-action': 'requires-action',
    'operation-completed': 'completed',
    'operation-failed': 'failed',
    'operation-cancelled': 'cancelled',
    'operation-expired': 'expired',
  } as const satisfies Partial<Record<UnifiedEventV2['type'], UnifiedOperationState>>),
);

/** The state of the operation that an event states, if it does. */
export function operationStateOf({ type }: UnifiedEventV2): UnifiedOperationState | undefined {
  return OPERATION_STATES.get(type);
}

/** The status of the item `event.itemId` that an event states, if it does. */
export function itemStatusOf(event: UnifiedEventV2): UnifiedItemStatus | undefined {
  switch (event.type) {
    case 'item-started':
      return event.item.status;
    case 'item-delta':
      return event.status;
    case 'item-completed':
      return event.item?.status ?? 'completed';
    case 'item-failed':
      return 'failed';
    default:
      return undefined;
  }
}

/** The state of a call that an event states, if it does. */
export function toolStateOf(event: UnifiedEventV2): UnifiedToolState | undefined {
  switch (event.type) {
    case 'item-started':
      return stateOf(event.item);
    case 'item-completed':
      return event.item === undefined ? undefined : stateOf(event.item);
    case 'tool-arguments-delta':
      return 'arguments-streaming';
    case 'tool-arguments-ready':
      return 'arguments-ready';
    case 'tool-state-changed':
      return event.state;
    default:
      return undefined;
  }
}

/** The state of a call; other items have none. */
export function stateOf(item: UnifiedItem): UnifiedToolState | undefined {
  return 'state' in item ? item.state : undefined;
}
