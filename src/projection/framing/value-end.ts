const OUTSIDE_OF_STRINGS = /["{}[\]]/g;
const INSIDE_OF_STRINGS = /["\\]/g;

/**
 * Finds the end of one JSON object or array without parsing it, over as many pieces of text as it takes. It looks at
 * brackets and strings alone: whether the text between is JSON is for the parser to say.
 */
export class ValueEnd {
  #depth = 0;
  #inString = false;
  /** Whether the next character is the one behind a backslash. */
  #isEscaped = false;

  /** The place behind the end of the value, or -1 when it goes on after this piece. The value begins at `from`, or before. */
  in(text: string, from: number): number {
    let at = from;
    while (at < text.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at += 1;
        continue;
      }
      const pattern = this.#inString ? INSIDE_OF_STRINGS : OUTSIDE_OF_STRINGS;
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null) return -1;
      at = found.index + 1;
      this.#meet(found[0]);
      if (this.#depth === 0) return at;
    }
    return -1;
  }

  #meet(character: string): void {
    if (character === '"') this.#inString = !this.#inString;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else this.#depth -= 1;
  }
}
