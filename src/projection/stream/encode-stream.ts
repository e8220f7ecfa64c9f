import type { UnifiedEventV2, UnifiedLossReport } from '../../../generated/unified/types.ts';
import type { Aliases, EmitOptions } from '../emit.ts';
import type { Profile } from '../profile.ts';
import type { StreamFrame } from './frame.ts';
import { pull } from './pull.ts';
import type { Source } from './source-reader.ts';
import { StreamEncoding } from './stream-encoding.ts';

/** What a caller can say about a stream that is written; everything has a default. */
export interface EncodeStreamOptions extends EmitOptions {
  readonly signal?: AbortSignal;
}

/** What is known of a stream beside its frames, complete once it ended. */
export interface EncodingReport {
  /** What the dialect could not carry. Pointers are into the result that the events fold to. */
  readonly loss: () => UnifiedLossReport;
  readonly aliases: () => Aliases;
}

/** Writes one stream step by step, without waiting for anything. */
export interface SteppedEncoder extends EncodingReport {
  readonly push: (event: UnifiedEventV2) => readonly StreamFrame[];
  readonly end: () => readonly StreamFrame[];
}

/** The frames of a stream; `frameText` or `FrameWriter` makes text of them. */
export interface EncodedStream extends AsyncIterableIterator<StreamFrame, undefined>, EncodingReport {}

/**
 * Writes events as a stream of one dialect, for a caller that has the events. Each event is folded before it is written,
 * and what the dialect has no place for is reported at the end, as for whole answers (`emitResponse`).
 * Throws UsageError for options that do not fit, and what the fold throws for events that are missing or contradict.
 */
export function createStreamEncoder(profile: Profile, options: EmitOptions = {}): SteppedEncoder {
  const encoding = new StreamEncoding(profile, options);
  return { push: (event) => encoding.push(event), end: () => encoding.end(), ...reportOf(encoding) };
}

/** As `createStreamEncoder`, over a source of events that is read only as the frames are taken. */
export function encodeStream(
  profile: Profile,
  events: Source<UnifiedEventV2>,
  options: EncodeStreamOptions = {},
): EncodedStream {
  const encoding = new StreamEncoding(profile, options);
  const pump = { push: (event: UnifiedEventV2) => encoding.push(event), end: () => encoding.end() };
  return Object.assign(pull(events, pump, options.signal), reportOf(encoding));
}

function reportOf(encoding: StreamEncoding): EncodingReport {
  return { loss: () => encoding.loss(), aliases: () => encoding.aliases() };
}
