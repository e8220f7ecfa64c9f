import type { UnifiedOwnerPrivateRef } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { type IngestContext, keepPrivate } from '../../ingest-context.ts';
import type { LossRecorder } from '../../loss.ts';
import { isSameData } from '../../shared/same-data.ts';
import type { DecodeContext } from '../../stream/decode-context.ts';
import { saysNothing } from './stream-sum.ts';

/** The name of private state that holds what one frame said beside its texts. */
export const FRAME_SCHEMA = 'openai-chat/frame';

/** So many frames and so many UTF-16 code units are kept of one stream; what comes later is reported. */
const MOST_FRAMES = 4096;
const MOST_TEXT = 1_048_576;

/** What is needed to tell of an item. */
type TellingContext = IngestContext & Pick<DecodeContext, 'events'>;

/** What a frame said: members of its own, and of one of its choices. */
interface Patch {
  readonly frame: number;
  readonly index: number;
  readonly members: WireDraft;
  readonly choice: WireDraft;
  readonly delta: WireDraft;
}

/** Where a member stands: in the frame, whose first choice `index` then names, in a choice, or in the delta of one. */
export interface MemberPlace {
  readonly level: 'members' | 'choice' | 'delta';
  readonly index: number;
}

/**
 * Members that nobody adds up, as the identifier of each token or a second copy of each text: the whole answer has what was
 * said last of them. Where that replaces something else, every value stays with its owner as private state of the item that
 * was being told, and goes back into a frame of its own place. The first value is told together with the second: most
 * members never change.
 */
export class EarlierMembers {
  /** The number of the frame that is read. */
  frame = -1;
  readonly #loss: LossRecorder;
  readonly #changing = new Set<string>();
  /** The items that hold what frames said. */
  readonly #holders = new Set<string>();
  #held: Patch[] = [];
  #frames = 0;
  #text = 0;
  #kept = 0;
  #isReported = false;

  constructor(loss: LossRecorder) {
    this.#loss = loss;
  }

  /** Whether something waits for an item that it can be told with. */
  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  isHolder(itemId: string): boolean {
    return this.#holders.has(itemId);
  }

  /** Looks at a new value of a member before it takes the place of the one that was said `before`. */
  look(place: MemberPlace, key: string, before: JsonValue | undefined, value: JsonValue): void {
    if (before === undefined || before === value || !isReplaced(before, value)) return;
    const name = `${place.level} ${place.index} ${key}`;
    if (!this.#changing.has(name)) {
      this.#changing.add(name);
      this.#put(place, this.frame - 1, key, before);
    }
    this.#put(place, this.frame, key, value);
  }

  /** Tells with an open item what waits. */
  tell(context: TellingContext, itemId: string): void {
    const waiting = this.#held;
    this.#held = [];
    const providerData = waiting.map((patch) => this.#keep(context, itemId, patch));
    if (providerData.length === 0) return;
    this.#holders.add(itemId);
    context.events.write({ type: 'item-delta', itemId, providerData });
  }

  /** The stream ends: what was said last of all is in the whole answer. Without an item there is nobody to hold the rest. */
  tellRest(context: TellingContext, itemId: string | undefined): void {
    this.#held.pop();
    if (itemId !== undefined) this.tell(context, itemId);
    else for (const { frame } of this.#held) this.#lose(frame, 'no item of the answer could hold it');
    this.#held = [];
  }

  #put(place: MemberPlace, frame: number, key: string, value: JsonValue): void {
    const size = JSON.stringify(value).length;
    const known = this.#held.findLast((patch) => patch.frame === frame && patch.index === place.index);
    if (this.#text + size > MOST_TEXT || (known === undefined && this.#frames >= MOST_FRAMES)) {
      this.#lose(frame, 'more frames say something of their own than are kept');
      return;
    }
    this.#text += size;
    (known ?? this.#begin(place.index, frame))[place.level][key] = value;
  }

  #begin(index: number, frame: number): Patch {
    const made = { frame, index, members: {}, choice: {}, delta: {} };
    const before = this.#held.findLastIndex((patch) => patch.frame <= frame);
    this.#held.splice(before + 1, 0, made);
    this.#frames += 1;
    return made;
  }

  #keep(context: TellingContext, itemId: string, { index, members, choice, delta }: Patch): UnifiedOwnerPrivateRef {
    const payload = JSON.stringify({ ...members, choices: [{ index, ...choice, delta }] });
    const found = { kind: 'unknown-wire-content', schema: FRAME_SCHEMA, payload, wireType: 'frame' } as const;
    return keepPrivate(context, itemId, `frame-${this.#kept++}`, found);
  }

  /** Of what is too much, the first is reported. */
  #lose(frame: number, reason: string): void {
    if (!this.#isReported) this.#loss.lose({ path: `/${frame}`, feature: 'wire.unknown-content', reason });
    this.#isReported = true;
  }
}

/** Whether a value says something else than the one before, and does not only add to it. */
function isReplaced(before: JsonValue, value: JsonValue): boolean {
  if (saysNothing(before) || saysNothing(value)) return false;
  if (!isPlainObject(before) || !isPlainObject(value)) return !isSameData(before, value);
  const known = before as JsonObject; // a plain object of a wire holds JSON
  return Object.entries(value as JsonObject).some(([key, news]) => {
    const said = Object.hasOwn(known, key) ? known[key] : undefined;
    return said !== undefined && isReplaced(said, news);
  });
}
