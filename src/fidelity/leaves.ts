import type { JsonObject, JsonValue } from '../core/json.ts';
import { isPlainObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';

/** The tokens of a JSON pointer, indexes as numbers. */
export type Tokens = readonly (string | number)[];

/** A scalar, or a container that holds nothing: the smallest things that can be lost. */
export interface Leaf {
  readonly tokens: Tokens;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Every leaf of a JSON value, in the order of the document. */
export function leavesOf(value: JsonValue, tokens: Tokens = []): readonly Leaf[] {
  const below = members(value);
  if (below.length === 0) return [{ tokens, pointer: pointer(...tokens), value }];
  return below.flatMap(([key, member]) => leavesOf(member, [...tokens, key]));
}

function members(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry] as const);
  // Every object of a JSON value is a plain one.
  return isPlainObject(value) ? Object.entries(value as JsonObject) : [];
}

/** A copy in which one place holds another value; without one the place is taken out. The rest is shared. */
export function replaced(root: JsonValue, tokens: Tokens, value: JsonValue | undefined): JsonValue {
  const [token, ...rest] = tokens;
  if (token === undefined) return value ?? null;
  if (Array.isArray(root)) {
    const index = Number(token);
    const entry = rest.length === 0 ? value : replaced(root[index] ?? null, rest, value);
    return root.toSpliced(index, 1, ...(entry === undefined ? [] : [entry]));
  }
  const copy: Record<string, JsonValue> = { ...(root as JsonObject) }; // a path into a scalar would be a fault of the test
  if (rest.length === 0 && value === undefined) delete copy[token];
  else copy[token] = rest.length === 0 ? (value as JsonValue) : replaced(copy[token] ?? null, rest, value);
  return copy;
}

/** The value at a place; undefined where there is none. */
export function valueAt(root: JsonValue, tokens: Tokens): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of tokens) {
    if (value === null || typeof value !== 'object') return undefined;
    // Arrays and objects of JSON are both read by own members of these names.
    value = (value as Readonly<Record<string | number, JsonValue>>)[token];
  }
  return value;
}

/**
 * All entries of a short list, and of a long one as many as the limit says: always the same ones for one seed, spread
 * over the whole list.
 */
export function sampled<T>(entries: readonly T[], limit: number, seed: number): readonly T[] {
  if (entries.length <= limit) return entries;
  const stride = entries.length / limit;
  return Array.from({ length: limit }, (_, index) => {
    const within = pseudoRandom(seed + index) * stride;
    return entries[Math.min(entries.length - 1, Math.floor(index * stride + within))] as T; // the index is in range
  });
}

/** A number from 0 up to 1 that depends on the seed alone. */
function pseudoRandom(seed: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}
