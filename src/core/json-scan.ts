import { losesDigits } from './exact-number.ts';
import type { Limits } from './limits.ts';

/** What is known of a JSON text before it is parsed. */
export interface JsonScan {
  /** The bound that the text passes, and the byte offset where; the scan stops there. */
  readonly fault?: { readonly rule: 'json-depth' | 'json-nodes'; readonly offset: number };
  /** Whether a number literal outside of strings loses digits as a double. */
  readonly losesDigits: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** Literals up to this length without an exponent are exact. */
const SHORT_LITERAL = 15;

/**
 * Bounds the depth and the number of values of a JSON text before anything is built from it: sixty megabytes of `[[[[…` or
 * `{},{},…` would otherwise cost gigabytes. One pass that respects strings and allocates nothing for ordinary text.
 * Of a text that is not JSON it tells only whether it passes the bounds; parsing tells the rest.
 */
export function scanJson(bytes: Uint8Array, limits: Pick<Limits, 'depth' | 'nodes'>): JsonScan {
  // Asking a byte array for its length in a loop's condition halves the speed of the loop.
  const { length } = bytes;
  let depth = 0;
  let nodes = 1;
  let loses = false;
  for (let offset = 0; offset < length; offset++) {
    const byte = bytes[offset] ?? 0;
    if (byte === QUOTE) {
      offset = endOfString(bytes, offset);
    } else if (byte === COMMA) {
      nodes += 1;
      if (nodes > limits.nodes) return { fault: { rule: 'json-nodes', offset }, losesDigits: loses };
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      nodes += 1;
      if (depth > limits.depth) return { fault: { rule: 'json-depth', offset }, losesDigits: loses };
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth -= 1;
      if (isEmptyContainer(bytes, offset)) nodes -= 1;
    } else if (byte === MINUS || (byte >= DIGIT_ZERO && byte <= DIGIT_NINE)) {
      const end = endOfNumber(bytes, offset);
      loses ||= mayLoseDigits(bytes, offset, end) && losesDigits(new TextDecoder().decode(bytes.subarray(offset, end)));
      offset = end - 1;
    }
  }
  return nodes > limits.nodes
    ? { fault: { rule: 'json-nodes', offset: bytes.length }, losesDigits: loses }
    : { losesDigits: loses };
}

/** The offset of the closing quote, or of the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let offset = start + 1;
  for (; offset < length; offset++) {
    const byte = bytes[offset];
    if (byte === QUOTE) return offset;
    if (byte === BACKSLASH) offset += 1;
  }
  return offset;
}

/** Each container was counted for its first member, which an empty one does not have. */
function isEmptyContainer(bytes: Uint8Array, close: number): boolean {
  let offset = close - 1;
  while (offset >= 0 && (bytes[offset] ?? 0) <= SPACE) offset -= 1;
  return bytes[offset] === OPEN_BRACKET || bytes[offset] === OPEN_BRACE;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let offset = start + 1;
  while (offset < length && isNumberByte(bytes[offset] ?? 0)) offset += 1;
  return offset;
}

/** Digits, `+`, `-`, `.`, `e` and `E`. */
function isNumberByte(byte: number): boolean {
  return (
    (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) ||
    byte === 0x2b ||
    byte === MINUS ||
    byte === 0x2e ||
    (byte | 0x20) === 0x65
  );
}

function mayLoseDigits(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT_LITERAL) return true;
  for (let offset = start; offset < end; offset++) if (((bytes[offset] ?? 0) | 0x20) === 0x65) return true;
  return false;
}
