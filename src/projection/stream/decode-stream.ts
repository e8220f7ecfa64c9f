import type { UnifiedEventV2, UnifiedLossReport } from '../../../generated/unified/types.ts';
import type { PrivateState } from '../../core/private-state.ts';
import type { Profile } from '../profile.ts';
import { type Pump, pull } from './pull.ts';
import type { Source } from './source-reader.ts';
import { type DecodeOptions, type StreamChunk, StreamDecoding } from './stream-decoding.ts';

/** An event, and beside it the private state that it brings: never in it. */
export interface Decoded {
  readonly event: UnifiedEventV2;
  readonly privateState?: readonly PrivateState[];
}

/** Reads one stream step by step, without waiting for anything. */
export interface SteppedDecoder {
  readonly push: (chunk: StreamChunk) => readonly Decoded[];
  /** The bytes ended; or their source failed, for `reason`. */
  readonly end: (reason?: unknown) => readonly Decoded[];
  /** Whether the answer is over: what may still come is counted, and no event is made of it. */
  readonly isOver: () => boolean;
  /** What was lost so far. Pointers begin with the number of a frame, counted from zero. */
  readonly loss: () => UnifiedLossReport;
}

/** What a caller can say about a stream that it waits for. */
export interface DecodeStreamOptions extends DecodeOptions {
  readonly signal?: AbortSignal;
}

/** The events of a stream. */
export interface DecodedStream extends AsyncIterableIterator<Decoded, undefined> {
  /** What was lost so far. Pointers begin with the number of a frame, counted from zero. */
  readonly loss: () => UnifiedLossReport;
}

/**
 * Reads a stream of one dialect chunk by chunk into events, for a caller that has the chunks. How the bytes were cut makes
 * no difference to the events (Unified v2, Typed event grammar). A stream that breaks off, a frame that is not of the
 * dialect and a bound that is passed are told in events, and nothing of them is thrown.
 * Throws UsageError for options that do not fit, and for what is no chunk.
 */
export function createStreamDecoder(profile: Profile, options: DecodeOptions = {}): SteppedDecoder {
  const decoding = new StreamDecoding(profile, options);
  return {
    push: (chunk) => besides(decoding, decoding.push(chunk)),
    end: (reason) => besides(decoding, decoding.end(reason)),
    isOver: () => decoding.isOver,
    loss: () => decoding.loss(),
  };
}

/**
 * As `createStreamDecoder`, over a source of bytes, text, frames or payloads that is read only as the events are taken.
 * Where the answer is over the source is let go, however long it stays open. A source that throws interrupts the
 * operation; `signal` rejects with its reason and lets the source go.
 */
export function decodeStream(
  profile: Profile,
  source: Source<StreamChunk> | string | Uint8Array,
  options: DecodeStreamOptions = {},
): DecodedStream {
  const decoding = new StreamDecoding(profile, options);
  const pump: Pump<StreamChunk, Decoded> = {
    push: (chunk) => besides(decoding, decoding.push(chunk)),
    end: () => besides(decoding, decoding.end()),
    fail: (reason) => besides(decoding, decoding.end(reason ?? UNKNOWN)),
    isDone: () => decoding.isOver,
    pieces: piecesOf,
  };
  const events = pull(chunksOf(source), pump, options.signal);
  return Object.assign(events, { loss: () => decoding.loss() });
}

/** A source that failed and did not say why. */
export const UNKNOWN = 'unknown';

/** A text or bytes as a whole are one chunk. */
export function chunksOf(source: Source<StreamChunk> | string | Uint8Array): Source<StreamChunk> {
  return typeof source === 'string' || source instanceof Uint8Array ? [source] : source;
}

/** Bytes, or UTF-16 code units, of a chunk that is read at once: what comes of it waits in memory until it is taken. */
const PIECE_LENGTH = 64 * 1024;

/** The pieces of a large chunk, each when it is asked for. */
export function piecesOf(chunk: StreamChunk): Iterator<StreamChunk> | undefined {
  const isLarge = (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > PIECE_LENGTH;
  return isLarge ? cut(chunk) : undefined;
}

function* cut(chunk: Uint8Array | string): Generator<StreamChunk, undefined> {
  for (let at = 0; at < chunk.length; at += PIECE_LENGTH) {
    const end = at + PIECE_LENGTH;
    yield typeof chunk === 'string' ? chunk.slice(at, end) : chunk.subarray(at, end);
  }
}

function besides(decoding: StreamDecoding, events: readonly UnifiedEventV2[]): readonly Decoded[] {
  return events.map((event) => {
    const privateState = decoding.takePrivateState(event);
    return privateState === undefined ? { event } : { event, privateState };
  });
}
