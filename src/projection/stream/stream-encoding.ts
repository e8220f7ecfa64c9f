import type {
  UnifiedEventV2,
  UnifiedLossEntry,
  UnifiedLossReport,
  UnifiedResultV2,
} from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../core/json.ts';
import { createDirectFold, createFold, type Fold } from '../../fold/fold.ts';
import { type Aliases, aliasesOf, type EmitOptions, emitContext, exactText } from '../emit.ts';
import { answerRequirements } from '../emit-response.ts';
import type { Profile } from '../profile.ts';
import { reportUnclaimedAnswer } from '../unclaimed.ts';
import type { EncodeContext, StreamEncoder } from './encode-context.ts';
import type { StreamFrame } from './frame.ts';
import { type GoodEnding, isError, isGoodEnding, refusalOf, requiredLosses } from './refusal.ts';
import { streamDialect } from './stream-decoding.ts';

const KEEPALIVE: StreamFrame = { comment: 'keepalive' };

/**
 * Writes one stream of a dialect event by event, and gives the frames of each: a synchronous machine. Heartbeats are
 * comments; an event that came before is written once. An answer of which something required cannot be carried ends in
 * the dialect's error in place of its good ending, and nothing of the operation is written after that.
 */
export class StreamEncoding {
  readonly #context: EncodeContext;
  readonly #encoder: StreamEncoder;
  readonly #fold: Fold;
  readonly #profile: Profile;
  readonly #options: EmitOptions;
  #refused: { readonly result: UnifiedResultV2; readonly losses: readonly UnifiedLossEntry[] } | undefined;
  #frames: StreamFrame[] = [];
  #hasEnded = false;

  /** `isDirect` says that each event comes once and in its order, straight from a decoder. */
  constructor(profile: Profile, options: EmitOptions, isDirect = false) {
    this.#profile = profile;
    this.#options = options;
    this.#fold = isDirect ? createDirectFold() : createFold();
    const { encoder, endMarker } = streamDialect(profile);
    this.#context = {
      ...emitContext(
        profile,
        { ...options, requirements: answerRequirements(options.requirements) },
        profile.answerCapabilities,
      ),
      fold: this.#fold,
      write: (data, event) => this.#frame(data, event),
      writeMarker: () => {
        if (endMarker !== undefined) this.#frames.push({ marker: endMarker });
      },
    };
    this.#encoder = encoder(this.#context);
  }

  push(event: UnifiedEventV2): readonly StreamFrame[] {
    if (this.#refused !== undefined) return NONE;
    if (isGoodEnding(event) && this.#refuses(event)) for (const instead of refusalOf(event)) this.#write(instead);
    else this.#write(event);
    return this.#take();
  }

  /** The events ended. Whoever calls it again gets nothing. */
  end(): readonly StreamFrame[] {
    if (this.#hasEnded) return NONE;
    this.#hasEnded = true;
    this.#encoder.end();
    reportUnclaimedAnswer(this.#refused?.result ?? this.#fold.view(), this.#context);
    if (!this.#hasErrors()) for (const entry of this.#refused?.losses ?? []) this.#context.loss.add(entry);
    return this.#take();
  }

  /** What the events folded to so far; of an answer that was refused all that it says, as if it had been sent. */
  result(): UnifiedResultV2 {
    return this.#refused?.result ?? this.#fold.result();
  }

  /** What the dialect could not carry; complete once the events ended. Pointers are into the result. */
  loss(): UnifiedLossReport {
    return this.#context.loss.report();
  }

  aliases(): Aliases {
    return aliasesOf(this.#context);
  }

  #write(event: UnifiedEventV2): void {
    const isNew = this.#fold.push(event);
    if (event.type === 'heartbeat') this.#frames.push(KEEPALIVE);
    else if (isNew) this.#encoder.event(event);
  }

  /** Whether the answer has to be refused: for what its reader lost, what was lost here, or what the ending would lose. */
  #refuses(ending: GoodEnding): boolean {
    if (ending.sequence !== this.#fold.nextSequence()) return false;
    const view = this.#fold.view();
    const status = (ending.type === 'operation-completed' ? ending.status : undefined) ?? view.status;
    const isLost = this.#hasErrors() || view.loss?.entries.some(isError) === true;
    const losses = isLost ? [] : requiredLosses(this.#profile, { ...view, status }, this.#options);
    if (!isLost && losses.length === 0) return false;
    this.#refused = { result: { ...this.#fold.result(), status }, losses };
    return true;
  }

  #hasErrors(): boolean {
    return this.#context.loss.report().entries.some(isError);
  }

  #frame(data: JsonObject, event: string | undefined): void {
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
