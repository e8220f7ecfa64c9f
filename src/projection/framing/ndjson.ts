import type { FrameCutter, FramingLimits, RawFrame } from './frame-cutter.ts';
import { LineBuffer } from './line-buffer.ts';
import { StreamText } from './stream-text.ts';

/** Cuts lines of JSON. Empty lines are nothing; the last line counts though its end did not come. */
export class NdjsonFraming implements FrameCutter {
  readonly #text: StreamText;
  readonly #lines: LineBuffer;
  #isOver = false;

  constructor(limits: FramingLimits) {
    this.#text = new StreamText(limits.streamBytes);
    this.#lines = new LineBuffer(limits.bytes, false);
  }

  push(chunk: Uint8Array | string): readonly RawFrame[] {
    if (this.#isOver) return [];
    const frames = payloads(this.#lines.push(this.#text.push(chunk)));
    if (!this.#lines.overflowed && !this.#text.exceeded) return frames;
    this.#isOver = true;
    return [...frames, { kind: 'fault', code: this.#lines.overflowed ? 'stream-frame-size' : 'stream-size' }];
  }

  end(): readonly RawFrame[] {
    return this.#isOver ? [] : payloads(this.#lines.end() + this.#text.end());
  }
}

function payloads(lines: string): RawFrame[] {
  if (lines === '') return [];
  const texts = lines.split('\n').filter((line) => line.trim() !== '');
  return texts.map((text) => ({ kind: 'payload', text }));
}
