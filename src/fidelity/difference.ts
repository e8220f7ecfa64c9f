import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { Tokens } from './leaves.ts';
import { NO_PLACES, type Places } from './places.ts';

/**
 * The first place, in the order of the document, at which two JSON values differ; nothing where they are the same. The one
 * normalisation of every dialect: a member that is null means the same as one that is absent. At the places that are
 * demanded the second may have what the first has not.
 */
export function firstDifference(
  before: JsonValue,
  after: JsonValue,
  demanded: Places = NO_PLACES,
  tokens: Tokens = [],
): string | undefined {
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, demanded, tokens);
  if (isPlainObject(before) && isPlainObject(after)) {
    // Every object of a JSON value is a plain one.
    return inObjects(before as JsonObject, after as JsonObject, demanded, tokens);
  }
  if (before === after || (before === null && demanded.has(tokens))) return undefined;
  return pointer(...tokens);
}

function inLists(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  demanded: Places,
  tokens: Tokens,
): string | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const place = [...tokens, index];
    const [one, other] = [before[index], after[index]];
    if (one === undefined || other === undefined) return pointer(...place);
    const found = firstDifference(one, other, demanded, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inObjects(before: JsonObject, after: JsonObject, demanded: Places, tokens: Tokens): string | undefined {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const found = firstDifference(before[key] ?? null, after[key] ?? null, demanded, [...tokens, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
