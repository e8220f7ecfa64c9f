import type { UnifiedEventV2, UnifiedLossReport, UnifiedResultV2 } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../core/json.ts';
import { createDirectFold, createFold, type Fold } from '../../fold/fold.ts';
import { type Aliases, aliasesOf, type EmitOptions, emitContext, exactText } from '../emit.ts';
import { answerRequirements } from '../emit-response.ts';
import type { Profile } from '../profile.ts';
import { reportUnclaimedAnswer } from '../unclaimed.ts';
import type { EncodeContext, StreamEncoder } from './encode-context.ts';
import type { StreamFrame } from './frame.ts';
import { streamDialect } from './stream-decoding.ts';

const KEEPALIVE: StreamFrame = { comment: 'keepalive' };

/**
 * Writes one stream of a dialect event by event, and gives the frames of each: a synchronous machine. Heartbeats are
 * comments; an event that came before is written once.
 */
export class StreamEncoding {
  readonly #context: EncodeContext;
  readonly #encoder: StreamEncoder;
  readonly #fold: Fold;
  #frames: StreamFrame[] = [];
  #hasEnded = false;

  /** `isDirect` says that each event comes once and in its order, straight from a decoder. */
  constructor(profile: Profile, options: EmitOptions, isDirect = false) {
    this.#fold = isDirect ? createDirectFold() : createFold();
    const { encoder, endMarker } = streamDialect(profile);
    this.#context = {
      ...emitContext(
        profile,
        { ...options, requirements: answerRequirements(options.requirements) },
        profile.answerCapabilities,
      ),
      fold: this.#fold,
      write: (data, event) => this.#write(data, event),
      writeMarker: () => {
        if (endMarker !== undefined) this.#frames.push({ marker: endMarker });
      },
    };
    this.#encoder = encoder(this.#context);
  }

  push(event: UnifiedEventV2): readonly StreamFrame[] {
    const isNew = this.#fold.push(event);
    if (event.type === 'heartbeat') this.#frames.push(KEEPALIVE);
    else if (isNew) this.#encoder.event(event);
    return this.#take();
  }

  /** The events ended. Whoever calls it again gets nothing. */
  end(): readonly StreamFrame[] {
    if (this.#hasEnded) return NONE;
    this.#hasEnded = true;
    this.#encoder.end();
    reportUnclaimedAnswer(this.#fold.view(), this.#context);
    return this.#take();
  }

  /** What the events folded to so far. */
  result(): UnifiedResultV2 {
    return this.#fold.result();
  }

  /** What the dialect could not carry; complete once the events ended. Pointers are into the result. */
  loss(): UnifiedLossReport {
    return this.#context.loss.report();
  }

  aliases(): Aliases {
    return aliasesOf(this.#context);
  }

  #write(data: JsonObject, event: string | undefined): void {
    const { exactNumbers } = this.#context;
    const text = exactNumbers.size === 0 ? {} : { text: exactText(data, exactNumbers) };
    this.#frames.push(event === undefined ? { data, ...text } : { event, data, ...text });
  }

  #take(): readonly StreamFrame[] {
    if (this.#frames.length === 0) return NONE;
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
}

const NONE: readonly StreamFrame[] = [];
