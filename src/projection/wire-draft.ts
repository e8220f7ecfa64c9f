import type { JsonValue } from '../core/json.ts';
import { RESERVED_KEY } from '../core/json-value.ts';

/** An object of a wire body that is being written: the emitter's alone, so that everything in it may be changed. */
export type WireDraft = { [member: string]: JsonValue };

/** A place in a draft: a member of an object or an entry of a list. */
export interface DraftPlace {
  readonly container: WireDraft | JsonValue[];
  readonly token: string;
}

const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

/**
 * Sets a value below an object of a draft; into a list it is inserted at its index, and the list is made where it is
 * missing. `tokens` are those of a JSON pointer. Nothing is set, and no place given, where the container is missing
 * otherwise or the member is there already.
 */
export function setInDraft(draft: WireDraft, tokens: readonly string[], value: JsonValue): DraftPlace | undefined {
  const token = tokens.at(-1);
  const container = containerAt(draft, tokens.slice(0, -1)) ?? madeList(draft, tokens);
  if (token === undefined || container === undefined || token === RESERVED_KEY) return undefined;
  if (Array.isArray(container)) {
    if (!INDEX.test(token)) return undefined;
    container.splice(Number(token), 0, value);
  } else {
    if (Object.hasOwn(container, token)) return undefined;
    container[token] = value;
  }
  return { container, token };
}

/** The list that a token that is an index asks for, where the object that would hold it is there without it. */
function madeList(draft: WireDraft, tokens: readonly string[]): JsonValue[] | undefined {
  const [key, token] = tokens.slice(-2);
  if (key === undefined || token === undefined || !INDEX.test(token)) return undefined;
  const made: JsonValue[] = [];
  const holder = containerAt(draft, tokens.slice(0, -2));
  if (holder === undefined || Array.isArray(holder) || Object.hasOwn(holder, key) || key === RESERVED_KEY)
    return undefined;
  holder[key] = made;
  return made;
}

function containerAt(draft: WireDraft, tokens: readonly string[]): WireDraft | JsonValue[] | undefined {
  let place: WireDraft | JsonValue[] = draft;
  for (const token of tokens) {
    const next = memberOf(place, token);
    if (next === undefined || next === null || typeof next !== 'object') return undefined;
    place = next as WireDraft | JsonValue[]; // what is no scalar is one of these, and a draft may be changed
  }
  return place;
}

function memberOf(place: WireDraft | JsonValue[], token: string): JsonValue | undefined {
  if (Array.isArray(place)) return INDEX.test(token) ? place[Number(token)] : undefined;
  return Object.hasOwn(place, token) ? place[token] : undefined;
}
