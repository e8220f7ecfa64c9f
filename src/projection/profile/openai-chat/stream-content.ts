import type { UnifiedTokenProbability } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { LiveAnswer } from './live-answer.ts';
import { isThinkingPart } from './quirks.ts';
import { addText } from './stream-sum.ts';

type Tokens = readonly UnifiedTokenProbability[] | undefined;

/** Adds up the content of a message: pieces of one text, or lists of parts that are continued. */
export class ContentSum {
  readonly #message: WireDraft;
  readonly #live: LiveAnswer;
  #list: JsonObject[] | undefined;

  constructor(message: WireDraft, live: LiveAnswer) {
    this.#message = message;
    this.#live = live;
  }

  add(content: JsonValue, tokens: Tokens): void {
    if (typeof content === 'string') this.#addText(content, tokens);
    else if (Array.isArray(content)) this.#addParts(content);
    else if (!Object.hasOwn(this.#message, 'content')) this.#message['content'] = content;
  }

  #addText(text: string, tokens: Tokens): void {
    if (text === '') {
      if (typeof this.#message['content'] !== 'string' && this.#list === undefined) this.#message['content'] = '';
      if (tokens === undefined) return;
    }
    if (this.#list === undefined) this.#live.textDelta(text, tokens, this.#message);
    else if (text !== '') this.#continueList({ type: 'text', text });
  }

  /**
   * Mistral's lists of parts: thinking in pieces, and text in pieces.
   * 2026-11: Mistral's reasoning documentation.
   */
  #addParts(parts: readonly JsonValue[]): void {
    const { content } = this.#message;
    if (this.#list === undefined) {
      const before = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
      this.#list = before;
      this.#message['content'] = this.#list;
    }
    for (const part of parts) if (isPlainObject(part)) this.#continueList(part as JsonObject); // of a wire: it holds JSON
  }

  #continueList(part: JsonObject): void {
    const list = this.#list ?? [];
    const last = list.at(-1);
    const isContinued = last !== undefined && isSameKind(last, part);
    const index = isContinued ? list.length - 1 : list.length;
    if (isContinued) list[index] = joined(last, part);
    else list.push(part);
    if (isThinkingPart(part)) this.#live.thoughtDelta(index, thoughtText(part), !isContinued);
    else if (part['type'] === 'text' && typeof part['text'] === 'string')
      this.#live.partDelta(index, part['text'], this.#message);
  }
}

function isSameKind(one: JsonObject, other: JsonObject): boolean {
  if (isThinkingPart(one) && isThinkingPart(other)) return true;
  return one['type'] === 'text' && other['type'] === 'text' && Object.keys(other).length === 2;
}

function joined(part: JsonObject, piece: JsonObject): JsonObject {
  const sum: WireDraft = { ...part };
  if (part['type'] === 'text') {
    addText(sum, 'text', String(piece['text']));
    return sum;
  }
  if (piece['closed'] !== undefined) sum['closed'] = piece['closed'];
  sum['thinking'] = [{ type: 'text', text: thoughtText(part) + thoughtText(piece) }];
  return sum;
}

/** The text of a part that `isThinkingPart` accepts. */
function thoughtText({ thinking }: JsonObject): string {
  return (Array.isArray(thinking) ? thinking : []).map((entry) => textIn(entry)).join('');
}

function textIn(entry: JsonValue): string {
  return isPlainObject(entry) && typeof entry['text'] === 'string' ? entry['text'] : '';
}
