import type { FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedOwnerPrivateRef,
  UnifiedProtocolProfile,
  UnifiedProviderDataRef,
  UnifiedRequestV2,
  UnifiedRequirement,
  UnifiedResourceOwner,
} from '../../generated/unified/types.ts';
import type { JsonValue } from '../core/json.ts';
import type { ModelCompatibility } from '../core/owner.ts';
import { parseJson } from '../core/parse-json.ts';
import { escapeToken, parsePointer } from '../core/pointer.ts';
import type { PrivateStateReader, PrivateStateRefusal } from '../core/private-state.ts';
import type { CapabilityTable, ProfileLimits } from './capability.ts';
import type { LossRecorder } from './loss.ts';
import type { IdentifierTable } from './shared/identifier-table.ts';
import { type DraftPlace, setInDraft, type WireDraft } from './wire-draft.ts';

export type { WireDraft } from './wire-draft.ts';

/** What a profile's emitter works with while it writes one wire body. */
export interface EmitContext {
  /** The profile that is written, with the revision that was asked for. */
  readonly profile: UnifiedProtocolProfile;
  readonly claims: CapabilityTable;
  readonly limits: ProfileLimits;
  /** The annotations with a meaning that the profile writes, by name. */
  readonly annotations: readonly string[];
  readonly loss: LossRecorder;
  readonly requirement: (feature: FeatureCode) => UnifiedRequirement;
  /** Whom the body goes to; private state is read for this owner alone. */
  readonly owner?: UnifiedResourceOwner;
  readonly privateState?: PrivateStateReader;
  /** The request that an answer is written for, where the caller has it. */
  readonly request?: UnifiedRequestV2;
  /** Whether the target's provider takes what belongs to one model for another one; equality where absent. */
  readonly modelsCompatible?: ModelCompatibility;
  /** The names of tools on this wire. */
  readonly toolNames: IdentifierTable;
  /** The identifiers of calls on this wire. */
  readonly callIds: IdentifierTable;
  /** Custom tools that this wire has as functions with one text, by their name on it: their answers are unwrapped. */
  readonly wrappedTools: Set<string>;
  /** Source texts of numbers that lose digits as doubles: per object of the body, by JSON pointer below it. */
  readonly exactNumbers: Map<object, ReadonlyMap<string, string>>;
}

/** Why private state cannot go to the target, in words of a loss entry. */
const REFUSALS = {
  'no-reader': 'no private state was given to the emitter',
  'no-owner': 'the emitter was not told whom the body goes to',
  unknown: 'the private state is not in the vault',
  'wrong-owner': 'the private state belongs to another owner',
  unverified: 'nobody vouches for who issued the private state',
  expired: 'the private state has expired',
  synthetic: 'the private state was made up here and is never sent as if its owner had issued it',
} as const satisfies Readonly<Record<PrivateStateRefusal, string>> & Readonly<Record<string, string>>;

/**
 * The exact payload of private state for this target, or nothing, with an entry that says why (Unified v2, Canonical
 * continuity: private state never crosses owners). What was made up here is never given (U-REAS-3).
 */
export function readPrivate(
  context: EmitContext,
  reference: UnifiedOwnerPrivateRef,
  path: string,
  feature: FeatureCode = 'reasoning.private-state',
): string | undefined {
  const answer = lookUp(context, reference);
  if (answer.ok) return answer.payload;
  context.loss.lose({ path, feature, reason: REFUSALS[answer.reason] });
  return undefined;
}

type LookedUp =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly reason: keyof typeof REFUSALS };

function lookUp({ privateState, owner }: EmitContext, { resourceId, synthetic }: UnifiedOwnerPrivateRef): LookedUp {
  if (synthetic === true) return { ok: false, reason: 'synthetic' };
  if (privateState === undefined) return { ok: false, reason: 'no-reader' };
  if (owner === undefined) return { ok: false, reason: 'no-owner' };
  const answer = privateState.read(resourceId, owner);
  return answer.ok && answer.synthetic ? { ok: false, reason: 'synthetic' } : answer;
}

/** What is lost with unknown content: a whole part, call or choice is missed, one more member of a known one rarely. */
export function unknownContentFeature({ placement }: UnifiedOwnerPrivateRef): FeatureCode {
  return placement === 'part' ? 'wire.unknown-kind' : 'wire.unknown-content';
}

/**
 * Writes unknown wire content back into the object that it came from, where the target is the same profile and owner.
 * `path` is the pointer of the list of references in the record; those before `first` are left alone, since they were
 * written before. Lists are filled in the order of the references.
 */
export function restoreUnknown(
  context: EmitContext,
  references: readonly UnifiedProviderDataRef[] | undefined,
  draft: WireDraft,
  path: string,
  first = 0,
): void {
  references?.forEach((reference, index) => {
    if (index < first || reference.scope !== 'owner-private' || reference.kind !== 'unknown-wire-content') return;
    if (reference.profile.family !== context.profile.family) return; // reported with everything else that is foreign
    const place = `${path}/${index}`;
    const feature = unknownContentFeature(reference);
    const payload = readPrivate(context, reference, place, feature);
    if (payload === undefined || restore(context, reference, draft, payload)) return;
    context.loss.lose({ path: place, feature, reason: 'the place that it stood in is gone or taken' });
  });
}

function restore(
  context: EmitContext,
  { wirePointer = '' }: UnifiedOwnerPrivateRef,
  draft: WireDraft,
  payload: string,
): boolean {
  const parsed = parseJson(payload);
  const place = parsed.ok ? setInDraft(draft, parsePointer(wirePointer), parsed.value) : undefined;
  if (!parsed.ok || place === undefined) return false;
  if (parsed.exactNumbers.size > 0) keepDigits(context, place, parsed.value, parsed.exactNumbers);
  return true;
}

function keepDigits(
  { exactNumbers }: EmitContext,
  { container, token }: DraftPlace,
  value: JsonValue,
  below: ReadonlyMap<string, string>,
): void {
  if (value !== null && typeof value === 'object') {
    exactNumbers.set(value, below);
    return;
  }
  const member = [...below].map(([, literal]) => [`/${escapeToken(token)}`, literal] as const);
  exactNumbers.set(container, new Map([...(exactNumbers.get(container) ?? []), ...member]));
}
