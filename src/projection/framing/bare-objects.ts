import type { RawFrame } from './frame-cutter.ts';
import { ValueEnd } from './value-end.ts';

/**
 * Takes the JSON objects that stand where an event stream should begin: a server that was asked for a stream may answer
 * with an error, or with all at once. No line of an event stream begins with a brace.
 */
export class BareObjects {
  readonly #bound: number;
  #end: ValueEnd | undefined;
  /** The pieces of the object that is open. */
  #pieces: string[] = [];
  #held = 0;
  #isBehind = false;

  /** `bound` is the longest object, in UTF-16 code units. */
  constructor(bound: number) {
    this.#bound = bound;
  }

  /** Whether something else than an object began: no text is for this reader any more. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Whether an object is too long. */
  get overflowed(): boolean {
    return this.#held > this.#bound;
  }

  /** Adds the objects of a text to `frames`, and gives the rest of the text back, from where it is of an event stream. */
  take(text: string, frames: RawFrame[]): string {
    let at = 0;
    while (at < text.length) {
      if (this.#end === undefined) {
        const character = text.charAt(at);
        if (character === '{') this.#end = new ValueEnd();
        else if (/\s/.test(character)) at += 1;
        else {
          this.#isBehind = true;
          return text.slice(at);
        }
        continue;
      }
      const end = this.#end.in(text, at);
      const piece = text.slice(at, end < 0 ? undefined : end);
      this.#pieces.push(piece);
      this.#held += piece.length;
      if (end < 0 || this.overflowed) return '';
      frames.push(...this.end());
      at = end;
    }
    return '';
  }

  /** The object that is open, for its reader to see whether it broke off. */
  end(): readonly RawFrame[] {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#held = 0;
    this.#end = undefined;
    return text === '' ? [] : [{ kind: 'payload', text, isBare: true }];
  }
}
