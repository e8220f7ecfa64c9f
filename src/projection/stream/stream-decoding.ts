import type { UnifiedError, UnifiedEventV2, UnifiedLossReport } from '../../../generated/unified/types.ts';
import type { Clock } from '../../core/clock.ts';
import { UsageError, WireFormatError } from '../../core/errors.ts';
import { isPlainObject, type JsonObject } from '../../core/json.ts';
import type { ExactNumbers } from '../../core/parse-json.ts';
import type { PrivateState, PrivateStateSet } from '../../core/private-state.ts';
import type { FrameCutter, RawFrame } from '../framing/frame-cutter.ts';
import { FrameNumbers } from '../framing/frame-numbers.ts';
import { createFrameCutter } from '../framing/framing.ts';
import { type Payload, readPayloads } from '../framing/payload.ts';
import { PayloadCheck } from '../framing/payload-check.ts';
import { ingestContext } from '../ingest.ts';
import { type AnswerOptions, answerFacts, readingOptions } from '../ingest-response.ts';
import { LOSSES_OF_KIND, LossRecorder } from '../loss.ts';
import type { Profile, StreamDialect } from '../profile.ts';
import { WireObject } from '../wire-object.ts';
import { type DecodeContext, failAnswer, type StreamDecoder } from './decode-context.ts';
import { EventWriter } from './event-writer.ts';
import { FoundStates } from './found-states.ts';
import { type Framing, isWireFrame, type WireFrame } from './frame.ts';
import { noChunk, numbersOf } from './object-frame.ts';
import { boundError, malformedError, sourceError, unreadableError } from './stream-fault.ts';
import { readWholeAnswer, tellAnswer } from './whole-answer.ts';

/** What a caller can say about a stream that is read; everything has a default. */
export interface DecodeOptions extends AnswerOptions {
  /** The request that the operation serves. */
  readonly requestId?: string;
  /** The time of events; it stands still at `now` when absent. */
  readonly clock?: Clock;
  /** How the frames stand in the bytes, where they are kept in another way than the dialect sends them. */
  readonly framing?: Framing;
}

/** A piece of a stream: bytes or text cut anywhere, or one frame, or the payload of one, that was parsed already. */
export type StreamChunk = Uint8Array | string | WireFrame | JsonObject;

/** Gateways end streams of every dialect with it. */
const COMMON_END_MARKER = '[DONE]';

/**
 * Reads one stream of a dialect chunk by chunk, and gives the events of each: a synchronous machine. Nothing that data does
 * makes it throw: a stream that breaks off interrupts the operation, a frame that is not of the dialect and a bound that is
 * passed make it fail, and what arrived before stays.
 */
export class StreamDecoding {
  readonly #profile: Profile;
  readonly #context: DecodeContext;
  readonly #decoder: StreamDecoder;
  readonly #events: EventWriter;
  readonly #endMarker: string;
  readonly #cutter: FrameCutter;
  readonly #exactNumbers = new FrameNumbers();
  readonly #created: DecodeOptions;
  readonly #states: FoundStates;
  #frame = -1;
  #cut: UnifiedError | undefined;
  #hasFailed = false;
  #hasIgnored = false;
  /** What the frames had that came as objects, in UTF-16 code units. */
  #sizeOfObjects = 0;

  constructor(profile: Profile, options: DecodeOptions) {
    this.#profile = profile;
    const dialect = streamDialect(profile);
    this.#created = options;
    this.#context = this.#contextFor(profile, options);
    this.#events = this.#context.events;
    this.#endMarker = dialect.endMarker ?? COMMON_END_MARKER;
    this.#cutter = createFrameCutter(options.framing ?? dialect.framing, this.#context.limits, this.#endMarker);
    this.#states = new FoundStates(this.#context.privateState);
    this.#decoder = dialect.decoder(this.#context);
  }

  /** Whether the answer is over: nothing that may still come can matter, and the rest of the source need not be read. */
  get isOver(): boolean {
    return this.#events.hasEnded;
  }

  /** The private state that was found so far, for a writer that serves the same owner. */
  get privateState(): PrivateStateSet {
    return this.#context.privateState;
  }

  /** Throws UsageError for what is no chunk. */
  push(chunk: StreamChunk): readonly UnifiedEventV2[] {
    const isText = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (!isText && !isPlainObject(chunk)) throw noChunk(chunk);
    this.#begin();
    this.#states.clear();
    if (this.#hasFailed) return this.#events.take();
    if (isText) for (const raw of this.#cutter.push(chunk)) this.#read(raw);
    // What is not a frame is the payload of one.
    else this.#readObject(isWireFrame(chunk) ? chunk : { data: chunk as JsonObject });
    return this.#events.take();
  }

  /** The source ended; or it failed, for `reason`. Whoever calls it again gets nothing. */
  end(reason?: unknown): readonly UnifiedEventV2[] {
    this.#begin();
    for (const raw of this.#cutter.end()) this.#read(raw, true);
    if (!this.#events.hasEnded) {
      if (reason !== undefined) this.#cut = sourceError(this.#context.operationId, reason);
      else if (this.#hasIgnored && this.#frame < 0) this.#fail(malformedError(this.#context.operationId, NO_STREAM));
      this.#guarded(() => this.#decoder.end());
    }
    return this.#events.take();
  }

  /** The private state that an event of the last chunk brought; nothing the second time. */
  takePrivateState({ type, sequence }: UnifiedEventV2): readonly PrivateState[] | undefined {
    return type === 'heartbeat' ? undefined : this.#states.take(sequence);
  }

  /** What was lost so far. Pointers begin with the number of a frame, counted from zero. */
  loss(): UnifiedLossReport {
    return this.#context.loss.report();
  }

  #contextFor(profile: Profile, options: DecodeOptions): DecodeContext {
    const exactNumbers = this.#exactNumbers;
    const { wire, ...reading } = ingestContext(profile, {}, exactNumbers, readingOptions(options));
    const { limits, now, requirement, requestId: operationId } = reading;
    const loss = new LossRecorder('ingest', requirement, { entries: limits.lossEntries, ofKind: LOSSES_OF_KIND });
    const place = () => `/${Math.max(this.#frame, 0)}`;
    return {
      ...reading,
      ...answerFacts(options),
      loss,
      events: new EventWriter({ operationId, now: options.clock ?? (() => now), loss, place }),
      open: ({ data }) => new WireObject(data, { loss, exactNumbers, limits }, wire, String(this.#frame)),
      cut: () => this.#cut,
    };
  }

  #begin(): void {
    if (this.#events.size > 0) return;
    const { conversationId, branchId, owner } = this.#context;
    const { requestId } = this.#created;
    this.#events.write({
      type: 'operation-created',
      conversationId,
      branchId,
      ...(requestId === undefined ? {} : { requestId }),
      ...(owner === undefined ? {} : { owner }),
    });
    this.#events.write({ type: 'operation-running' });
  }

  #read(raw: RawFrame, isLast = false): void {
    const { operationId, limits } = this.#context;
    if (raw.kind === 'payload') this.#readText(raw, isLast);
    else if (raw.kind === 'comment') {
      if (!this.#events.hasEnded) this.#events.heartbeat();
    } else if (raw.kind === 'ignored') this.#ignore();
    else {
      const isBound = raw.code !== 'wire-format';
      this.#fail(isBound ? boundError(operationId, raw.code, limits) : malformedError(operationId, OUTSIDE));
    }
  }

  /** A marker counts behind everything else that stands in its frame: routers write the costs behind it (GC-048). */
  #readText(raw: RawPayload, isLast: boolean): void {
    if (this.#events.hasEnded) {
      if (!this.#hasFailed && raw.text !== this.#endMarker) this.#missed(AFTER_END);
      return;
    }
    const isSound = raw.text.isWellFormed();
    const payloads = readPayloads(isSound ? raw.text : raw.text.toWellFormed(), this.#context.limits, this.#endMarker);
    let isMarked = false;
    for (const payload of payloads) {
      if (payload.kind === 'marker') isMarked = true;
      else if (payload.kind === 'data') this.#readData(raw, payload, isSound);
      else if (this.#events.hasEnded || isMarked) this.#missed(AFTER_END);
      else if (isLast) this.#missed('the last frame broke off');
      else this.#fail(malformedError(this.#context.operationId, payload.message));
      if (this.#hasFailed) return;
    }
    if (isMarked) this.#guarded(() => this.#decoder.marker?.());
  }

  #readData(raw: RawPayload, { data, repeated, exactNumbers }: PayloadData, isSound: boolean): void {
    const path = `/${this.#frame + 1}`;
    const { loss } = this.#context;
    if (!isSound) loss.lose({ path, feature: 'text.lone-surrogate', reason: NOT_UTF_8 });
    if (repeated !== undefined) {
      loss.lose({ path: path + repeated, feature: 'response.malformed', reason: REPEATED });
    }
    if (raw.isBare === true && this.#frame < 0 && this.#readWhole(raw.text)) return;
    this.#readFrame(frameOf(raw, data), exactNumbers);
  }

  /** A frame that was parsed before is judged as one that was not. Its text says the digits that the object has lost. */
  #readObject(frame: WireFrame): void {
    const { operationId, limits } = this.#context;
    const { text } = frame;
    if (this.#events.hasEnded) {
      this.#missed(AFTER_END);
      return;
    }
    const check = new PayloadCheck(limits);
    const fault = check.faultOf(frame.data);
    this.#sizeOfObjects += check.size;
    if (fault !== undefined) this.#fail(malformedError(operationId, fault));
    else if (check.size > limits.bytes) this.#fail(boundError(operationId, 'stream-frame-size', limits));
    else if (this.#sizeOfObjects > limits.streamBytes) this.#fail(boundError(operationId, 'stream-size', limits));
    else this.#readFrame(frame, text === undefined ? undefined : () => numbersOf(text, frame.data, limits));
  }

  /** The answer, or the error in its place, that a server gave at once though a stream was asked for. */
  #readWhole(text: string): boolean {
    const answer = readWholeAnswer(this.#profile, text, this.#created);
    if (answer === undefined) return false;
    this.#frame += 1;
    const { size } = this.#events;
    const { loss, privateState } = this.#context;
    for (const entry of answer.loss.entries) loss.add({ ...entry, path: `/${this.#frame}${entry.path}` });
    for (const state of answer.privateState) privateState.add(state);
    tellAnswer(this.#context, answer.value);
    this.#finishFrame(size);
    return true;
  }

  #ignore(): void {
    if (this.#events.hasEnded) return;
    this.#hasIgnored = true;
    const reason = 'a line is no field of an event stream';
    this.#context.loss.count({ path: `/${Math.max(this.#frame, 0)}`, feature: 'wire.unknown-content', reason });
  }

  #readFrame(frame: WireFrame, exactNumbers?: () => ExactNumbers): void {
    if (this.#events.hasEnded) {
      this.#missed(AFTER_END);
      return;
    }
    this.#frame += 1;
    this.#exactNumbers.enter(this.#frame, exactNumbers);
    const { size } = this.#events;
    try {
      this.#decoder.frame(frame);
    } catch (error) {
      this.#failFor(error);
    }
    this.#finishFrame(size);
  }

  #guarded(step: () => void): void {
    if (this.#events.hasEnded) return;
    const { size } = this.#events;
    try {
      step();
    } catch (error) {
      this.#failFor(error);
    }
    this.#finishFrame(size);
  }

  /** Tells losses, hands private state to the first event since `size`, and looks at the number of events. */
  #finishFrame(size: number): void {
    const { limits, operationId } = this.#context;
    this.#events.writeLosses();
    if (this.#states.hasNew && this.#events.size > size) this.#states.giveTo(size);
    if (this.#events.size > limits.events) this.#fail(boundError(operationId, 'stream-events', limits));
  }

  #missed(reason: string): void {
    this.#frame += 1;
    this.#context.loss.count({ path: `/${this.#frame}`, feature: 'wire.unknown-content', reason });
  }

  #failFor(error: unknown): void {
    if (!WireFormatError.isInstance(error)) throw error;
    this.#fail(unreadableError(this.#context.operationId, error));
  }

  #fail(error: UnifiedError): void {
    this.#hasFailed = true;
    if (!this.#events.hasEnded) failAnswer(this.#context, error);
  }
}

const AFTER_END = 'a frame came after the end of the answer';
const NOT_UTF_8 = 'bytes that are no UTF-8, or halves of surrogate pairs, were replaced by U+FFFD';
const REPEATED = 'several members of an object have this name, and the last of them was read';
const NO_STREAM = 'The body is no event stream.';
const OUTSIDE = 'Something other than a list of JSON objects stands in the stream.';

type RawPayload = Extract<RawFrame, { readonly kind: 'payload' }>;
type PayloadData = Extract<Payload, { readonly kind: 'data' }>;

function frameOf({ event, id }: { readonly event?: string; readonly id?: string }, data: JsonObject): WireFrame {
  if (event === undefined && id === undefined) return { data };
  return { ...(event === undefined ? {} : { event: event.toWellFormed() }), ...(id === undefined ? {} : { id }), data };
}

/** Throws UsageError where the profile has no streams. */
export function streamDialect({ family, stream }: Profile): StreamDialect {
  if (stream !== undefined) return stream;
  throw new UsageError('profile-direction', `The profile ${family} has no streams.`, { details: { family } });
}
