import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parseJson } from '../../../core/parse-json.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Answer, OpenBlock } from './stream-block.ts';

/** A block that is read when it is complete: a summary, or one that nobody knows. */
export class HeldBlock implements OpenBlock {
  readonly #answer: Answer;
  readonly #index: number;
  readonly #draft: WireDraft;
  #json = '';

  constructor(answer: Answer, wire: WireObject, index: number) {
    this.#answer = answer;
    this.#index = index;
    this.#draft = { ...wire.value };
  }

  readonly delta = (delta: JsonObject): boolean => {
    const { type, ...members } = delta;
    const kind = typeof type === 'string' ? KINDS[type] : undefined;
    if (kind === undefined || (kind === 'final') !== (this.#draft['type'] === 'compaction')) return false;
    for (const [key, value] of Object.entries(members)) this.#take(kind, key, value);
    return true;
  };

  readonly stop = (): void => {
    const { context, items } = this.#answer;
    const parsed = this.#json === '' ? undefined : parseJson(this.#json, context.limits);
    if (parsed?.ok === true) this.#draft['input'] = parsed.value;
    const wire = context.open({ data: this.#draft });
    const item = items.readItem(wire);
    if (item === undefined) items.keepUnknown(wire, this.#index);
    else context.events.write({ type: 'item-started', itemId: item.id, item });
  };

  readonly cut = (): void => {
    // A summary comes whole: without content nothing of it has arrived.
    if (
      this.#draft['type'] !== 'compaction' ||
      isPlainObject(this.#draft['content']) ||
      this.#draft['content'] !== null
    )
      this.stop();
  };

  #take(kind: string, key: string, value: JsonValue): void {
    const known = this.#draft[key];
    if (kind === 'json' && key === 'partial_json' && typeof value === 'string') this.#json += value;
    else if (kind === 'append' && typeof value === 'string' && typeof known === 'string')
      this.#draft[key] = known + value;
    else if (key !== 'partial_json') this.#draft[key] = value;
  }
}

/** What deltas do: they append to texts, or carry the last word. */
const KINDS: Readonly<Record<string, string | undefined>> = {
  text_delta: 'append',
  thinking_delta: 'append',
  signature_delta: 'append',
  input_json_delta: 'json',
  compaction_delta: 'final',
};
