import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedItemProvenance,
  UnifiedProviderDataRef,
  UnifiedReasoningPart,
  UnifiedRole,
  UnifiedTextPart,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { from, type IngestContext, keepPrivate, keepUnknown } from '../../ingest-context.ts';
import { CallLedger } from '../../shared/call-ledger.ts';
import { ItemFactory } from '../../shared/item-factory.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import { argumentsFromText } from '../../shared/tool-arguments.ts';
import type { WireObject } from '../../wire-object.ts';
import { readCitations } from './citations.ts';
import { annotate, ITEM_FORM } from './forms.ts';
import { readParts } from './ingest-parts.ts';
import { isThinkingPart, readReasoningDetails, readThinkingPart, readVendorReasoning } from './quirks.ts';
import { ROLES } from './wire.ts';

/** What the readers of one history share. */
interface History {
  readonly context: IngestContext;
  readonly items: ItemFactory;
  readonly calls: CallLedger;
}

/** One message, and the group that its items share. */
interface Message {
  readonly wire: WireObject;
  readonly groupId: string;
}

/** Reads the messages of a request into items, in their order. */
export function readMessages(context: IngestContext, wires: readonly WireObject[]): ItemFactory {
  const history: History = { context, items: new ItemFactory(context), calls: new CallLedger(context.requestId) };
  wires.forEach((wire, index) => {
    const message = { wire, groupId: childId(context.requestId, 'message', index) };
    const role = wire.word('role', ROLES) ?? wire.fault('role', `one of ${ROLES.join(', ')}`);
    if (role === 'assistant') readAssistant(history, message);
    else if (role === 'tool') readToolResult(history, message, {});
    else if (role === 'function') readToolResult(history, message, { legacyFunction: true });
    else readMessage(history, message, role);
  });
  return history.items;
}

function provenance(context: IngestContext, wireForm?: UnifiedWireForm): UnifiedItemProvenance {
  const { profile } = context;
  return wireForm === undefined ? { origin: 'client', profile } : { origin: 'client', profile, wireForm };
}

/** Content as it is on this wire: one text, a list of parts, null or nothing. */
interface Content {
  readonly parts: readonly UnifiedContentPart[];
  readonly unknown: readonly UnifiedProviderDataRef[];
  readonly form: UnifiedWireForm;
}

function readContent(context: IngestContext, wire: WireObject, itemId: string, wires?: readonly WireObject[]): Content {
  const raw = wire.peek('content');
  if (raw === undefined) return { parts: [], unknown: [], form: 'absent' };
  if (raw === null) {
    wire.json('content');
    return { parts: [], unknown: [], form: 'null' };
  }
  if (typeof raw !== 'string') {
    return { ...readParts(context, wires ?? wire.requiredObjects('content'), itemId), form: 'parts' };
  }
  const part: UnifiedTextPart = { id: childId(itemId, 'part', 0), type: 'text', text: wire.requiredText('content') };
  return { parts: [from(context, wire, part)], unknown: [], form: 'text' };
}

function readMessage({ context, items }: History, { wire, groupId }: Message, role: UnifiedRole): void {
  const id = items.nextId();
  const content = readContent(context, wire, id);
  const name = wire.name('name');
  const providerData = [...content.unknown, ...keepUnknown(context, id, [{ wire }])];
  items.add(wire, {
    type: 'message',
    role,
    content: content.parts,
    provenance: provenance(context, content.form),
    groupId,
    ...(name === undefined ? {} : { participantName: name }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function readToolResult(
  { context, items, calls }: History,
  { wire, groupId }: Message,
  form: OpenaiChatItemForm,
): void {
  const id = items.nextId();
  const content = readContent(context, wire, id);
  const name = wire.name('name');
  const providerCallId = wire.name('tool_call_id');
  const callId = calls.answer(providerCallId, name);
  const providerData = [
    ...annotate(context, id, ITEM_FORM, form),
    ...content.unknown,
    ...keepUnknown(context, id, [{ wire }]),
  ];
  items.add(wire, {
    type: 'tool-result',
    role: 'tool',
    callId,
    executionOwner: 'client',
    provenance: { ...provenance(context, content.form), ...(providerCallId === undefined ? {} : { providerCallId }) },
    groupId,
    ...(name === undefined ? {} : { name }),
    ...(content.form === 'absent' || content.form === 'null' ? {} : { output: content.parts }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function readAssistant(history: History, message: Message): void {
  const { wire } = message;
  const first = history.items.items.length;
  readReasoning(history, message);
  const thinking = readThinking(history, message);
  readAnswer(history, message, thinking.rest);
  wire.objects('tool_calls')?.forEach((call, index) => {
    readToolCall(history, message, call, `/tool_calls/${index}`);
  });
  const legacy = wire.object('function_call');
  if (legacy !== undefined)
    addCall(history, message, legacy, legacy, 'function', '/function_call', { legacyFunction: true });
  settleGroup(history, message, first);
}

function readReasoning({ context, items }: History, { wire, groupId }: Message): void {
  const id = items.nextId();
  const reasoning = readVendorReasoning(wire);
  const details = readReasoningDetails(wire);
  if (reasoning === undefined && details === undefined) return;
  const text = { id: childId(id, 'part', 0), type: 'reasoning', channel: 'text', state: 'disclosed' } as const;
  const content: UnifiedReasoningPart[] =
    reasoning === undefined ? [] : [from(context, wire, { ...text, text: reasoning.text })];
  const found = { kind: 'encrypted-reasoning', schema: 'openai-chat/reasoning-details' } as const;
  const providerData = annotate(
    context,
    id,
    ITEM_FORM,
    reasoning === undefined ? {} : { reasoningField: reasoning.field },
  );
  items.add(wire, {
    type: 'reasoning',
    role: 'assistant',
    content,
    provenance: provenance(context),
    groupId,
    ...(details === undefined
      ? {}
      : { privateState: keepPrivate(context, id, 'details', { ...found, payload: details }) }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

/** Takes thinking parts out of a list of content; what is left is the answer. */
function readThinking({ context, items }: History, { wire, groupId }: Message): { rest?: readonly WireObject[] } {
  if (!Array.isArray(wire.peek('content'))) return {};
  const parts = wire.requiredObjects('content');
  const rest: WireObject[] = [];
  parts.forEach((part, index) => {
    if (!isThinkingPart(part.value)) {
      rest.push(part);
      return;
    }
    const id = items.nextId();
    const { content, closed } = readThinkingPart(part, id);
    const form = {
      reasoningField: 'thinking',
      thinkingIndex: index,
      ...(closed === undefined ? {} : { thinkingClosed: closed }),
    } as const;
    const providerData = annotate(context, id, ITEM_FORM, form);
    items.add(part, {
      type: 'reasoning',
      role: 'assistant',
      content,
      provenance: provenance(context),
      groupId,
      providerData,
    });
  });
  return { rest };
}

function readAnswer(
  { context, items }: History,
  { wire, groupId }: Message,
  rest: readonly WireObject[] | undefined,
): void {
  const id = items.nextId();
  const content = readContent(context, wire, id, rest);
  const parts = withCitations(content, readCitations(context, wire));
  const refusal = content.form === 'parts' ? undefined : wire.text('refusal');
  if (refusal !== undefined)
    parts.push(from(context, wire, { id: childId(id, 'part', parts.length), type: 'refusal', refusal }));
  const audio = wire.object('audio');
  if (audio !== undefined) {
    const resource = providerResource(context, id, 'audio', audio.requiredText('id'));
    const part: UnifiedContentPart = {
      id: childId(id, 'part', parts.length),
      type: 'artifact-reference',
      source: { kind: 'provider-resource', resource },
      purpose: 'replay',
    };
    parts.push(from(context, audio, part));
  }
  const name = wire.name('name');
  if (content.form === 'absent' && parts.length === 0 && name === undefined) return;
  if (content.form === 'null' && parts.length === 0 && name === undefined) return;
  const unread = audio === undefined ? [] : keepUnknown(context, `${id}.audio`, [{ wire: audio, at: '/audio' }]);
  const providerData = [...content.unknown, ...unread];
  items.add(wire, {
    type: 'message',
    role: 'assistant',
    content: parts,
    provenance: provenance(context, content.form),
    groupId,
    ...(name === undefined ? {} : { participantName: name }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

/** Citations stand beside the whole message on this wire; the record has them on the text that they index. */
function withCitations(content: Content, annotations: UnifiedTextPart['annotations']): UnifiedContentPart[] {
  const parts = [...content.parts];
  const index = parts.findIndex((part) => part.type === 'text');
  const part = parts[index];
  if (annotations !== undefined && annotations.length > 0 && part?.type === 'text')
    parts[index] = { ...part, annotations };
  return parts;
}

function readToolCall(history: History, message: Message, wire: WireObject, at: string): void {
  const type = wire.text('type') ?? 'function';
  if (type === 'custom') addCall(history, message, wire, wire.requiredObject('custom'), 'custom', at, {});
  else if (type === 'function') {
    const form = wire.peek('type') === undefined ? { callTypeAbsent: true as const } : {};
    addCall(history, message, wire, wire.requiredObject('function'), 'function', at, form);
  } else wire.fault('type', 'function or custom');
}

function addCall(
  { context, items, calls }: History,
  { groupId }: Message,
  wire: WireObject,
  inside: WireObject,
  kind: 'function' | 'custom',
  at: string,
  form: OpenaiChatItemForm,
): void {
  const id = items.nextId();
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const providerCallId = form.legacyFunction === true ? undefined : wire.name('id');
  const text = inside.text(kind === 'function' ? 'arguments' : 'input');
  const read = text === undefined ? {} : kind === 'function' ? argumentsFromText(text) : { rawArguments: text };
  const places =
    wire === inside
      ? [{ wire, at }]
      : [
          { wire, at },
          { wire: inside, at: `${at}/${kind}` },
        ];
  const providerData = [...annotate(context, id, ITEM_FORM, form), ...keepUnknown(context, id, places)];
  items.add(wire, {
    type: 'tool-call',
    role: 'assistant',
    kind,
    callId: calls.open(providerCallId, name),
    name,
    ...read,
    state: 'arguments-ready',
    executionOwner: 'client',
    provenance: { ...provenance(context), ...(providerCallId === undefined ? {} : { providerCallId }) },
    groupId,
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

/** What belongs to the message as a whole goes to its first item: what nobody read, and how content was written. */
function settleGroup({ context, items }: History, { wire, groupId }: Message, firstIndex: number): void {
  if (items.items.length === firstIndex) {
    const form = wire.peek('content') === null ? 'null' : 'absent';
    items.add(wire, {
      type: 'message',
      role: 'assistant',
      content: [],
      provenance: provenance(context, form),
      groupId,
    });
  }
  const first = items.items[firstIndex];
  if (first === undefined) return;
  const unread = keepUnknown(context, `${first.id}.message`, [{ wire }]);
  const written = first.type !== 'message' && wire.peek('content') === null ? ({ wireForm: 'null' } as const) : {};
  if (unread.length === 0 && Object.keys(written).length === 0) return;
  items.replace(firstIndex, {
    ...first,
    provenance: { ...first.provenance, ...written },
    ...(unread.length === 0 ? {} : { providerData: [...(first.providerData ?? []), ...unread] }),
  });
}
