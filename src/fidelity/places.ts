import { parsePointer } from '../core/pointer.ts';
import type { Tokens } from './leaves.ts';

/** A set of places in a JSON value, told by pointers in which `*` stands for any index. */
export class Places {
  readonly #patterns: readonly (readonly string[])[];

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns.map(parsePointer);
  }

  has(tokens: Tokens): boolean {
    return this.#patterns.some((pattern) => pattern.length === tokens.length && isLike(pattern, tokens));
  }

  /** Whether a place is one of these, or inside of one. */
  holds(tokens: Tokens): boolean {
    return this.#around(tokens) !== undefined;
  }

  /** How many tokens of a place name the one of these that it is in. */
  depthAt(tokens: Tokens): number {
    return this.#around(tokens)?.length ?? 0;
  }

  #around(tokens: Tokens): readonly string[] | undefined {
    return this.#patterns.find((pattern) => pattern.length <= tokens.length && isLike(pattern, tokens));
  }
}

/** No place at all. */
export const NO_PLACES = new Places([]);

function isLike(pattern: readonly string[], tokens: Tokens): boolean {
  return pattern.every((token, index) => token === String(tokens[index]) || (token === '*' && isIndex(tokens[index])));
}

function isIndex(token: string | number | undefined): boolean {
  return typeof token === 'number';
}
