import type { UnifiedTokenProbability } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue, RESERVED_KEY } from '../../../core/json-value.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { Arrival } from './arrival.ts';
import type { EarlierMembers, MemberPlace } from './earlier-members.ts';
import { LiveAnswer } from './live-answer.ts';
import type { ChoiceContext } from './live-items.ts';
import { probabilities } from './log-probabilities.ts';
import type { ReasoningField } from './quirks.ts';
import { addReasoningDetails } from './reasoning-details.ts';
import { addArguments, CallSums, nameOf } from './stream-calls.ts';
import { ContentSum } from './stream-content.ts';
import { addAudio, addEntries, addNewEntries, addText, keepLatest } from './stream-sum.ts';

/**
 * One choice of a stream: it tells what arrives as events at once, and adds it up to the choice that an answer that
 * arrives at once would have, which is read in the end (a response is a stream that arrived at once).
 */
export class StreamChoice {
  readonly live: LiveAnswer;
  /** Members of the choice beside the message. */
  readonly #choice: WireDraft = {};
  readonly #message: WireDraft = {};
  readonly #content: ContentSum;
  readonly #calls = new CallSums();
  readonly #earlier: EarlierMembers;
  readonly #inChoice: MemberPlace;
  readonly #inDelta: MemberPlace;
  #legacy: WireDraft | undefined;

  constructor(context: ChoiceContext, candidate: number) {
    this.#earlier = context.earlier;
    this.#inChoice = { level: 'choice', index: candidate };
    this.#inDelta = { level: 'delta', index: candidate };
    this.live = new LiveAnswer(context, candidate, this.#message);
    this.#content = new ContentSum(this.#message, this.live);
  }

  /** Whether the provider said how the choice ended. */
  get hasFinished(): boolean {
    return this.#choice['finish_reason'] !== undefined;
  }

  /** How many calls nobody named. */
  get unnamedCalls(): number {
    return this.#calls.list.filter(({ call }) => isListable(call) && nameOf(call) === undefined).length;
  }

  /** The choice so far, as it would stand in an answer that arrived at once. */
  whole(): JsonObject {
    const calls = this.#calls.list.filter(({ call }) => !isListable(call) || nameOf(call) !== undefined);
    const message: WireDraft = { ...this.#message };
    if (this.#calls.list.length > 0) message['tool_calls'] = calls.map(({ call }) => call);
    if (nameOf({ function: this.#legacy ?? {} }) !== undefined) message['function_call'] = this.#legacy ?? {};
    return { ...this.#choice, message };
  }

  /** The order in which the items arrived, and what later runs of text and reasoning said. */
  arrivals(open: (message: JsonObject) => Extract<Arrival, { kind: 'later-said' }>['wire']): readonly Arrival[] {
    const named = this.#calls.list.filter(({ call }) => !isListable(call) || nameOf(call) !== undefined);
    return this.live.order.map((begun): Arrival => {
      if (begun.kind === 'call') return { kind: 'call', index: named.findIndex(({ place }) => place === begun.index) };
      if (begun.kind === 'later-reasoning') return { kind: 'later-reasoning', wire: open(begun.message) };
      return begun.kind === 'later-said' ? { kind: 'later-said', wire: open(begun.message) } : begun;
    });
  }

  /** Takes a choice of a frame. */
  take(choice: JsonObject): void {
    let delta: JsonValue | undefined;
    let whole: JsonValue | undefined;
    let tokens: JsonValue | undefined;
    for (const key in choice) {
      const value = choice[key];
      if (key === 'index' || value === undefined) continue;
      if (key === 'delta') delta = value;
      else if (key === 'message') whole = value;
      else if (key === 'logprobs') tokens = value;
      else if (key === 'finish_reason') this.#finish(value);
      else this.#keep(this.#choice, this.#inChoice, checked(key), value);
    }
    const logprobs = isPlainObject(tokens) ? (tokens as JsonObject) : undefined; // a plain object of a wire holds JSON
    if (logprobs !== undefined) this.#addProbabilities(logprobs);
    if (isPlainObject(delta)) this.#add(delta as JsonObject, logprobs); // as above
    if (isPlainObject(whole)) this.#addLate(whole as JsonObject); // as above
  }

  /** A member that nobody adds up. */
  #keep(target: WireDraft, place: MemberPlace, key: string, value: JsonValue): void {
    this.#earlier.look(place, key, target[key], value);
    keepLatest(target, key, value);
  }

  #finish(reason: JsonValue): void {
    if (typeof reason === 'string' && reason !== '') this.#keep(this.#choice, this.#inChoice, 'finish_reason', reason);
  }

  #addProbabilities(logprobs: JsonObject): void {
    const before = this.#choice['logprobs'];
    const sum: WireDraft = isPlainObject(before) ? (before as WireDraft) : {}; // made here
    for (const [key, value] of Object.entries(logprobs)) addEntries(sum, checked(key), value);
    this.#choice['logprobs'] = sum;
  }

  #add(delta: JsonObject, logprobs: JsonObject | undefined): void {
    let rest = false;
    for (const key in delta) {
      if (READ.has(key)) rest ||= RARE.has(key);
      else if (delta[key] !== undefined) this.#keep(this.#message, this.#inDelta, checked(key), delta[key] ?? null);
    }
    this.#addReasoning(delta);
    const { content } = delta;
    if (content !== undefined) this.#content.add(content, tokensOf(logprobs, 'content'));
    if (rest) this.#addRare(delta, logprobs);
  }

  /** Reasoning that servers write twice, under both of its names, is told once. */
  #addReasoning(delta: JsonObject): void {
    const { reasoning_content: first, reasoning: second } = delta;
    if (first !== undefined) this.#addDisclosed('reasoning_content', first);
    if (second !== undefined) this.#addDisclosed('reasoning', second);
  }

  #addDisclosed(field: ReasoningField, value: JsonValue): void {
    if (typeof value !== 'string' || value === '') {
      if (!Object.hasOwn(this.#message, field)) this.#message[field] = value;
      return;
    }
    if (this.live.tells(field)) this.live.reasoningDelta(field, value, this.#message);
    else addText(this.#message, field, value);
  }

  #addRare(delta: JsonObject, logprobs: JsonObject | undefined): void {
    const { refusal, tool_calls: calls, function_call: legacy, audio, annotations, reasoning_details: details } = delta;
    if (details !== undefined) {
      if (Array.isArray(details) && details.length > 0) this.live.beginReasoning();
      addReasoningDetails(this.#message, details);
    }
    if (refusal !== undefined) this.#addRefusal(refusal, tokensOf(logprobs, 'refusal'));
    if (isPlainObject(audio)) {
      // A plain object of a wire holds JSON.
      this.live.audioDelta(audio as JsonObject);
      addAudio(this.#message, audio as JsonObject);
    }
    if (annotations !== undefined) this.live.cite(addNewEntries(this.#message, 'annotations', annotations));
    if (calls !== undefined) this.#addCalls(calls);
    if (isPlainObject(legacy)) this.#addLegacy(legacy as JsonObject); // as above
  }

  #addRefusal(refusal: JsonValue, tokens: readonly UnifiedTokenProbability[] | undefined): void {
    if (typeof refusal !== 'string' || refusal === '') {
      if (!Object.hasOwn(this.#message, 'refusal')) this.#message['refusal'] = null;
      return;
    }
    this.live.refusalDelta(refusal, tokens, this.#message);
  }

  #addCalls(pieces: JsonValue): void {
    if (!Array.isArray(pieces)) {
      keepLatest(this.#message, 'tool_calls', pieces);
      return;
    }
    if (pieces.length === 0) this.#message['tool_calls'] ??= [];
    for (const piece of pieces) {
      if (!isPlainObject(piece)) continue;
      for (const key in piece) checked(key);
      const { sum, text } = this.#calls.add(piece as JsonObject); // as above
      if (isListable(sum.call)) this.live.callDelta(sum, text);
    }
  }

  #addLegacy(piece: JsonObject): void {
    this.#legacy ??= {};
    const text = addArguments(this.#legacy, piece, 'arguments');
    this.live.legacyDelta(this.#legacy, text);
  }

  /**
   * What a server sends again whole in its last chunk counts only where it did not come before.
   * 2026-11: gateways that put the message of a whole answer into the last chunk.
   */
  #addLate(whole: JsonObject): void {
    const hasText = this.live.hasText;
    const missing = Object.entries(whole).filter(([key]) => {
      if (key === 'tool_calls') return this.#calls.list.length === 0;
      if (key === 'function_call') return this.#legacy === undefined;
      if (key === 'content') return !hasText;
      const known = this.#message[key];
      return known === undefined || known === null || known === '';
    });
    this.#add(Object.fromEntries(missing), undefined);
  }
}

/** The members of a delta that are added up by name. */
const RARE = new Set(['refusal', 'tool_calls', 'function_call', 'audio', 'annotations', 'reasoning_details']);
const READ = new Set([...RARE, 'content', 'reasoning_content', 'reasoning']);

function tokensOf(logprobs: JsonObject | undefined, list: string): readonly UnifiedTokenProbability[] | undefined {
  return logprobs === undefined ? undefined : probabilities(logprobs[list]);
}

/** Whether it is a call of a kind that this dialect knows. */
function isListable({ type = 'function' }: JsonObject): boolean {
  return type === 'function' || type === 'custom';
}

/** A name of a member that an object may be given. */
function checked(key: string): string {
  return key === RESERVED_KEY ? `${RESERVED_KEY} ` : key;
}
