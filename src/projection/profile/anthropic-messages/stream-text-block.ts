import type { UnifiedTextPart } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireFrame } from '../../stream/frame.ts';
import type { WireObject } from '../../wire-object.ts';
import type { StartedPart } from './answer-items.ts';
import { readCitation } from './ingest-citations.ts';
import { readPart } from './ingest-parts.ts';
import type { Answer, OpenBlock } from './stream-block.ts';

/** A text that arrives in pieces. Its citations come before the words that they are of. */
export class TextBlock implements OpenBlock {
  readonly #answer: Answer;
  readonly #began: JsonObject;
  readonly #itemId: string;
  readonly #part: UnifiedTextPart;
  readonly #citations: JsonValue[];
  #text: string;
  /** Whether something came that the events so far could not tell. */
  #isIrregular = false;

  constructor(answer: Answer, wire: WireObject, { itemId, part }: StartedPart<UnifiedTextPart>) {
    this.#answer = answer;
    this.#began = wire.value;
    this.#itemId = itemId;
    this.#part = part;
    this.#text = part.text;
    const citations = wire.value['citations'];
    this.#citations = Array.isArray(citations) ? [...citations] : [];
  }

  readonly delta = (delta: JsonObject, frame: WireFrame): boolean => {
    const { text, type } = delta;
    if (type === 'text_delta' && typeof text === 'string') {
      this.#text += text;
      if (text === '') return true;
      const { events } = this.#answer.context;
      events.write({ type: 'text-delta', itemId: this.#itemId, partId: this.#part.id, delta: text });
      return true;
    }
    if (type !== 'citations_delta' || !isPlainObject(delta['citation'])) return false;
    this.#cite(delta['citation'], frame);
    return true;
  };

  readonly stop = (): void => {
    const { events } = this.#answer.context;
    const at = { itemId: this.#itemId, partId: this.#part.id };
    const part = this.#isIrregular ? this.#whole() : undefined;
    events.write({ type: 'part-completed', ...at, ...(part === undefined ? {} : { part }) });
  };

  readonly cut = (): void => {
    if (this.#isIrregular) this.stop();
  };

  #cite(citation: JsonValue, frame: WireFrame): void {
    const { context, items } = this.#answer;
    const index = this.#citations.push(citation) - 1;
    const wire = context.open(frame).object('delta')?.object('citation');
    if (wire === undefined) return;
    const absent: string[] = [];
    const read = readCitation(items.history, this.#part.id, wire, index, absent);
    if (read === undefined || absent.length > 0 || wire.unread().length > 0) this.#isIrregular = true;
    if (read === undefined) return;
    context.events.write({ type: 'citation-ready', itemId: this.#itemId, partId: this.#part.id, citation: read });
  }

  /** The part as a reader of the whole block has it. */
  #whole(): UnifiedTextPart | undefined {
    const { context, items } = this.#answer;
    const data = { ...this.#began, text: this.#text.toWellFormed(), citations: this.#citations };
    const part = readPart(items.history, context.open({ data }), this.#part.id);
    return part?.type === 'text' ? part : undefined;
  }
}
