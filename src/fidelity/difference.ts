import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { Tokens } from './leaves.ts';

/**
 * The first place, in the order of the document, at which two JSON values differ; nothing where they are the same. The one
 * normalisation of every dialect: a member that is null means the same as one that is absent.
 */
export function firstDifference(before: JsonValue, after: JsonValue, tokens: Tokens = []): string | undefined {
  if (Array.isArray(before) && Array.isArray(after)) return inLists(before, after, tokens);
  // Every object of a JSON value is a plain one.
  if (isPlainObject(before) && isPlainObject(after))
    return inObjects(before as JsonObject, after as JsonObject, tokens);
  return before === after ? undefined : pointer(...tokens);
}

function inLists(before: readonly JsonValue[], after: readonly JsonValue[], tokens: Tokens): string | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const place = [...tokens, index];
    const [one, other] = [before[index], after[index]];
    if (one === undefined || other === undefined) return pointer(...place);
    const found = firstDifference(one, other, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inObjects(before: JsonObject, after: JsonObject, tokens: Tokens): string | undefined {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = [...tokens, key];
    const found = firstDifference(before[key] ?? null, after[key] ?? null, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
