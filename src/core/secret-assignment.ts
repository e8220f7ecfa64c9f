import {
  AUTHORIZATION_SCHEME,
  CREDENTIAL_HEADER,
  type FoundSecret,
  isPlaceholder,
  KEY_NAME,
  looksRandom,
} from './secret-patterns.ts';

const LONGEST_NAME = 48;

/** Quotes, backslashes, brackets and spaces that may stand between a name and its `:` or `=`. */
const LONGEST_GAP = 6;

/** So much of a value is looked at; what is found reaches to the end of the value. */
const LOOK_AHEAD = 256;

/** 1 for each two letters, as `pair` numbers them, that a name ends in which matters: authorization, key, token, cookie, secret. */
const NAME_ENDINGS = new Uint8Array(32 * 32);
for (const ending of ['on', 'ey', 'en', 'ie', 'et']) NAME_ENDINGS[pair(ending.charCodeAt(0), ending.charCodeAt(1))] = 1;

const SLASH = 0x2f;

const VALUE_START = /^[ \t]{0,4}[\\"'`]{0,2}/;
const KEY_VALUE = /^[^\s"'`,;:&<>(){}\\=]+={0,2}/;
const WORD = /^\S+/;
const LINE = /^[^"'`\r\n\\]+/;
/** Shorter ones stand in examples; a real one in a URL of a real host has a digit, or more letters. */
const PASSWORD = /^(?=.*[0-9]).{6,}$|^.{8,}$/;
const COOKIE_PAIR = /^[!#$%&'*+.^_|~0-9A-Za-z-]+=([^;\s]+)/;

/** Finds the first header, member or variable from `from` on that gets a credential behind a `:`, or password of a URL. */
export function findColonSecret(text: string, from: number): FoundSecret | undefined {
  return findBehind(':', text, from);
}

/** Finds the first parameter or variable from `from` on that gets a credential behind a `=`. */
export function findEqualsSecret(text: string, from: number): FoundSecret | undefined {
  return findBehind('=', text, from);
}

function findBehind(sign: string, text: string, from: number): FoundSecret | undefined {
  for (let at = text.indexOf(sign, from); at >= 0; at = text.indexOf(sign, at + 1)) {
    const secret = inspect(text, at);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

function inspect(text: string, at: number): FoundSecret | undefined {
  if (text.charCodeAt(at + 1) === SLASH && text.startsWith('://', at)) return findUrlPassword(text, at);
  const name = nameBefore(text, at);
  if (name === undefined) return undefined;
  const start = at + 1 + (VALUE_START.exec(text.slice(at + 1, at + 8))?.[0].length ?? 0);
  const isWholeHeader = text[at] === ':' && CREDENTIAL_HEADER.test(name) && isOneLine(text, at, name);
  if (name.endsWith('authorization')) return findAuthorization(text, start, isWholeHeader);
  if (name.endsWith('cookie')) return text[at] === ':' ? findCookie(text, start, isWholeHeader) : undefined;
  return KEY_NAME.test(name) ? findKeyValue(text, start, isWholeHeader) : undefined;
}

/** The name before a `:` or `=`, in lower case; nothing when it can be none of the names that matter. */
function nameBefore(text: string, at: number): string | undefined {
  let end = at;
  while (end > at - LONGEST_GAP && isGap(text.charCodeAt(end - 1))) end -= 1;
  const last = text.charCodeAt(end - 1);
  const beforeLast = text.charCodeAt(end - 2);
  if (!isLetter(last) || !isLetter(beforeLast) || NAME_ENDINGS[pair(beforeLast, last)] !== 1) return undefined;
  let start = end - 2;
  while (start > end - LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, end).toLowerCase();
}

/** Numbers two letters without their case. */
function pair(first: number, second: number): number {
  return (first & 0x1f) * 32 + (second & 0x1f);
}

/** Quotes, backslash, closing bracket, space and tab. */
function isGap(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x5c || code === 0x5d || code === 0x20 || code === 0x09;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d;
}

/** Whether the text is nothing but this header: then even a short value is a credential. */
function isOneLine(text: string, at: number, name: string): boolean {
  if (text.slice(0, at).trim().length !== name.length) return false;
  const lineEnd = text.indexOf('\n', at);
  return lineEnd < 0 || text.slice(lineEnd, lineEnd + LOOK_AHEAD).trim() === '';
}

function findAuthorization(text: string, start: number, isWholeHeader: boolean): FoundSecret | undefined {
  const scheme = AUTHORIZATION_SCHEME.exec(text.slice(start, start + 32))?.[0] ?? '';
  const index = start + scheme.length;
  const expression = isWholeHeader ? LINE : KEY_VALUE;
  const shown = match(expression, text, index).trim();
  const isCredential = isWholeHeader
    ? shown !== '' && !isPlaceholder(shown) && (scheme !== '' || !shown.includes(' '))
    : isCredentialOf(scheme, shown);
  return isCredential ? found('authorization-header', expression, text, index) : undefined;
}

function isCredentialOf(scheme: string, value: string): boolean {
  return /^basic/i.test(scheme) ? isBasicCredential(value) : looksRandom(value);
}

/** User and password in base64 (RFC 7617), those of the documentation apart. */
function isBasicCredential(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  try {
    const [, user = '', password = ''] = /^([^:]*):(.*)$/.exec(atob(value)) ?? [];
    return password !== '' && !isPlaceholder(password) && password !== 'open sesame' && user !== password;
  } catch {
    return false;
  }
}

function findCookie(text: string, start: number, isWholeHeader: boolean): FoundSecret | undefined {
  const pairs = match(LINE, text, start).split(/;\s*/);
  const values = pairs.flatMap((pair) => COOKIE_PAIR.exec(pair)?.[1] ?? []);
  const isCredential = (value: string) => !isPlaceholder(value) && (isWholeHeader || looksRandom(value));
  return values.some(isCredential) ? found('cookie', LINE, text, start) : undefined;
}

function findKeyValue(text: string, start: number, isWholeHeader: boolean): FoundSecret | undefined {
  const shown = match(isWholeHeader ? WORD : KEY_VALUE, text, start);
  if (isWholeHeader) {
    const isAlone = text.slice(start + shown.length, start + LOOK_AHEAD).trim() === '';
    return isAlone && shown !== '' && !isPlaceholder(shown) ? found('api-key', WORD, text, start) : undefined;
  }
  // A chain of members, as in settings.apiKey2, is code; the keys with dots that exist are known by their beginning.
  return looksRandom(shown) && !shown.includes('.') ? found('api-key', KEY_VALUE, text, start) : undefined;
}

/** A password before the `@` of a URL's authority. */
function findUrlPassword(text: string, colon: number): FoundSecret | undefined {
  if (!/[A-Za-z][A-Za-z0-9+.-]+$/.test(text.slice(Math.max(0, colon - 20), colon))) return undefined;
  const start = colon + 3;
  const authority = /^[^\s/?#"'`<>\\]*/.exec(text.slice(start, start + LOOK_AHEAD))?.[0] ?? '';
  const [, user = '', password = ''] = /^([^:@]*):(.*)@[A-Za-z0-9[]/.exec(authority) ?? [];
  if (!PASSWORD.test(password) || password === user || isPlaceholder(password)) return undefined;
  return { kind: 'url-password', index: start + user.length + 1, length: password.length };
}

/** What an expression matches of the value at `index`, as far as is looked at. */
function match(expression: RegExp, text: string, index: number): string {
  return expression.exec(text.slice(index, index + LOOK_AHEAD))?.[0] ?? '';
}

/** The credential at `index`, to the end of what the expression matches: beyond what was looked at, too. */
function found(kind: string, expression: RegExp, text: string, index: number): FoundSecret {
  const whole = new RegExp(expression.source.slice(1), 'y');
  whole.lastIndex = index;
  return { kind, index, length: whole.exec(text)?.[0].length ?? 0 };
}
