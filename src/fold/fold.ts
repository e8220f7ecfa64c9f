import type { UnifiedEventV2, UnifiedItem, UnifiedResultV2 } from '../../generated/unified/types.ts';
import { UsageError } from '../core/errors.ts';
import { apply } from './apply.ts';
import { copyData } from './copy.ts';
import { DigestLog } from './digest-log.ts';
import { eventDigest } from './event-digest.ts';
import { conflict, gap, invalidEvent } from './fault.ts';
import { Folding, type ItemPosition } from './folding.ts';
import { type DerivedMessage, derivedMessages } from './messages.ts';
import { resultOf } from './result.ts';
import { checkState, type FoldState, STATE_FORMAT } from './state.ts';

/** Events of one operation become items and a result: the same events, the same bytes (Unified v2, Typed event grammar). */
export interface Fold {
  /**
   * Takes the next event; false when it was a repeat or a heartbeat, and changed nothing. What throws changes nothing either:
   * SequenceGapError when events are missing, EventConflictError when another event was at this place or the stream has
   * ended, ValidationError when the event cannot follow the ones before.
   */
  readonly push: (event: UnifiedEventV2) => boolean;
  /** The items of a candidate so far, in their order; the first candidate's when none is named. A copy. */
  readonly items: (candidateIndex?: number) => readonly UnifiedItem[];
  /** The item as it is now; not a copy, so that looking costs nothing: it changes with the next events. */
  readonly item: (itemId: string) => UnifiedItem | undefined;
  /** Where an item stands. */
  readonly position: (itemId: string) => ItemPosition | undefined;
  /** The result so far. A copy. */
  readonly result: () => UnifiedResultV2;
  /** The result as it is now; not a copy, so that looking costs nothing: what is in it changes with the next events. */
  readonly view: () => UnifiedResultV2;
  /** The items so far as messages with roles. */
  readonly messages: () => readonly DerivedMessage[];
  /** All that the fold knows, as JSON that `createFold` takes. A copy. */
  readonly state: () => FoldState;
  /** The sequence that the next event must have. */
  readonly nextSequence: () => number;
  /** Whether `stream-completed` came. */
  readonly ended: () => boolean;
}

/** What a list of events folds to. */
export interface Folded {
  readonly items: readonly UnifiedItem[];
  readonly result: UnifiedResultV2;
}

/** A fold at its beginning, or at the event where its state was stored. Throws UsageError for what is no such state. */
export function createFold(state?: FoldState): Fold {
  return new EventFold(state);
}

/**
 * A fold for events that come once and in their order, straight from their maker: it tells no repeat from a conflict, and
 * its state cannot be stored.
 */
export function createDirectFold(): Fold {
  return new EventFold(undefined, true);
}

/** Folds events that are at hand. Throws as `Fold.push`. */
export function foldEvents(events: Iterable<UnifiedEventV2>): Folded {
  const fold = createFold();
  for (const event of events) fold.push(event);
  // Nobody else has this fold: what it made need not be copied.
  const result = fold.view();
  return { items: result.output, result };
}

class EventFold implements Fold {
  readonly #folding: Folding;
  readonly #digests: DigestLog;
  readonly #isDirect: boolean;
  #ended: boolean;

  constructor(state: FoldState | undefined, isDirect = false) {
    this.#isDirect = isDirect;
    if (state !== undefined) checkState(state);
    const { operation, response, candidates } = copyData(state ?? EMPTY);
    // A copy is nobody else's, and so may be written to.
    this.#folding = new Folding(operation, response, candidates);
    this.#digests = new DigestLog(state?.digests);
    this.#ended = state?.ended ?? false;
  }

  readonly push = (event: UnifiedEventV2): boolean => {
    checkPlace(event);
    const { sequence, operationId } = event;
    const { operation } = this.#folding;
    const next = this.#digests.length;
    if (operation.operationId !== undefined && operation.operationId !== operationId) {
      throw conflict(event, 'The event belongs to another operation.');
    }
    if (event.type === 'heartbeat') return this.#heartbeat(event, next);
    if (sequence > next) throw gap(event, next);
    const digest = this.#isDirect ? 0 : eventDigest(event);
    if (sequence < next) {
      if (!this.#isDirect && this.#digests.at(sequence) === digest) return false;
      throw conflict(event, 'Another event has this sequence.');
    }
    if (this.#ended) throw conflict(event, 'The stream has ended before this event.');
    apply(this.#folding, event);
    operation.operationId = operationId;
    this.#digests.add(digest);
    if (event.type === 'stream-completed') this.#ended = true;
    return true;
  };

  readonly items = (candidateIndex = 0): readonly UnifiedItem[] => {
    const candidate = this.#folding.knownCandidate(candidateIndex);
    // Drafts of items are items: events are typed, and reducers keep their types.
    return copyData((candidate?.items ?? []) as readonly UnifiedItem[]);
  };

  readonly item = (itemId: string): UnifiedItem | undefined =>
    // As above.
    this.#folding.has(itemId) ? (this.#folding.item(itemId) as UnifiedItem) : undefined;

  readonly position = (itemId: string): ItemPosition | undefined => this.#folding.position(itemId);

  readonly result = (): UnifiedResultV2 => copyData(this.view());

  readonly view = (): UnifiedResultV2 => {
    const { operation, response } = this.#folding;
    return resultOf(operation, response, this.#folding.candidates());
  };

  readonly messages = (): readonly DerivedMessage[] => derivedMessages(this.items());

  readonly state = (): FoldState => {
    if (this.#isDirect) throw new UsageError('fold-state', 'The state of a direct fold cannot be stored.');
    const { operation, response } = this.#folding;
    const candidates = this.#folding.candidates();
    const digests = this.#digests.stored();
    const events = this.#digests.length;
    return copyData({ format: STATE_FORMAT, events, digests, ended: this.#ended, operation, response, candidates });
  };

  readonly nextSequence = (): number => this.#digests.length;

  readonly ended = (): boolean => this.#ended;

  /** A heartbeat repeats the last sequence: one from the future tells that events are missing. */
  #heartbeat(event: UnifiedEventV2, next: number): false {
    if (event.sequence > Math.max(next - 1, 0)) throw gap(event, next);
    return false;
  }
}

/** Events come from journals and networks: what has no place in an operation is refused before anything is compared. */
function checkPlace(event: UnifiedEventV2): void {
  const found: Partial<Record<keyof UnifiedEventV2, unknown>> | null = event;
  if (typeof found !== 'object' || found === null) {
    throw invalidEvent('event-order', '', 'This is no event.', 'an object');
  }
  if (!Number.isSafeInteger(found.sequence)) {
    throw invalidEvent('event-order', '/sequence', 'The event has no place.', 'a whole number from zero on');
  }
  if (typeof found.operationId !== 'string') {
    throw invalidEvent('references', '/operationId', 'The event names no operation.', 'the identifier of an operation');
  }
}

const EMPTY: Pick<FoldState, 'operation' | 'response' | 'candidates'> = {
  operation: { loss: [] },
  response: {},
  candidates: [],
};
