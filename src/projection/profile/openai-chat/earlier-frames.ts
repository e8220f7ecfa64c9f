import type {
  UnifiedItem,
  UnifiedOwnerPrivateRef,
  UnifiedProviderDataRef,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parseJson } from '../../../core/parse-json.ts';
import { type EmitContext, readPrivate, type WireDraft } from '../../emit-context.ts';
import { LossRecorder } from '../../loss.ts';
import { isSameData } from '../../shared/same-data.ts';
import type { EncodeContext } from '../../stream/encode-context.ts';
import { FRAME_SCHEMA, type MemberPlace } from './earlier-members.ts';

/** Whether a reference is to what one frame said, which no whole answer has a place for. */
function isOfFrame(reference: UnifiedProviderDataRef): reference is UnifiedOwnerPrivateRef {
  return reference.scope === 'owner-private' && reference.schema === FRAME_SCHEMA;
}

/** References of an item as a whole answer takes them: at their places, and those to what one frame said as none of its. */
export function ofWhole(references: readonly UnifiedProviderDataRef[] = []): readonly UnifiedProviderDataRef[] {
  if (!references.some(isOfFrame)) return references;
  return references.map((reference) => (isOfFrame(reference) ? { ...reference, kind: 'frame' } : reference));
}

/** Reports what single frames said of a candidate, which only a stream takes back. */
export function loseFrames({ loss }: EmitContext, items: readonly UnifiedItem[], path: string): void {
  items.forEach(({ id, providerData = [] }, index) => {
    providerData.forEach((reference, place) => {
      if (!isOfFrame(reference)) return;
      const reason = 'what single frames said has its place in a stream';
      const at = `${path}/${index}/providerData/${place}`;
      loss.lose({ path: at, feature: 'wire.unknown-content', reason, sourceItemId: id });
    });
  });
}

/** Puts what frames said beside their texts back into frames: into the next one of the same choice, or into one of its own. */
export class EarlierFrames {
  readonly #context: EncodeContext;
  /** What cannot be read is reported once. */
  readonly #silent: EmitContext;
  /** Writes a choice that nobody adds up; what waits goes along. */
  readonly #writeChoice: (choice: WireDraft) => void;
  #waiting: JsonObject | undefined;
  /** What was written last, by the place and name of the member. */
  readonly #said = new Map<string, JsonValue>();
  #isReported = false;

  constructor(context: EncodeContext, writeChoice: (choice: WireDraft) => void) {
    this.#context = context;
    this.#silent = { ...context, loss: new LossRecorder('emit', context.requirement) };
    this.#writeChoice = writeChoice;
  }

  /** Takes the references that an item is given while it is open. */
  take(itemId: string | undefined, references: readonly UnifiedProviderDataRef[]): void {
    for (const reference of references) {
      if (!isOfFrame(reference)) continue;
      const payload = readPrivate(this.#silent, reference, '');
      const parsed = payload === undefined ? undefined : parseJson(payload);
      if (parsed?.ok !== true || !isPlainObject(parsed.value)) {
        this.#lose(itemId);
        continue;
      }
      this.flush();
      this.#waiting = parsed.value as JsonObject; // a plain object of parsed JSON
    }
  }

  /** A frame of one choice together with what waits for it. */
  into(frame: WireDraft, choice: WireDraft): WireDraft {
    if (this.#waiting === undefined) return frame;
    const { choices, ...members } = this.#waiting;
    const said = choiceIn(choices);
    if (said['index'] !== choice['index']) {
      this.flush();
      return frame;
    }
    this.#waiting = undefined;
    const { delta: inDelta, ...inChoice } = said;
    this.#note('members', 0, members);
    this.#note('choice', said['index'], inChoice);
    this.#note('delta', said['index'], objectIn(inDelta));
    const delta = { ...objectIn(inDelta), ...objectIn(choice['delta']) };
    const ending = choice['finish_reason'] ?? said['finish_reason'] ?? null;
    return { ...members, ...frame, choices: [{ ...said, ...choice, delta, finish_reason: ending }] };
  }

  /** Members of the whole answer without those that a frame said already, with the same value. */
  unsaid(level: MemberPlace['level'], index: JsonValue | undefined, members: WireDraft): WireDraft {
    if (this.#said.size === 0) return members;
    const left = Object.entries(members).filter(([key, value]) => {
      const said = this.#said.get(nameOf(level, index, key));
      return said === undefined || !isSameData(said, value);
    });
    return Object.fromEntries(left);
  }

  #note(level: MemberPlace['level'], index: JsonValue | undefined, members: JsonObject): void {
    for (const [key, value] of Object.entries(members)) this.#said.set(nameOf(level, index, key), value);
  }

  /** Writes what waits into a frame of its own. */
  flush(): void {
    if (this.#waiting === undefined) return;
    this.#writeChoice({ index: choiceIn(this.#waiting['choices'])['index'] ?? 0, delta: {} });
  }

  #lose(itemId: string | undefined): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const { fold, loss } = this.#context;
    const { candidate = 0, index = 0 } = (itemId === undefined ? undefined : fold.position(itemId)) ?? {};
    const place = (fold.view().candidates ?? []).findIndex((known) => known.index === candidate);
    const path = `${candidate === 0 ? '/output' : `/candidates/${place}/output`}/${index}/providerData`;
    const reason = 'what frames say beside their texts goes back to its owner only';
    loss.lose({ path, feature: 'wire.unknown-content', reason });
  }
}

function nameOf(level: MemberPlace['level'], index: JsonValue | undefined, key: string): string {
  return `${level} ${String(index)} ${key}`;
}

/** The choice that a frame is about: the decoder wrote one. */
function choiceIn(choices: JsonValue | undefined): JsonObject {
  return objectIn(Array.isArray(choices) ? choices[0] : undefined);
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isPlainObject(value) ? (value as JsonObject) : {}; // a plain object of parsed JSON
}
