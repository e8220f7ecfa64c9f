import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isSameData } from '../../shared/same-data.ts';
import { addText, keepLatest } from './stream-sum.ts';

/**
 * Pieces of OpenRouter's reasoning blocks: those of one index and one type are one block, whose texts are added up.
 * 2026-11: OpenRouter's reasoning token guide; recorded in its streams.
 */
export function addReasoningDetails(target: WireDraft, details: JsonValue): void {
  if (!Array.isArray(details)) {
    keepLatest(target, 'reasoning_details', details);
    return;
  }
  const before = target['reasoning_details'];
  const list: JsonValue[] = Array.isArray(before) ? [...before] : [];
  for (const detail of details) {
    const last = list.at(-1);
    if (isPlainObject(detail) && isPlainObject(last) && isOneBlock(last as JsonObject, detail as JsonObject)) {
      list[list.length - 1] = joined(last as JsonObject, detail as JsonObject); // plain objects of a wire hold JSON
    } else list.push(detail);
  }
  target['reasoning_details'] = list;
}

function isOneBlock(one: JsonObject, other: JsonObject): boolean {
  return one['type'] === other['type'] && typeof one['index'] === 'number' && one['index'] === other['index'];
}

const TEXTS = ['text', 'summary'];

function joined(block: JsonObject, piece: JsonObject): JsonObject {
  const sum: WireDraft = { ...block };
  for (const [key, value] of Object.entries(piece)) {
    if (TEXTS.includes(key) && typeof value === 'string') addText(sum, key, value);
    else keepLatest(sum, key, value);
  }
  return sum;
}

/** What of blocks was not written yet, as pieces that add up with those that were. */
export function restOfDetails(whole: readonly JsonValue[], written: readonly JsonValue[]): readonly JsonValue[] {
  return whole.flatMap((block, place) => {
    const before = written[place];
    if (before === undefined) return [block];
    if (isSameData(before, block)) return [];
    const isBlock = isPlainObject(block) && isPlainObject(before);
    return isBlock ? [news(block as JsonObject, before as JsonObject)] : []; // plain objects of a wire hold JSON
  });
}

function news(block: JsonObject, before: JsonObject): JsonObject {
  const piece: WireDraft = {};
  for (const [key, value] of Object.entries(block)) {
    const said = before[key];
    const goesOn = TEXTS.includes(key) && typeof value === 'string' && typeof said === 'string';
    if (goesOn && value.startsWith(said)) piece[key] = value.slice(said.length);
    else if (key === 'type' || key === 'index' || said === undefined || !isSameData(said, value)) piece[key] = value;
  }
  return piece;
}
