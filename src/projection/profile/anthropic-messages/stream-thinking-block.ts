import type { UnifiedReasoningItem, UnifiedReasoningPart } from '../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../core/json.ts';
import { keepSignature } from './ingest-calls.ts';
import type { Answer, OpenBlock } from './stream-block.ts';

/** Thinking that arrives in pieces; its signature comes last. */
export class ThinkingBlock implements OpenBlock {
  readonly #answer: Answer;
  readonly #itemId: string;
  readonly #part: UnifiedReasoningPart;
  #hasText: boolean;
  #signature: string | undefined;

  constructor(answer: Answer, item: UnifiedReasoningItem, part: UnifiedReasoningPart) {
    this.#answer = answer;
    this.#itemId = item.id;
    this.#hasText = part.text !== undefined;
    // Whether there is a text is known in the end only; what comes in pieces mostly has one.
    this.#part = { ...part, state: 'disclosed' };
    const { events } = answer.context;
    events.write({ type: 'item-started', itemId: item.id, item: { ...item, status: 'in-progress', content: [] } });
    events.write({ type: 'part-started', itemId: item.id, partId: part.id, part: this.#part });
  }

  readonly delta = (delta: JsonObject): boolean => {
    const { type, thinking, signature, estimated_tokens: estimate } = delta;
    if (type === 'signature_delta' && typeof signature === 'string') {
      this.#signature = signature;
      return true;
    }
    if (type !== 'thinking_delta' || typeof thinking !== 'string') return false;
    const isEstimate = typeof estimate === 'number' && Number.isSafeInteger(estimate) && estimate >= 0;
    if (thinking !== '') this.#hasText = true;
    if (thinking === '' && !isEstimate) return true;
    this.#answer.context.events.write({
      type: 'reasoning-delta',
      itemId: this.#itemId,
      partId: this.#part.id,
      channel: 'text',
      delta: thinking,
      ...(isEstimate ? { estimatedTokens: estimate } : {}),
    });
    return true;
  };

  readonly stop = (): void => {
    const { events } = this.#answer.context;
    const at = { itemId: this.#itemId, partId: this.#part.id };
    const { history } = this.#answer.items;
    const privateState = keepSignature(history, this.#itemId, this.#signature?.toWellFormed());
    if (privateState !== undefined) events.write({ type: 'signature-ready', ...at, privateState });
    const omitted = {
      ...this.#part,
      state: 'omitted',
      ...(privateState === undefined ? {} : { privateState }),
    } as const;
    events.write({ type: 'part-completed', ...at, ...(this.#hasText ? {} : { part: omitted }) });
    events.write({ type: 'item-completed', itemId: this.#itemId });
  };

  readonly cut = (): void => {
    // What arrived is told already.
  };
}
