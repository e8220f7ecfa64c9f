/**
 * What two streams of a dialect may differ in and still be the same: how their texts were cut into frames, and what means
 * nothing. Places are JSON pointers into a payload, in which `*` stands for any index.
 */
export interface StreamForm {
  /**
   * What a frame is: an event of its own, or a patch of the answer, so that two patches say the same as one that has the
   * members of both.
   */
  readonly frames: 'events' | 'patches';
  /** Texts that go on in the next frame, as in `/choices/0/delta/content`. */
  readonly deltas: readonly string[];
  /** Texts that go on as well, but whose order among the others says nothing. */
  readonly apart: readonly string[];
  /** Members whose last word counts, in whatever frame it stands: for each the places where it is said. */
  readonly settled: readonly (readonly string[])[];
  /** Lists to which later frames add entries, each entry whole. */
  readonly appended: readonly string[];
  /** Members that the dialect demands, so that they are written where none was read. */
  readonly demands: readonly string[];
  /** Members that only tell pieces of one thing from those of another, so that any number will do. */
  readonly positions: readonly string[];
  /** Members that mean nothing, as padding against those who measure lengths. */
  readonly padding: readonly string[];
  /** What `type` says in frames that are signs of life. */
  readonly keepalives: readonly string[];
  /**
   * Members of a result that only a stream fills, as the text of arguments: what was sent as text in pieces, a whole answer
   * has as what the text says. Places are those of the result.
   */
  readonly streamOnly?: readonly string[];
}
