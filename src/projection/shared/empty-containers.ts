import { isPlainObject, type JsonValue } from '../../core/json.ts';
import { parsePointer } from '../../core/pointer.ts';
import { setInDraft, type WireDraft } from '../wire-draft.ts';

/** Lists and objects that a wire wrote with nothing in them, by their pointers below the thing that the form is of. */
export interface EmptyContainers {
  readonly emptyLists?: readonly string[];
  readonly emptyObjects?: readonly string[];
}

/**
 * Writes lists and objects that had nothing in them, where nothing else was written. A form is data of others: what is no
 * pointer of a member of an object that is there is left out.
 */
export function restoreEmpty(draft: WireDraft, { emptyLists = [], emptyObjects = [] }: EmptyContainers): void {
  for (const pointer of emptyObjects) setMember(draft, pointer, {});
  for (const pointer of emptyLists) setMember(draft, pointer, []);
}

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

function setMember(draft: WireDraft, pointer: string, value: WireDraft | []): void {
  if (!POINTER.test(pointer)) return;
  const tokens = parsePointer(pointer);
  let holder: JsonValue | undefined = draft;
  for (const token of tokens.slice(0, -1)) holder = ownMember(holder, token);
  if (isPlainObject(holder)) setInDraft(draft, tokens, value);
}

function ownMember(place: JsonValue | undefined, token: string): JsonValue | undefined {
  if (typeof place !== 'object' || place === null || !Object.hasOwn(place, token)) return undefined;
  // Its own member of this name is there; of a list it is an entry.
  return (place as WireDraft)[token];
}
