/** A part whose text is written as it arrives. */
export interface QueuedPart {
  readonly itemId: string;
  readonly partId: string;
  /** How much of the text was written, in UTF-16 code units. */
  written: number;
  isDone: boolean;
}

/**
 * Parts that share one text on the wire, in their order. Only the first that has not ended is written as it arrives; the
 * others wait, so that their texts do not mix.
 */
export class OrderedTexts {
  #queue: QueuedPart[] = [];

  add(itemId: string, partId: string): QueuedPart {
    const part = { itemId, partId, written: 0, isDone: false };
    this.#queue.push(part);
    return part;
  }

  /** The part, where it is its turn. */
  current(partId: string | undefined): QueuedPart | undefined {
    const first = this.#queue[0];
    return first?.partId === partId ? first : undefined;
  }

  /** A part ended, or all parts of an item; `flush` is called for each part whose turn it is then, the ended ones first. */
  end(itemId: string | undefined, partId: string | undefined, flush: (part: QueuedPart) => void): void {
    for (const part of this.#queue) {
      if (partId === undefined ? part.itemId === itemId : part.partId === partId) part.isDone = true;
    }
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      flush(first);
      if (!first.isDone) return;
      this.#queue.shift();
    }
  }
}
