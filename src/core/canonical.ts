import { UrtextError } from './errors.ts';
import { inspectJson } from './json-inspection.ts';
import { isPlainArray, isPlainObject, type JsonValue, RESERVED_KEY } from './json-value.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

/**
 * Writes a value in canonical JSON (RFC 8785): object members sorted by UTF-16 code units, arrays in their order, numbers
 * as ECMAScript writes them, no white space. An object member that is `undefined` is absent.
 * Throws UrtextError `canonical-form` (`details`: `path`, a JSON Pointer, and `rule`, as `checkJson` names it) on what JSON
 * cannot say: undefined in an array, a number that is not finite, bigint, symbol, function, half a surrogate pair, bytes
 * and other instances of classes, a cycle, a member named `__proto__`, and nesting deeper than `depth` levels.
 * Source: Unified v2, Validation and canonicalization.
 */
export function canonicalJson(value: unknown, depth: number = DEFAULT_LIMITS.recordDepth): string {
  const sorter = new Sorter();
  const sorted = sorter.value(value, depth);
  if (sorted === REFUSED) throw refusal(value, depth);
  const text = sorter.hasIndexKey ? writeSorted(sorted) : JSON.stringify(sorted);
  // JSON.stringify escapes nothing but halves of surrogate pairs this way; a payload may also hold these characters.
  if (text.includes('\\ud') && inspectJson(value, UNBOUNDED, depth)) throw refusal(value, depth);
  return text;
}

const REFUSED = Symbol('refused');

/** Native sorting costs more than this up to about so many members. */
const INSERTION_SORT_LIMIT = 32;

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;

const UNBOUNDED: Limits = {
  ...DEFAULT_LIMITS,
  nodes: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  stringLength: Number.POSITIVE_INFINITY,
  totalStringLength: Number.POSITIVE_INFINITY,
};

/** Copies a value with its members sorted, so that the engine's own JSON.stringify can write it: faster than writing it here. */
class Sorter {
  /** Objects enumerate members that look like array indexes first, by number: their order cannot be fixed by copying. */
  hasIndexKey = false;

  value(value: unknown, depth: number): JsonValue | typeof REFUSED {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : REFUSED;
    if (typeof value !== 'object' || depth === 0) return REFUSED;
    if (isPlainObject(value)) return this.#object(value, depth - 1);
    return isPlainArray(value) ? this.#array(value, depth - 1) : REFUSED;
  }

  #array(array: readonly unknown[], depth: number): JsonValue | typeof REFUSED {
    const copy: JsonValue[] = [];
    for (let index = 0; index < array.length; index++) {
      const member = array[index];
      const sorted = typeof member === 'string' ? member : this.value(member, depth);
      if (sorted === REFUSED) return REFUSED;
      copy.push(sorted);
    }
    return copy;
  }

  #object(object: Readonly<Record<string, unknown>>, depth: number): JsonValue | typeof REFUSED {
    const copy: Record<string, JsonValue> = {};
    for (const key of sortedKeys(object)) {
      const member = object[key];
      if (member === undefined) continue;
      const sorted = typeof member === 'string' ? member : this.value(member, depth);
      if (sorted === REFUSED || key === RESERVED_KEY) return REFUSED;
      const first = key.charCodeAt(0);
      if (first >= DIGIT_ZERO && first <= DIGIT_NINE) this.hasIndexKey = true;
      copy[key] = sorted;
    }
    return copy;
  }
}

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length > INSERTION_SORT_LIMIT) return keys.sort();
  for (let end = 1; end < keys.length; end++) {
    // Both indexes stay within the array; the compiler cannot see it, and a check here would cost a tenth of the whole.
    const key = keys[end] as string;
    let index = end - 1;
    while (index >= 0 && (keys[index] as string) > key) {
      keys[index + 1] = keys[index] as string;
      index -= 1;
    }
    keys[index + 1] = key;
  }
  return keys;
}

function writeSorted(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeSorted(member)}`).join(',')}}`;
}

function refusal(value: unknown, depth: number): UrtextError {
  const issue = inspectJson(value, UNBOUNDED, depth);
  const where = { path: issue?.path ?? '', rule: issue?.rule ?? 'json-unreadable' };
  return new UrtextError('canonical-form', `The value has no canonical form. ${issue?.message ?? ''}`.trimEnd(), {
    details: where,
  });
}
