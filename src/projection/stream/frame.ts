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
}
