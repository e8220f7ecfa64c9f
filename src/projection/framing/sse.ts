import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import { BareObjects } from './bare-objects.ts';
import type { FrameCutter, FramingFault, FramingLimits, RawFrame } from './frame-cutter.ts';
import { LineBuffer } from './line-buffer.ts';
import { StreamText } from './stream-text.ts';

/** What a line may have beside the data of a frame: the name of its field. */
const FIELD_NAME_LENGTH = 16;

/**
 * Cuts server-sent events (WHATWG HTML, Server-sent events). Fields that are not known are ignored, which is told, but an
 * end marker that stands on a line of its own counts as data, and the last event counts though the stream broke off before
 * its blank line. JSON objects in place of an event stream are frames.
 */
export class SseFraming implements FrameCutter {
  readonly #limits: FramingLimits;
  readonly #text: StreamText;
  readonly #bare: BareObjects;
  readonly #lines: LineBuffer;
  readonly #parser: EventSourceParser;
  readonly #endMarker: string;
  readonly #bareMarker: RegExp;
  #frames: RawFrame[] = [];
  #isOver = false;

  constructor(limits: FramingLimits, endMarker: string) {
    this.#limits = limits;
    this.#text = new StreamText(limits.streamBytes);
    this.#bare = new BareObjects(limits.bytes);
    this.#lines = new LineBuffer(limits.bytes + FIELD_NAME_LENGTH, true);
    this.#endMarker = endMarker;
    const escaped = endMarker.replaceAll(/\W/g, '\\$&');
    this.#bareMarker = new RegExp(`(^|[\\r\\n])[ \\t]*${escaped}[ \\t]*(?=[\\r\\n])`, 'g');
    this.#parser = createParser({
      maxBufferSize: limits.bytes,
      onEvent: (message) => this.#message(message),
      onComment: () => this.#add(COMMENT),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#fail('stream-frame-size');
        else if (type === 'unknown-field') this.#add(IGNORED);
      },
    });
  }

  push(chunk: Uint8Array | string): readonly RawFrame[] {
    if (this.#isOver) return NONE;
    const text = this.#text.push(chunk);
    const lines = this.#lines.push(this.#bare.isBehind ? text : this.#bare.take(text, this.#frames));
    if (lines !== '') this.#feed(lines);
    if (this.#lines.overflowed || this.#bare.overflowed) this.#fail('stream-frame-size');
    else if (this.#text.exceeded) this.#fail('stream-size');
    return this.#take();
  }

  end(): readonly RawFrame[] {
    if (this.#isOver) return NONE;
    const text = this.#text.end();
    const rest = this.#bare.isBehind ? text : this.#bare.take(text, this.#frames);
    this.#frames.push(...this.#bare.end());
    this.#feed(`${this.#lines.end()}${rest}\n\n`);
    return this.#take();
  }

  #feed(lines: string): void {
    const isMarked = lines.includes(this.#endMarker);
    this.#parser.feed(isMarked ? lines.replace(this.#bareMarker, `$1data: ${this.#endMarker}`) : lines);
  }

  #message({ event, id, data }: EventSourceMessage): void {
    if (data.length > this.#limits.bytes) this.#fail('stream-frame-size');
    else if (data.trim() === '') this.#add(COMMENT);
    else if (event === undefined && id === undefined) this.#add({ kind: 'payload', text: data });
    else if (id === undefined) this.#add({ kind: 'payload', text: data, event: event ?? '' });
    else this.#add({ kind: 'payload', text: data, ...(event === undefined ? {} : { event }), id });
  }

  #add(frame: RawFrame): void {
    if (!this.#isOver) this.#frames.push(frame);
  }

  #fail(code: FramingFault): void {
    this.#add({ kind: 'fault', code });
    this.#isOver = true;
  }

  #take(): readonly RawFrame[] {
    if (this.#frames.length === 0) return NONE;
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
}

const NONE: readonly RawFrame[] = [];
const COMMENT: RawFrame = { kind: 'comment' };
const IGNORED: RawFrame = { kind: 'ignored' };
