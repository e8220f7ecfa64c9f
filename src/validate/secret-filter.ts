import { DOTTED_KEY_PATTERNS, KEY_PATTERNS, SHORTEST_KEY } from '../core/secret-patterns.ts';

/**
 * Whether `findSecret` might find a credential in a text. It says yes wherever
 * `findSecret` finds one (cookies with exotic names apart), seldom where it finds none, and reads a fifth of the
 * characters: to search all texts of a record would take longer than to parse it.
 */
export function mayHoldSecret(text: string): boolean {
  if (hasTellingRun(text) || beginsWithTellingHeader(text) || hasUserInUrl(text)) return true;
  if (text.length < LONG_ENOUGH_FOR_WORDS) return false;
  if (text.includes('PRIVATE KEY') || COOKIES.some((name) => text.includes(name))) return true;
  return hasAuthorization(text, 'z') || hasAuthorization(text, 'Z');
}

/** A cookie behind others stands far from the name of its header, so that the name alone is worth a look. */
const COOKIES = ['ookie', 'OOKIE'];

/**
 * Whether a short text is one of those that need no closer look: ASCII, so well formed, without a sign that could give a
 * name its value, and without a run as long as a key. Ids and names are so, and nearly all short texts are ids and names.
 */
export function isPlain(text: string): boolean {
  const { length } = text;
  if (length > LONGEST_PLAIN) return false;
  let run = 0;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (IN_KEYS[code] === 1) run += 1;
    else if (code > LAST_ASCII || code === COLON || code === EQUALS || code === AT_SIGN) return false;
    else run = 0;
    if (run === SHORTEST_KEY) return false;
  }
  return true;
}

const LONGEST_PLAIN = 48;
const LONG_ENOUGH_FOR_WORDS = 28;

const SPACE = 0x20;
const PERCENT = 0x25;
const COLON = 0x3a;
const EQUALS = 0x3d;
const AT_SIGN = 0x40;
const BACKSLASH = 0x5c;
const SMALL_I = 0x69;
const LAST_ASCII = 0x7f;
/** What makes the code of a capital letter that of the small one. */
const LOWER_CASE = 0x20;

/** 1 for letters, digits, `_` and `-`: what keys consist of. */
const IN_KEYS = tableOf(/[A-Za-z0-9_-]/);
/** 1 for those, and for what the values of named keys may hold beside. */
const IN_VALUES = tableOf(/[A-Za-z0-9_.~+/=-]/);
/** 1 for what may stand between a name, the `:` or `=` behind it, and the value. */
const IN_GAPS = tableOf(/[\\"'`\] \t]/);

/** A table over all codes, since one that is asked for what it does not have is slow. */
function tableOf(characters: RegExp): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 128; code++) if (characters.test(String.fromCharCode(code))) table[code] = 1;
  return table;
}

/** The code of a character; zero beyond the ends of the text. */
function codeAt(text: string, index: number): number {
  return index < 0 || index >= text.length ? 0 : text.charCodeAt(index);
}

/**
 * The start of the first run from `from` on, before `to`, that is as long as a key and consists of characters of `table`;
 * -1 when there is none. A window of that length is read from its end: most are left after a few characters, since words
 * are shorter.
 */
function findRun(text: string, table: Uint8Array, from: number, to: number): number {
  let start = from;
  while (start + SHORTEST_KEY <= to) {
    let index = start + SHORTEST_KEY - 1;
    while (index >= start && table[text.charCodeAt(index)] === 1) index -= 1;
    if (index < start) return start;
    start = index + 1;
  }
  return -1;
}

function endOfRun(text: string, table: Uint8Array, start: number): number {
  let end = start + SHORTEST_KEY;
  while (end < text.length && table[text.charCodeAt(end)] === 1) end += 1;
  return end;
}

/** Looks at each run of characters of keys and values that is as long as a key. */
function hasTellingRun(text: string): boolean {
  const { length } = text;
  let equals = -1;
  for (let start = findRun(text, IN_VALUES, 0, length); start >= 0; ) {
    const end = endOfRun(text, IN_VALUES, start);
    if (isTellingBefore(text, start) || holdsBeginning(text, start, end)) return true;
    // Each `=` of the text is looked at once, however many runs there are.
    if (equals < start) equals = indexOrEnd(text, '=', start);
    for (; equals < end; equals = indexOrEnd(text, '=', equals + 1)) if (endsInTellingName(text, equals)) return true;
    start = findRun(text, IN_VALUES, end + 1, length);
  }
  return false;
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const index = text.indexOf(sign, from);
  return index < 0 ? text.length : index;
}

const SCHEME = /(?:basic|bearer|digest|token|negotiate|apikey|hmac|aws4-hmac-sha256)(?:\s|%20)+$/i;
const LONGEST_SCHEME = 24;

/** Whether what stands before a run makes it worth a look: an escape, a scheme of authorization, a telling name. */
function isTellingBefore(text: string, start: number): boolean {
  if (start === 0) return false;
  const before = text.charCodeAt(start - 1);
  if (before === BACKSLASH || before === PERCENT) return true;
  if (before <= SPACE && SCHEME.test(text.slice(Math.max(0, start - LONGEST_SCHEME), start))) return true;
  const sign = skipGap(text, start - 1);
  const code = codeAt(text, sign);
  return (code === COLON || code === EQUALS) && endsInTellingName(text, sign);
}

const BEGINNINGS = ['eyJ', ...KEY_PATTERNS.map(({ prefix }) => prefix)];

/** By the first two characters of keys and JSON Web Tokens, and by the last two of what stands before dotted keys. */
const FIRST_TWO = twos(BEGINNINGS.map((beginning) => beginning.slice(0, 2)));
const LAST_TWO = twos(DOTTED_KEY_PATTERNS.map(({ prefix }) => prefix.slice(-2)));

function twos(pairs: readonly string[]): Uint8Array {
  const table = new Uint8Array(128 * 128);
  for (const two of pairs) table[two.charCodeAt(0) * 128 + two.charCodeAt(1)] = 1;
  return table;
}

/** Whether a key begins somewhere in a run. */
function holdsBeginning(text: string, start: number, end: number): boolean {
  for (let at = findRun(text, IN_KEYS, start, end); at >= 0; ) {
    if (isBeginningOfKey(text, at)) return true;
    at = findRun(text, IN_KEYS, endOfRun(text, IN_KEYS, at), end);
  }
  return false;
}

function isBeginningOfKey(text: string, index: number): boolean {
  const two = codeAt(text, index) * 128 + codeAt(text, index + 1);
  if (FIRST_TWO[two] === 1 && BEGINNINGS.some((beginning) => text.startsWith(beginning, index))) return true;
  return LAST_TWO[codeAt(text, index - 2) * 128 + codeAt(text, index - 1)] === 1 && followsDottedBeginning(text, index);
}

function followsDottedBeginning(text: string, index: number): boolean {
  return DOTTED_KEY_PATTERNS.some(({ prefix }) => text.endsWith(prefix, index));
}

/** A text that is nothing but a header holds a credential even when its value is short. */
function beginsWithTellingHeader(text: string): boolean {
  const colon = text.indexOf(':');
  return colon > 0 && endsInTellingName(text, colon);
}

const LONGEST_AUTHORITY = 300;

function hasUserInUrl(text: string): boolean {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (text.slice(Math.max(0, at - LONGEST_AUTHORITY), at).includes('://')) return true;
  }
  return false;
}

/** The word is searched for by its rarest letter. */
function hasAuthorization(text: string, letter: string): boolean {
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) {
    const isAfterI = (codeAt(text, at - 1) | LOWER_CASE) === SMALL_I;
    if (isAfterI && text.slice(Math.max(0, at - 7), at).toLowerCase() === 'authori') return true;
  }
  return false;
}

/** The last two letters of the names that matter: authorization, cookie, key, token, secret. */
const NAME_ENDINGS = new Uint8Array(32 * 32);
for (const ending of ['on', 'ie', 'ey', 'en', 'et']) NAME_ENDINGS[pair(ending.charCodeAt(0), ending.charCodeAt(1))] = 1;

function endsInTellingName(text: string, sign: number): boolean {
  const last = skipGap(text, sign - 1);
  return NAME_ENDINGS[pair(codeAt(text, last - 1), codeAt(text, last))] === 1;
}

/** Numbers two letters without their case. */
function pair(first: number, second: number): number {
  return (first & 0x1f) * 32 + (second & 0x1f);
}

const LONGEST_GAP = 7;

/** The last place at or before `index` that is no quote, bracket or space. */
function skipGap(text: string, index: number): number {
  let at = index;
  while (at > index - LONGEST_GAP && IN_GAPS[codeAt(text, at)] === 1) at -= 1;
  return at;
}
