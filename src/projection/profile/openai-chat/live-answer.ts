import type { UnifiedAudioPart, UnifiedTokenProbability } from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { canonicalToolName } from '../../answer-context.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { Arrival } from './arrival.ts';
import { annotate, ITEM_FORM, PART_FORM } from './forms.ts';
import { knownName } from './history.ts';
import { answerGroup } from './ingest-answer.ts';
import { keepDetails } from './ingest-assistant.ts';
import { SPOKEN_MEDIA_TYPE } from './ingest-spoken.ts';
import { type ChoiceContext, type LiveItem, LiveItems } from './live-items.ts';
import type { ReasoningField } from './quirks.ts';
import { type CallSum, nameOf } from './stream-calls.ts';
import { addText } from './stream-sum.ts';

type Tokens = readonly UnifiedTokenProbability[] | undefined;
type LivePart = LiveItem['parts'][number];

/** What began, in its order. Later runs of a kind have a message of their own, in which they are added up. */
export type Begun =
  | Exclude<Arrival, { readonly wire: unknown }>
  | { readonly kind: 'later-reasoning'; readonly message: WireDraft }
  | { readonly kind: 'later-said'; readonly message: WireDraft };

/** A run of text or of reasoning that can go on. */
interface Run {
  readonly live: LiveItem;
  /** Where its text is added up. */
  readonly message: WireDraft;
  part?: LivePart;
  /** Where the part stands in the content. */
  partIndex?: number;
  refusal?: LivePart;
  audio?: LivePart;
}

/** Tells one choice as events while it arrives. Reasoning that goes on after text is an item of its own, and so is that text. */
export class LiveAnswer {
  readonly items: LiveItems;
  readonly order: Begun[] = [];
  readonly #context: ChoiceContext;
  readonly #candidate: number | undefined;
  /** The message that everything but later runs is added up in. */
  readonly #message: WireDraft;
  #reasoning: Run | undefined;
  #said: Run | undefined;
  #mode: 'reasoning' | 'said' | undefined;
  #field: ReasoningField | undefined;
  #thought: { live: LiveItem; part: LivePart } | undefined;
  readonly #calls = new Map<object, { live: LiveItem; callId: string; isHeld: boolean }>();
  #hasToldDetails = false;
  hasText = false;

  constructor(context: ChoiceContext, candidate: number, message: WireDraft) {
    this.#context = context;
    this.#message = message;
    this.#candidate = candidate === 0 ? undefined : candidate;
    this.items = new LiveItems(context, candidate);
  }

  /** Whether this member is the one that is told: the first that brought anything. */
  tells(field: ReasoningField): boolean {
    this.#field ??= field;
    return this.#field === field;
  }

  reasoningDelta(field: ReasoningField, delta: string, message: WireDraft): void {
    const run =
      this.#mode === 'reasoning' && this.#reasoning !== undefined ? this.#reasoning : this.#goOnThinking(message);
    addText(run.message, field, delta);
    const { live } = run;
    run.part ??= this.items.beginPart(live, reasoningPart(live.item.id));
    run.part.text += delta;
    this.#tellReasoning(live.item.id, run.part.part.id, delta);
  }

  #tellReasoning(itemId: string, part: string, delta: string): void {
    this.#tell({ type: 'reasoning-delta', itemId, partId: part, channel: 'text', delta });
  }

  /** Reasoning without a text that can be shown. */
  beginReasoning(): void {
    if (this.#reasoning === undefined) this.#reasoning = this.#newThinking({ kind: 'reasoning' }, {});
  }

  /** The blocks of reasoning are told before something else begins, so that whoever writes them on keeps that order. */
  #tellDetails(): void {
    const place = this.order.findIndex(({ kind }) => kind === 'reasoning');
    const details = this.#message['reasoning_details'];
    if (place === -1 || this.#hasToldDetails || !Array.isArray(details) || details.length === 0) return;
    this.#hasToldDetails = true;
    const told = JSON.stringify(details);
    this.order[place] = { kind: 'reasoning', told };
    const itemId = this.items.idAt(place);
    this.#tell({ type: 'signature-ready', itemId, privateState: keepDetails(this.#context, itemId, told) });
  }

  #goOnThinking(message: WireDraft): Run {
    const isFirst = this.#reasoning === undefined || this.#reasoning.part === undefined;
    this.#mode = 'reasoning';
    if (isFirst && this.#reasoning !== undefined) this.#reasoning = { ...this.#reasoning, message };
    else if (isFirst) this.#reasoning = this.#newThinking({ kind: 'reasoning' }, message);
    else {
      const later: WireDraft = { role: 'assistant' };
      this.#reasoning = this.#newThinking({ kind: 'later-reasoning', message: later }, later);
    }
    return this.#reasoning ?? this.#newThinking({ kind: 'reasoning' }, message);
  }

  #newThinking(begun: Begun, message: WireDraft): Run {
    this.order.push(begun);
    const form = this.#field === undefined ? {} : { reasoningField: this.#field };
    return { live: this.#beginReasoning(form), message };
  }

  #beginReasoning(form: Parameters<typeof annotate>[3]): LiveItem {
    const place = this.items.place();
    const providerData = annotate(this.#context, place.id, ITEM_FORM, form);
    const known = providerData.length === 0 ? {} : { providerData };
    const base = { ...place, type: 'reasoning', role: 'assistant', content: [], ...this.#made() } as const;
    return this.items.begin({ ...base, ...known });
  }

  /** A piece of a thinking part at an index of the content. */
  thoughtDelta(index: number, delta: string, isNew: boolean): void {
    this.#mode = 'reasoning';
    if (isNew || this.#thought === undefined) {
      this.order.push({ kind: 'thought', index });
      const live = this.#beginReasoning({ reasoningField: 'thinking', thinkingIndex: index });
      this.#thought = { live, part: this.items.beginPart(live, reasoningPart(live.item.id)) };
    }
    const { live, part } = this.#thought;
    part.text += delta;
    this.#tellReasoning(live.item.id, part.part.id, delta);
  }

  textDelta(delta: string, tokens: Tokens, message: WireDraft): void {
    const run = this.#speak(message);
    addText(run.message, 'content', delta);
    this.#tellText(run, 0, delta, tokens);
  }

  /** A piece of the text part at an index of a list of content. */
  partDelta(index: number, delta: string, message: WireDraft): void {
    this.#tellText(this.#said ?? this.#speak(message, 'parts'), index, delta, undefined);
  }

  #tellText(run: Run, index: number, delta: string, tokens: Tokens): void {
    const { id: itemId } = run.live.item;
    if (run.part === undefined || run.partIndex !== index) {
      run.part = this.items.beginPart(run.live, { id: partId(itemId, index), type: 'text', text: '' });
      run.partIndex = index;
      if (run.message === this.#message)
        for (const citation of this.items.citations.begin(itemId, run.part.part.id)) this.#tell(citation);
    }
    run.part.text += delta;
    this.hasText ||= delta !== '';
    const event = { type: 'text-delta', itemId, partId: run.part.part.id, delta } as const;
    this.#tell(tokens === undefined ? event : { ...event, logProbabilities: tokens });
  }

  cite(entries: readonly JsonValue[]): void {
    for (const citation of this.items.citations.add(entries)) this.#tell(citation);
  }

  /** Most streams have one candidate, which events need not name. */
  #tell(event: Parameters<ChoiceContext['events']['write']>[0]): void {
    const { events, earlier } = this.#context;
    if (earlier.isWaiting && event.itemId !== undefined) earlier.tell(this.#context, event.itemId);
    if (this.#candidate === undefined) events.write(event);
    else events.write({ ...event, candidateIndex: this.#candidate });
  }

  refusalDelta(delta: string, tokens: Tokens, message: WireDraft): void {
    const run = this.#speak(message);
    addText(run.message, 'refusal', delta);
    const { id: itemId } = run.live.item;
    const id = partId(itemId, 'refusal');
    const providerData = annotate(this.#context, id, PART_FORM, { member: 'refusal' });
    run.refusal ??= this.items.beginPart(run.live, { id, type: 'refusal', refusal: '', providerData });
    run.refusal.text += delta;
    const event = { type: 'refusal-delta', itemId, partId: id, delta } as const;
    this.#tell(tokens === undefined ? event : { ...event, logProbabilities: tokens });
  }

  audioDelta({ data, transcript }: JsonObject): void {
    if (typeof data !== 'string' && typeof transcript !== 'string') return;
    const run = this.#said ?? this.#speak({});
    const itemId = run.live.item.id;
    const id = partId(itemId, 'audio');
    const source = { kind: 'inline', mediaType: SPOKEN_MEDIA_TYPE, data: '', encoding: 'base64' } as const;
    const part: UnifiedAudioPart = { type: 'audio', id, source };
    run.audio ??= this.items.beginPart(run.live, part);
    this.#tell({
      type: 'artifact-delta',
      itemId,
      partId: id,
      ...(typeof data === 'string' ? { data } : {}),
      ...(typeof transcript === 'string' ? { transcript } : {}),
    });
  }

  #speak(message: WireDraft, wireForm: 'text' | 'parts' = 'text'): Run {
    if (this.#said !== undefined && this.#mode !== 'reasoning') return this.#said;
    this.#mode = 'said';
    this.#tellDetails();
    const later: WireDraft = { role: 'assistant' };
    const target = this.#said === undefined ? message : later;
    this.order.push(this.#said === undefined ? { kind: 'said' } : { kind: 'later-said', message: later });
    const place = this.items.place();
    const { provenance, groupId } = this.#made();
    const live = this.items.begin({
      ...place,
      type: 'message',
      role: 'assistant',
      content: [],
      provenance: { ...provenance, wireForm },
      groupId,
    });
    this.#said = { live, message: target };
    return this.#said;
  }

  /** A piece of a call; the call begins with its name. */
  callDelta(sum: CallSum, text: string): void {
    const { call, place } = sum;
    const kind = call['custom'] === undefined && call['type'] !== 'custom' ? 'function' : 'custom';
    this.#callDelta(call, text, { kind, begun: { kind: 'call', index: place } });
  }

  legacyDelta(call: WireDraft, text: string): void {
    this.#callDelta(call, text, { kind: 'function', begun: { kind: 'legacy-call' } });
  }

  #callDelta(call: WireDraft, text: string, how: { kind: 'function' | 'custom'; begun: Begun }): void {
    const known = this.#calls.get(call);
    if (known !== undefined) {
      if (text !== '' && !known.isHeld) this.#tellArguments(known, text);
      return;
    }
    const inside = how.begun.kind === 'call' ? call[how.kind] : call;
    const name = nameOf({ function: inside ?? {} });
    if (name === undefined) return;
    const begun = this.#beginCall(call, name, how);
    const { arguments: before, input } = inside as JsonObject; // its name was found in it
    const said = how.kind === 'custom' ? input : before;
    if (typeof said === 'string' && said !== '' && !begun.isHeld) this.#tellArguments(begun, said);
  }

  #beginCall(call: WireDraft, name: string, { kind, begun }: { kind: 'function' | 'custom'; begun: Begun }) {
    this.#tellDetails();
    this.order.push(begun);
    const place = this.items.place();
    const callId = this.items.nextCallId();
    const isHeld = this.#context.wrappedTools.has(name);
    const form =
      begun.kind === 'legacy-call'
        ? { legacyFunction: true }
        : call['type'] === undefined
          ? { callTypeAbsent: true }
          : {};
    const providerData = annotate(this.#context, place.id, ITEM_FORM, form);
    const { provenance, groupId } = this.#made();
    const { id } = call;
    const live = this.items.begin({
      ...place,
      type: 'tool-call',
      role: 'assistant',
      kind: isHeld ? 'custom' : kind,
      callId,
      name: canonicalToolName(this.#context, name),
      state: 'arguments-streaming',
      executionOwner: 'client',
      provenance: { ...provenance, ...knownName(id) },
      groupId,
      ...(providerData.length === 0 ? {} : { providerData }),
    });
    const made = { live, callId, isHeld };
    this.#calls.set(call, made);
    return made;
  }

  #tellArguments({ live, callId }: { live: LiveItem; callId: string }, fragment: string): void {
    const delta = { kind: 'text', fragment } as const;
    this.#tell({ type: 'tool-arguments-delta', itemId: live.item.id, callId, delta });
  }

  #made() {
    const { profile, requestId } = this.#context;
    return { provenance: { origin: 'provider', profile } as const, groupId: answerGroup(requestId) };
  }
}

function reasoningPart(itemId: string) {
  return { id: partId(itemId, 0), type: 'reasoning', channel: 'text', state: 'disclosed', text: '' } as const;
}
