import type { UnifiedEventV2, UnifiedItem, UnifiedOwnerPrivateRef } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import { parseJson } from '../../../core/parse-json.ts';
import { readPrivate, unknownContentFeature, type WireDraft } from '../../emit-context.ts';
import type { EncodeContext } from '../../stream/encode-context.ts';
import { answerWriting } from './answer-writing.ts';
import { isOwn, type Placed } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';

/** One block of the wire, or what becomes blocks together. Blocks never overlap: a unit waits until it is the first. */
export interface Unit {
  /** Nothing more comes for it. */
  isDone: boolean;
  /** It is the first now: writes what is known already. */
  readonly begin: () => void;
  /** Something came for it while it is the first. */
  readonly event: (event: UnifiedEventV2) => void;
  /** It is the first, and done: writes what is left. */
  readonly finish: () => void;
}

/** Writes the frames of blocks, and counts them. */
export class BlockWriter {
  readonly context: EncodeContext;
  #index = -1;

  constructor(context: EncodeContext) {
    this.context = context;
  }

  start(block: JsonObject): void {
    this.#index += 1;
    const data = { type: 'content_block_start', index: this.#index, content_block: block };
    this.context.write(data, 'content_block_start');
  }

  delta(delta: JsonObject): void {
    this.context.write({ type: 'content_block_delta', index: this.#index, delta }, 'content_block_delta');
  }

  stop(): void {
    this.context.write({ type: 'content_block_stop', index: this.#index }, 'content_block_stop');
  }

  /** A block that has no deltas. */
  whole(block: WireDraft): void {
    this.start(block);
    this.stop();
  }

  /** How many blocks have begun. */
  get count(): number {
    return this.#index + 1;
  }

  /** An item as it is now, in its place; nothing where the answer has it no more. */
  place(itemId: string): Placed | undefined {
    const { fold } = this.context;
    const item = fold.item(itemId);
    const position = fold.position(itemId);
    if (item === undefined || position === undefined) return undefined;
    return { item, path: `/output/${position.index}`, own: isOwn(item) };
  }

  /** What the writers of history need to write one item. */
  writing(placed: Placed): Writing {
    return answerWriting(this.context, [placed]);
  }
}

/** Something whole that only its own dialect knows: the object that its text says; nothing where it cannot go there. */
export function readWhole(
  context: EncodeContext,
  reference: UnifiedOwnerPrivateRef,
  path: string,
): WireDraft | undefined {
  const payload = readPrivate(context, reference, path, unknownContentFeature(reference));
  const parsed = payload === undefined ? undefined : parseJson(payload);
  // An object that was parsed from JSON is a draft that nobody else has.
  return parsed?.ok === true && isPlainObject(parsed.value) ? (parsed.value as WireDraft) : undefined;
}

/** What is left of a text of which so much was sent. */
export function restOf(text: string, sent: number): string {
  return text.length > sent ? text.slice(sent) : '';
}

/** Whether an item began with nothing more to come. */
export function isComplete({ status }: UnifiedItem): boolean {
  return status !== 'in-progress';
}
