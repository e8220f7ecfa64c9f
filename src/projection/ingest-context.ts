import type { FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedOwnerPrivateRef,
  UnifiedPrivateStateKind,
  UnifiedProtocolProfile,
  UnifiedProviderDataRef,
  UnifiedRequirement,
  UnifiedResourceOwner,
} from '../../generated/unified/types.ts';
import { childId } from '../core/id.ts';
import type { Limits } from '../core/limits.ts';
import { escapeToken } from '../core/pointer.ts';
import { PrivateState, type PrivateStateSet } from '../core/private-state.ts';
import type { LossRecorder } from './loss.ts';
import type { Origins, WirePlace } from './origins.ts';
import type { WireObject } from './wire-object.ts';

/** What a profile's reader works with while it reads one wire body. */
export interface IngestContext {
  /** The profile that is read, with the revision that was asked for. */
  readonly profile: UnifiedProtocolProfile;
  readonly wire: WireObject;
  readonly requestId: string;
  readonly conversationId: string;
  readonly branchId: string;
  /** The moment that new items carry, RFC 3339. */
  readonly now: string;
  /** Whose private state the body holds; absent when the caller cannot say. */
  readonly owner?: UnifiedResourceOwner;
  readonly loss: LossRecorder;
  readonly privateState: PrivateStateSet;
  readonly requirement: (feature: FeatureCode) => UnifiedRequirement;
  readonly limits: Limits;
  /** Source texts of numbers that lose digits as doubles, by JSON pointer of the wire body. */
  readonly exactNumbers: ReadonlyMap<string, string>;
  /** Where in the wire body each part of the record came from. */
  readonly origins: Origins;
}

/** Remembers where a record's object came from, so that a loss can point into the body that its sender wrote. */
export function from<T extends object>(context: IngestContext, place: WirePlace, made: T): T {
  context.origins.set(made, place);
  return made;
}

/** As `from`, for members of an object that came from places of their own, and of which not all are objects. */
export function membersFrom<T extends object>(
  context: IngestContext,
  made: T,
  places: { readonly [Member in keyof T]?: WirePlace },
): T {
  // Absent places are left out by whoever names them: the others are places.
  context.origins.setMembers(made, places as Readonly<Record<string, WirePlace>>);
  return made;
}

/** A piece of private state that a reader found. */
export interface FoundPrivateState {
  readonly kind: UnifiedPrivateStateKind;
  /** The registered name of the payload's form, as in `anthropic-messages/signature`. */
  readonly schema: string;
  /** The exact text of the payload. */
  readonly payload: string;
  readonly placement?: UnifiedOwnerPrivateRef['placement'];
  readonly wireType?: string;
  readonly wirePointer?: string;
}

/**
 * Puts a payload into the private state beside the record and gives back the reference that the record holds.
 * `holderId` is the identifier of the item, part or request that holds it; `slot` tells its several references apart.
 */
export function keepPrivate(
  context: IngestContext,
  holderId: string,
  slot: string | number,
  found: FoundPrivateState,
): UnifiedOwnerPrivateRef {
  const resourceId = childId(holderId, 'private', slot);
  const { kind, schema, payload, placement, wireType, wirePointer } = found;
  const owner = context.owner;
  context.privateState.add(new PrivateState({ resourceId, kind, payload, ...(owner === undefined ? {} : { owner }) }));
  return {
    scope: 'owner-private',
    profile: context.profile,
    schema,
    resourceId,
    kind,
    ...(placement === undefined ? {} : { placement }),
    size: utf8Length(payload),
    ...(wireType === undefined ? {} : { wireType }),
    ...(wirePointer === undefined ? {} : { wirePointer }),
  };
}

/** An object of the wire whose unread members are kept. */
export interface UnknownContent {
  readonly wire: WireObject;
  /** The pointer of `wire` below the thing that holds the reference; empty for that thing itself. */
  readonly at?: string;
}

/**
 * Keeps every member that nobody read as unknown wire content of its owner (design: unknown content returns to the
 * same profile and owner, and to nobody else). Gives the references that the holder carries.
 */
export function keepUnknown(
  context: IngestContext,
  holderId: string,
  places: readonly UnknownContent[],
): UnifiedProviderDataRef[] {
  const references: UnifiedProviderDataRef[] = [];
  for (const { wire, at = '' } of places) {
    for (const key of wire.unread()) {
      const payload = wire.opaque(key);
      if (payload === undefined) continue;
      const found = { payload, wireType: key, wirePointer: `${at}/${escapeToken(key)}` };
      references.push(keepWireContent(context, holderId, wire.at(key), found));
    }
  }
  return references;
}

/** As `keepUnknown`, for objects at or below one that the holder stands for. */
export function keepUnread(
  context: IngestContext,
  holderId: string,
  base: WireObject,
  wires: readonly WireObject[],
): readonly UnifiedProviderDataRef[] {
  if (wires.every(isRead)) return NOTHING;
  const start = base.pointer().length;
  const places = wires.map((wire) => ({ wire, at: wire.pointer().slice(start) }));
  return keepUnknown(context, holderId, places);
}

const NOTHING: readonly UnifiedProviderDataRef[] = [];

function isRead(wire: WireObject): boolean {
  return wire.unread().length === 0;
}

/** Two lists of references as one; most things have neither, and nothing is copied for them. */
export function bothOf(
  first: readonly UnifiedProviderDataRef[],
  second: readonly UnifiedProviderDataRef[],
): readonly UnifiedProviderDataRef[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}

/** Wire content of a kind that the reader does not know. */
export interface UnknownWhole {
  /** The exact JSON text of it. */
  readonly payload: string;
  /** What the wire calls its kind. */
  readonly wireType: string;
  /** Where it stands below the thing that holds the reference. */
  readonly wirePointer: string;
}

/**
 * Keeps a whole part, call, tool or choice of a kind that the reader does not know. Unlike a member that is unknown, it
 * cannot be left out without harm: elsewhere than at its owner it is missed (`wire.unknown-kind`).
 */
export function keepWhole(
  context: IngestContext,
  holderId: string,
  wire: WireObject,
  found: UnknownWhole,
): UnifiedOwnerPrivateRef {
  return keepWireContent(context, holderId, wire, { ...found, placement: 'part' });
}

function keepWireContent(
  context: IngestContext,
  holderId: string,
  place: WirePlace,
  { wireType, ...found }: UnknownWhole & { readonly placement?: 'part' },
): UnifiedOwnerPrivateRef {
  const reference = keepPrivate(context, holderId, found.wirePointer, {
    kind: 'unknown-wire-content',
    schema: `${context.profile.family}/unknown`,
    wireType: wireType.slice(0, WIRE_TYPE_LENGTH).toWellFormed() || 'empty',
    ...found,
  });
  return from(context, place, reference);
}

/** The longest type name that a reference holds. */
const WIRE_TYPE_LENGTH = 256;

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
