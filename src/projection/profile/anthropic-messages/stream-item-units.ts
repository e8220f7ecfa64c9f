import type { UnifiedEventV2 } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { argumentsObject } from '../../shared/tool-arguments.ts';
import { writeAnswerItem } from './emit-response.ts';
import type { CallItem } from './stream-call-block.ts';
import { isCallItem } from './stream-call-block.ts';
import { nothing } from './stream-part-units.ts';
import { type BlockWriter, restOf, type Unit } from './stream-unit.ts';

/** An item that comes whole: results, summaries, and whatever else has no deltas here. */
export class ItemUnit implements Unit {
  isDone = false;
  readonly #blocks: BlockWriter;
  readonly #itemId: string;

  constructor(blocks: BlockWriter, itemId: string) {
    this.#blocks = blocks;
    this.#itemId = itemId;
  }

  readonly begin = nothing;
  readonly event = nothing;

  readonly finish = (): void => {
    const placed = this.#blocks.place(this.#itemId);
    if (placed === undefined) return;
    for (const block of writeAnswerItem(this.#blocks.writing(placed), placed)) writeWhole(this.#blocks, block);
  };
}

/** A summary has its content in a delta; every other block that comes whole has all in its start. */
function writeWhole(blocks: BlockWriter, block: WireDraft): void {
  if (block['type'] !== 'compaction' || block['content'] === undefined || block['content'] === null) {
    blocks.whole(block);
    return;
  }
  const { content, encrypted_content: encrypted, ...rest } = block;
  blocks.start({ ...rest, content: null });
  const opaque = encrypted === undefined ? {} : { encrypted_content: encrypted };
  blocks.delta({ type: 'compaction_delta', content, ...opaque });
  blocks.stop();
}

/** A block that nobody knows, as its own dialect wrote it. */
export class UnknownUnit implements Unit {
  isDone = true;
  readonly #blocks: BlockWriter;
  readonly #block: WireDraft;

  constructor(blocks: BlockWriter, block: WireDraft) {
    this.#blocks = blocks;
    this.#block = block;
  }

  readonly begin = nothing;
  readonly event = nothing;
  readonly finish = (): void => this.#blocks.whole(this.#block);
}

/** A call, live: its arguments go out as they come. Those of a custom call are wrapped when they are complete. */
export class CallUnit implements Unit {
  isDone = false;
  readonly #blocks: BlockWriter;
  readonly #itemId: string;
  #hasBegun = false;
  #isWhole = false;
  #isCustom = false;
  #sent = 0;

  constructor(blocks: BlockWriter, itemId: string) {
    this.#blocks = blocks;
    this.#itemId = itemId;
  }

  readonly begin = (): void => {
    const placed = this.#placed();
    if (placed === undefined) return;
    const { item, own } = placed;
    const isReady = item.state !== 'arguments-streaming';
    // This dialect itself gives arguments that were there at once with the beginning of the block.
    if (own && isReady && item.type !== 'tool-call') this.#isWhole = true;
    if (own && isReady && item.rawArguments === undefined) this.#isWhole = true;
    if (this.#isWhole) return;
    const [block] = this.#write({ ...placed, item: bare(item) });
    if (block === undefined) return;
    this.#hasBegun = true;
    this.#blocks.start({ ...block, input: {} });
    const { rawArguments = '' } = item;
    this.#isCustom = isCustom(item);
    if (!this.#isCustom && rawArguments !== '') this.#send(rawArguments);
  };

  readonly event = (event: UnifiedEventV2): void => {
    if (event.type !== 'tool-arguments-delta' || event.delta.kind !== 'text') return;
    if (this.#hasBegun && !this.#isCustom) this.#send(event.delta.fragment);
  };

  readonly finish = (): void => {
    const placed = this.#placed();
    if (placed === undefined) return;
    if (this.#isWhole) {
      for (const block of this.#write(placed)) this.#blocks.whole(block);
      return;
    }
    if (!this.#hasBegun) return;
    const { item, path } = placed;
    const text = argumentsIn(item);
    if (this.#sent === 0 ? text !== '{}' : item.rawArguments !== undefined) {
      const rest = restOf(text, this.#sent);
      if (rest !== '') this.#send(rest);
    }
    this.#blocks.stop();
    if (item.rawArguments === '') {
      const reason = 'no arguments are an empty object here';
      const at = { path: `${path}/rawArguments`, sourceItemId: item.id };
      this.#blocks.context.loss.lose({ ...at, feature: 'tool-call.arguments-text', reason });
    }
    if (item.type !== 'tool-call' || this.#isCustom || argumentsObject(item) !== undefined) return;
    if (item.rawArguments === undefined) return;
    const reason = 'the arguments are no JSON object; they were sent as they came';
    const at = { path, sourceItemId: item.id };
    this.#blocks.context.loss.lose({ ...at, feature: 'tool-call.arguments', requirement: 'preferred', reason });
  };

  #send(fragment: string): void {
    this.#sent += fragment.length;
    this.#blocks.delta({ type: 'input_json_delta', partial_json: fragment });
  }

  #write(placed: { readonly item: CallItem; readonly path: string; readonly own: boolean }): readonly WireDraft[] {
    return writeAnswerItem(this.#blocks.writing(placed), placed);
  }

  #placed() {
    const placed = this.#blocks.place(this.#itemId);
    if (placed === undefined || !isCallItem(placed.item)) return undefined;
    return { ...placed, item: placed.item };
  }
}

function isCustom(item: CallItem): boolean {
  return item.type === 'tool-call' && item.kind === 'custom';
}

/** A call without its arguments. */
function bare({ input: _input, rawArguments: _raw, ...item }: CallItem): CallItem {
  const input: { readonly value: JsonValue } = { value: {} };
  if (item.type !== 'code-execution') return { ...item, input };
  const { code: _code, ...rest } = item;
  return { ...rest, input };
}

/** The arguments as the JSON text that goes out. */
function argumentsIn(item: CallItem): string {
  const { input, rawArguments } = item;
  if (isCustom(item)) {
    return JSON.stringify({ input: rawArguments ?? (input === undefined ? '' : JSON.stringify(input.value)) });
  }
  if (rawArguments !== undefined && rawArguments !== '') return rawArguments;
  return input === undefined ? '{}' : JSON.stringify(input.value);
}
