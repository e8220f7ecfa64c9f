import type { Stretch } from './locate.ts';
import { maskSecrets } from './mask.ts';
import type { Paint } from './paint.ts';
import { withoutControls } from './printable.ts';

/** Columns of the source that a frame shows. */
const WIDTH = 120;
/** Columns that stay visible before the place, where a line is longer. */
const LEAD = 40;
const LINES_BEFORE = 2;
const LINES_AFTER = 1;

/** A place in a text as editors count it: both from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function lineAndColumn(text: string, offset: number): LineAndColumn {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The lines around a place, with the place marked below. */
export type CodeFrame = (place: Stretch) => readonly string[];

/**
 * Takes a text apart once, to show its places. Lines are cut to 120 columns, and strings that hold a credential are
 * hidden.
 */
export function codeFrames(text: string, { red, dim }: Paint): CodeFrame {
  const all = text.split(/\r?\n/);
  const masked = maskedLines(all);
  return (place) => {
    const { line, column } = lineAndColumn(text, place.offset);
    const first = Math.max(1, line - LINES_BEFORE);
    const last = Math.min(all.length, line + LINES_AFTER);
    const fits = (all[line - 1] ?? '').length <= WIDTH;
    const start = fits || column <= WIDTH - LEAD ? 1 : column - LEAD;
    const gutter = String(last).length;
    return masked(first, last).flatMap((shown, index) => {
      const number = first + index;
      const cut = window(shown, start);
      const margin = `${number === line ? red('>') : ' '} ${dim(`${String(number).padStart(gutter)} |`)}`;
      if (number !== line) return [`${margin} ${cut}`.trimEnd()];
      const room = Math.max(1, start + WIDTH - column);
      const length = Math.max(1, Math.min(place.length, shown.length - column + 1, room));
      const marker = ' '.repeat(column - start) + red('^'.repeat(length));
      return [`${margin} ${cut}`.trimEnd(), `  ${' '.repeat(gutter)} ${dim('|')} ${marker}`];
    });
  };
}

/** The lines from one number to another, without credentials. Most issues of a text without line breaks ask for the same. */
function maskedLines(all: readonly string[]): (first: number, last: number) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (first, last) => {
    const key = `${first}-${last}`;
    const lines = known.get(key) ?? maskSecrets(all.slice(first - 1, last).join('\n')).split('\n');
    known.set(key, lines);
    return lines;
  };
}

/** The part of a line that begins at a column, with an ellipsis in place of the outermost character that is cut. */
function window(line: string, start: number): string {
  const shown = withoutControls(line.slice(start - 1, start - 1 + WIDTH).toWellFormed());
  const left = start > 1 && shown !== '' ? `…${shown.slice(1)}` : shown;
  return line.length > start - 1 + WIDTH ? `${left.slice(0, -1)}…` : left;
}
