import { type Framing, isWireFrame, type StreamFrame } from '../stream/frame.ts';

/** The text of one frame: in server-sent events all of it, in lines of JSON and in arrays its payload. */
export function frameText(framing: Framing, frame: StreamFrame): string {
  if (framing === 'sse') return eventText(frame);
  if (!isWireFrame(frame)) return '';
  const text = frame.text ?? JSON.stringify(frame.data);
  return framing === 'ndjson' ? `${text}\n` : text;
}

function eventText(frame: StreamFrame): string {
  if ('marker' in frame) return `data: ${frame.marker}\n\n`;
  if ('comment' in frame) return `: ${frame.comment}\n\n`;
  const text = frame.text ?? JSON.stringify(frame.data);
  if (frame.event === undefined && frame.id === undefined) return `data: ${text}\n\n`;
  const event = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  const id = frame.id === undefined ? '' : `id: ${frame.id}\n`;
  return `${event}${id}data: ${text}\n\n`;
}

/** Writes the frames of one stream as text, with what its framing puts around them. */
export class FrameWriter {
  readonly #framing: Framing;
  #isEmpty = true;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  write(frames: readonly StreamFrame[]): string {
    let text = '';
    for (let index = 0; index < frames.length; index++) {
      // Indexed by its own length.
      const frame = frames[index] as StreamFrame;
      text += this.#framing === 'json-array' ? this.#element(frame) : frameText(this.#framing, frame);
    }
    return text;
  }

  end(): string {
    if (this.#framing !== 'json-array') return '';
    return this.#isEmpty ? '[]' : ']';
  }

  #element(frame: StreamFrame): string {
    const text = frameText(this.#framing, frame);
    if (text === '') return '';
    const before = this.#isEmpty ? '[' : ',\n';
    this.#isEmpty = false;
    return before + text;
  }
}
