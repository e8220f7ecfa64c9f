import { posix } from 'node:path';
import type { Definition, SourceFile } from '../../model.ts';

/** The page of a schema file, below the folder of the reference: `unified/2.0/item/message.schema.json` -> `unified/item/message.md`. */
export function pagePath({ path }: SourceFile): string {
  const [family = '', ...rest] = path.split('/');
  const folders = /^\d+(\.\d+)*$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  return posix.join(family, ...folders).replace(/\.schema\.json$/, '.md');
}

/** A link to a definition, from the page at `from`. */
export function linkTo(definition: Definition, from: string): string {
  const page = pagePath(definition.file);
  const path = page === from ? '' : posix.relative(posix.dirname(from), page);
  return `[${definition.name}](${path}#${definition.name.toLowerCase()})`;
}

/** Text for a cell of a table: one line, no column ends in it. */
export function cell(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** A Markdown table; a column that is empty in every row is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_title, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells.filter((_cell, column) => used[column] === true).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
