import type {
  UnifiedError,
  UnifiedInterruptionCause,
  UnifiedResponseStatus,
} from '../../../generated/unified/types.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { ItemPlace } from '../shared/item-factory.ts';
import type { WireObject } from '../wire-object.ts';
import type { EventWriter } from './event-writer.ts';
import type { WireFrame } from './frame.ts';

/** What a profile's decoder works with while it reads one stream. */
export interface DecodeContext extends Omit<AnswerContext, 'wire'> {
  readonly events: EventWriter;
  /**
   * The payload of the frame that is being read; pointers of losses begin with the number of the frame. Text that goes into
   * deltas is taken from `frame.data` as it is: `events` joins the characters that were split over frames.
   */
  readonly open: (frame: WireFrame) => WireObject;
  /** Why the bytes ended, where their source failed. */
  readonly cut: () => UnifiedError | undefined;
}

/** Reads the frames of one stream. What it finds it writes as events, at once or later. */
export interface StreamDecoder {
  readonly frame: (frame: WireFrame) => void;
  /** The dialect's end marker came, where it has one outside of the payloads. */
  readonly marker?: () => void;
  /** The bytes ended. A decoder that has not met the end of the answer interrupts it. */
  readonly end: () => void;
}

/** The answer is complete: closes what is open, and the operation. */
export function completeAnswer({ events }: DecodeContext, status: UnifiedResponseStatus): void {
  for (const itemId of events.openItems()) events.write({ type: 'item-completed', itemId });
  events.write({ type: 'operation-completed', status });
  events.write({ type: 'stream-completed' });
}

/** The provider said in the stream that it failed; what arrived before stays, also what it had said of the ending. */
export function failAnswer(
  { events }: DecodeContext,
  error: UnifiedError,
  { providerReason }: Pick<UnifiedResponseStatus, 'providerReason'> = {},
): void {
  leaveOpenItems(events);
  events.write({ type: 'error', error });
  const said = providerReason === undefined ? {} : { providerReason };
  events.write({ type: 'operation-failed', error, status: { reason: 'failed', ...said } });
  events.write({ type: 'stream-completed' });
}

/**
 * The stream ended without the end of the answer: the operation failed, the response is interrupted, and whatever
 * arrived stays, incomplete (Unified v2, Typed event grammar; truncation is not completion). An item at `place` tells the
 * history of it.
 */
export function interruptAnswer(
  { events, profile, operationId, cut }: DecodeContext,
  place: ItemPlace,
  cause: UnifiedInterruptionCause = cut()?.category === 'timeout' ? 'timeout' : 'stream-truncated',
): void {
  leaveOpenItems(events);
  const item = { ...place, type: 'interruption', cause, provenance: { origin: 'provider', profile } } as const;
  events.write({ type: 'item-started', itemId: item.id, item });
  const error = cut() ?? {
    category: 'interrupted',
    code: 'stream-truncated',
    message: 'The stream ended before the answer did.',
    retryable: true,
    operationId,
  };
  events.write({ type: 'operation-failed', error, status: { reason: 'interrupted' } });
  events.write({ type: 'stream-completed' });
}

function leaveOpenItems(events: EventWriter): void {
  for (const itemId of events.openItems()) events.write({ type: 'item-delta', itemId, status: 'incomplete' });
}
