import type { UnifiedLossEntry } from '../../generated/unified/types.ts';
import { canonicalJson } from '../core/canonical.ts';
import { WireFormatError } from '../core/errors.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { Ingestion, Profile } from '../projection/index.ts';
import { silentLeaves, type Verdict } from './coverage.ts';
import type { Direction, ReadingOptions } from './direction.ts';
import { type Leaf, leavesOf, replaced, sampled } from './leaves.ts';
import { otherValue } from './mutate.ts';

/** What an audit looked at, and the leaves that vanished without a word. */
export interface Audit {
  /** How many were changed. */
  readonly leaves: number;
  /** How many there are. */
  readonly of: number;
  readonly silent: readonly string[];
}

/** Whose body it is, and how many of its leaves are changed at most: those of a larger one are sampled. */
export interface AuditOptions extends ReadingOptions {
  readonly limit: number;
}

/** The seed of the choice among the leaves of a large body. */
export const SAMPLING_SEED = 20261201;

/**
 * Changes each leaf of a wire body in turn: the record or the private state beside it must change with it, or the body
 * is refused, or an entry of the report covers the leaf. Members that are null are left out: null counts as absent.
 */
export function auditIngest<Root>(
  direction: Direction<Root>,
  profile: Profile,
  body: JsonObject,
  { limit, ...options }: AuditOptions,
): Audit {
  const read = reader(direction, profile, options);
  const original = direction.ingest(profile, body, options);
  const before = facts(original);
  const all = leavesOf(body).filter(({ value }) => value !== null);
  const verdicts = sampled(all, limit, SAMPLING_SEED).map((leaf): Verdict => {
    const place = { pointer: leaf.pointer, units: unitsAround(leaf, body) };
    const changed = read(replaced(body, leaf.tokens, otherValue(leaf)));
    const live = changed === undefined || changed.facts !== before;
    return { ...place, live, before: original.loss.entries, after: changed?.entries ?? [] };
  });
  return { leaves: verdicts.length, of: all.length, silent: silentLeaves(verdicts) };
}

/** Everything that a reading gave: the record and the payloads beside it. */
export function facts({ value, privateState }: Ingestion<unknown>): string {
  const payloads = [...privateState].map((state) => [state.resourceId, state.kind, state.reveal()]);
  return `${canonicalJson(value)}\n${JSON.stringify(payloads)}`;
}

/** Reads changed bodies; gives nothing when one was refused. */
function reader<Root>(direction: Direction<Root>, profile: Profile, options: ReadingOptions) {
  return (body: JsonValue): { facts: string; entries: readonly UnifiedLossEntry[] } | undefined => {
    try {
      const made = direction.ingest(profile, body, options);
      return { facts: facts(made), entries: made.loss.entries };
    } catch (error) {
      if (WireFormatError.isInstance(error)) return undefined;
      throw error;
    }
  };
}

/**
 * The messages, parts and tools around a leaf: the entries of lists, wherever the first one is a list of objects. Any
 * other member of the body is an intent as a whole. The body and its lists are containers: an entry about one of them
 * covers nothing.
 */
function unitsAround({ tokens }: Leaf, body: JsonObject): readonly string[] {
  const inList = tokens.length > 1 && isListOfObjects(body[String(tokens[0])]);
  const units = inList ? [] : [pointer(...tokens.slice(0, 1))];
  for (let length = 2; length < tokens.length; length++) {
    if (inList && typeof tokens[length - 1] === 'number') units.push(pointer(...tokens.slice(0, length)));
  }
  return units;
}

function isListOfObjects(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isPlainObject);
}
