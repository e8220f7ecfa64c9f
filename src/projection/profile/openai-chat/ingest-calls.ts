import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type { UnifiedOwnerPrivateRef, UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import { bothOf, type IngestContext, keepUnread, keepWhole } from '../../ingest-context.ts';
import { argumentsFromText, type ToolArguments } from '../../shared/tool-arguments.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, ITEM_FORM } from './forms.ts';
import type { Draft } from './gathered.ts';
import { type CallName, callName, type History, type Message, provenance } from './history.ts';

/** Reads the calls of a message; gives those of a kind that this dialect does not know. */
export function readCalls(history: History, message: Message): readonly UnifiedOwnerPrivateRef[] {
  const { wire } = message;
  const unknown: UnifiedOwnerPrivateRef[] = [];
  (wire.objects('tool_calls') ?? []).forEach((call, index) => {
    const unread = readListedCall(history, message, call, index);
    if (unread !== undefined) unknown.push(unread);
  });
  readLegacyCall(history, message);
  return unknown;
}

/** Reads the call at an index of the list; gives it back whole where this dialect does not know its kind. */
export function readListedCall(
  history: History,
  message: Message,
  call: WireObject,
  index: number,
): UnifiedOwnerPrivateRef | undefined {
  const kind = call.look('type') ?? 'function';
  if (kind !== 'function' && kind !== 'custom') {
    return keepUnknownCall(history.context, message, call, `/tool_calls/${index}`);
  }
  readCall(history, message, call, kind);
  return undefined;
}

/** Reads a call in the deprecated spelling, where the message has one. */
export function readLegacyCall(history: History, message: Message): void {
  const legacy = message.wire.object('function_call');
  if (legacy === undefined) return;
  const read = { inside: legacy, kind: 'function', form: { legacyFunction: true } } as const;
  addCall(history, message, legacy, read);
}

function readCall(history: History, message: Message, wire: WireObject, kind: 'function' | 'custom'): void {
  const form = wire.text('type') === undefined ? { callTypeAbsent: true as const } : {};
  const called = callName(wire, 'id');
  addCall(history, message, wire, { inside: wire.requiredObject(kind), kind, form, called });
}

/** A call whose outer object was read. */
interface StartedCall {
  /** Where the name and the arguments stand. */
  readonly inside: WireObject;
  readonly kind: 'function' | 'custom';
  readonly form: OpenaiChatItemForm;
  readonly called?: CallName;
}

function addCall(
  { context, items, calls }: History,
  { wire: message, groupId }: Message,
  wire: WireObject,
  { inside, kind, form, called = {} }: StartedCall,
): void {
  const place = items.place();
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const read = kind === 'function' ? argumentsFromText(context, inside, 'arguments') : readInput(inside);
  const unread = keepUnread(context, place.id, message, wire === inside ? [wire] : [wire, inside]);
  const providerData = bothOf(annotate(context, place.id, ITEM_FORM, form), unread);
  const call: Draft<UnifiedToolCallItem> = {
    ...place,
    type: 'tool-call',
    role: 'assistant',
    kind,
    callId: calls.open(called.providerCallId, name),
    name,
    ...read,
    state: 'arguments-ready',
    executionOwner: 'client',
    provenance: provenance(context, undefined, called),
    groupId,
  };
  if (providerData.length > 0) call.providerData = providerData;
  items.put(wire, call);
}

function readInput(inside: WireObject): ToolArguments {
  const text = inside.text('input');
  return text === undefined ? {} : { rawArguments: text };
}

function keepUnknownCall(
  context: IngestContext,
  { groupId }: Message,
  wire: WireObject,
  wirePointer: string,
): UnifiedOwnerPrivateRef {
  const found = { payload: wire.opaqueWhole(), wireType: wire.requiredText('type'), wirePointer };
  return keepWhole(context, groupId, wire, found);
}
