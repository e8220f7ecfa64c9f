import { format } from 'jsonc-parser';

/** Indents JSON text without reading its numbers, so that every digit stays as it is. */
export function indentJson(text: string): string {
  let indented = '';
  let end = 0;
  // The edits come in the order of the text. Joined in one pass: applying them one by one is quadratic.
  for (const { offset, length, content } of format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' })) {
    indented += text.slice(end, offset) + content;
    end = offset + length;
  }
  return indented + text.slice(end);
}
