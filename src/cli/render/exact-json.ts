import { applyEdits, format } from 'jsonc-parser';

/** Indents JSON text without reading its numbers, so that every digit stays as it is. */
export function indentJson(text: string): string {
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' }));
}
