import type { JsonValue } from '../../../core/json.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { NewEvent } from '../../stream/event-writer.ts';
import { WireObject } from '../../wire-object.ts';
import { readCitations } from './citations.ts';

/** Citations of a message while they arrive. They are about its first text; those before any text wait for it. */
export class LiveCitations {
  readonly #context: AnswerContext;
  #place: { readonly itemId: string; readonly partId: string } | undefined;
  #waiting: readonly JsonValue[] = [];
  /** How many were told. */
  count = 0;

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  /** A text of the message begins; gives the events of what waited for it. */
  begin(itemId: string, partId: string): readonly NewEvent[] {
    if (this.#place !== undefined) return [];
    this.#place = { itemId, partId };
    return this.add(this.#waiting);
  }

  /** The events of citations of the web; other kinds wait for the whole, which keeps them with their owner. */
  add(annotations: readonly JsonValue[]): readonly NewEvent[] {
    const place = this.#place;
    if (place === undefined) {
      this.#waiting = [...this.#waiting, ...annotations];
      return [];
    }
    const { loss, limits } = this.#context;
    const wire = new WireObject({ annotations }, { loss, exactNumbers: new Map(), limits });
    const citations = readCitations(this.#context, wire);
    this.count += citations.length;
    return citations.map((citation) => ({ type: 'citation-ready', ...place, citation }) as const);
  }
}
