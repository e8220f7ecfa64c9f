import type { JsonObject, JsonValue } from '../core/json.ts';
import { isPlainObject } from '../core/json.ts';
import type { Leaf } from './leaves.ts';

/**
 * Another value of the same type for a leaf; undefined means that the leaf is taken out, which is the only way to change
 * an empty container. A text stays base64 where it is base64.
 */
export function otherValue({ value }: Leaf): JsonValue | undefined {
  if (typeof value === 'string') return otherText(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value + 1 : value / 2;
  return typeof value === 'boolean' ? !value : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]{16,}={0,2}$/;

/** Another text of the same kind: base64 and digits stay what they are, whatever else gets one more letter. */
export function otherText(text: string): string {
  if (BASE64.test(text) && text.length % 4 === 0) return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
  return `${text}x`;
}

/** A copy in which every text that is equal to one stands in its stead, wherever one of the named members holds it. */
export function renamed(value: JsonValue, members: readonly string[], from: string, to: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, members, from, to));
  if (!isPlainObject(value)) return value;
  // Every object of a JSON value is a plain one.
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [
      key,
      member === from && members.includes(key) ? to : renamed(member, members, from, to),
    ]),
  );
}
