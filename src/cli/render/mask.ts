import { findSecret } from '../../index.ts';

/** Stands for each character of a hidden string, so that columns stay where they were. */
const MASK = '*';

/** A string of JSON, closed or not; none reaches over a line break. */
const STRING = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)"?/g;

/** A credential is looked for in so much text at a time: looking through the rest for each one would be quadratic. */
const WINDOW = 8192;
/** Windows overlap by the name of a member and the beginning of its value. */
const OVERLAP = 1024;

/** The text with the strings that hold a credential hidden, character for character. */
export function maskSecrets(text: string): string {
  const strings = text.replaceAll(STRING, (token, inner: string) =>
    findSecret(unescaped(inner)) === undefined ? token : token.replace(inner, () => MASK.repeat(inner.length)),
  );
  return maskNamed(strings);
}

/** Hides what is a credential only together with the name of its member, or stands outside of strings. */
function maskNamed(text: string): string {
  let masked = '';
  let done = 0;
  for (let from = 0; from < text.length; ) {
    const found = findSecret(text.slice(from, from + WINDOW));
    if (found === undefined) {
      from += WINDOW - OVERLAP;
      continue;
    }
    const start = from + found.index;
    const end = start + found.length;
    from = end < from + WINDOW ? end : endOfString(text, end);
    masked += text.slice(done, start) + MASK.repeat(from - start);
    done = from;
  }
  return masked + text.slice(done);
}

/** Where the string that a window has cut ends. */
function endOfString(text: string, from: number): number {
  const end = text.indexOf('"', from);
  return end === -1 ? text.length : end;
}

function unescaped(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}
