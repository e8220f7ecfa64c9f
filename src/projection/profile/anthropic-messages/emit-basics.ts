import type { UnifiedItem, UnifiedRequestV2, UnifiedRequirement } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { Placed as PlacedItem } from '../../shared/placed.ts';
import { FAMILY } from './wire.ts';

/** One item, and where it stands in the record. */
export interface Placed<Item extends UnifiedItem = UnifiedItem> extends PlacedItem<Item> {
  /** Whether it is system text that stands among the messages as a marked text of the user. */
  readonly isMarked?: true;
}

/** Whether an item was read from this dialect. */
export function isOwn(item: UnifiedItem): boolean {
  return item.provenance.profile?.family === FAMILY;
}

/** Whether a request was read from this dialect: its settings fit it as they are. */
export function isOwnRequest(request: UnifiedRequestV2): boolean {
  return request.source.profile.family === FAMILY;
}

/** Writes a member when there is something to write: absent is absent. */
export function put(draft: WireDraft, key: string, value: JsonValue | undefined): void {
  if (value !== undefined) draft[key] = value;
}

/** Writes null for each member that the dialect demands and that has nothing to say. */
export function fillNulls(draft: WireDraft, members: readonly string[]): WireDraft {
  for (const key of members) if (!Object.hasOwn(draft, key)) draft[key] = null;
  return draft;
}

const STRENGTH: Readonly<Record<UnifiedRequirement, number>> = { required: 2, preferred: 1, optional: 0 };

/** How strongly something is meant, as a number: the more, the stronger. */
export function strength(requirement: UnifiedRequirement | undefined): number {
  return requirement === undefined ? -1 : STRENGTH[requirement];
}

/** The type that an object of a body names; anything else has none. */
export function typeNameOf(value: unknown): unknown {
  return isPlainObject(value) ? value['type'] : undefined;
}
