import type { LossRecorder } from '../loss.ts';
import type { NewEvent } from './new-event.ts';

type TextDelta = Extract<NewEvent, { readonly type: 'text-delta' | 'reasoning-delta' | 'refusal-delta' }>;
type ArgumentsDelta = Extract<NewEvent, { readonly type: 'tool-arguments-delta' }>;

/** An event with more text of something. */
export type AnyDelta = TextDelta | ArgumentsDelta;

interface Held {
  /** The first half of a surrogate pair. */
  readonly half: string;
  /** The event that would bring it alone. */
  readonly event: AnyDelta;
}

/**
 * Joins surrogate pairs that a stream split over its frames: no event ends in half a character. A half whose other one
 * does not come becomes U+FFFD, with an entry (design: canonical records hold well-formed Unicode only).
 */
export class HalfPairs {
  readonly #loss: LossRecorder;
  readonly #place: () => string;
  readonly #held = new Map<string, Held>();

  /** `place` is where in the wire the reader stands. */
  constructor(loss: LossRecorder, place: () => string) {
    this.#loss = loss;
    this.#place = place;
  }

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  /** The event with its text joined to the half before it, and without the half that it ends in. */
  join(event: AnyDelta): NewEvent {
    const text = textOf(event);
    if (text === undefined) return event;
    const key = keyOf(event);
    const joined = `${this.#held.get(key)?.half ?? ''}${text}`;
    this.#held.delete(key);
    const isSplit = /[\ud800-\udbff]$/.test(joined);
    if (isSplit) this.#held.set(key, { half: joined.slice(-1), event: withoutText(event) });
    return withText(event, this.#wellFormed(isSplit ? joined.slice(0, -1) : joined, event));
  }

  /** The events that bring what is left of an item or of one of its parts; of everything where none is named. */
  end(itemId?: string, partId?: string): readonly NewEvent[] {
    return this.drop(itemId, partId).map(({ half, event }) => withText(event, this.#wellFormed(half, event)));
  }

  /** As `end`, where the whole text follows in another way. */
  drop(itemId?: string, partId?: string): readonly Held[] {
    const left = [...this.#held].filter(
      ([, { event }]) =>
        (itemId === undefined || event.itemId === itemId) && (partId === undefined || event.partId === partId),
    );
    for (const [key] of left) this.#held.delete(key);
    return left.map(([, held]) => held);
  }

  #wellFormed(text: string, { itemId }: AnyDelta): string {
    if (text.isWellFormed()) return text;
    const reason = 'half of a surrogate pair, or bytes that are no UTF-8, were replaced by U+FFFD';
    const item = itemId === undefined ? {} : { sourceItemId: itemId };
    this.#loss.lose({ path: this.#place(), feature: 'text.lone-surrogate', reason, ...item });
    return text.toWellFormed();
  }
}

function keyOf(event: AnyDelta): string {
  const { type, itemId = '', partId = '', callId = '', candidateIndex = 0 } = event;
  const channel = type === 'reasoning-delta' ? event.channel : '';
  return JSON.stringify([type, itemId, partId, callId, candidateIndex, channel]);
}

/** Nothing where the arguments come as a patch: that is no text to join. */
function textOf(event: AnyDelta): string | undefined {
  if (event.type !== 'tool-arguments-delta') return event.delta;
  return event.delta.kind === 'text' ? event.delta.fragment : undefined;
}

function withText(event: AnyDelta, text: string): NewEvent {
  if (event.type !== 'tool-arguments-delta') return { ...event, delta: text };
  return { ...event, delta: { kind: 'text', fragment: text } };
}

/** The event with its place alone: what it said beside the text was said. */
function withoutText(event: AnyDelta): AnyDelta {
  const { itemId, partId, callId, candidateIndex } = event;
  const place = {
    ...(itemId === undefined ? {} : { itemId }),
    ...(partId === undefined ? {} : { partId }),
    ...(callId === undefined ? {} : { callId }),
    ...(candidateIndex === undefined ? {} : { candidateIndex }),
  };
  if (event.type === 'tool-arguments-delta') {
    return { ...place, type: event.type, delta: { kind: 'text', fragment: '' } };
  }
  if (event.type === 'reasoning-delta') return { ...place, type: event.type, channel: event.channel, delta: '' };
  return { ...place, type: event.type, delta: '' };
}
