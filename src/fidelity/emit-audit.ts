import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { UnifiedItem, UnifiedLossEntry, UnifiedRequirement } from '../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { parsePointer } from '../core/pointer.ts';
import type { Emission, EmitOptions, Profile } from '../projection/index.ts';
import { silentLeaves, type Verdict } from './coverage.ts';
import type { Direction } from './direction.ts';
import { type Audit, SAMPLING_SEED } from './ingest-audit.ts';
import { replaced, sampled } from './leaves.ts';
import { type RecordLeaf, recordLeavesOf } from './record-leaves.ts';
import { mutationsOf } from './record-mutations.ts';
import { isRequired } from './record-words.ts';

/** Whom the body goes to, and how many leaves are changed at most: those of a larger record are sampled. */
export interface EmitAuditOptions extends EmitOptions {
  readonly limit: number;
}

/** An audit of one writing; some leaves cannot change without making the record invalid. */
export interface EmitAudit extends Audit {
  readonly fixed: readonly string[];
}

/**
 * Changes each leaf of a record in turn: the body that is written must change with it, or an entry of the report covers
 * the leaf. Everything is made optional first, so that there is always a body to look at; what is refused all the same
 * is taken out.
 */
export function auditEmit<Root extends object>(
  direction: Direction<Root>,
  profile: Profile,
  record: Root,
  { limit, ...options }: EmitAuditOptions,
): EmitAudit {
  const emit = (changed: Root) => direction.emit(profile, changed, { ...options, requirements: OPTIONAL });
  const possible = writable(direction, optional(record), emit);
  if (possible === undefined) return { leaves: 0, of: 0, silent: [], fixed: [] };
  const { record: written, emission } = possible;
  const before = emission.text();
  const fixed: string[] = [];
  const all = recordLeavesOf(written, direction.type, profile.family);
  // Where something is left out, how it was spelled is as well; that it is kept otherwise is what identity shows.
  const told = all.filter(({ spelling }) => spelling !== true || emission.loss.entries.length === 0);
  const leaves = sampled(told, limit, SAMPLING_SEED);
  const verdicts = leaves.flatMap((leaf): readonly Verdict[] => {
    const changes = mutationsOf(direction, written, leaf);
    if (changes.length === 0) fixed.push(leaf.pointer);
    return changes.map((ways) => {
      const after = ways.map(emit);
      return {
        pointer: leaf.pointer,
        names: leaf.names,
        units: leaf.units,
        live: after.some((made) => !made.ok || made.text() !== before),
        ...(isShared(leaf) ? { shared: true } : {}),
        before: emission.loss.entries,
        after: after.flatMap(({ loss }) => loss.entries),
      };
    });
  });
  return { leaves: leaves.length, of: all.length, silent: [...new Set(silentLeaves(verdicts))], fixed };
}

/**
 * An identifier of a call changes in several places; visibility and role decide where the whole item goes; cache marks
 * compete for a few places.
 */
function isShared({ pointer }: RecordLeaf): boolean {
  return /\/(?:callId|approvalRequestId|visibility|role|cache|cache\/ttl)$/.test(pointer);
}

/** Requirements that make every feature optional. */
// The table has exactly the features of the vocabulary as its members.
export const OPTIONAL = Object.fromEntries(Object.keys(FEATURES).map((code) => [code, 'optional'])) as Readonly<
  Record<FeatureCode, UnifiedRequirement>
>;

/** The same record with every intent and tool asking for as little as possible. */
export function optional<Root extends object>(record: Root): Root {
  // A record is JSON: that is what its validator checks first. What changes is a word of the same closed list.
  return weakened(record as JsonObject) as Root;
}

function weakened(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(weakened);
  if (!isPlainObject(value)) return value;
  // Every object of a JSON value is a plain one.
  const members = Object.entries(value as JsonObject).map(([key, member]) => {
    const isStrength = key === 'requirement' && typeof member === 'string';
    return [key, isStrength ? 'optional' : weakened(member)] as const;
  });
  return Object.fromEntries(members);
}

/** A record that the target takes, its body, and what had to be taken out of the record for that. */
export interface Writable<Root> {
  readonly record: Root;
  readonly emission: Extract<Emission, { ok: true }>;
  readonly refused: readonly UnifiedLossEntry[];
}

/** Takes out what the target refuses however little it is asked for, until there is a body; nothing where it refuses the whole. */
export function writable<Root extends object>(
  direction: Direction<Root>,
  record: Root,
  emit: (record: Root) => Emission,
  refused: readonly UnifiedLossEntry[] = [],
): Writable<Root> | undefined {
  const emission = emit(record);
  if (emission.ok) return { record, emission, refused };
  const first = emission.loss.entries.find(({ severity }) => severity === 'error');
  if (first === undefined) throw new Error('A refusal without an entry that says why.');
  const tokens = parsePointer(first.path);
  if (!canGo(direction, tokens)) return undefined;
  return writable(direction, without(direction, record, tokens), emit, [...refused, first]);
}

/** Whether a record can be without a place: neither the record itself, nor its items, nor a member that it must have. */
function canGo<Root>({ type, itemsAt }: Direction<Root>, tokens: readonly string[]): boolean {
  const [first] = tokens;
  if (first === undefined || tokens.join('/') === itemsAt.join('/')) return false;
  return tokens.length > 1 || !isRequired(type, first);
}

/** A record without one thing; a call goes together with its result, and what followed an item follows the one before. */
function without<Root extends object>(
  { itemsAt, items, withItems }: Direction<Root>,
  record: Root,
  tokens: readonly string[],
): Root {
  const isItem = tokens.length === itemsAt.length + 1 && itemsAt.every((token, index) => tokens[index] === token);
  const all = items(record);
  const item = isItem ? all[Number(tokens.at(-1))] : undefined;
  // As above: a record is JSON, and one without an optional thing is a record.
  if (item === undefined) return replaced(record as JsonObject, tokens, undefined) as Root;
  const callId = 'callId' in item ? item.callId : undefined;
  const left = all.filter(
    (entry) => entry !== item && (callId === undefined || !('callId' in entry) || entry.callId !== callId),
  );
  const linked = left.map(({ parentId: _, ...entry }, sequence) => {
    const before = left[sequence - 1];
    return { ...entry, sequence, ...(before === undefined ? {} : { parentId: before.id }) } as UnifiedItem; // as it was
  });
  return withItems(record, linked);
}
