import { escapeToken } from './pointer.ts';

/** A container that is open while a text is read. */
interface Open {
  /** The names of an object so far; nothing for an array. */
  readonly names: Set<string> | undefined;
  /** The token under which the next value stands. */
  token: string | number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The JSON Pointer of the first member whose name its object already has; nothing when all names differ. JSON.parse keeps
 * the last of such members and drops the others without a word, and RFC 8785 forbids them. The text must be JSON: of
 * anything else the answer means nothing. One pass, in linear time.
 */
export function repeatedName(text: string): string | undefined {
  const open: Open[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    const top = open.at(-1);
    if (unit === QUOTE) {
      const end = endOfString(text, offset);
      if (top?.names !== undefined && isName(text, end)) {
        const name: string = JSON.parse(text.slice(offset, end + 1));
        top.token = name;
        if (top.names.has(name)) return pointerOf(open);
        top.names.add(name);
      }
      offset = end;
    } else if (unit === 0x7b) open.push({ names: new Set(), token: '' });
    else if (unit === 0x5b) open.push({ names: undefined, token: 0 });
    else if (unit === 0x7d || unit === 0x5d) open.pop();
    else if (unit === 0x2c && typeof top?.token === 'number') top.token += 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === QUOTE) return offset;
    if (unit === BACKSLASH) offset += 1;
  }
  return text.length;
}

/** Whether the string that ends here is a name: then a colon follows. */
function isName(text: string, end: number): boolean {
  let offset = end + 1;
  while (text.charCodeAt(offset) <= 0x20) offset += 1;
  return text.charCodeAt(offset) === 0x3a;
}

function pointerOf(open: readonly Open[]): string {
  return open.map(({ token }) => `/${escapeToken(token)}`).join('');
}
