import type { UnifiedEventV2 } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Fold } from '../../fold/index.ts';
import type { EmitContext } from '../emit-context.ts';

/** What a profile's encoder works with while it writes one stream. */
export interface EncodeContext extends EmitContext {
  /** What the events have made so far, the one that is being written included. */
  readonly fold: Fold;
  /** Writes a frame; `event` is its name where the framing has one. */
  readonly write: (data: JsonObject, event?: string) => void;
  /** Writes the dialect's end marker, where it has one outside of the payloads. */
  readonly writeMarker: () => void;
}

/**
 * Writes the frames of one stream. It sees every event, in order, and writes at once or later: what its dialect cannot
 * interleave waits. Pointers of losses are into the result that the events fold to, as in `/output/2/content/0`.
 */
export interface StreamEncoder {
  readonly event: (event: UnifiedEventV2) => void;
  /** The events ended. An encoder that has not met the end of the answer ends the stream as its dialect tells of failures. */
  readonly end: () => void;
}
