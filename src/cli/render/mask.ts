import { findSecret } from '../../index.ts';

/** Stands for each character of a hidden string, so that columns stay where they were. */
const MASK = '*';

/** A string of JSON, closed or not; none reaches over a line break. */
const STRING = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)"?/g;

/** The text with the strings that hold a credential hidden, character for character. */
export function maskSecrets(text: string): string {
  let masked = text.replaceAll(STRING, (token, inner: string) =>
    findSecret(unescaped(inner)) === undefined ? token : token.replace(inner, () => MASK.repeat(inner.length)),
  );
  // What is a credential only together with the name of its member, or stands outside of strings.
  for (let from = 0; ; ) {
    const found = findSecret(masked.slice(from));
    if (found === undefined) return masked;
    const start = from + found.index;
    from = start + found.length;
    masked = masked.slice(0, start) + MASK.repeat(found.length) + masked.slice(from);
  }
}

function unescaped(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}
