import type { JsonObject } from '../../core/json.ts';

/** How the frames of a stream stand in its bytes. */
export type Framing = 'sse' | 'ndjson' | 'json-array';

/** One frame of a provider's stream, taken out of its bytes. */
export interface WireFrame {
  /** The name of the event, where the framing has one. */
  readonly event?: string;
  /** The provider's position in the stream, where it gives one. */
  readonly id?: string;
  readonly data: JsonObject;
  /** The text of `data` where it has digits that doubles do not hold. */
  readonly text?: string;
}

/** What ends a stream beside its payloads, as `[DONE]` does. */
export interface MarkerFrame {
  readonly marker: string;
}

/** A sign of life between frames; it means nothing else. */
export interface CommentFrame {
  readonly comment: string;
}

/** Everything that a stream is written of. */
export type StreamFrame = WireFrame | MarkerFrame | CommentFrame;

const FRAME_MEMBERS: ReadonlySet<string> = new Set(['event', 'id', 'data', 'text']);

/** Tells a frame from a payload without one: a frame has `data`, and no members but its own. */
export function isWireFrame(value: object): value is WireFrame {
  if (!('data' in value) || typeof value.data !== 'object' || value.data === null) return false;
  return Object.keys(value).every((key) => FRAME_MEMBERS.has(key));
}
