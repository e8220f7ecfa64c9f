import type { FoundSecret } from './secret-patterns.ts';

const REST_OF_FIRST_LINE = /^ [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const LAST_LINE = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const KEY_MATERIAL = /[A-Za-z0-9+/]{32}/;

/** Lines of base64, in JSON inside of text too. */
const LINES = /^(?:[A-Za-z0-9+/=]{16,}(?:\\[nr]|\s)*)+/;

/** Headers such as `Proc-Type` may stand between the first line and the key. */
const LONGEST_HEADERS = 256;

const LONGEST_KEY = 32_768;

/** Longer than the first line in all its forms. */
const LONGEST_FIRST_LINE = 80;

const BEGINNING = '-----BEGIN';

/** Finds the first private key in PEM form (RFC 7468) from `from` on. */
export function findPrivateKey(text: string, from: number): FoundSecret | undefined {
  for (let start = text.indexOf(BEGINNING, from); start >= 0; start = text.indexOf(BEGINNING, start + 1)) {
    const found = inspect(text, start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A first line without key material is no key; of a key without its last line, the lines of base64 count. */
function inspect(text: string, start: number): FoundSecret | undefined {
  const afterBeginning = start + BEGINNING.length;
  const rest = REST_OF_FIRST_LINE.exec(text.slice(afterBeginning, start + LONGEST_FIRST_LINE))?.[0];
  if (rest === undefined) return undefined;
  const body = text.slice(afterBeginning + rest.length, start + LONGEST_KEY);
  const material = KEY_MATERIAL.exec(body.slice(0, LONGEST_HEADERS));
  if (material === null) return undefined;
  const last = LAST_LINE.exec(body);
  const bodyLength =
    last === null
      ? material.index + (LINES.exec(body.slice(material.index))?.[0].length ?? 0)
      : last.index + last[0].length;
  return { kind: 'private-key', index: start, length: BEGINNING.length + rest.length + bodyLength };
}
