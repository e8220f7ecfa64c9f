import { WireFormatError } from '../core/errors.ts';
import { checkJson, isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { escapeToken } from '../core/pointer.ts';
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
