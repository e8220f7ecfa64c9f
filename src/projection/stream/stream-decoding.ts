import type { UnifiedError, UnifiedEventV2, UnifiedLossReport } from '../../../generated/unified/types.ts';
import type { Clock } from '../../core/clock.ts';
import { UsageError, WireFormatError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ExactNumbers } from '../../core/parse-json.ts';
import type { PrivateState, PrivateStateReader } from '../../core/private-state.ts';
import type { FrameCutter, RawFrame } from '../framing/frame-cutter.ts';
import { FrameNumbers } from '../framing/frame-numbers.ts';
import { createFrameCutter } from '../framing/framing.ts';
import { readPayloads } from '../framing/payload.ts';
import { ingestContext } from '../ingest.ts';
import { type AnswerOptions, answerFacts, readingOptions } from '../ingest-response.ts';
import type { Profile, StreamDialect } from '../profile.ts';
import { WireObject } from '../wire-object.ts';
import { type DecodeContext, failAnswer, type StreamDecoder } from './decode-context.ts';
import { EventWriter } from './event-writer.ts';
import { type Framing, isWireFrame, type WireFrame } from './frame.ts';
import { boundError, malformedError, sourceError, unreadableError } from './stream-fault.ts';

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
  readonly #context: DecodeContext;
  readonly #decoder: StreamDecoder;
  readonly #events: EventWriter;
  readonly #endMarker: string;
  readonly #cutter: FrameCutter;
  readonly #exactNumbers = new FrameNumbers();
  readonly #created: DecodeOptions;
  /** The private state of the events by their sequence, until they are taken. */
  readonly #private = new Map<number, PrivateState[]>();
  readonly #privateStates: Iterator<PrivateState>;
  #privateTaken = 0;
  #frame = -1;
  #cut: UnifiedError | undefined;
  #hasFailed = false;

  constructor(profile: Profile, options: DecodeOptions) {
    const dialect = streamDialect(profile);
    this.#created = options;
    this.#context = this.#contextFor(profile, options);
    this.#events = this.#context.events;
    this.#endMarker = dialect.endMarker ?? COMMON_END_MARKER;
    this.#cutter = createFrameCutter(options.framing ?? dialect.framing, this.#context.limits, this.#endMarker);
    this.#privateStates = this.#context.privateState[Symbol.iterator]();
    this.#decoder = dialect.decoder(this.#context);
  }

  /** Whether nothing that may still come can matter: the rest of the source need not be read. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The private state that was found so far, for a writer that serves the same owner. */
  get privateState(): PrivateStateReader {
    return this.#context.privateState;
  }

  push(chunk: StreamChunk): readonly UnifiedEventV2[] {
    this.#begin();
    this.#private.clear();
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      for (const raw of this.#cutter.push(chunk)) this.#read(raw);
    } else {
      // What is not a frame is the payload of one.
      this.#readFrame(isWireFrame(chunk) ? chunk : { data: chunk as JsonObject });
    }
    return this.#events.take();
  }

  /** The source ended; or it failed, for `reason`. Whoever calls it again gets nothing. */
  end(reason?: unknown): readonly UnifiedEventV2[] {
    this.#begin();
    for (const raw of this.#cutter.end()) this.#read(raw, true);
    if (!this.#events.hasEnded) {
      if (reason !== undefined) this.#cut = sourceError(this.#context.operationId, reason);
      this.#guarded(() => this.#decoder.end());
    }
    return this.#events.take();
  }

  /** The private state that an event of the last chunk brought; nothing the second time. */
  takePrivateState({ type, sequence }: UnifiedEventV2): readonly PrivateState[] | undefined {
    if (this.#private.size === 0 || type === 'heartbeat') return undefined;
    const states = this.#private.get(sequence);
    this.#private.delete(sequence);
    return states;
  }

  /** What was lost so far. Pointers begin with the number of a frame, counted from zero. */
  loss(): UnifiedLossReport {
    return this.#context.loss.report();
  }

  #contextFor(profile: Profile, options: DecodeOptions): DecodeContext {
    const exactNumbers = this.#exactNumbers;
    const { wire, ...reading } = ingestContext(profile, {}, exactNumbers, readingOptions(options));
    const { loss, limits, now, requestId: operationId } = reading;
    const place = () => `/${Math.max(this.#frame, 0)}`;
    return {
      ...reading,
      ...answerFacts(options),
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
    if (raw.kind === 'comment') {
      if (!this.#events.hasEnded) this.#events.heartbeat();
    } else if (raw.kind === 'fault') {
      const { code } = raw;
      const isBound = code !== 'wire-format';
      this.#fail(isBound ? boundError(operationId, code, limits) : malformedError(operationId, OUTSIDE));
    } else this.#readText(raw, isLast);
  }

  #readText(raw: Extract<RawFrame, { readonly kind: 'payload' }>, isLast: boolean): void {
    for (const payload of readPayloads(raw.text, this.#context.limits, this.#endMarker)) {
      if (this.#hasFailed) return;
      if (payload.kind === 'marker') this.#guarded(() => this.#decoder.marker?.());
      else if (payload.kind === 'data') this.#readFrame(frameOf(raw, payload.data), payload.exactNumbers);
      else if (this.#events.hasEnded) this.#missed(AFTER_END);
      else if (isLast) this.#missed('the last frame broke off');
      else this.#fail(malformedError(this.#context.operationId, payload.message));
    }
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
    const { privateState, limits, operationId } = this.#context;
    this.#events.writeLosses();
    if (privateState.size > this.#privateTaken && this.#events.size > size) this.#private.set(size, this.#newStates());
    if (this.#events.size > limits.events) this.#fail(boundError(operationId, 'stream-events', limits));
  }

  #newStates(): PrivateState[] {
    const states: PrivateState[] = [];
    // The iterator of a set goes on with what is added, as long as it was not asked beyond its end.
    while (this.#privateTaken < this.#context.privateState.size) {
      const { value } = this.#privateStates.next();
      states.push(value);
      this.#privateTaken += 1;
    }
    return states;
  }

  #missed(reason: string): void {
    this.#frame += 1;
    this.#context.loss.lose({ path: `/${this.#frame}`, feature: 'wire.unknown-content', reason });
    this.#events.writeLosses();
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
const OUTSIDE = 'Something other than a list of JSON objects stands in the stream.';

function frameOf({ event, id }: { readonly event?: string; readonly id?: string }, data: JsonObject): WireFrame {
  if (event === undefined && id === undefined) return { data };
  return { ...(event === undefined ? {} : { event }), ...(id === undefined ? {} : { id }), data };
}

/** Throws UsageError where the profile has no streams. */
export function streamDialect({ family, stream }: Profile): StreamDialect {
  if (stream !== undefined) return stream;
  throw new UsageError('profile-direction', `The profile ${family} has no streams.`, { details: { family } });
}
