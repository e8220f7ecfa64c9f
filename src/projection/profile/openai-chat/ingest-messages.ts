import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedRole,
  UnifiedToolResultItem,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { bothOf, type IngestContext, keepUnread } from '../../ingest-context.ts';
import { CallLedger } from '../../shared/call-ledger.ts';
import { ItemFactory } from '../../shared/item-factory.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, ITEM_FORM } from './forms.ts';
import type { Draft } from './gathered.ts';
import { callName, type History, type Message, provenance } from './history.ts';
import { readAssistant } from './ingest-assistant.ts';
import { readContent } from './ingest-content.ts';
import { ROLES } from './wire.ts';

/** Reads the messages of a request into items, in their order. */
export function readMessages(context: IngestContext, wires: readonly WireObject[]): readonly UnifiedItem[] {
  const history: History = { context, items: new ItemFactory(context), calls: new CallLedger(context.requestId) };
  wires.forEach((wire, index) => {
    const message = { wire, groupId: childId(context.requestId, 'message', index) };
    const role = wire.word('role', ROLES) ?? wire.fault('role', `one of ${ROLES.join(', ')}`);
    if (role !== 'assistant') history.calls.endTurn();
    if (role === 'assistant') readAssistant(history, message);
    else if (role === 'tool') readToolResult(history, message, {});
    else if (role === 'function') readToolResult(history, message, { legacyFunction: true });
    else readMessage(history, message, role);
  });
  return history.items.items;
}

function readMessage({ context, items }: History, { wire, groupId }: Message, role: UnifiedRole): void {
  const place = items.place();
  const content = readContent(context, wire, place.id);
  const name = wire.name('name');
  const providerData = bothOf(content.unknown, keepUnread(context, place.id, wire, [wire]));
  const message: Draft<UnifiedMessageItem> = {
    ...place,
    type: 'message',
    role,
    content: content.parts,
    provenance: provenance(context, content.form),
    groupId,
  };
  if (name !== undefined) message.participantName = name;
  if (providerData.length > 0) message.providerData = providerData;
  items.put(wire, message);
}

function readToolResult(
  { context, items, calls }: History,
  { wire, groupId }: Message,
  form: OpenaiChatItemForm,
): void {
  const place = items.place();
  const content = readContent(context, wire, place.id);
  const name = wire.name('name');
  const called = callName(wire, 'tool_call_id');
  const written = content.form === 'text' || content.form === 'parts';
  const unread = keepUnread(context, place.id, wire, [wire]);
  const providerData = bothOf(annotate(context, place.id, ITEM_FORM, form), bothOf(content.unknown, unread));
  const result: Draft<UnifiedToolResultItem> = {
    ...place,
    type: 'tool-result',
    role: 'tool',
    callId: calls.answer(called.providerCallId, name),
    executionOwner: 'client',
    provenance: provenance(context, content.form, called),
    groupId,
  };
  if (name !== undefined) result.name = name;
  if (written) result.output = content.parts;
  if (providerData.length > 0) result.providerData = providerData;
  items.put(wire, result);
}
