import type { JsonValue } from '../core/json.ts';
import { escapeToken } from '../core/pointer.ts';
import { stringifyJson } from '../core/stringify-json.ts';
import type { WireReading } from './wire-json.ts';

/** Reports that a number lost digits. */
function loseDigits({ loss }: WireReading, path: string): void {
  loss.lose({ path, feature: 'number.unsafe', reason: 'a double does not hold every digit of this number' });
}

/** Whether a number is an integer that a double cannot tell from its neighbours. */
export function isUnsafe(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Reports a number of the body that lost digits, where it did. */
export function checkDigits(reading: WireReading, value: number, path: string): void {
  if (isUnsafe(value) || reading.exactNumbers.has(path)) loseDigits(reading, path);
}

/** Reports each number of a bounded JSON value that lost digits. */
export function loseDigitsIn(reading: WireReading, value: JsonValue, path: string): void {
  if (reading.exactNumbers.size === 0 && !holdsUnsafe(value)) return;
  eachNumber(value, path, (number, place) => checkDigits(reading, number, place));
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

/** A JSON value, and the source texts of its numbers that a double does not hold, by pointer below it. */
export interface JsonWithDigits {
  readonly value: JsonValue;
  readonly digits: ReadonlyMap<string, string>;
}

/** A bounded value with the digits that were sent. A number whose digits were lost before it came here is reported. */
export function withDigits(reading: WireReading, value: JsonValue, path: string): JsonWithDigits {
  loseEarlierDigits(reading, value, path);
  return { value, digits: exactNumbersIn(reading.exactNumbers, value, path) };
}

/**
 * The JSON text of a bounded value with every digit that was sent, for what stays beside the record. A number whose digits
 * were lost before it came here is reported.
 */
export function exactJsonText(reading: WireReading, value: JsonValue, path: string): string {
  const exact = withDigits(reading, value, path);
  return stringifyJson(value, exact.digits);
}

function loseEarlierDigits(reading: WireReading, value: JsonValue, path: string): void {
  if (!holdsUnsafe(value)) return;
  eachNumber(value, path, (number, place) => {
    if (isUnsafe(number) && !reading.exactNumbers.has(place)) loseDigits(reading, place);
  });
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
