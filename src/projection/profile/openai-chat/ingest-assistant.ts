import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedMessageItem,
  UnifiedOwnerPrivateRef,
  UnifiedProviderDataRef,
  UnifiedReasoningPart,
  UnifiedRefusalPart,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { bothOf, from, type IngestContext, keepPrivate, keepUnread } from '../../ingest-context.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { readCitations } from './citations.ts';
import { annotate, ITEM_FORM, PART_FORM, withItemForm } from './forms.ts';
import type { Draft } from './gathered.ts';
import { type History, type Message, provenance } from './history.ts';
import { readCalls } from './ingest-calls.ts';
import { type Content, readContent } from './ingest-content.ts';
import { isThinkingPart, readReasoningDetails, readThinkingPart, readVendorReasoning } from './quirks.ts';

/** Reads a message of the model: what it thought, said and called, in this order, as items of one group. */
export function readAssistant(history: History, message: Message): void {
  const first = history.items.items.length;
  const emptyLists = takeEmptyLists(message.wire);
  // Most messages have the plainest members alone: they are not searched for the others, one by one.
  const isPlain = message.wire.hasOnly(PLAIN_MEMBERS);
  if (!isPlain) readReasoning(history, message);
  readThinking(history, message);
  readAnswer(history, message, isPlain);
  const unknownCalls = readCalls(history, message);
  settleGroup(history, message, first, { emptyLists, unknownCalls });
}

const PLAIN_MEMBERS = ['role', 'content', 'tool_calls'];

/** Lists that clients send back from answers although nothing is in them. */
const LISTS = ['tool_calls', 'annotations', 'reasoning_details'];

export function takeEmptyLists(wire: WireObject): readonly string[] {
  const empty = LISTS.filter((key) => isEmptyList(wire.peek(key)));
  for (const key of empty) wire.take(key);
  return empty.map((key) => `/${key}`);
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** `told` are the details that a stream told early; more of them are private state of their own. */
export function readReasoning({ context, items }: History, { wire, groupId }: Message, told?: string): void {
  const reasoning = readVendorReasoning(wire);
  const details = readReasoningDetails(wire);
  if (reasoning === undefined && details === undefined) return;
  const id = items.nextId();
  const text = { id: partId(id, 0), type: 'reasoning', channel: 'text', state: 'disclosed' } as const;
  const content: UnifiedReasoningPart[] =
    reasoning === undefined ? [] : [from(context, wire, { ...text, text: reasoning.text })];
  const form = reasoning === undefined ? {} : { reasoningField: reasoning.field };
  const providerData = annotate(context, id, ITEM_FORM, form);
  items.add(wire, {
    type: 'reasoning',
    role: 'assistant',
    content,
    provenance: provenance(context),
    groupId,
    ...(details === undefined ? {} : { privateState: keepDetails(context, id, details, told) }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

/** Keeps the blocks of a reasoning item, as JSON text, with their owner. */
export function keepDetails(
  context: IngestContext,
  itemId: string,
  payload: string,
  told = payload,
): UnifiedOwnerPrivateRef {
  const slot = told === payload ? 'details' : 'all-details';
  const found = { kind: 'encrypted-reasoning', schema: 'openai-chat/reasoning-details', payload } as const;
  return keepPrivate(context, itemId, slot, found);
}

/** Reads the thinking parts of a list of content; the others are the answer. */
function readThinking(history: History, message: Message): void {
  if (!Array.isArray(message.wire.peek('content'))) return;
  message.wire.requiredObjects('content').forEach((part, index) => {
    if (isThinkingPart(part.value)) readThought(history, message, part, index);
  });
}

/** Reads one thinking part, which stands at an index of the content. */
export function readThought(
  { context, items }: History,
  { groupId }: Message,
  part: WireObject,
  thinkingIndex: number,
): void {
  const id = items.nextId();
  const { content, closed } = readThinkingPart(part, id);
  const form = { reasoningField: 'thinking', thinkingIndex } as const;
  const spelled = closed === undefined ? form : { ...form, thinkingClosed: closed };
  const providerData = annotate(context, id, ITEM_FORM, spelled);
  const reasoning = { type: 'reasoning', role: 'assistant', content, provenance: provenance(context) } as const;
  items.add(part, { ...reasoning, groupId, providerData });
}

function readAnswer({ context, items }: History, { wire, groupId }: Message, isPlain: boolean): void {
  const place = items.place();
  const content = readContent(context, wire, place.id, isThinking);
  const parts = isPlain ? content.parts : withMembers(context, wire, content, place.id);
  const name = isPlain ? undefined : wire.name('name');
  const isWritten = content.form === 'text' || content.form === 'parts';
  if (!isWritten && parts.length === 0 && name === undefined) return;
  const message: Draft<UnifiedMessageItem> = {
    ...place,
    type: 'message',
    role: 'assistant',
    content: parts,
    provenance: provenance(context, content.form),
    groupId,
  };
  if (name !== undefined) message.participantName = name;
  if (content.unknown.length > 0) message.providerData = content.unknown;
  items.put(wire, message);
}

/** The parts of an answer with those that are members of the message on this wire. */
function withMembers(
  context: IngestContext,
  wire: WireObject,
  content: Content,
  itemId: string,
): readonly UnifiedContentPart[] {
  const parts = withCitations(context, wire, content);
  const refusal = readRefusal(context, wire, itemId);
  if (refusal !== undefined) parts.push(refusal);
  const audio = readAudio(context, wire, itemId);
  if (audio !== undefined) parts.push(audio);
  return parts;
}

export function isThinking({ value }: WireObject): boolean {
  return isThinkingPart(value);
}

/** Citations stand beside the whole message on this wire; the record has them on the text that they index. */
export function withCitations(context: IngestContext, wire: WireObject, content: Content): UnifiedContentPart[] {
  const parts = [...content.parts];
  const index = parts.findIndex((part) => part.type === 'text');
  const part = parts[index];
  if (part?.type !== 'text') {
    wire.look('annotations'); // without a text they stay unread, and null stays nothing
    return parts;
  }
  const annotations = readCitations(context, wire);
  if (annotations.length > 0) parts[index] = from(context, context.origins.get(part) ?? wire, { ...part, annotations });
  return parts;
}

export function readRefusal(context: IngestContext, wire: WireObject, itemId: string): UnifiedContentPart | undefined {
  const refusal = wire.text('refusal');
  if (refusal === undefined) return undefined;
  const id = partId(itemId, 'refusal');
  const providerData = annotate(context, id, PART_FORM, { member: 'refusal' });
  return from<UnifiedRefusalPart>(context, wire, { id, type: 'refusal', refusal, providerData });
}

/** An earlier spoken answer, named by the provider's identifier. */
export function readAudio(context: IngestContext, wire: WireObject, itemId: string): UnifiedContentPart | undefined {
  const audio = wire.objectIf('audio', isNamed);
  if (audio === undefined) return undefined;
  const id = partId(itemId, 'audio');
  const providerId = audio.name('id', 4096) ?? audio.fault('id', 'an identifier');
  const source = { kind: 'provider-resource', resource: providerResource(context, id, 'audio', providerId) } as const;
  const providerData = keepUnread(context, id, wire, [audio]);
  const known = providerData.length === 0 ? {} : { providerData };
  const part = { id, type: 'artifact-reference', source, purpose: 'replay', ...known } as const;
  return from<UnifiedContentPart>(context, audio, part);
}

function isNamed({ id }: JsonObject): boolean {
  return typeof id === 'string' && id !== '';
}

/** What belongs to the message as a whole. */
interface Rest {
  readonly emptyLists: readonly string[];
  readonly unknownCalls: readonly UnifiedProviderDataRef[];
}

/** What belongs to the message as a whole goes to its first item: what nobody read, and how the message was written. */
function settleGroup(history: History, message: Message, firstIndex: number, { emptyLists, unknownCalls }: Rest): void {
  const { context, items } = history;
  const { wire, groupId } = message;
  const isNull = wire.peek('content') === null;
  if (items.items.length === firstIndex) addNothing(history, message, isNull ? 'null' : 'absent');
  const first = items.items[firstIndex];
  const more = bothOf(unknownCalls, keepUnread(context, groupId, wire, [wire]));
  if (first === undefined || (!isNull && more.length === 0 && emptyLists.length === 0)) return;
  const form: OpenaiChatItemForm = emptyLists.length === 0 ? {} : { emptyLists };
  const providerData = [...withItemForm(context, first, form), ...more];
  items.replace(firstIndex, {
    ...first,
    provenance: isNull ? { ...first.provenance, wireForm: 'null' } : first.provenance,
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function addNothing({ context, items }: History, { wire, groupId }: Message, form: UnifiedWireForm): void {
  const nothing = { type: 'message', role: 'assistant', content: [], groupId } as const;
  items.add(wire, { ...nothing, provenance: provenance(context, form) });
}
