import { Base64Text } from '../../../core/base64.ts';
import { isPlainObject, type JsonObject, type JsonValue, RESERVED_KEY } from '../../../core/json-value.ts';
import type { WireDraft } from '../../emit-context.ts';

/**
 * The latest value of a member that no reader adds up; one that says nothing replaces none that did. Every frame is a patch:
 * of two objects each member is the latest (Groq says its seed in the first frame only, and its times in the last).
 */
export function keepLatest(target: WireDraft, key: string, value: JsonValue): void {
  if (!Object.hasOwn(target, key)) target[key] = value;
  else if (!saysNothing(value)) target[key] = patched(target[key] ?? null, value);
}

function patched(before: JsonValue, value: JsonValue): JsonValue {
  // A reserved name stays where the reader of the whole finds and refuses it.
  if (!isPlainObject(before) || !isPlainObject(value) || Object.hasOwn(value, RESERVED_KEY)) return value;
  const sum: WireDraft = { ...(before as JsonObject) }; // a plain object of a wire holds JSON
  for (const [member, news] of Object.entries(value as JsonObject)) keepLatest(sum, member, news); // as above
  return sum;
}

/** Whether a value leaves what was said before. */
export function saysNothing(value: JsonValue): boolean {
  if (typeof value !== 'object') return value === '';
  return value === null || Object.keys(value).length === 0;
}

/** Adds a piece of a text to a member. */
export function addText(target: WireDraft, key: string, piece: string): void {
  const before = target[key];
  target[key] = typeof before === 'string' ? before + piece : piece;
}

/** Adds entries to a list in a member, which is this module's own; what is no list is kept as it is. */
export function addEntries(target: WireDraft, key: string, entries: JsonValue): void {
  if (!Array.isArray(entries)) {
    keepLatest(target, key, entries);
    return;
  }
  for (const entry of entries) ownList(target, key).push(entry);
}

/**
 * As `addEntries`, for entries that servers send again with those that are new, as they do with citations (FR-058); gives
 * the new ones.
 */
export function addNewEntries(target: WireDraft, key: string, entries: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(entries)) {
    keepLatest(target, key, entries);
    return [];
  }
  const added: JsonValue[] = [];
  const list = ownList(target, key);
  const listed = LISTED.get(list) ?? new Set();
  LISTED.set(list, listed);
  for (const entry of entries) {
    const text = JSON.stringify(sorted(entry));
    if (!listed.has(text)) added.push(entry);
    listed.add(text);
  }
  list.push(...added);
  return added;
}

/** What each list holds, as text. */
const LISTED = new WeakMap<object, Set<string>>();
const OWN_LISTS = new WeakSet<object>();

function ownList(target: WireDraft, key: string): JsonValue[] {
  const before = target[key];
  // Lists of frames are not written to.
  if (Array.isArray(before) && OWN_LISTS.has(before)) return before as JsonValue[];
  const list: JsonValue[] = Array.isArray(before) ? [...before] : [];
  OWN_LISTS.add(list);
  target[key] = list;
  return list;
}

/** A value whose members stand in the order of their names: so that equal values have equal texts. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value as JsonObject).sort(([one], [other]) => (one < other ? -1 : 1)); // JSON of a wire
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** The bytes of what is spoken, by the draft of it. */
const SPOKEN = new WeakMap<object, Base64Text>();

/** Pieces of what the model spoke. */
export function addAudio(target: WireDraft, audio: JsonObject): void {
  const before = target['audio'];
  const isOwn = isPlainObject(before) && SPOKEN.has(before);
  const sum: WireDraft = isOwn ? (before as WireDraft) : { ...(isPlainObject(before) ? (before as JsonObject) : {}) }; // JSON of a wire
  const bytes = SPOKEN.get(sum) ?? new Base64Text();
  SPOKEN.set(sum, bytes);
  for (const [key, value] of Object.entries(audio)) {
    if (key === 'data' && typeof value === 'string') {
      bytes.add(value);
      sum[key] = bytes.text;
    } else if (key === 'transcript' && typeof value === 'string') addText(sum, key, value);
    else keepLatest(sum, key, value);
  }
  target['audio'] = sum;
}
