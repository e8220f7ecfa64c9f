import { WireFormatError } from '../core/errors.ts';
import { checkJson, isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { escapeToken } from '../core/pointer.ts';
import { stringifyJson } from '../core/stringify-json.ts';
import type { LossRecorder } from './loss.ts';

/** What readers of one wire body share. */
export interface WireReading {
  readonly loss: LossRecorder;
  /** Source texts of numbers that lose digits as doubles, by JSON pointer of the wire body. */
  readonly exactNumbers: ReadonlyMap<string, string>;
  readonly limits: Limits;
}

/** Levels of the record that stand around arbitrary JSON, which may then nest by so much less than a record. */
const LEVELS_AROUND = 8;

/** The rule of `checkJson` that half of a surrogate pair breaks. */
const HALF_PAIR = 'json-unicode';

/** The deepest arbitrary JSON that a record may hold under these limits. */
export function recordJsonDepth({ recordDepth }: Limits): number {
  return Math.max(1, recordDepth - LEVELS_AROUND);
}

/**
 * Arbitrary JSON of a wire body, checked against the limits. Half of a surrogate pair becomes U+FFFD, with an entry for
 * each. Everything else that JSON cannot be throws WireFormatError with its pointer and no payload text.
 */
export function boundedJson(reading: WireReading, value: JsonValue, path: string, depth: number): JsonValue {
  const issue = checkJson(value, reading.limits, depth);
  if (issue === undefined) return value;
  if (issue.rule === HALF_PAIR) {
    const repaired = repair(reading, value, path, depth);
    if (checkJson(repaired, reading.limits, depth) === undefined) return repaired;
  }
  const found = { path: `${path}${issue.path}`, rule: issue.rule };
  throw new WireFormatError('wire-format', `${found.path || 'the body'}: ${issue.message}`, { details: found });
}

function repair(reading: WireReading, value: JsonValue, path: string, depth: number): JsonValue {
  if (typeof value === 'string') return wellFormed(reading, value, path);
  if (depth <= 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry, index) => repair(reading, entry, `${path}/${index}`, depth - 1));
  if (!isPlainObject(value)) return value;
  // Every object of a JSON value is a plain one.
  const members = Object.entries(value as JsonObject).map(([key, member]) => {
    const name = key.toWellFormed();
    const place = `${path}/${escapeToken(name)}`;
    if (name !== key) loseHalfPair(reading, place);
    return [name, repair(reading, member, place, depth - 1)] as const;
  });
  return Object.fromEntries(members);
}

/** A text as a record holds it: half of a surrogate pair becomes U+FFFD, with an entry. */
export function wellFormed(reading: WireReading, text: string, path: string): string {
  if (text.isWellFormed()) return text;
  loseHalfPair(reading, path);
  return text.toWellFormed();
}

function loseHalfPair({ loss }: WireReading, path: string): void {
  loss.lose({ path, feature: 'text.lone-surrogate', reason: 'half of a surrogate pair was replaced by U+FFFD' });
}

/** Reports that a number lost digits. */
export function loseDigits({ loss }: WireReading, path: string): void {
  loss.lose({ path, feature: 'number.unsafe', reason: 'digits beyond 2^53 do not survive as a double' });
}

/** Whether a number is an integer that a double cannot tell from its neighbours. */
export function isUnsafe(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Reports each number of a bounded JSON value that lost digits. */
export function loseDigitsIn(reading: WireReading, value: JsonValue, path: string): void {
  if (reading.exactNumbers.size === 0 && !holdsUnsafe(value)) return;
  eachNumber(value, path, (number, place) => {
    if (isUnsafe(number) || reading.exactNumbers.has(place)) loseDigits(reading, place);
  });
}

/** The source texts of the numbers of a bounded JSON value, by pointer below it. */
export function exactNumbersIn(
  exactNumbers: ReadonlyMap<string, string>,
  value: JsonValue,
  path: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (exactNumbers.size === 0) return found;
  eachNumber(value, path, (_number, place) => {
    const text = exactNumbers.get(place);
    if (text !== undefined) found.set(place.slice(path.length), text);
  });
  return found;
}

/**
 * The JSON text of a bounded value with every digit that was sent, for what stays beside the record. A number whose digits
 * were lost before it came here is reported.
 */
export function exactJsonText(reading: WireReading, value: JsonValue, path: string): string {
  if (holdsUnsafe(value)) {
    eachNumber(value, path, (number, place) => {
      if (isUnsafe(number) && !reading.exactNumbers.has(place)) loseDigits(reading, place);
    });
  }
  return stringifyJson(value, exactNumbersIn(reading.exactNumbers, value, path));
}

/** Whether a bounded JSON value holds an integer beyond 2^53; quick, because there is none in nearly every body. */
function holdsUnsafe(value: JsonValue): boolean {
  if (typeof value === 'number') return isUnsafe(value);
  if (value === null || typeof value !== 'object') return false;
  return Array.isArray(value) ? value.some(holdsUnsafe) : Object.values(value).some(holdsUnsafe);
}

function eachNumber(value: JsonValue, path: string, visit: (value: number, path: string) => void): void {
  if (typeof value === 'number') visit(value, path);
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) eachNumber(entry, `${path}/${index}`, visit);
  else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) eachNumber(member, `${path}/${escapeToken(key)}`, visit);
  }
}
