import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedItem,
  UnifiedLossEntry,
  UnifiedRequestV2,
  UnifiedRequirement,
} from '../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { parsePointer } from '../core/pointer.ts';
import { type Emission, type EmitOptions, emitRequest, type Profile } from '../projection/index.ts';
import { silentLeaves, type Verdict } from './coverage.ts';
import { type Audit, SAMPLING_SEED } from './ingest-audit.ts';
import { replaced, sampled } from './leaves.ts';
import { type RecordLeaf, recordLeavesOf } from './record-leaves.ts';
import { mutationsOf } from './record-mutations.ts';

/** An audit of one writing; some leaves cannot change without making the record invalid. */
export interface EmitAudit extends Audit {
  readonly fixed: readonly string[];
}

/**
 * Changes each leaf of a record in turn: the body that is written must change with it, or an entry of the report covers
 * the leaf. Everything is made optional first, so that there is always a body to look at; what is refused all the same
 * is taken out.
 */
export function auditEmit(profile: Profile, record: UnifiedRequestV2, options: EmitOptions, limit: number): EmitAudit {
  const emit = (request: UnifiedRequestV2) => emitRequest(profile, request, { ...options, requirements: OPTIONAL });
  const { request, emission } = writable(optional(record), emit);
  const before = emission.text();
  const fixed: string[] = [];
  const leaves = sampled(recordLeavesOf(request, profile.family), limit, SAMPLING_SEED);
  const verdicts = leaves.flatMap((leaf): readonly Verdict[] => {
    const changes = mutationsOf(request, leaf);
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
  return { leaves: leaves.length, silent: [...new Set(silentLeaves(verdicts))], fixed };
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
export function optional(record: UnifiedRequestV2): UnifiedRequestV2 {
  // A record is JSON: that is what its validator checks first. What changes is a word of the same closed list.
  return weakened(record as unknown as JsonObject) as unknown as UnifiedRequestV2;
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

/** A request that the target takes, its body, and what had to be taken out of the request for that. */
export interface Writable {
  readonly request: UnifiedRequestV2;
  readonly emission: Extract<Emission, { ok: true }>;
  readonly refused: readonly UnifiedLossEntry[];
}

/** Takes out what the target refuses however little it is asked for, until there is a body. */
export function writable(
  request: UnifiedRequestV2,
  emit: (request: UnifiedRequestV2) => Emission,
  refused: readonly UnifiedLossEntry[] = [],
): Writable {
  const emission = emit(request);
  if (emission.ok) return { request, emission, refused };
  const first = emission.loss.entries.find(({ severity }) => severity === 'error');
  if (first === undefined) throw new Error('A refusal without an entry that says why.');
  const tokens = parsePointer(first.path);
  if (tokens.length < 2) throw new Error(`A refusal that cannot be taken out: ${first.path} ${first.feature}`);
  return writable(without(request, tokens), emit, [...refused, first]);
}

/** A request without one thing; a call goes together with its result, and what followed an item follows the one before. */
function without(request: UnifiedRequestV2, tokens: readonly string[]): UnifiedRequestV2 {
  const { conversation } = request;
  const item = tokens[1] === 'items' && tokens.length === 3 ? conversation.items[Number(tokens[2])] : undefined;
  // As above: a record is JSON, and one without an optional thing is a record.
  if (item === undefined) {
    return replaced(request as unknown as JsonObject, tokens, undefined) as unknown as UnifiedRequestV2;
  }
  const callId = 'callId' in item ? item.callId : undefined;
  const left = conversation.items.filter(
    (entry) => entry !== item && (callId === undefined || !('callId' in entry) || entry.callId !== callId),
  );
  const items = left.map(({ parentId: _, ...entry }, sequence) => {
    const before = left[sequence - 1];
    return { ...entry, sequence, ...(before === undefined ? {} : { parentId: before.id }) } as UnifiedItem; // as it was
  });
  const { headItemId: __, ...around } = conversation;
  const last = items.at(-1);
  return { ...request, conversation: { ...around, items, ...(last === undefined ? {} : { headItemId: last.id }) } };
}
