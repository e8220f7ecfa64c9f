/**
 * The source texts of the numbers of a stream that lose digits as doubles, by JSON pointer that begins with the number of
 * the frame. Nearly no frame has any and few are asked: the text of a frame is looked at only when somebody asks while it
 * is read.
 */
export class FrameNumbers implements ReadonlyMap<string, string> {
  readonly #found = new Map<string, string>();
  #waiting: (() => ReadonlyMap<string, string>) | undefined;
  #frame = 0;

  /** The next frame is read; `numbers` looks for those in its text, by JSON pointer of its payload. */
  enter(frame: number, numbers: (() => ReadonlyMap<string, string>) | undefined): void {
    this.#frame = frame;
    this.#waiting = numbers;
  }

  get size(): number {
    return this.#look().size;
  }

  get(path: string): string | undefined {
    return this.#look().get(path);
  }

  has(path: string): boolean {
    return this.#look().has(path);
  }

  forEach(visit: (text: string, path: string, map: ReadonlyMap<string, string>) => void): void {
    for (const [path, text] of this) visit(text, path, this);
  }

  entries(): MapIterator<[string, string]> {
    return this.#look().entries();
  }

  keys(): MapIterator<string> {
    return this.#look().keys();
  }

  values(): MapIterator<string> {
    return this.#look().values();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  #look(): ReadonlyMap<string, string> {
    const numbers = this.#waiting;
    this.#waiting = undefined;
    if (numbers !== undefined) for (const [path, text] of numbers()) this.#found.set(`/${this.#frame}${path}`, text);
    return this.#found;
  }
}
