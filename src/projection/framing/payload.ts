import { isPlainObject, type JsonObject } from '../../core/json.ts';
import { RESERVED_KEY } from '../../core/json-value.ts';
import type { Limits } from '../../core/limits.ts';
import { type ExactNumbers, parseJson } from '../../core/parse-json.ts';
import { ValueEnd } from './value-end.ts';

/** What the text of one frame holds. */
export type Payload =
  | { readonly kind: 'data'; readonly data: JsonObject; readonly exactNumbers: () => ExactNumbers }
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
  const quick = isPlainlyWithin(text, limits) ? parsedQuickly(text) : undefined;
  if (quick !== undefined) return { kind: 'data', data: quick, exactNumbers: () => exactNumbersOf(text, limits) };
  const parsed = parseJson(text, limits);
  if (!parsed.ok) {
    const { message, rule } = parsed.issue;
    return { kind: 'malformed', message, isTruncated: rule === 'json-truncated' };
  }
  const { value, exactNumbers } = parsed;
  // A plain object that was parsed is a JSON object.
  if (isPlainObject(value)) return { kind: 'data', data: value as JsonObject, exactNumbers: () => exactNumbers };
  return { kind: 'malformed', message: 'The payload is no JSON object.', isTruncated: false };
}

/** UTF-16 code units of a frame that is short enough to be judged as a whole. */
const SHORT_TEXT = 4096;
const BYTES_PER_UNIT = 3;

/** Whether a text passes all bounds however it is built, and names no member that is refused. */
function isPlainlyWithin(text: string, { bytes, nodes, depth }: Limits): boolean {
  const { length } = text;
  if (length > SHORT_TEXT || length * BYTES_PER_UNIT > bytes || length >= nodes) return false;
  if (text.includes(RESERVED_KEY) || text.includes('\\u00')) return false;
  return length <= depth || (hasAtMost(depth / 2, text, '{') && hasAtMost(depth / 2, text, '['));
}

function hasAtMost(most: number, text: string, character: string): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1;
    if (count > most) return false;
  }
  return true;
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

function exactNumbersOf(text: string, limits: Limits): ExactNumbers {
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
