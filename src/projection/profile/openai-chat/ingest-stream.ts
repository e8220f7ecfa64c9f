import type {
  UnifiedResolvedModel,
  UnifiedResponseProvenance,
  UnifiedResultV2,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue, RESERVED_KEY } from '../../../core/json-value.ts';
import type { WireDraft } from '../../emit-context.ts';
import {
  completeAnswer,
  type DecodeContext,
  failAnswer,
  interruptAnswer,
  type StreamDecoder,
} from '../../stream/decode-context.ts';
import type { WireFrame } from '../../stream/frame.ts';
import type { WireObject } from '../../wire-object.ts';
import { withTheRest } from './arrival.ts';
import { EarlierMembers } from './earlier-members.ts';
import { COMPLETION, momentOf } from './envelope.ts';
import { readError } from './error.ts';
import { candidateContext } from './ingest-answer.ts';
import { readCompletion } from './ingest-response.ts';
import { StreamChoice } from './stream-choice.ts';
import { keepLatest } from './stream-sum.ts';

/** The object of a frame. */
export const CHUNK = 'chat.completion.chunk';

/** Reads a stream of chunks. */
export function decodeStream(context: DecodeContext): StreamDecoder {
  const stream = new ChunkStream(context);
  return { frame: (frame) => stream.frame(frame), marker: () => stream.end(), end: () => stream.end() };
}

/**
 * Adds chunks up and tells them as events. The answer is over where the marker comes, or where the bytes end: usage and
 * costs follow a finish reason. A finish reason without a marker is complete, a marker without a finish reason is not.
 */
class ChunkStream {
  readonly #context: DecodeContext;
  readonly #body: WireDraft = {};
  readonly #choices = new Map<number, StreamChoice>();
  readonly #earlier: EarlierMembers;
  #hasStarted = false;

  constructor(context: DecodeContext) {
    this.#context = context;
    this.#earlier = new EarlierMembers(context.loss);
  }

  frame(frame: WireFrame): void {
    this.#earlier.frame += 1;
    const { data } = frame;
    const { choices } = data;
    let hasError = frame.event === 'error';
    for (const key in data) {
      const value = data[key];
      // Most members are the same in all chunks.
      if (value === undefined || key === 'choices' || key === 'obfuscation' || this.#body[key] === value) continue;
      if (key === RESERVED_KEY) this.#context.open(frame);
      if (key === 'error' && value !== null) hasError = true;
      else this.#keep(key, value);
    }
    if (!this.#hasStarted && !hasError) this.#start(choices);
    if (Array.isArray(choices)) for (const choice of choices) this.#take(choice);
    else if (choices !== undefined && choices !== null) this.#context.open(frame).objects('choices');
    if (hasError) this.#fail(frame);
  }

  #keep(key: string, value: JsonValue): void {
    if (!SETTLED.has(key)) this.#earlier.look(IN_FRAME, key, this.#body[key], value);
    keepLatest(this.#body, key, value);
  }

  end(): void {
    this.#begin();
    const result = this.#whole();
    this.#tellEarlier();
    if (this.#choices.size > 0 && [...this.#choices.values()].every(({ hasFinished }) => hasFinished)) {
      this.#eachCandidate(result, (choice, items) => choice.live.items.complete(items));
      this.#tellRest(result);
      completeAnswer(this.#context, result.status);
      return;
    }
    this.#leave(result);
    interruptAnswer(this.#context, this.#choice(0).live.items.place());
  }

  #take(choice: JsonValue): void {
    if (!isPlainObject(choice)) return;
    const { index } = choice as JsonObject; // a plain object of a wire holds JSON
    const isIndex = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0;
    this.#choice(isIndex ? index : 0).take(choice as JsonObject);
  }

  #choice(index: number): StreamChoice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const context = { ...this.#context, wire: this.#context.open({ data: {} }), earlier: this.#earlier };
    const made = new StreamChoice(candidateContext(context, index), index);
    this.#choices.set(index, made);
    return made;
  }

  /** The response starts with the first chunk that says anything; that of Azure may be without a name. */
  #start(choices: JsonValue | undefined): void {
    const isNamed = typeof this.#body['id'] === 'string' && this.#body['id'] !== '';
    if (isNamed || (Array.isArray(choices) && choices.length > 0)) this.#begin();
  }

  #begin(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { profile, requestedModel, responseId, events } = this.#context;
    const { id, model, created } = this.#body;
    const createdAt = momentOf(created);
    const provenance: UnifiedResponseProvenance = {
      profile,
      ...(isName(id) ? { providerResponseId: id } : {}),
      ...(createdAt === undefined ? {} : { createdAt }),
    };
    const names: UnifiedResolvedModel = {
      ...(requestedModel === undefined ? {} : { requested: requestedModel }),
      ...(isName(model) ? { resolved: model } : {}),
    };
    const known = Object.keys(names).length === 0 ? {} : { model: names };
    events.write({ type: 'response-started', responseId, ...known, provenance });
  }

  /** The answer as it would have arrived at once. */
  #whole(): UnifiedResultV2 {
    const choices = [...this.#choices].sort(([one], [other]) => one - other);
    const { object } = this.#body;
    const data = {
      ...this.#body,
      ...(object === CHUNK ? { object: COMPLETION } : {}),
      choices: choices.map(([index, choice]) => ({ ...choice.whole(), index })),
    };
    const open = (message: JsonObject): WireObject => this.#context.open({ data: message });
    const wire = open(data);
    this.#loseUnnamed();
    return readCompletion({ ...this.#context, wire }, (candidate, message) => {
      return withTheRest(this.#choices.get(candidate)?.arrivals(open) ?? [], message);
    });
  }

  #loseUnnamed(): void {
    for (const [index, { unnamedCalls }] of this.#choices) {
      const reason = 'a call that nobody named was left out';
      const path = `/choices/${index}/message/tool_calls`;
      if (unnamedCalls > 0) this.#context.loss.lose({ path, feature: 'response.malformed', reason });
    }
  }

  #eachCandidate(
    { output, candidates = [] }: UnifiedResultV2,
    tell: (choice: StreamChoice, items: UnifiedResultV2['output']) => void,
  ): void {
    const first = this.#choices.get(0);
    if (first !== undefined) tell(first, output);
    for (const candidate of candidates) {
      const choice = this.#choices.get(candidate.index);
      if (choice !== undefined) tell(choice, candidate.output);
    }
  }

  /** What the last chunks said of the answer as a whole. */
  #tellRest({ model, provenance, effective, moderation, usage, candidates = [] }: UnifiedResultV2): void {
    const { events } = this.#context;
    const settings = effective === undefined ? {} : { effective };
    const moderated = moderation === undefined ? {} : { moderation };
    events.write({ type: 'response-metadata', model, provenance, ...settings, ...moderated });
    if (usage !== undefined) events.write({ type: 'usage-updated', usage });
    for (const { index, status } of candidates) {
      const known = this.#choices.get(index)?.hasFinished === true ? status : ({ reason: 'interrupted' } as const);
      events.write({ type: 'response-metadata', candidateIndex: index, status: known });
    }
  }

  /** What frames said goes to the item that began last. */
  #tellEarlier(): void {
    if (!this.#earlier.isWaiting) return;
    const context = { ...this.#context, wire: this.#context.open({ data: {} }), earlier: this.#earlier };
    const last = [...this.#choices.values()].flatMap(({ live }) => live.items.list.slice(-1))[0];
    this.#earlier.tellRest(context, last?.item.id);
  }

  #leave(result: UnifiedResultV2): void {
    this.#eachCandidate(result, (choice, items) => choice.live.items.leave(items));
    this.#tellRest(result);
  }

  #fail(frame: WireFrame): void {
    this.#begin();
    const { error, wires } = readError(this.#context.open(frame), this.#context);
    const inside = wires[1]?.value;
    if (inside !== undefined) this.#keepRest(inside, wires[1]?.unread() ?? []);
    const result = this.#whole();
    this.#tellEarlier();
    this.#leave(result);
    failAnswer(this.#context, error, result.status);
  }

  /** What an error has beside what was read of it goes back with it. */
  #keepRest(error: JsonObject, unread: readonly string[]): void {
    const rest = unread.map((key) => [key, error[key] ?? null] as const);
    if (rest.length > 0) this.#body['error'] = Object.fromEntries(rest);
  }
}

/** Members of the whole answer whose last word counts, and that frames add to by name. */
const SETTLED: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'usage', 'error']);

const IN_FRAME = { level: 'members', index: 0 } as const;

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 1024 && value.isWellFormed();
}
