import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { WireFrame } from '../../stream/frame.ts';
import type { WireObject } from '../../wire-object.ts';
import type { AnswerItems } from './answer-items.ts';
import { itemReaderOf } from './ingest-messages.ts';
import type { Answer, OpenBlock } from './stream-block.ts';
import { CallBlock, isCallItem } from './stream-call-block.ts';
import { HeldBlock } from './stream-held-block.ts';
import { TextBlock } from './stream-text-block.ts';
import { ThinkingBlock } from './stream-thinking-block.ts';

/** The blocks of one answer that are open, by their index. */
export class StreamBlocks {
  readonly #answer: Answer;
  readonly #open = new Map<number, OpenBlock>();
  /** Deltas of one block come in runs: the last one is found without a search. */
  #lastIndex = -1;
  #last: OpenBlock | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get items(): AnswerItems {
    return this.#answer.items;
  }

  start(wire: WireObject, index: number): void {
    this.stop(index);
    const block = this.#begin(wire, index);
    this.#open.set(index, block);
    this.#lastIndex = index;
    this.#last = block;
  }

  /** Gives a delta to its block; false when the block is not open, or does not know the delta. */
  delta(index: JsonValue | undefined, delta: JsonObject, frame: WireFrame): boolean {
    if (index !== this.#lastIndex) {
      const block = typeof index === 'number' ? this.#open.get(index) : undefined;
      if (block === undefined || typeof index !== 'number') return false;
      this.#lastIndex = index;
      this.#last = block;
    }
    return this.#last?.delta(delta, frame) === true;
  }

  /** Ends a block; false when it is not open. */
  stop(index: number): boolean {
    const block = this.#open.get(index);
    if (block === undefined) return false;
    this.#open.delete(index);
    this.#lastIndex = -1;
    this.#last = undefined;
    block.stop();
    return true;
  }

  /** Ends every block: the answer is complete. */
  finish(): void {
    for (const index of [...this.#open.keys()]) this.stop(index);
  }

  /** The stream ended, and no block ends any more. */
  cut(): void {
    for (const block of this.#open.values()) block.cut();
    this.#open.clear();
    this.#last = undefined;
    this.#lastIndex = -1;
  }

  #begin(wire: WireObject, index: number): OpenBlock {
    const { context, items } = this.#answer;
    const type = wire.peek('type');
    if (itemReaderOf(type) === undefined) {
      const started = items.startPart(wire);
      if (started?.part.type === 'text')
        return new TextBlock(this.#answer, wire, { itemId: started.itemId, part: started.part });
      return started === undefined ? new HeldBlock(this.#answer, wire, index) : COMPLETE;
    }
    const item = type === 'compaction' ? undefined : items.readItem(wire);
    if (item === undefined) return new HeldBlock(this.#answer, wire, index);
    const [part] = item.type === 'reasoning' ? item.content : [];
    if (item.type === 'reasoning' && type === 'thinking' && part !== undefined)
      return new ThinkingBlock(this.#answer, item, part);
    if (isCallItem(item)) return new CallBlock(this.#answer, wire, item);
    context.events.write({ type: 'item-started', itemId: item.id, item });
    return COMPLETE;
  }
}

/** A block that came whole. */
const COMPLETE: OpenBlock = { delta: () => false, stop: () => {}, cut: () => {} };
