import type {
  UnifiedEventV2,
  UnifiedLossReport,
  UnifiedRequestV2,
  UnifiedResourceOwner,
  UnifiedResultV2,
} from '../../../generated/unified/types.ts';
import { lossReport } from '../../core/loss-report.ts';
import type { PrivateStateReader, PrivateStateSet } from '../../core/private-state.ts';
import { FrameWriter } from '../framing/frame-text.ts';
import { firstReader } from '../private-readers.ts';
import type { Route } from '../project.ts';
import { chunksOf, type DecodeStreamOptions, piecesOf, UNKNOWN } from './decode-stream.ts';
import type { EncodingReport } from './encode-stream.ts';
import { type Pump, pull } from './pull.ts';
import type { Source } from './source-reader.ts';
import { type DecodeOptions, type StreamChunk, StreamDecoding, streamDialect } from './stream-decoding.ts';
import { StreamEncoding } from './stream-encoding.ts';

/** What a caller can say about both halves of a projection; everything has a default. */
export interface ProjectStreamOptions extends DecodeStreamOptions {
  /** Whom the stream that is written goes to: private state of this owner goes along. */
  readonly targetOwner?: UnifiedResourceOwner;
  readonly targetBetas?: readonly string[];
  /** Where private state is read from that the stream does not hold itself: what earlier answers gave, or a vault. */
  readonly privateState?: PrivateStateReader;
  /** The request that is answered, as the client asked it: what it did not ask for is not sent. */
  readonly request?: UnifiedRequestV2;
}

/** What is known of a projected stream beside its text, complete once it ended. */
export interface ProjectionReport extends EncodingReport {
  /** Losses of both halves: pointers of the first begin with the number of a frame, of the second with a member of the result. */
  readonly loss: () => UnifiedLossReport;
  /** The provider-neutral form of the answer so far. */
  readonly result: () => UnifiedResultV2;
  /** The private state of the answer, which stays beside it; it grows as the stream is read. */
  readonly privateState: PrivateStateSet;
}

/** Projects one stream step by step, without waiting for anything. */
export interface SteppedProjection extends ProjectionReport {
  /** The text that is written for a chunk; empty where nothing is. */
  readonly push: (chunk: StreamChunk) => string;
  /** The source ended; or it failed, for `reason`. */
  readonly end: (reason?: unknown) => string;
  /** Whether the answer is over, and all of it was written: the source can be let go. */
  readonly isOver: () => boolean;
}

/** The text of the target's stream. */
export interface ProjectedStream extends AsyncIterableIterator<string, undefined>, ProjectionReport {}

/**
 * Projects a stream from one dialect to another, for a caller that has the chunks: all that a chunk makes comes at once.
 * A source that breaks off or fails is told in the words of the target's dialect. What is known to be lost although it is
 * required is told the same way: the stream ends in an error of the category `unsupported`, with the code
 * `projection-unsupported`, where the answer would end well, and `loss()` is `unsupported`.
 * Throws UsageError for options that do not fit.
 */
export function createStreamProjection(route: Route, options: ProjectStreamOptions = {}): SteppedProjection {
  const projection = new StreamProjection(route, options);
  return {
    push: (chunk) => projection.push(chunk),
    end: (reason) => projection.end(reason),
    isOver: () => projection.isOver,
    ...projection.report(),
  };
}

/**
 * As `createStreamProjection`, over a source that is read only as the text is taken, and let go where the answer is over.
 */
export function projectStream(
  route: Route,
  source: Source<StreamChunk> | string | Uint8Array,
  options: ProjectStreamOptions = {},
): ProjectedStream {
  const projection = new StreamProjection(route, options);
  return Object.assign(pull(chunksOf(source), projection.pump(), options.signal), projection.report());
}

class StreamProjection {
  readonly #decoding: StreamDecoding;
  readonly #encoding: StreamEncoding;
  readonly #writer: FrameWriter;
  #hasEnded = false;

  constructor({ from, to }: Route, options: ProjectStreamOptions) {
    const { targetOwner, targetBetas, requirements, request, privateState } = options;
    const reading: DecodeOptions = from.revision === undefined ? options : { ...options, revision: from.revision };
    this.#decoding = new StreamDecoding(from.profile, reading);
    const writing = {
      privateState: firstReader(this.#decoding.privateState, privateState),
      ...(to.revision === undefined ? {} : { revision: to.revision }),
      ...(targetOwner === undefined ? {} : { owner: targetOwner }),
      ...(targetBetas === undefined ? {} : { betas: targetBetas }),
      ...(requirements === undefined ? {} : { requirements }),
      ...(request === undefined ? {} : { request }),
    };
    this.#encoding = new StreamEncoding(to.profile, writing, true);
    this.#writer = new FrameWriter(streamDialect(to.profile).framing);
  }

  get isOver(): boolean {
    return this.#decoding.isOver;
  }

  push(chunk: StreamChunk): string {
    return this.#write(this.#decoding.push(chunk));
  }

  end(reason?: unknown): string {
    const text = this.#write(this.#decoding.end(reason));
    if (this.#hasEnded) return text;
    this.#hasEnded = true;
    return text + this.#writer.write(this.#encoding.end()) + this.#writer.end();
  }

  pump(): Pump<StreamChunk, string> {
    const handOn = (text: string) => (text === '' ? NOTHING : [text]);
    return {
      push: (chunk) => handOn(this.push(chunk)),
      end: () => handOn(this.end()),
      fail: (reason) => handOn(this.end(reason ?? UNKNOWN)),
      isDone: () => this.isOver,
      pieces: piecesOf,
    };
  }

  report(): ProjectionReport {
    return {
      loss: () => lossReport([...this.#decoding.loss().entries, ...this.#encoding.loss().entries]),
      result: () => this.#encoding.result(),
      aliases: () => this.#encoding.aliases(),
      privateState: this.#decoding.privateState,
    };
  }

  #write(events: readonly UnifiedEventV2[]): string {
    let text = '';
    for (const event of events) text += this.#writer.write(this.#encoding.push(event));
    return text;
  }
}

const NOTHING: readonly string[] = [];
