import type { FrameCutter, FramingFault, FramingLimits, RawFrame } from './frame-cutter.ts';
import { StreamText } from './stream-text.ts';
import { ValueEnd } from './value-end.ts';

/**
 * Cuts one JSON array that arrives element by element, each an object. An object that stands where the array should is a
 * frame as well: so do errors that were found before the array began. No element is parsed here.
 */
export class JsonArrayFraming implements FrameCutter {
  readonly #limits: FramingLimits;
  readonly #text: StreamText;
  #end: ValueEnd | undefined;
  /** The pieces of the element that is open. */
  #pieces: string[] = [];
  #held = 0;
  #place: 'before' | 'inside' | 'behind' | 'over' = 'before';

  constructor(limits: FramingLimits) {
    this.#limits = limits;
    this.#text = new StreamText(limits.streamBytes);
  }

  push(chunk: Uint8Array | string): readonly RawFrame[] {
    if (this.#place === 'over') return [];
    const frames: RawFrame[] = [];
    const fault = this.#cut(this.#text.push(chunk), frames) ?? (this.#text.exceeded ? 'stream-size' : undefined);
    if (fault === undefined) return frames;
    this.#place = 'over';
    return [...frames, { kind: 'fault', code: fault }];
  }

  /** An element whose end did not come, for its reader to see that it broke off. */
  end(): readonly RawFrame[] {
    const text = this.#pieces.join('') + this.#text.end();
    return this.#place === 'over' || text.trim() === '' ? [] : [{ kind: 'payload', text }];
  }

  #cut(text: string, frames: RawFrame[]): FramingFault | undefined {
    let at = 0;
    while (at < text.length) {
      if (this.#end === undefined) {
        const character = text.charAt(at);
        if (character === '{' && this.#place !== 'behind') this.#end = new ValueEnd();
        else if (!this.#passes(character)) return 'wire-format';
        else at += 1;
        continue;
      }
      const end = this.#end.in(text, at);
      if (!this.#holds(text.slice(at, end < 0 ? undefined : end))) return 'stream-frame-size';
      if (end < 0) return undefined;
      frames.push({ kind: 'payload', text: this.#pieces.join('') });
      this.#pieces = [];
      this.#held = 0;
      this.#end = undefined;
      at = end;
    }
    return undefined;
  }

  /** Whether a character may stand between elements. */
  #passes(character: string): boolean {
    if (/\s/.test(character)) return true;
    if (character === ',') return this.#place === 'inside';
    if (character === '[' && this.#place === 'before') this.#place = 'inside';
    else if (character === ']' && this.#place === 'inside') this.#place = 'behind';
    else return false;
    return true;
  }

  #holds(piece: string): boolean {
    this.#pieces.push(piece);
    this.#held += piece.length;
    return this.#held <= this.#limits.bytes;
  }
}
