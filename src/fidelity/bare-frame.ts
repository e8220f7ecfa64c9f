import type { JsonObject } from '../core/json.ts';

/** The payload of a frame without what means nothing, and the number of the frame. */
export interface BareFrame {
  readonly frame: number;
  readonly data: JsonObject;
}
