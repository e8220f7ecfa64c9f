import type { OpenaiChatItemForm } from '../../../../generated/annotation/types.ts';
import type { UnifiedItem, UnifiedRole } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { type IngestContext, keepUnread } from '../../ingest-context.ts';
import { CallLedger } from '../../shared/call-ledger.ts';
import { ItemFactory } from '../../shared/item-factory.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, ITEM_FORM } from './forms.ts';
import { type History, type Message, provenance } from './history.ts';
import { readAssistant } from './ingest-assistant.ts';
import { MAX_CALL_ID } from './ingest-calls.ts';
import { readContent } from './ingest-content.ts';
import { ROLES } from './wire.ts';

/** Reads the messages of a request into items, in their order. */
export function readMessages(context: IngestContext, wires: readonly WireObject[]): readonly UnifiedItem[] {
  const history: History = { context, items: new ItemFactory(context), calls: new CallLedger(context.requestId) };
  wires.forEach((wire, index) => {
    const message = { wire, groupId: childId(context.requestId, 'message', index) };
    const role = wire.word('role', ROLES) ?? wire.fault('role', `one of ${ROLES.join(', ')}`);
    if (role === 'assistant') readAssistant(history, message);
    else if (role === 'tool') readToolResult(history, message, {});
    else if (role === 'function') readToolResult(history, message, { legacyFunction: true });
    else readMessage(history, message, role);
  });
  return history.items.items;
}

function readMessage({ context, items }: History, { wire, groupId }: Message, role: UnifiedRole): void {
  const id = items.nextId();
  const content = readContent(context, wire, id);
  const name = wire.name('name');
  const providerData = [...content.unknown, ...keepUnread(context, id, wire, [wire])];
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
  const providerCallId = wire.name('tool_call_id', MAX_CALL_ID);
  const written = content.form === 'text' || content.form === 'parts';
  const providerData = [
    ...annotate(context, id, ITEM_FORM, form),
    ...content.unknown,
    ...keepUnread(context, id, wire, [wire]),
  ];
  items.add(wire, {
    type: 'tool-result',
    role: 'tool',
    callId: calls.answer(providerCallId, name),
    executionOwner: 'client',
    provenance: { ...provenance(context, content.form), ...(providerCallId === undefined ? {} : { providerCallId }) },
    groupId,
    ...(name === undefined ? {} : { name }),
    ...(written ? { output: content.parts } : {}),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}
