import { childId } from '../../../core/id.ts';
import type { WireObject } from '../../wire-object.ts';
import { readMcpToolUse, readRedactedThinking, readServerToolUse, readThinking, readToolUse } from './ingest-calls.ts';
import { type History, type Message, provenance } from './ingest-history.ts';
import { readCompaction, readFallback, readToolChange, readToolListing } from './ingest-notices.ts';
import { readToolResult } from './ingest-results.ts';
import { readServerResult, SERVER_RESULT_TYPES } from './ingest-server-results.ts';
import { MessageRun } from './message-run.ts';
import { named, ROLES } from './wire.ts';

/** Reads a block as an item of its own; false when nobody knows what it is, and then nothing is added. */
type ItemReader = (history: History, message: Message, wire: WireObject) => unknown;

const READERS: Readonly<Record<string, ItemReader>> = {
  thinking: readThinking,
  redacted_thinking: readRedactedThinking,
  tool_use: readToolUse,
  tool_result: readToolResult,
  server_tool_use: readServerToolUse,
  mcp_tool_use: readMcpToolUse,
  mcp_tool_listing: readToolListing,
  compaction: readCompaction,
  fallback: readFallback,
  tool_addition: readToolChange,
  tool_removal: readToolChange,
  ...Object.fromEntries(SERVER_RESULT_TYPES.map((type) => [type, readServerResult] as const)),
};

/** Reads the system text that stands outside of the messages: the first item of the history. */
export function readSystem(history: History, wire: WireObject): void {
  const raw = wire.take('system');
  if (raw === undefined) return;
  const groupId = childId(history.context.requestId, 'system', 0);
  const run = new MessageRun(history, { wire, role: 'system', groupId });
  if (typeof raw === 'string') run.text(wire, wire.requiredText('system'));
  else for (const [index, block] of wire.objectsBesideText('system').entries()) readBlock(history, run, block, index);
  run.close(typeof raw === 'string' ? 'text' : 'parts', true);
}

/** Reads the messages into items, in their order: the items of one message share a group. */
export function readMessages(history: History, wires: readonly WireObject[]): void {
  wires.forEach((wire, index) => {
    const role = wire.word('role', ROLES) ?? wire.fault('role', `one of ${ROLES.join(', ')}`);
    if (role !== 'assistant') history.calls.endTurn();
    readMessage(history, { wire, role, groupId: childId(history.context.requestId, 'message', index) });
  });
}

function readMessage(history: History, message: Message): void {
  const { wire, role } = message;
  const raw = wire.take('content');
  if (raw === undefined && role !== 'system') wire.fault('content', 'a string or a list of objects');
  const first = history.items.items.length;
  const run = new MessageRun(history, message, wire);
  if (typeof raw === 'string') run.text(wire, wire.requiredText('content'));
  else if (raw !== undefined) {
    for (const [index, block] of wire.objectsBesideText('content').entries()) readBlock(history, run, block, index);
  }
  if (role === 'system') readConfiguration(history, run);
  const form = typeof raw === 'string' ? 'text' : raw === undefined ? 'absent' : 'parts';
  const empty = Array.isArray(raw) && raw.length === 0;
  run.close(form, empty || history.items.items.length === first);
}

/** The reader of blocks of this type as items of their own; parts of messages, and what nobody knows, have none. */
export function itemReaderOf(type: unknown): ItemReader | undefined {
  return typeof type === 'string' ? named(READERS, type) : undefined;
}

/** Reads a block; `index` is its place in the message. */
export function readBlock(history: History, run: MessageRun, wire: WireObject, index: number): void {
  const reader = itemReaderOf(wire.peek('type'));
  if (reader === undefined) {
    if (!run.part(wire)) run.unknown(wire, index);
    return;
  }
  run.flush();
  if (reader(history, run.message, wire) === false) run.unknown(wire, index);
}

/** A system message in the middle of a conversation may also say how hard the model tries from there on. */
function readConfiguration(history: History, run: MessageRun): void {
  const { context, items } = history;
  const { wire, groupId } = run.message;
  const effort = run.holding?.object(wire, 'output_config')?.name('effort');
  if (effort === undefined) return;
  run.flush();
  const requirement = context.requirement('generation.reasoning.effort');
  items.add(wire, {
    type: 'configuration-update',
    role: 'system',
    groupId,
    provenance: provenance(history, {}),
    generation: { reasoning: { effort: { value: effort, requirement } } },
  });
}
