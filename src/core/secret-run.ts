import {
  DOTTED_KEY_PATTERNS,
  type FoundSecret,
  isPlaceholder,
  KEY_PATTERNS,
  type KeyPattern,
  looksRandom,
  SHORTEST_KEY,
} from './secret-patterns.ts';

/** No key or token of the tables, the segments of JSON Web Tokens apart, is longer. */
const LONGEST_KEY = 4096;

/** The longest header of a JSON Web Token that is decoded. */
const LONGEST_TOKEN_HEADER = 2048;

/** Enough of what stands before a run to tell `Bearer` and the dotted prefixes. */
const LOOK_BEHIND = 12;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;
const SPACE = 0x20;

const ESCAPED_CHARACTER = /^u[0-9a-fA-F]{4}|^[bfnrt]/;
const SEGMENT = /\.([A-Za-z0-9_-]{10,})\.([A-Za-z0-9_-]{10,})/y;
const TOKEN = /[A-Za-z0-9._~+/=-]+/y;

const patternsByBeginning = Map.groupBy(KEY_PATTERNS, ({ prefix }) => prefix.slice(0, 2));

/** 1 for each two characters, as the product of their codes below 128, that some key begins with. */
const BEGINNINGS = new Uint8Array(128 * 128);
for (const beginning of patternsByBeginning.keys())
  BEGINNINGS[beginning.charCodeAt(0) * 128 + beginning.charCodeAt(1)] = 1;

/** 1 for letters, digits, `_` and `-`. */
const RUN_CHARACTERS = new Uint8Array(0x10000);
for (let code = 0; code < 128; code++) RUN_CHARACTERS[code] = /[A-Za-z0-9_-]/.test(String.fromCharCode(code)) ? 1 : 0;

/**
 * Finds the first credential from `from` on that stands by itself: a key that begins as its provider's do, a JSON Web
 * Token, or what follows the word Bearer. All of them hold a long run of letters, digits, `_` and `-`, which ordinary text
 * seldom does: one look at each sixteenth character finds every such run.
 */
export function findKey(text: string, from: number): FoundSecret | undefined {
  const { length } = text;
  let position = from + SHORTEST_KEY - 1;
  while (position < length) {
    let end = position;
    while (end < length && RUN_CHARACTERS[text.charCodeAt(end)] === 1) end += 1;
    let start = position;
    if (end > position) while (start > from && RUN_CHARACTERS[text.charCodeAt(start - 1)] === 1) start -= 1;
    const found = end - start >= SHORTEST_KEY ? inspect(text, start, end) : undefined;
    if (found !== undefined) return found;
    position = end + SHORTEST_KEY;
  }
  return undefined;
}

/** Tells whether the run from `start` to `end` is a credential. */
function inspect(text: string, start: number, end: number): FoundSecret | undefined {
  const before = text.charCodeAt(start - 1);
  const begin = before === BACKSLASH || before === PERCENT ? skipEscape(text, start, end) : start;
  if (BEGINNINGS[text.charCodeAt(begin) * 128 + text.charCodeAt(begin + 1)] === 1) {
    const key = findProviderKey(text, begin, end);
    if (key !== undefined) return key;
  }
  if (before === DOT || before === SLASH) return findDottedKey(text, start, end);
  if (text.charCodeAt(end) === DOT && text.startsWith('eyJ', begin)) return findWebToken(text, begin, end);
  return before <= SPACE || begin > start ? findBearer(text, begin) : undefined;
}

/** In JSON inside of text, a run may begin with the letter of an escape; in a URL, with the digits of one. */
function skipEscape(text: string, start: number, end: number): number {
  if (text[start - 1] === '%') return Math.min(start + 2, end);
  return start + (ESCAPED_CHARACTER.exec(text.slice(start, start + 5))?.[0].length ?? 0);
}

function findProviderKey(text: string, start: number, end: number): FoundSecret | undefined {
  const patterns = patternsByBeginning.get(text.slice(start, start + 2));
  if (patterns === undefined || end - start > LONGEST_KEY) return undefined;
  const key = text.slice(start, end);
  for (const pattern of patterns) {
    if (!key.startsWith(pattern.prefix) || isInsideBase64(text, start, end, pattern)) continue;
    const rest = key.slice(pattern.prefix.length);
    if (pattern.rest.test(rest) && /[0-9]/.test(rest) && /[A-Za-z]/.test(rest) && !isPlaceholder(rest)) {
      return { kind: pattern.kind, index: start, length: key.length };
    }
  }
  return undefined;
}

/** Plain letters can be part of base64, and the id of an AWS key in a signed URL is public. */
function isInsideBase64(text: string, start: number, end: number, { prefix }: KeyPattern): boolean {
  if (/[_-]/.test(prefix)) return false;
  return (
    /[+/]/.test(text[start - 1] ?? ' ') ||
    /[+/=]/.test(text[end] ?? ' ') ||
    text.slice(start - 11, start) === 'Credential='
  );
}

function findDottedKey(text: string, start: number, end: number): FoundSecret | undefined {
  if (end - start > LONGEST_KEY) return undefined;
  for (const { kind, prefix, rest } of DOTTED_KEY_PATTERNS) {
    const index = start - prefix.length;
    if (index < 0 || !text.startsWith(prefix, index) || /[A-Za-z0-9_/+-]/.test(text[index - 1] ?? ' ')) continue;
    const key = text.slice(start, end);
    if (rest.test(key) && !isPlaceholder(key)) return { kind, index, length: end - index };
  }
  return undefined;
}

/** A JSON Web Token: three segments, of which the first decodes to JSON with an algorithm (RFC 7519). */
function findWebToken(text: string, start: number, end: number): FoundSecret | undefined {
  if (end - start > LONGEST_TOKEN_HEADER) return undefined;
  SEGMENT.lastIndex = end;
  const segments = SEGMENT.exec(text);
  const payload = segments?.[1];
  if (segments === null || payload === undefined) return undefined;
  if (!/"alg"\s*:/.test(decodeBase64Url(text.slice(start, end)))) return undefined;
  // The token of every tutorial names this subject.
  if (decodeBase64Url(payload.slice(0, LONGEST_TOKEN_HEADER)).includes('"sub":"1234567890"')) return undefined;
  return { kind: 'json-web-token', index: start, length: end - start + segments[0].length };
}

function findBearer(text: string, start: number): FoundSecret | undefined {
  if (!/bearer(?:\s|%20)+$/i.test(text.slice(Math.max(0, start - LOOK_BEHIND), start))) return undefined;
  TOKEN.lastIndex = start;
  const token = TOKEN.exec(text)?.[0].replace(/[.]$/, '') ?? '';
  return looksRandom(token) ? { kind: 'bearer-token', index: start, length: token.length } : undefined;
}

function decodeBase64Url(segment: string): string {
  try {
    return atob(
      segment
        .slice(0, segment.length - (segment.length % 4 === 1 ? 1 : 0))
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
  } catch {
    return '';
  }
}
