import type { UnifiedError, UnifiedEventV2, UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { EncodeContext, StreamEncoder } from '../../stream/encode-context.ts';
import { EarlierFrames } from './earlier-frames.ts';
import { completionId } from './emit-envelope.ts';
import { createdAt, isOwn, writeCompletion } from './emit-response.ts';
import { writeStreamError } from './error.ts';
import { CHUNK } from './ingest-stream.ts';
import { LiveChoice } from './live-choice.ts';

/** Writes a stream of chunks. */
export function encodeStream(context: EncodeContext): StreamEncoder {
  const stream = new ChunkWriter(context);
  return { event: (event) => stream.event(event), end: () => stream.end() };
}

type EventOf<Type extends UnifiedEventV2['type']> = Extract<UnifiedEventV2, { readonly type: Type }>;

/**
 * Writes text, reasoning and arguments as they arrive. Everything else follows in the end, when the whole answer is written
 * by the writer of answers that are sent at once: what of it was not written yet goes into the last chunks.
 */
class ChunkWriter {
  readonly #context: EncodeContext;
  readonly #choices = new Map<number, LiveChoice>();
  /** The choices that said who speaks. */
  readonly #withRole = new Set<number>();
  readonly #earlier: EarlierFrames;
  #base: WireDraft | undefined;
  #started: Pick<UnifiedResultV2, 'responseId' | 'provenance' | 'model'> | undefined;
  #firstItem: string | undefined;
  #hasEnded = false;

  constructor(context: EncodeContext) {
    this.#context = context;
    this.#earlier = new EarlierFrames(context, (choice) => this.#writeChoice(choice));
  }

  event(event: UnifiedEventV2): void {
    if (this.#hasEnded) return;
    const { candidateIndex = 0 } = event;
    switch (event.type) {
      case 'text-delta':
        this.#choice(candidateIndex).textDelta(event.partId, event.delta, event.logProbabilities);
        break;
      case 'reasoning-delta':
        this.#choice(candidateIndex).reasoningDelta(event.partId, event.delta);
        break;
      case 'refusal-delta':
        this.#choice(candidateIndex).refusalDelta(event.partId, event.delta, event.logProbabilities);
        break;
      case 'tool-arguments-delta':
        if (event.delta.kind === 'text') this.#choiceOf(event).argumentsDelta(event.itemId, event.delta.fragment);
        break;
      default:
        this.#rareEvent(event);
    }
  }

  end(): void {
    if (!this.#hasEnded) this.#fail(INTERRUPTED);
  }

  #rareEvent(event: UnifiedEventV2): void {
    switch (event.type) {
      case 'response-started':
        this.#start(event);
        break;
      case 'response-metadata':
        this.#rename(event);
        break;
      case 'item-started':
        this.#firstItem ??= event.item.createdAt;
        this.#choiceOf(event).begin(event.item);
        break;
      case 'item-delta':
        if (event.providerData !== undefined) this.#earlier.take(event.itemId, event.providerData);
        break;
      case 'part-started':
        if (event.itemId !== undefined) this.#choiceOf(event).beginPart(event.itemId, event.part);
        break;
      case 'part-completed':
        this.#choiceOf(event).end(undefined, event.partId ?? event.part?.id);
        break;
      case 'signature-ready':
        this.#choiceOf(event).signature(event.itemId);
        break;
      case 'tool-arguments-ready':
      case 'item-completed':
      case 'item-failed':
        this.#choiceOf(event).end(event.itemId, undefined);
        break;
      default:
        this.#ending(event);
    }
  }

  #ending({ type }: UnifiedEventV2): void {
    if (type === 'operation-completed') this.#finish(this.#context.fold.view());
    else if (type === 'operation-failed' || type === 'operation-cancelled' || type === 'operation-expired') {
      this.#fail(type === 'operation-cancelled' ? CANCELLED : INTERRUPTED);
    } else if (type === 'stream-completed') this.#endOfStream();
    else if (type === 'response-restarted') this.#restart();
  }

  #endOfStream(): void {
    const result = this.#context.fold.view();
    if (result.error === undefined && result.status.reason !== 'in-progress') this.#finish(result);
    else this.#fail(INTERRUPTED);
  }

  #restart(): void {
    this.#choices.clear();
    const reason = 'what was written before the answer began again cannot be taken back on this wire';
    this.#context.loss.lose({ path: '', feature: 'stream.event', reason });
  }

  #start({ responseId, provenance, model = {} }: EventOf<'response-started'>): void {
    const { profile } = this.#context;
    this.#started = { responseId, provenance: provenance ?? { profile }, model };
  }

  /** Another model may go on with the answer. */
  #rename({ model }: EventOf<'response-metadata'>): void {
    const name = model?.resolved ?? model?.requested;
    if (name !== undefined && this.#base !== undefined) this.#base = { ...this.#base, model: name };
    else if (this.#started !== undefined)
      this.#started = { ...this.#started, model: { ...this.#started.model, ...model } };
  }

  #choiceOf({ itemId, candidateIndex = 0 }: UnifiedEventV2): LiveChoice {
    const position = itemId === undefined ? undefined : this.#context.fold.position(itemId);
    return this.#choice(position?.candidate ?? candidateIndex);
  }

  #choice(index: number): LiveChoice {
    const known = this.#choices.get(index);
    if (known !== undefined) return known;
    const made = new LiveChoice(this.#context, (delta, logprobs) => {
      if (!this.#withRole.has(index)) this.#writeRole(index, 'content' in delta ? '' : null);
      this.#writeChoice(logprobs === undefined ? { index, delta } : { index, delta, logprobs });
    });
    this.#choices.set(index, made);
    return made;
  }

  #writeRole(index: number, content: string | null): void {
    this.#withRole.add(index);
    this.#writeChoice({ index, delta: { role: 'assistant', content } });
  }

  #writeChoice(choice: WireDraft): void {
    if (!('finish_reason' in choice)) choice['finish_reason'] = null;
    this.#context.write(this.#earlier.into({ ...this.#chunk(), choices: [choice] }, choice));
  }

  /** What all chunks of a stream begin with. */
  #chunk(): WireDraft {
    this.#base ??= this.#begin();
    return this.#base;
  }

  #begin(): WireDraft {
    const { responseId, provenance, model } = this.#started ?? this.#context.fold.view();
    const first = this.#firstItem === undefined ? {} : { createdAt: this.#firstItem };
    const created = createdAt({ provenance: { ...first, ...provenance }, output: [] });
    const name = model.resolved ?? model.requested ?? '';
    return { id: completionId({ responseId, provenance }), object: CHUNK, created, model: name };
  }

  #finish(result: UnifiedResultV2): void {
    const { choices, usage: counted, rest } = this.#whole(result);
    const usage = isUsageAsked(this.#context) ? counted : undefined;
    const last = choices.length - 1;
    choices.forEach(({ index, message, logprobs, finish_reason: reason = null, ...others }, place) => {
      const at = Number(index);
      this.#writeRest(at, message, logprobs ?? null);
      const tail = usage === undefined && place === last ? rest : {};
      const ending = { ...this.#earlier.unsaid('choice', at, others), finish_reason: reason };
      this.#context.write({ ...this.#chunk(), ...tail, choices: [{ index: at, delta: {}, ...ending }] });
    });
    if (usage !== undefined) this.#context.write({ ...this.#chunk(), ...rest, choices: [], usage });
    this.#close();
  }

  /** A failure is told by a frame of its own, and no choice is said to have finished (GC-057) but by its provider. */
  #fail(otherwise: UnifiedError): void {
    const result = this.#context.fold.view();
    const { error = otherwise, candidates = [], status } = result;
    const ending = { reason: 'length' } as const; // of no choice an ending is written, and this one fits every answer
    const others = candidates.map((candidate) => ({ ...candidate, status: ending }));
    const open = { ...result, status: ending, ...(others.length === 0 ? {} : { candidates: others }) };
    const { choices, usage, rest } = this.#whole(open);
    const isTheirs = isOwn(result, this.#context);
    const said = isTheirs && status.providerReason !== undefined ? { finish_reason: status.providerReason } : {};
    for (const { index, message, logprobs, finish_reason: _reason, ...others } of choices) {
      this.#writeRest(Number(index), message, logprobs ?? null, true);
      const ending = { ...this.#earlier.unsaid('choice', index, others), ...(index === 0 ? said : {}) };
      if (Object.keys(ending).length > 0) this.#writeChoice({ index: Number(index), delta: {}, ...ending });
    }
    if (usage !== undefined) this.#context.write({ ...this.#chunk(), choices: [], usage });
    const frame: WireDraft = { ...rest };
    writeStreamError(this.#context, error, isTheirs, frame);
    this.#context.write(frame);
    this.#close();
  }

  #close(): void {
    this.#hasEnded = true;
    this.#context.writeMarker();
  }

  /** The answer as it would be sent at once, without what frames said already. */
  #whole(result: UnifiedResultV2): { choices: readonly JsonObject[]; usage: JsonValue | undefined; rest: WireDraft } {
    this.#earlier.flush();
    const {
      choices,
      usage,
      id: _id,
      object: _object,
      created: _created,
      model: _model,
      ...rest
    } = writeCompletion(result, this.#context, 'stream');
    return { choices: (choices ?? []) as readonly JsonObject[], usage, rest: this.#earlier.unsaid('members', 0, rest) }; // as the writer of answers made them
  }

  /** What of a choice was not written as it arrived. */
  #writeRest(index: number, message: JsonValue | undefined, logprobs: JsonValue, onlyIfSaid = false): void {
    const choice = this.#choice(index);
    const delta = this.#earlier.unsaid('delta', index, choice.rest((message ?? {}) as JsonObject)); // as above
    const tokens = restOfTokens(logprobs, choice.tokens);
    const isEmpty = Object.keys(delta).length === 0 && tokens === undefined;
    if (!isEmpty) choice.write(delta, tokens);
    else if (!onlyIfSaid && !this.#withRole.has(index)) this.#writeRole(index, '');
  }
}

/** A client of this wire that did not ask for usage does not expect a chunk without choices. */
function isUsageAsked(context: EncodeContext): boolean {
  const { request, loss, fold } = context;
  if (request === undefined || request.source.profile.family !== context.profile.family) return true;
  if (request.source.transport?.streamOptions?.includeUsage === true) return true;
  const reason = 'the client did not ask for usage in its stream';
  if (fold.view().usage !== undefined)
    loss.lose({ path: '/usage', feature: 'result.usage', requirement: 'optional', reason });
  return false;
}

const INTERRUPTED: UnifiedError = {
  category: 'interrupted',
  code: 'stream-truncated',
  message: 'The stream ended before the answer did.',
  retryable: true,
};

const CANCELLED: UnifiedError = {
  category: 'cancelled',
  code: 'cancelled',
  message: 'The answer was cancelled.',
  retryable: false,
};

function restOfTokens(logprobs: JsonValue, written: LiveChoice['tokens']): WireDraft | undefined {
  if (typeof logprobs !== 'object' || logprobs === null || Array.isArray(logprobs)) return undefined;
  const rest: WireDraft = {};
  for (const list of ['content', 'refusal'] as const) {
    const all = (logprobs as JsonObject)[list]; // neither a scalar nor a list
    if (Array.isArray(all) && all.length > written[list]) rest[list] = all.slice(written[list]);
  }
  return Object.keys(rest).length === 0 ? undefined : rest;
}
