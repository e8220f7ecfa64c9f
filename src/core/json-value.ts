/** Everything that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object: own string-keyed members only. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The member name that is refused everywhere: copying it by assignment would change a prototype. */
export const RESERVED_KEY = '__proto__';

/** Whether a value is an object as JSON makes them: its prototype is `Object.prototype` or null, and it is no array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is an array whose prototype nobody changed. */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
}
