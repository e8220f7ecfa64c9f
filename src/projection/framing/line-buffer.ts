const LINE_END = /\r\n?|\n/g;
const LINE_FEED = /\n/g;

/** Holds the beginning of a line back until its end has come. No line may be longer than the bound. */
export class LineBuffer {
  readonly #bound: number;
  readonly #carriageReturns: boolean;
  #pieces: string[] = [];
  #held = 0;
  #overflowed = false;

  /** `carriageReturns` says whether a carriage return ends a line, as it does in server-sent events. */
  constructor(bound: number, carriageReturns: boolean) {
    this.#bound = bound;
    this.#carriageReturns = carriageReturns;
  }

  /** Whether a line was too long: it is left out, with everything behind it. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** The lines that are complete, with their ends. */
  push(text: string): string {
    const end = this.#endOfLines(text);
    if (end === 0) return this.#hold(text, '');
    const lines = this.#held === 0 ? text.slice(0, end) : this.end() + text.slice(0, end);
    const fitting = lines.length > this.#bound ? this.#fitting(lines) : lines;
    return this.#overflowed ? fitting : this.#hold(text.slice(end), fitting);
  }

  /** The beginning of a line whose end has not come. */
  end(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#held = 0;
    return text;
  }

  #hold(text: string, lines: string): string {
    if (text === '') return lines;
    this.#pieces.push(text);
    this.#held += text.length;
    this.#overflowed = this.#held > this.#bound;
    return lines;
  }

  #endOfLines(text: string): number {
    if (text.endsWith('\n')) return text.length;
    const lineFeed = text.lastIndexOf('\n');
    return 1 + (this.#carriageReturns ? Math.max(lineFeed, text.lastIndexOf('\r')) : lineFeed);
  }

  #fitting(lines: string): string {
    let start = 0;
    for (const { index, 0: end } of lines.matchAll(this.#carriageReturns ? LINE_END : LINE_FEED)) {
      this.#overflowed = index - start > this.#bound;
      if (this.#overflowed) return lines.slice(0, start);
      start = index + end.length;
    }
    return lines;
  }
}
