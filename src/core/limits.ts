import { UsageError } from './errors.ts';

/** Upper bounds of everything that comes from outside (Unified v2, Security and privacy invariants). All are inclusive. */
export interface Limits {
  /** UTF-8 bytes of one JSON text. */
  readonly bytes: number;
  /** Nested arrays and objects of a wire body: `[[1]]` has depth 2. */
  readonly depth: number;
  /** Nested arrays and objects of a record, and of everything that is written in canonical form. */
  readonly recordDepth: number;
  /** Values in one JSON document: every scalar, array and object counts once for each place where it stands. */
  readonly nodes: number;
  /** Members of one object. */
  readonly keys: number;
  /** UTF-16 code units of one string or key. */
  readonly stringLength: number;
  /** UTF-16 code units of all strings and keys of one document together. */
  readonly totalStringLength: number;
  /** Items of one conversation, request or result. */
  readonly items: number;
  /** UTF-8 bytes of one stream, or UTF-16 code units where it comes as text. */
  readonly streamBytes: number;
  /** Events of one operation. */
  readonly events: number;
  /** Issues that one validation reports before it stops. */
  readonly issues: number;
  /** Entries of one half of a projection that are told one by one; those that follow are counted by their kind. */
  readonly lossEntries: number;
}

const MEBI = 1024 * 1024;

/** The bounds that hold where a caller names none. */
export const DEFAULT_LIMITS: Limits = {
  bytes: 64 * MEBI,
  depth: 128,
  recordDepth: 64,
  nodes: 2_000_000,
  keys: 100_000,
  stringLength: 64 * MEBI,
  totalStringLength: 64 * MEBI,
  items: 100_000,
  streamBytes: 1024 * MEBI,
  events: 1_000_000,
  issues: 50,
  lossEntries: 10_000,
};

/**
 * Completes a caller's limits with the defaults.
 * Throws UsageError `limit-unknown` for a name that is no limit, `limit-value` for one that is not a positive safe integer.
 */
export function resolveLimits(partial: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(partial)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const known = Object.keys(DEFAULT_LIMITS).join(', ');
      throw new UsageError('limit-unknown', `There is no limit "${name}"; the limits are ${known}.`, {
        details: { field: name },
      });
    }
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new UsageError('limit-value', `The limit "${name}" must be a whole number above zero.`, {
        details: { field: name },
      });
    }
  }
  return { ...DEFAULT_LIMITS, ...partial };
}
