import { isPlainObject, type JsonObject, type JsonValue, RESERVED_KEY } from '../../../core/json-value.ts';
import type { WireDraft } from '../../emit-context.ts';
import { joinBase64 } from '../../shared/base64-pieces.ts';
import { isSameData } from '../../shared/same-data.ts';

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

/** Adds entries to a list in a member; what is no list is kept as it is. */
export function addEntries(
  target: WireDraft,
  key: string,
  entries: JsonValue,
  isRepeat: (list: readonly JsonValue[], entry: JsonValue) => boolean = () => false,
): void {
  if (!Array.isArray(entries)) {
    keepLatest(target, key, entries);
    return;
  }
  const before = target[key];
  const list: JsonValue[] = Array.isArray(before) ? [...before] : [];
  for (const entry of entries) if (!isRepeat(list, entry)) list.push(entry);
  target[key] = list;
}

/** Citations: servers send the ones before again (FR-058). */
export function isListed(list: readonly JsonValue[], entry: JsonValue): boolean {
  return list.some((known) => isSameData(known, entry));
}

/** Pieces of what the model spoke. */
export function addAudio(target: WireDraft, audio: JsonObject): void {
  const before = target['audio'];
  const sum: WireDraft = isPlainObject(before) ? { ...(before as JsonObject) } : {}; // a plain object of a wire holds JSON
  for (const [key, value] of Object.entries(audio)) {
    const known = sum[key];
    if (key === 'data' && typeof value === 'string')
      sum[key] = joinBase64(typeof known === 'string' ? known : '', value);
    else if (key === 'transcript' && typeof value === 'string') addText(sum, key, value);
    else keepLatest(sum, key, value);
  }
  target['audio'] = sum;
}
