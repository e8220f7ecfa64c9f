import type { UnifiedItem, UnifiedMessageItem, UnifiedReasoningItem } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';
import type { Placed } from '../../shared/placed.ts';
import { isOwnItem, textOfPart } from './emit-answer.ts';
import { isCallHere } from './emit-calls.ts';
import type { Candidate } from './emit-choice.ts';
import { itemForm } from './forms.ts';
import { settledCalls } from './settled-calls.ts';

/** How an answer crosses the wire. */
export type Way = 'whole' | 'stream';

/**
 * Reports what becomes of the arrangement of a candidate: texts of an answer are one text on this wire, and so is its
 * reasoning; a message that is sent at once has the reasoning first and the calls last. Chunks tell in which order
 * text and reasoning came, and what stands apart there stays apart.
 */
export function loseArrangement(context: EmitContext, { items, path }: Candidate, way: Way): void {
  const arrangement = new Arrangement(context, way);
  const settled = settledCalls(items);
  items.forEach((item, index) => {
    const placed = { item, path: `${path}/${index}`, own: isOwnItem(context, item) };
    if (item.visibility === 'model' && !settled.has(item)) arrangement.add(placed);
  });
  arrangement.end();
}

/** Texts that are one on the wire: their pointers. */
type Run = string[];

class Arrangement {
  readonly #context: EmitContext;
  readonly #way: Way;
  #said: Run = [];
  #refused: Run = [];
  #thought: Run = [];
  /** What came so far decides where what follows stands. */
  #hasText = false;
  #hasCall = false;

  constructor(context: EmitContext, way: Way) {
    this.#context = context;
    this.#way = way;
  }

  add({ item, path, own }: Placed): void {
    if (item.type === 'message' && item.role !== 'user') this.#message({ item, path, own });
    else if (item.type === 'reasoning') this.#reasoning({ item, path, own });
    else if (item.type === 'tool-call' && isCallHere(item)) this.#hasCall = true;
  }

  end(): void {
    for (const run of [this.#said, this.#refused, this.#thought]) this.#close(run);
  }

  #message({ item, path, own }: Placed<UnifiedMessageItem>): void {
    if (own && item.provenance.wireForm === 'parts') return; // written as the list that it was
    const texts = item.content.flatMap((part, index) =>
      textOfPart(part) === undefined ? [] : [{ type: part.type, path: `${path}/content/${index}` }],
    );
    if (texts.length === 0) return;
    const isBehind = this.#hasCall && (this.#way === 'whole' || this.#said.length > 0);
    if (isBehind) this.#loseOrder(item, path, 'the text of an answer stands before its calls on this wire');
    if (this.#way === 'stream') this.#thought = this.#close(this.#thought);
    for (const { type, path: at } of texts) (type === 'refusal' ? this.#refused : this.#said).push(pointerOf(type, at));
    this.#hasText = true;
  }

  #reasoning({ item, path, own }: Placed<UnifiedReasoningItem>): void {
    const field = own ? itemForm(item.providerData).reasoningField : 'any';
    if (field === undefined || field === 'thinking') return; // no text, or an entry of a list
    const texts = item.content.flatMap(({ text = '' }, index) =>
      text === '' ? [] : [`${path}/content/${index}/text`],
    );
    if (texts.length === 0) return;
    const isBehind = this.#way === 'whole' ? this.#hasText || this.#hasCall : this.#hasCall && this.#thought.length > 0;
    if (isBehind) this.#loseOrder(item, path, 'the reasoning of an answer stands before its text on this wire');
    if (this.#way === 'stream') {
      this.#said = this.#close(this.#said);
      this.#refused = this.#close(this.#refused);
    }
    this.#thought.push(...texts);
  }

  #loseOrder({ id: sourceItemId }: UnifiedItem, path: string, reason: string): void {
    this.#context.loss.lose({ path, feature: 'items.order', requirement: 'optional', reason, sourceItemId });
  }

  #close(run: Run): Run {
    const reason = 'the texts of an answer are one text on this wire';
    if (run.length > 1) for (const path of run) this.#context.loss.lose({ path, feature: 'part.boundary', reason });
    return [];
  }
}

/** Data that is written as text is one thing; of the others it is the text that loses its ends. */
function pointerOf(type: string, path: string): string {
  return type === 'json' ? path : `${path}/${type}`;
}
