/** One fault of a value: where it is, which rule it breaks, and one sentence about it. Never holds payload text. */
export interface Issue {
  /** JSON Pointer (RFC 6901) of the faulty place; the empty string is the whole value. */
  readonly path: string;
  /** Stable kebab-case code that `explain` knows. */
  readonly rule: string;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
}

/** What a validator answers: the value with its type, or every fault that it found (bounded by `limits.issues`). */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const SAFE_TAG = /^[a-z0-9_.-]{1,64}$/i;

/** Describes a value by its kind and size alone, so that a message can name it without showing payload text. */
export function describeFound(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `string of ${count(value.length, 'character')}`;
  if (typeof value === 'number') return describeNumber(value);
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') return `object with ${count(Object.keys(value).length, 'member')}`;
  return typeof value;
}

/** Describes the tag of a discriminated union: shown when it is a short plain token, described by its kind otherwise. */
export function describeTag(value: unknown): string {
  return typeof value === 'string' && SAFE_TAG.test(value) ? `"${value}"` : describeFound(value);
}

function describeNumber(value: number): string {
  if (!Number.isFinite(value)) return 'non-finite number';
  return Number.isInteger(value) ? 'integer' : 'number';
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
