import { losesDigits } from './exact-number.ts';
import type { Issue } from './issue.ts';
import { findJsonFault } from './json-fault.ts';
import { scanJson } from './json-scan.ts';
import { type JsonValue, RESERVED_KEY } from './json-value.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { walkJson } from './walk.ts';

/** JSON Pointers of the numbers that a double cannot hold, each with its literal in the text. */
export type ExactNumbers = ReadonlyMap<string, string>;

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue; readonly exactNumbers: ExactNumbers }
  | { readonly ok: false; readonly issue: Issue };

const NO_NUMBERS: ExactNumbers = new Map();

/**
 * Parses JSON text, or UTF-8 bytes of it, within `limits.bytes`, `depth` and `nodes`, which are checked before anything
 * is built. A byte order mark is skipped. Of two members with one name the last counts, as in JSON.parse; a member named
 * `__proto__` is an issue. Halves of surrogate pairs pass: whoever makes a record of the value decides about them.
 * `depth` is the nesting that is allowed: a wire body's by default.
 * `exactNumbers` holds what the value lost: integers beyond 2^53 - 1 and literals with more digits than a double has.
 * Bad text is an issue, never an exception; no message quotes the text.
 */
export function parseJson(
  source: string | Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
  depth: number = limits.depth,
): ParsedJson {
  if (source.length > limits.bytes) return refuse(tooLong(limits));
  if (typeof source === 'string' && isPlainlyWithin(source, limits, depth)) return parseWithin(source, false);
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  if (bytes.length > limits.bytes) return refuse(tooLong(limits));
  const text = typeof source === 'string' ? withoutMark(source) : decode(source);
  if (text === undefined) return refuse(NOT_UTF_8);
  const bounds = { ...limits, depth };
  const scan = scanJson(bytes, bounds);
  if (scan.fault !== undefined) return refuse(outOfBounds(scan.fault, bounds));
  return parseWithin(text, scan.losesDigits);
}

/** UTF-16 code units of a text that is short enough to be judged as a whole. */
const SHORT_TEXT = 8192;
const BYTES_PER_UNIT = 3;

/** Finds every literal that could lose digits, and some that do not. Begins with a digit, as literals do: that is fast to look for. */
const LONG_OR_EXPONENT = /[0-9](?:[0-9.]{14}|[eE])/;

/** Whether a short text passes all bounds however its strings and brackets lie: then it need not be scanned. */
function isPlainlyWithin(text: string, { bytes, nodes }: Limits, depth: number): boolean {
  const { length } = text;
  if (length > SHORT_TEXT || length * BYTES_PER_UNIT > bytes || length >= nodes) return false;
  if (text.startsWith('\ufeff') || LONG_OR_EXPONENT.test(text)) return false;
  return length <= depth || countUpTo(depth, text, '[') + countUpTo(depth, text, '{') <= depth;
}

/** How often a text holds a character; one more than `most` when it is more often. */
function countUpTo(most: number, text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function parseWithin(text: string, losesDigits: boolean): ParsedJson {
  try {
    return losesDigits ? parseExactly(text) : finish(JSON.parse(text), text, NO_NUMBERS);
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(syntaxIssue(text));
    throw error;
  }
}

/** A number that was read with its literal, until the walk below has found where it stands. */
class NumberLiteral {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Parses with a reviver that sees the literals (ECMAScript, JSON.parse source text access). */
function parseExactly(text: string): ParsedJson {
  const marked: unknown = JSON.parse(text, (_key, value, context?: { readonly source?: string }) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && losesDigits(source) ? new NumberLiteral(source) : value;
  });
  const root = { value: marked };
  const numbers = new Map<string, string>();
  const outOfRange = walkJson(marked, (value, place) => {
    if (!(value instanceof NumberLiteral)) return undefined;
    const path = place.pointer();
    const number = Number(value.source);
    if (!Number.isFinite(number)) return path;
    numbers.set(path, value.source);
    Reflect.set(place.container ?? root, place.key ?? 'value', number);
    return undefined;
  });
  if (outOfRange === undefined) return finish(root.value, text, numbers);
  return refuse({
    path: outOfRange,
    rule: 'json-number',
    message: 'A number is beyond the range of a double.',
    expected: 'a finite number',
  });
}

function finish(value: unknown, text: string, exactNumbers: ExactNumbers): ParsedJson {
  const path = mayHoldReservedKey(text)
    ? walkJson(value, (_value, place) => (place.key === RESERVED_KEY ? place.pointer() : undefined))
    : undefined;
  if (path !== undefined) {
    return refuse({
      path,
      rule: 'json-reserved-key',
      message: 'A member is named "__proto__", which is refused everywhere.',
    });
  }
  // JSON.parse makes nothing but JSON values; the literals among them are numbers again.
  return { ok: true, value: value as JsonValue, exactNumbers };
}

/** The name may be spelled with escapes: `\u005f` for the underscore, and so on for its letters. */
function mayHoldReservedKey(text: string): boolean {
  return text.includes(RESERVED_KEY) || (text.includes('\\u00') && /\\u00(?:5f|6f|7[024])/i.test(text));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function refuse(issue: Issue): ParsedJson {
  return { ok: false, issue };
}

const NOT_UTF_8: Issue = { path: '', rule: 'json-encoding', message: 'The bytes are not UTF-8.', expected: 'UTF-8' };

function tooLong(limits: Limits): Issue {
  return {
    path: '',
    rule: 'json-bytes',
    message: `The JSON text is longer than ${limits.bytes} bytes.`,
    expected: `at most ${limits.bytes} bytes`,
  };
}

function outOfBounds(
  fault: { readonly rule: 'json-depth' | 'json-nodes'; readonly offset: number },
  limits: Limits,
): Issue {
  const bound = fault.rule === 'json-depth' ? `${limits.depth} levels of arrays and objects` : `${limits.nodes} values`;
  return {
    path: '',
    rule: fault.rule,
    message: `The JSON text has more than ${bound} at byte ${fault.offset}.`,
    expected: `at most ${bound}`,
  };
}

function syntaxIssue(text: string): Issue {
  const fault = findJsonFault(text);
  if (fault === undefined) return { path: '', rule: 'json-syntax', message: 'The text is not JSON.' };
  const { line, column, expected, found, path } = fault;
  const where = `line ${line}, column ${column}`;
  return fault.truncated
    ? {
        path,
        rule: 'json-truncated',
        message: `The JSON text breaks off at ${where}, where ${expected} should follow.`,
        expected,
        found,
      }
    : {
        path,
        rule: 'json-syntax',
        message: `The text stops being JSON at ${where}: expected ${expected}, found ${found}.`,
        expected,
        found,
      };
}
