import type { UnifiedEventV2, UnifiedLossReport } from '../../../generated/unified/types.ts';
import { PrivateStateSet } from '../../core/private-state.ts';
import type { Aliases, EmitOptions } from '../emit.ts';
import { firstReader } from '../private-readers.ts';
import type { Profile } from '../profile.ts';
import type { Decoded } from './decode-stream.ts';
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
  readonly push: (event: UnifiedEventV2 | Decoded) => readonly StreamFrame[];
  readonly end: () => readonly StreamFrame[];
}

/** The frames of a stream; `frameText` or `FrameWriter` makes text of them. */
export interface EncodedStream extends AsyncIterableIterator<StreamFrame, undefined>, EncodingReport {}

/**
 * Writes events as a stream of one dialect, for a caller that has the events, or has them as `decodeStream` gives them:
 * private state that comes beside an event is used as that of `privateState`, for its owner alone. Each event is folded
 * before it is written, and what the dialect has no place for is reported at the end, as for whole answers
 * (`emitResponse`). Where something required is lost, by the requirements here or those of the reader whose losses the
 * events tell, the stream ends in an error of the category `unsupported`, with the code `projection-unsupported`, where the
 * answer would end well.
 * Throws UsageError for options that do not fit, and what the fold throws for events that are missing or contradict.
 */
export function createStreamEncoder(profile: Profile, options: EmitOptions = {}): SteppedEncoder {
  const { push, end, report } = encodingOf(profile, options);
  return { push, end, ...report };
}

/** As `createStreamEncoder`, over a source of events that is read only as the frames are taken. */
export function encodeStream(
  profile: Profile,
  events: Source<UnifiedEventV2 | Decoded>,
  options: EncodeStreamOptions = {},
): EncodedStream {
  const { report, ...pump } = encodingOf(profile, options);
  return Object.assign(pull(events, pump, options.signal), report);
}

function encodingOf(profile: Profile, options: EmitOptions) {
  const beside = new PrivateStateSet([], profile.modelsCompatible);
  const privateState = firstReader(beside, options.privateState);
  const encoding = new StreamEncoding(profile, { ...options, privateState });
  const report: EncodingReport = { loss: () => encoding.loss(), aliases: () => encoding.aliases() };
  return {
    push: (given: UnifiedEventV2 | Decoded) => {
      if ('type' in given) return encoding.push(given);
      for (const state of given.privateState ?? []) beside.add(state);
      return encoding.push(given.event);
    },
    end: () => encoding.end(),
    report,
  };
}
