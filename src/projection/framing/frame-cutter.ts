/** The text of one frame, as it was taken out of the bytes, or what else stood between frames. */
export type RawFrame =
  | {
      readonly kind: 'payload';
      readonly text: string;
      readonly event?: string;
      readonly id?: string;
      /** The payload stands where the stream should begin, without what its framing puts around it. */
      readonly isBare?: true;
    }
  /** A sign of life. */
  | { readonly kind: 'comment' }
  /** A line that the framing has no meaning for. */
  | { readonly kind: 'ignored' }
  /** A bound was passed: nothing comes after it. */
  | { readonly kind: 'fault'; readonly code: FramingFault };

/** Why bytes could not be cut into frames. */
export type FramingFault = 'stream-frame-size' | 'stream-size' | 'wire-format';

/** Upper bounds of a stream, in bytes where bytes come and in UTF-16 code units where text does. */
export interface FramingLimits {
  /** Of one frame. */
  readonly bytes: number;
  /** Of the stream. */
  readonly streamBytes: number;
}

/**
 * Cuts the bytes of a stream into frames: a synchronous machine, for which it does not matter how the bytes were split.
 * It holds no more than one frame. `end` gives what the last frame is when its end did not come.
 */
export interface FrameCutter {
  readonly push: (chunk: Uint8Array | string) => readonly RawFrame[];
  readonly end: () => readonly RawFrame[];
}
