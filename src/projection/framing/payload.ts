import { isPlainObject, type JsonObject } from '../../core/json.ts';
import type { Limits } from '../../core/limits.ts';
import { type ExactNumbers, type ParsedJson, parseJson } from '../../core/parse-json.ts';
import { ValueEnd } from './value-end.ts';

/** What the text of one frame holds. */
export type Payload =
  | { readonly kind: 'data'; readonly data: JsonObject; readonly exactNumbers: ExactNumbers }
  | { readonly kind: 'marker' }
  /** The text is no JSON object, and how it is none; never the text itself. */
  | { readonly kind: 'malformed'; readonly message: string; readonly isTruncated: boolean };

/**
 * The records in the text of one frame: one as a rule. Gateways glue several together, and the end marker to a payload, on
 * one line or on several: each of them is a record of its own. A marker inside of a string is text.
 */
export function readPayloads(text: string, limits: Limits, endMarker: string): readonly Payload[] {
  if (text === endMarker) return MARKER_ALONE;
  const whole = payloadOf(parseJson(text, limits));
  if (whole.kind === 'data') return [whole];
  const pieces = piecesOf(text, endMarker);
  if (pieces.length < 2 && pieces[0] !== endMarker) return [whole];
  return pieces.map((piece) => (piece === endMarker ? MARKER : payloadOf(parseJson(piece, limits))));
}

const MARKER: Payload = { kind: 'marker' };
const MARKER_ALONE: readonly Payload[] = [MARKER];

function payloadOf(parsed: ParsedJson): Payload {
  if (!parsed.ok) {
    const { message, rule } = parsed.issue;
    return { kind: 'malformed', message, isTruncated: rule === 'json-truncated' };
  }
  const { value, exactNumbers } = parsed;
  // A plain object that was parsed is a JSON object.
  if (isPlainObject(value)) return { kind: 'data', data: value as JsonObject, exactNumbers };
  return { kind: 'malformed', message: 'The payload is no JSON object.', isTruncated: false };
}

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
