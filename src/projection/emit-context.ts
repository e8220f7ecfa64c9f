import type { FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedOwnerPrivateRef,
  UnifiedProtocolProfile,
  UnifiedProviderDataRef,
  UnifiedRequirement,
  UnifiedResourceOwner,
} from '../../generated/unified/types.ts';
import type { JsonValue } from '../core/json.ts';
import { parsePointer } from '../core/pointer.ts';
import type { PrivateStateReader } from '../core/private-state.ts';
import type { CapabilityTable, ProfileLimits } from './capability.ts';
import type { LossRecorder } from './loss.ts';
import type { IdentifierTable } from './shared/identifier-table.ts';

/** An object of a wire body that is being written. */
export type WireDraft = { [member: string]: JsonValue };

/** What a profile's emitter works with while it writes one wire body. */
export interface EmitContext {
  /** The profile that is written, with the revision that was asked for. */
  readonly profile: UnifiedProtocolProfile;
  readonly claims: CapabilityTable;
  readonly limits: ProfileLimits;
  readonly loss: LossRecorder;
  readonly requirement: (feature: FeatureCode) => UnifiedRequirement;
  /** Whom the body goes to; private state is read for this owner alone. */
  readonly owner?: UnifiedResourceOwner;
  readonly privateState?: PrivateStateReader;
  /** The names of tools on this wire. */
  readonly toolNames: IdentifierTable;
  /** The identifiers of calls on this wire. */
  readonly callIds: IdentifierTable;
  /** Source texts of numbers that lose digits as doubles: per object of the body, by JSON pointer below it. */
  readonly exactNumbers: Map<object, ReadonlyMap<string, string>>;
}

/** Why private state cannot go to the target, in words of a loss entry. */
const REFUSALS: Readonly<Record<string, string>> = {
  'no-reader': 'no private state was given to the emitter',
  unknown: 'the private state is not in the vault',
  'wrong-owner': 'the private state belongs to another owner',
  unverified: 'nobody vouches for who issued the private state',
  expired: 'the private state has expired',
};

/**
 * The exact payload of private state for this target, or nothing, with an entry that says why (Unified v2, Canonical
 * continuity: private state never crosses owners).
 */
export function readPrivate(
  context: EmitContext,
  reference: UnifiedOwnerPrivateRef,
  path: string,
  feature: FeatureCode = 'reasoning.private-state',
): string | undefined {
  const answer = lookUp(context, reference);
  if (answer.ok) return answer.payload;
  context.loss.lose({ path, feature, reason: REFUSALS[answer.reason] ?? 'the private state cannot be used here' });
  return undefined;
}

function lookUp(context: EmitContext, reference: UnifiedOwnerPrivateRef) {
  if (context.privateState === undefined || context.owner === undefined)
    return { ok: false, reason: 'no-reader' } as const;
  return context.privateState.read(reference.resourceId, context.owner);
}

/**
 * Writes unknown wire content back into the object that it came from, where the target is the same profile and owner.
 * `path` is the pointer of the list of references in the record.
 */
export function restoreUnknown(
  context: EmitContext,
  references: readonly UnifiedProviderDataRef[] | undefined,
  draft: WireDraft,
  path: string,
): void {
  references?.forEach((reference, index) => {
    if (reference.scope !== 'owner-private' || reference.kind !== 'unknown-wire-content') return;
    if (reference.profile.family !== context.profile.family) return; // reported with everything else that is unclaimed
    const place = `${path}/${index}`;
    const payload = readPrivate(context, reference, place, 'wire.unknown-content');
    if (payload === undefined || setAt(draft, parsePointer(reference.wirePointer ?? ''), JSON.parse(payload))) return;
    context.loss.lose({ path: place, feature: 'wire.unknown-content', reason: 'the place that it stood in is gone' });
  });
}

/** Sets a value below an object of a draft; into a list it is inserted at its index. False when there is no such place. */
function setAt(draft: WireDraft, tokens: readonly string[], value: JsonValue): boolean {
  // A draft is ours alone while it is written: its members are plain JSON that this emitter made.
  let place: JsonValue | JsonValue[] | WireDraft = draft;
  for (const token of tokens.slice(0, -1)) {
    const next: JsonValue | undefined = memberOf(place, token);
    if (next === undefined || next === null || typeof next !== 'object') return false;
    place = next as WireDraft | JsonValue[];
  }
  const last = tokens.at(-1);
  if (last === undefined) return false;
  if (Array.isArray(place)) {
    place.splice(Number(last), 0, value);
    return true;
  }
  if (Object.hasOwn(place as WireDraft, last)) return false;
  (place as WireDraft)[last] = value;
  return true;
}

function memberOf(place: JsonValue | JsonValue[] | WireDraft, token: string): JsonValue | undefined {
  if (Array.isArray(place)) return place[Number(token)];
  if (place === null || typeof place !== 'object') return undefined;
  return Object.hasOwn(place, token) ? (place as WireDraft)[token] : undefined;
}
