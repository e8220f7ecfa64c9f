import { TextDecoding } from './text-decoding.ts';

/** The text of a stream up to the bound of its size: of a chunk that passes the bound only the beginning counts. */
export class StreamText {
  readonly #decoding = new TextDecoding();
  #left: number;
  #exceeded = false;

  constructor(bound: number) {
    this.#left = bound;
  }

  /** Whether the bound was passed. */
  get exceeded(): boolean {
    return this.#exceeded;
  }

  push(chunk: Uint8Array | string): string {
    this.#exceeded = chunk.length > this.#left;
    const counted = this.#exceeded ? beginning(chunk, this.#left) : chunk;
    this.#left -= counted.length;
    return this.#decoding.push(counted);
  }

  end(): string {
    return this.#decoding.end();
  }
}

function beginning(chunk: Uint8Array | string, length: number): Uint8Array | string {
  return typeof chunk === 'string' ? chunk.slice(0, length) : chunk.subarray(0, length);
}
