import type { Issue } from './issue.ts';
import { inspectJson } from './json-inspection.ts';
import { isPlainArray, isPlainObject, RESERVED_KEY } from './json-value.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

export { isPlainObject, type JsonObject, type JsonValue } from './json-value.ts';

/**
 * Tells whether a value is JSON within the limits, before anything looks at it more closely: time and memory are bounded
 * by the limits, nothing recurses, and hostile input is an issue, never an exception.
 * Returns the first issue in document order, or nothing. A member whose value is `undefined` counts as absent; a value
 * that stands in several places counts once for each. A member named `__proto__` is an issue; `constructor` and
 * `prototype` are data like any other.
 * `depth` is the nesting that is allowed: a wire body's by default, `limits.recordDepth` for a record.
 * Source: Unified v2, Validation and canonicalization (serializability, numeric validity, size and depth limits).
 */
export function checkJson(
  value: unknown,
  limits: Limits = DEFAULT_LIMITS,
  depth: number = limits.depth,
): Issue | undefined {
  try {
    if (new QuickCheck(limits).passes(value, depth)) return undefined;
    return inspectJson(value, limits, depth) ?? UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: Issue = {
  path: '',
  rule: 'json-unreadable',
  message: 'A member of the value cannot be read, or answers differently each time.',
  expected: 'plain data',
};

/** A single small object repeats no key; remembering keys above this level would cost more than it saves. */
const LEVELS_WITHOUT_MEMORY = 2;

/** The verdict without a place, in one pass level by level; `inspectJson` states the same rules one at a time. */
class QuickCheck {
  readonly #limits: Limits;
  #next: object[] = [];
  #nodes = 0;
  #characters = 0;
  #seen: Set<string> | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  passes(root: unknown, depthLimit: number): boolean {
    if (!this.#array([root])) return false;
    for (let depth = 1; this.#next.length > 0; depth++) {
      if (depth > depthLimit) return false;
      if (depth > LEVELS_WITHOUT_MEMORY) this.#seen ??= new Set();
      const level = this.#next;
      this.#next = [];
      for (let index = 0; index < level.length; index++) {
        const container = level[index];
        const passes = isPlainObject(container)
          ? this.#object(container)
          : isPlainArray(container) && this.#array(container);
        if (!passes) return false;
      }
    }
    return true;
  }

  #array(array: readonly unknown[]): boolean {
    if (this.#nodes + array.length > this.#limits.nodes) return false;
    let characters = 0;
    for (let index = 0; index < array.length; index++) {
      const value = array[index];
      if (typeof value === 'string') {
        if (!this.#isText(value)) return false;
        characters += value.length;
      } else if (typeof value === 'object' && value !== null) this.#next.push(value);
      else if (!isScalar(value)) return false;
    }
    return this.#count(array.length, characters);
  }

  #object(object: Readonly<Record<string, unknown>>): boolean {
    const seen = this.#seen;
    let keys = 0;
    let characters = 0;
    for (const key in object) {
      const value = object[key];
      if (typeof value === 'string') {
        if (!this.#isText(value)) return false;
        characters += value.length;
      } else if (typeof value === 'object' && value !== null) this.#next.push(value);
      else if (value === undefined) continue;
      else if (!isScalar(value)) return false;
      if (seen === undefined || !seen.has(key)) {
        if (key === RESERVED_KEY || !this.#isText(key)) return false;
        seen?.add(key);
      }
      keys += 1;
      characters += key.length;
    }
    return keys <= this.#limits.keys && this.#count(keys, characters);
  }

  #isText(text: string): boolean {
    return text.length <= this.#limits.stringLength && text.isWellFormed();
  }

  #count(nodes: number, characters: number): boolean {
    this.#nodes += nodes;
    this.#characters += characters;
    return this.#nodes <= this.#limits.nodes && this.#characters <= this.#limits.totalStringLength;
  }
}

/** null, a boolean or a number without Infinity and NaN. */
function isScalar(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean' || value === null;
}
