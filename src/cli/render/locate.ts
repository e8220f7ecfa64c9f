import { type Node, parseTree } from 'jsonc-parser';
import { parsePointer } from '../../core/pointer.ts';

/** A stretch of a text, in UTF-16 code units. */
export interface Stretch {
  readonly offset: number;
  readonly length: number;
}

/** Finds the value at a JSON Pointer. */
export type Locate = (path: string) => Stretch | undefined;

/**
 * Reads a JSON text once, to tell of each JSON Pointer where its value stands; for an array or object its name, or its
 * opening bracket. What is not there is shown at the nearest array or object around it. Nothing where the text has no
 * value at all.
 */
export function locator(text: string): Locate {
  if (text.length > LARGEST_TEXT || isDeep(text)) return () => undefined;
  const root = parseTree(text, [], { allowTrailingComma: true });
  return (path) => {
    if (root === undefined) return undefined;
    let node = root;
    for (const token of parsePointer(path)) {
      const child = childOf(node, token);
      if (child === undefined) break;
      node = child;
    }
    return stretchOf(node);
  };
}

/** UTF-16 code units of the largest text whose places are shown: taking a text apart costs many times its size. */
const LARGEST_TEXT = 16 * 1024 * 1024;

/** Levels that a text may have for its places to be shown: taking it apart recurses. */
const DEEPEST = 1000;

/** Whether brackets nest deeply; those in strings count as well, which only hides a place in odd texts. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset) | 0x20;
    if (unit === 0x7b) depth += 1;
    else if (unit === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function childOf(node: Node, token: string): Node | undefined {
  if (node.type === 'array') return /^[0-9]+$/.test(token) ? node.children?.[Number(token)] : undefined;
  // Of two members with one name the last counts, as in parsing.
  return node.children?.findLast((property) => property.children?.[0]?.value === token)?.children?.[1];
}

function stretchOf(node: Node): Stretch {
  if (node.type !== 'object' && node.type !== 'array') return node;
  const name = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return name ?? { offset: node.offset, length: 1 };
}
