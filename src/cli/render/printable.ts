import { redact } from '../../index.ts';

/** One line for a terminal: without control characters, which would move its cursor, and without credentials. */
export function printable(text: string): string {
  return redact(withoutControls(text));
}

/** The text with each control character as one space, so that columns stay where they were. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
