import type { JsonObject, JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { StreamForm, WireFrame } from '../projection/index.ts';
import { leavesOf } from './leaves.ts';
import { Places } from './places.ts';

/** One thing that a stream says, and the number of the frame that says it first. */
export interface FrameFact {
  readonly frame: number;
  readonly pointer: string;
  readonly value: JsonValue;
}

const FRAME_BY_FRAME: StreamForm = { deltas: [], padding: [], keepalives: [] };

/**
 * What the frames of a stream say, one leaf after the other, however its texts were cut: adjacent deltas are one text, and
 * what a frame repeats of the frames before is said once. Null members, empty containers, padding and signs of life say
 * nothing.
 */
export function factsOfFrames(frames: readonly WireFrame[], form: StreamForm = FRAME_BY_FRAME): readonly FrameFact[] {
  const reading = new FactReading(form);
  frames.forEach(({ data }, frame) => {
    reading.read(data, frame);
  });
  return reading.facts;
}

class FactReading {
  readonly facts: { frame: number; pointer: string; value: JsonValue }[] = [];
  readonly #deltas: Places;
  readonly #padding: Places;
  readonly #keepalives: readonly string[];
  /** What was said last at each place. */
  readonly #said = new Map<string, JsonValue>();

  constructor({ deltas, padding, keepalives }: StreamForm) {
    this.#deltas = new Places(deltas);
    this.#padding = new Places(padding);
    this.#keepalives = keepalives;
  }

  read(data: JsonObject, frame: number): void {
    if (this.#keepalives.includes(String(data['type']))) return;
    const before = this.facts.length;
    let hasDelta = false;
    for (const { tokens, value } of leavesOf(data)) {
      if (value === null || isEmptyContainer(value) || this.#padding.holds(tokens)) continue;
      const place = pointer(...tokens);
      if (typeof value === 'string' && this.#deltas.has(tokens)) {
        hasDelta = true;
        this.#goOn(frame, place, value);
      } else if (this.#said.get(place) !== value) {
        this.#said.set(place, value);
        this.facts.push({ frame, pointer: place, value });
      }
    }
    // A frame that is the same as the one before and carries no text is said twice.
    if (this.facts.length === before && !hasDelta) this.facts.push({ frame, pointer: '', value: 'again' });
  }

  #goOn(frame: number, place: string, text: string): void {
    if (text === '') return;
    const last = this.facts.at(-1);
    if (last?.pointer === place && typeof last.value === 'string') last.value += text;
    else this.facts.push({ frame, pointer: place, value: text });
  }
}

function isEmptyContainer(value: JsonValue): boolean {
  return value !== null && typeof value === 'object';
}

/** The first place at which two streams say different things; its first token is the number of a frame of the first one. */
export function firstFrameDifference(before: readonly FrameFact[], after: readonly FrameFact[]): string | undefined {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [one, other] = [before[index], after[index]];
    if (one?.pointer === other?.pointer && one?.value === other?.value) continue;
    return one === undefined ? `/end${other?.pointer ?? ''}` : `/${one.frame}${one.pointer}`;
  }
  return undefined;
}
