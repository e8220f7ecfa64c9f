import type { UnifiedLossEntry } from '../../generated/unified/types.ts';
import { canonicalJson } from '../core/canonical.ts';
import { WireFormatError } from '../core/errors.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import { type Ingestion, type IngestOptions, ingestRequest, type Profile } from '../projection/index.ts';
import { silentLeaves, type Verdict } from './coverage.ts';
import { type Leaf, leavesOf, replaced, sampled } from './leaves.ts';
import { otherValue } from './mutate.ts';

/** What an audit looked at, and the leaves that vanished without a word. */
export interface Audit {
  readonly leaves: number;
  readonly silent: readonly string[];
}

/** The seed of the choice among the leaves of a large body. */
export const SAMPLING_SEED = 20261201;

/**
 * Changes each leaf of a wire body in turn: the record or the private state beside it must change with it, or the body
 * is refused, or an entry of the report covers the leaf. Members that are null are left out: null counts as absent.
 */
export function auditIngest(profile: Profile, body: JsonObject, options: IngestOptions, limit: number): Audit {
  const original = ingestRequest(profile, body, options);
  const before = facts(original);
  const all = leavesOf(body).filter(({ value }) => value !== null);
  const verdicts = sampled(all, limit, SAMPLING_SEED).map((leaf): Verdict => {
    const place = { pointer: leaf.pointer, units: unitsAround(leaf) };
    const changed = read(profile, replaced(body, leaf.tokens, otherValue(leaf)), options);
    const live = changed === undefined || changed.facts !== before;
    return { ...place, live, before: original.loss.entries, after: changed?.entries ?? [] };
  });
  return { leaves: verdicts.length, silent: silentLeaves(verdicts) };
}

/** Everything that a reading gave: the record and the payloads beside it. */
export function facts({ value, privateState }: Ingestion<unknown>): string {
  const payloads = [...privateState].map((state) => [state.resourceId, state.kind, state.reveal()]);
  return `${canonicalJson(value)}\n${JSON.stringify(payloads)}`;
}

/** What a reading gave; nothing when the body was refused. */
function read(
  profile: Profile,
  body: JsonValue,
  options: IngestOptions,
): { facts: string; entries: readonly UnifiedLossEntry[] } | undefined {
  try {
    const made = ingestRequest(profile, body, options);
    return { facts: facts(made), entries: made.loss.entries };
  } catch (error) {
    if (error instanceof WireFormatError) return undefined;
    throw error;
  }
}

const LISTS = ['messages', 'system', 'tools', 'functions'];

/**
 * The messages, parts and tools around a leaf; a member of the body that is no list of these is an intent as a whole.
 * The body and its lists are containers: an entry about one of them covers nothing.
 */
function unitsAround({ tokens }: Leaf): readonly string[] {
  const inList = typeof tokens[0] === 'string' && LISTS.includes(tokens[0]) && tokens.length > 1;
  const units = inList ? [] : [pointer(...tokens.slice(0, 1))];
  for (let length = 2; length < tokens.length; length++) {
    if (inList && typeof tokens[length - 1] === 'number') units.push(pointer(...tokens.slice(0, length)));
  }
  return units;
}
