import type { UnifiedEventV2, UnifiedLossEntry, UnifiedResultV2 } from '../../generated/unified/types.ts';
import { canonicalJson } from '../core/canonical.ts';
import { type PrivateState, PrivateStateSet } from '../core/private-state.ts';
import { createFold } from '../fold/index.ts';
import {
  createStreamDecoder,
  createStreamEncoder,
  type DecodeOptions,
  type EmitOptions,
  type Profile,
  type StreamChunk,
  type WireFrame,
} from '../projection/index.ts';

/** All that a stream was read as. */
export interface StreamReading {
  readonly events: readonly UnifiedEventV2[];
  /** What the events fold to, without the report. */
  readonly result: UnifiedResultV2;
  readonly entries: readonly UnifiedLossEntry[];
  readonly privateState: PrivateStateSet;
}

/** Reads a stream and folds its events. */
export function readStream(profile: Profile, chunks: Iterable<StreamChunk>, options: DecodeOptions): StreamReading {
  const decoder = createStreamDecoder(profile, options);
  const decoded = [...chunks].flatMap((chunk) => decoder.push(chunk));
  decoded.push(...decoder.end());
  const fold = createFold();
  for (const { event } of decoded) fold.push(event);
  const { loss: _, ...result } = fold.result();
  const states = decoded.flatMap(({ privateState = [] }) => privateState);
  return {
    events: decoded.map(({ event }) => event),
    result,
    entries: decoder.loss().entries,
    privateState: new PrivateStateSet(states, profile.modelsCompatible),
  };
}

/** Everything that a reading gave, as text: the events but those about losses, and the payloads beside them. */
export function factsOfReading({ events, privateState }: StreamReading): string {
  const told = events.filter(({ type }) => type !== 'loss-updated' && type !== 'heartbeat');
  // What a loss takes of the count of events says nothing.
  const unnumbered = told.map(({ sequence: _, eventId: __, ...event }) => event);
  const payloads = [...privateState].map((state: PrivateState) => [state.resourceId, state.kind, state.reveal()]);
  return `${canonicalJson(unnumbered)}\n${JSON.stringify(payloads)}`;
}

/** A stream that was written, and what its dialect could not carry. */
export interface StreamWriting {
  readonly frames: readonly WireFrame[];
  readonly entries: readonly UnifiedLossEntry[];
}

/** Writes what was read as a stream of a dialect. */
export function writeStream(
  profile: Profile,
  { events, privateState }: StreamReading,
  options: EmitOptions,
): StreamWriting {
  const encoder = createStreamEncoder(profile, { ...options, privateState });
  const frames = events.flatMap((event) => encoder.push(event));
  frames.push(...encoder.end());
  return { frames: frames.filter((frame) => 'data' in frame), entries: encoder.loss().entries };
}
