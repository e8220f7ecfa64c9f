import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedFinishReason,
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedProviderDataRef,
  UnifiedResponseStatus,
  UnifiedToolCallItem,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { type AnswerContext, canonicalToolName } from '../../answer-context.ts';
import { bothOf, from, keepUnread } from '../../ingest-context.ts';
import { CallLedger } from '../../shared/call-ledger.ts';
import { ItemFactory } from '../../shared/item-factory.ts';
import { unwrappedInput } from '../../shared/wrapped-tool.ts';
import type { WireObject } from '../../wire-object.ts';
import { type Arrival, usualOrder } from './arrival.ts';
import { type CallEnding, isUnready, settledCall } from './cut-calls.ts';
import { readStatus } from './finish-reason.ts';
import { withItemForm } from './forms.ts';
import type { Draft } from './gathered.ts';
import { type History, type Message, provenance } from './history.ts';
import {
  isThinking,
  readAudio,
  readReasoning,
  readRefusal,
  readThought,
  takeEmptyLists,
  withCitations,
} from './ingest-assistant.ts';
import { readLegacyCall, readListedCall } from './ingest-calls.ts';
import { readContent } from './ingest-content.ts';
import { readSpokenAnswer } from './ingest-spoken.ts';
import { type ProbabilityList, readProbabilities } from './log-probabilities.ts';
import { objectIn, textIn } from './tolerant.ts';

/** One choice of an answer as a record has it. */
export interface ReadAnswer {
  readonly candidate: number;
  readonly items: readonly UnifiedItem[];
  readonly status: UnifiedResponseStatus;
  /** The objects of the choice whose other members are still unread. */
  readonly wires: readonly WireObject[];
}

/** The context of one candidate: each has items, places and calls of its own. */
export function candidateContext<Context extends AnswerContext>(context: Context, candidate: number): Context {
  if (candidate === 0) return context;
  return { ...context, requestId: childId(context.operationId, 'candidate', candidate) };
}

/** The group that the items of one choice share. */
export function answerGroup(requestId: string): string {
  return childId(requestId, 'message', 'answer');
}

interface Answer {
  readonly history: History;
  readonly message: Message;
  readonly probabilities: WireObject | undefined;
  readonly unknown: UnifiedProviderDataRef[];
  /** How the content was written, where it became no item. */
  form: UnifiedWireForm | undefined;
}

/** Reads one choice. `arrived` is the order of a stream; an answer that arrived at once has the usual one. */
export function readAnswer(
  wholeContext: AnswerContext,
  candidate: number,
  choice: WireObject,
  arrived?: readonly Arrival[],
): ReadAnswer {
  const context = candidateContext(wholeContext, candidate);
  const wire = choice.object('message');
  const probabilities = objectIn(choice, 'logprobs');
  for (const list of ['content', 'refusal']) probabilities?.look(list);
  const wires = probabilities === undefined ? [choice] : [choice, probabilities];
  if (wire === undefined)
    return { candidate, items: [], status: readStatus(textIn(choice, 'finish_reason'), NOTHING), wires };
  if (wire.peek('role') === 'assistant' || wire.peek('role') === null) wire.take('role');
  const history = { context, items: new ItemFactory(context), calls: new CallLedger(context.requestId) };
  const message = { wire, groupId: answerGroup(context.requestId) };
  const answer: Answer = { history, message, probabilities, unknown: [], form: undefined };
  const emptyLists = takeEmptyLists(wire);
  const calls = wire.objects('tool_calls') ?? [];
  const thoughts = Array.isArray(wire.peek('content')) ? wire.requiredObjects('content') : [];
  for (const arrival of arrived ?? usualOrder(wire)) readArrival(answer, arrival, { calls, thoughts });
  settle(answer, emptyLists.length === 0 ? {} : { emptyLists });
  const said = textIn(choice, 'finish_reason');
  const found = history.items.items;
  const facts = { hasCall: found.some(isClientCall), hasRefusal: found.some(isRefusal) };
  const { reason } = readStatus(said, facts);
  const items = finished(context, candidate, history.items, reason);
  const status = readStatus(said, { ...facts, hasMalformedCall: items.some(isUnready) });
  return { candidate, items, status, wires };
}

/** What a choice without a message holds, as of an answer that was filtered whole. */
const NOTHING = { hasCall: false, hasRefusal: false };

interface Lists {
  readonly calls: readonly WireObject[];
  readonly thoughts: readonly WireObject[];
}

function readArrival(answer: Answer, arrival: Arrival, { calls, thoughts }: Lists): void {
  const { history, message } = answer;
  if (arrival.kind === 'reasoning') readDisclosed(history, message, arrival.told);
  else if (arrival.kind === 'later-reasoning') readDisclosed(history, { ...message, wire: arrival.wire });
  else if (arrival.kind === 'said') readSaid(answer, message);
  else if (arrival.kind === 'later-said')
    readSaid({ ...answer, probabilities: undefined }, { ...message, wire: arrival.wire });
  else if (arrival.kind === 'legacy-call') readLegacyCall(history, message);
  else if (arrival.kind === 'thought') {
    const part = thoughts[arrival.index];
    if (part !== undefined) readThought(history, message, part, arrival.index);
  } else {
    const call = calls[arrival.index];
    const unknown = call === undefined ? undefined : readListedCall(history, message, call, arrival.index);
    if (unknown !== undefined) answer.unknown.push(unknown);
  }
}

/** An empty text discloses nothing: it stays with its owner. */
function readDisclosed(history: History, message: Message, told?: string): void {
  const { wire } = message;
  const isEmpty = (key: string) => wire.look(key) === '';
  if (isEmpty('reasoning_content') || (wire.peek('reasoning_content') === undefined && isEmpty('reasoning'))) return;
  readReasoning(history, message, told);
}

/** What was said: an empty text is no part, and without anything else no item. */
function readSaid(answer: Answer, { wire, groupId }: Message): void {
  const { context, items } = answer.history;
  const place = items.place();
  const { form, parts, unknown } = readContent(context, wire, place.id, isThinking);
  const content = form === 'text' ? parts.filter((part) => part.type !== 'text' || part.text !== '') : parts;
  const said = withCitations(context, wire, { form, parts: content, unknown });
  const refusal = wire.look('refusal') === '' ? undefined : readRefusal(context, wire, place.id);
  if (refusal !== undefined) said.push(refusal);
  const audio = readSpokenAnswer(context, wire, place.id) ?? readAudio(context, wire, place.id);
  if (audio !== undefined) said.push(audio);
  if (said.length === 0 && unknown.length === 0) {
    answer.form = form;
    return;
  }
  const message: Draft<UnifiedMessageItem> = {
    ...place,
    type: 'message',
    role: 'assistant',
    content: withProbabilities(answer, said),
    provenance: provenance(context, form),
    groupId,
  };
  if (unknown.length > 0) message.providerData = unknown;
  items.put(wire, message);
}

function withProbabilities(
  { history, probabilities }: Answer,
  parts: readonly UnifiedContentPart[],
): UnifiedContentPart[] {
  const isRead = new Set<ProbabilityList>();
  return parts.map((part) => {
    if (part.type !== 'text' && part.type !== 'refusal') return part;
    const list = part.type === 'text' ? 'content' : 'refusal';
    if (isRead.has(list)) return part;
    isRead.add(list);
    const logProbabilities = readProbabilities(probabilities, list);
    if (logProbabilities === undefined) return part;
    return from(history.context, probabilities ?? history.context.wire, { ...part, logProbabilities });
  });
}

/** What belongs to the message as a whole goes to its first item: what nobody read, and how the message was written. */
function settle(answer: Answer, form: OpenaiChatItemForm): void {
  const { history, message, unknown } = answer;
  const { context, items } = history;
  if (items.items.length === 0) addNothing(answer);
  const first = items.items[0];
  if (first === undefined) return;
  const more = bothOf(unknown, keepUnread(context, message.groupId, message.wire, [message.wire]));
  const isSilent = answer.form !== undefined && answer.form !== 'absent' && !items.items.some(isMessage);
  const wireForm = isSilent ? { wireForm: answer.form } : {};
  const providerData = Object.keys(form).length === 0 ? (first.providerData ?? []) : withItemForm(context, first, form);
  if (more.length === 0 && !isSilent && Object.keys(form).length === 0) return;
  items.replace(0, {
    ...first,
    provenance: { ...first.provenance, ...wireForm },
    ...(providerData.length + more.length === 0 ? {} : { providerData: bothOf(providerData, more) }),
  } as UnifiedItem); // as it was, with members that every item has
}

function isMessage({ type }: UnifiedItem): boolean {
  return type === 'message';
}

function addNothing({ history: { context, items }, message: { wire, groupId }, form }: Answer): void {
  const nothing = { type: 'message', role: 'assistant', content: [], groupId } as const;
  items.add(wire, { ...nothing, provenance: provenance(context, form ?? 'absent') });
}

/** The items as those of an answer: the provider made them, and tools have their names of the request. */
function finished(
  context: AnswerContext,
  candidate: number,
  factory: ItemFactory,
  reason: UnifiedFinishReason,
): readonly UnifiedItem[] {
  factory.items.forEach((item, index) => {
    const ending = { reason, isLast: index === factory.items.length - 1 };
    factory.replace(index, finishedItem(context, candidate, item, ending));
  });
  return factory.items;
}

function finishedItem(context: AnswerContext, candidate: number, item: UnifiedItem, ending: CallEnding): UnifiedItem {
  const origin = { ...item.provenance, origin: 'provider' } as const;
  const made = { ...item, provenance: origin, ...(candidate === 0 ? {} : { candidateIndex: candidate }) };
  return made.type === 'tool-call' ? asCalled(context, settledCall(made, ending)) : made;
}

/** A call with the name of its tool in the request; a custom tool that had to be wrapped is unwrapped. */
function asCalled(context: AnswerContext, item: UnifiedToolCallItem): UnifiedToolCallItem {
  const name = canonicalToolName(context, item.name);
  const text = context.wrappedTools.has(item.name) ? unwrappedInput(item) : undefined;
  if (text === undefined) return name === item.name ? item : { ...item, name };
  const { input: _input, rawArgumentsDerived: _derived, ...call } = item;
  return { ...call, name, kind: 'custom', rawArguments: text };
}

/** Whether the client has to answer it. */
function isClientCall(item: UnifiedItem): boolean {
  return item.type === 'tool-call';
}

function isRefusal(item: UnifiedItem): boolean {
  return item.type === 'message' && item.content.some(({ type }) => type === 'refusal');
}
