/**
 * What two streams of a dialect may differ in and still be the same: how their texts were cut into frames, and what means
 * nothing. Places are JSON pointers into a payload, in which `*` stands for any index.
 */
export interface StreamForm {
  /** Texts that go on in the next frame, as in `/choices/0/delta/content`. */
  readonly deltas: readonly string[];
  /** Members that mean nothing, as padding against those who measure lengths. */
  readonly padding: readonly string[];
  /** What `type` says in frames that are signs of life. */
  readonly keepalives: readonly string[];
}
