import { isPlainObject, type JsonObject } from '../../core/json.ts';
import { RESERVED_KEY } from '../../core/json-value.ts';
import type { Limits } from '../../core/limits.ts';
import { type ExactNumbers, parseJson } from '../../core/parse-json.ts';
import { repeatedName } from '../../core/repeated-name.ts';
import { PayloadCheck } from './payload-check.ts';
import { ValueEnd } from './value-end.ts';

/** What the text of one frame holds. */
export type Payload =
  | {
      readonly kind: 'data';
      readonly data: JsonObject;
      readonly exactNumbers: () => ExactNumbers;
      /** The pointer of a member whose name its object has several times: the last of them is in `data`. */
      readonly repeated?: string;
    }
  | { readonly kind: 'marker' }
  /** The text is no JSON object, and how it is none; never the text itself. */
  | { readonly kind: 'malformed'; readonly message: string; readonly isTruncated: boolean };

/**
 * The records in the text of one frame: one as a rule. Gateways glue several together, and the end marker to a payload, on
 * one line or on several: each of them is a record of its own. A marker inside of a string is text.
 */
export function readPayloads(text: string, limits: Limits, endMarker: string): readonly Payload[] {
  if (text === endMarker) return MARKER_ALONE;
  const whole = payloadOf(text, limits);
  if (whole.kind === 'data') return [whole];
  const pieces = piecesOf(text, endMarker);
  if (pieces.length < 2 && pieces[0] !== endMarker) return [whole];
  return pieces.map((piece) => (piece === endMarker ? MARKER : payloadOf(piece, limits)));
}

const MARKER: Payload = { kind: 'marker' };
const MARKER_ALONE: readonly Payload[] = [MARKER];

function payloadOf(text: string, limits: Limits): Payload {
  return (isShort(text, limits) ? quickPayload(text, limits) : undefined) ?? checkedPayload(text, limits);
}

/** Of a text that is JSON within the limits the value is all that is looked at; anything else is for the slower way to say. */
function quickPayload(text: string, limits: Limits): Payload | undefined {
  const data = parsedQuickly(text);
  if (data === undefined) return undefined;
  const members = membersOf(data, limits.depth);
  if (!(members <= limits.keys)) return undefined;
  const repeated = repetition(text, members);
  const exactNumbers = () => exactNumbersIn(text, limits);
  return repeated === undefined ? { kind: 'data', data, exactNumbers } : { kind: 'data', data, exactNumbers, repeated };
}

function checkedPayload(text: string, limits: Limits): Payload {
  const parsed = parseJson(text, limits);
  if (!parsed.ok) {
    const { message, rule } = parsed.issue;
    return { kind: 'malformed', message, isTruncated: rule === 'json-truncated' };
  }
  const { value, exactNumbers } = parsed;
  if (!isPlainObject(value)) return malformed('The payload is no JSON object.');
  const check = new PayloadCheck(limits);
  const fault = check.faultOf(value);
  if (fault !== undefined) return malformed(fault);
  const repeated = repetition(text, check.members);
  // A plain object that was parsed is a JSON object.
  const payload = { kind: 'data', data: value as JsonObject, exactNumbers: () => exactNumbers } as const;
  return repeated === undefined ? payload : { ...payload, repeated };
}

function malformed(message: string): Payload {
  return { kind: 'malformed', message, isTruncated: false };
}

/** UTF-16 code units of a text that is parsed before its depth is known. */
const SHORT_TEXT = 4096;
const BYTES_PER_UNIT = 3;

function isShort({ length }: string, { bytes, nodes }: Limits): boolean {
  return length <= SHORT_TEXT && length * BYTES_PER_UNIT <= bytes && length < nodes;
}

/**
 * How many members all objects of a parsed value have together. Not a number where it nests deeper than `depth` levels,
 * holds a number beyond the range of a double, or a member whose name is refused. Most of the time that a frame is read
 * in is spent on its JSON, and this walk is a tenth of that.
 */
function membersOf(value: object, depth: number): number {
  if (depth === 0) return Number.NaN;
  if (Array.isArray(value)) return membersIn(value, depth);
  // An object that was parsed.
  const object = value as JsonObject;
  let count = 0;
  for (const key in object) {
    if (key === RESERVED_KEY) return Number.NaN;
    const member = object[key];
    count += 1;
    if (typeof member === 'object') {
      if (member !== null) count += membersOf(member, depth - 1);
    } else if (typeof member === 'number' && !Number.isFinite(member)) return Number.NaN;
  }
  return count;
}

function membersIn(array: readonly unknown[], depth: number): number {
  let count = 0;
  for (let index = 0; index < array.length; index++) {
    const entry = array[index];
    if (typeof entry === 'object') {
      if (entry !== null) count += membersOf(entry, depth - 1);
    } else if (typeof entry === 'number' && !Number.isFinite(entry)) return Number.NaN;
  }
  return count;
}

/**
 * The parser keeps the last of members with one name. Every name has a colon behind it: where there are no more of them
 * than members no name was repeated, and nearly no text needs more than this count.
 */
function repetition(text: string, members: number): string | undefined {
  return colonsBehindNames(text) > members ? repeatedName(text) : undefined;
}

const QUOTE = 0x22;
const SPACE = 0x20;

/** The colons that a quote or space stands before: those behind names, and few others. */
function colonsBehindNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE || before <= SPACE) count += 1;
  }
  return count;
}

/** The object that a text is; what it is instead is for the slower way to say. */
function parsedQuickly(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A plain object that was parsed is a JSON object.
    return isPlainObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Finds every number that could lose digits, and some that do not. */
const LONG_OR_EXPONENT = /[0-9](?:[0-9.]{14}|[eE])/;

/** The numbers of a payload that lose digits as doubles, each with its literal in the text. */
export function exactNumbersIn(text: string, limits: Limits): ExactNumbers {
  if (!LONG_OR_EXPONENT.test(text)) return NO_NUMBERS;
  const parsed = parseJson(text, limits);
  return parsed.ok ? parsed.exactNumbers : NO_NUMBERS;
}

const NO_NUMBERS: ExactNumbers = new Map();

/** Objects and markers, and whatever else stands between or behind them, each as its text. */
function piecesOf(text: string, endMarker: string): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = text.startsWith(endMarker, at) ? at + endMarker.length : endOfValue(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function endOfValue(text: string, start: number): number {
  const end = text.charAt(start) === '{' ? new ValueEnd().in(text, start) : -1;
  return end < 0 ? text.length : end;
}
