import type {
  UnifiedProviderDataRef,
  UnifiedToolChange,
  UnifiedToolReference,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { from } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding } from './holding.ts';
import { common } from './ingest-calls.ts';
import { type History, keepOpaque, keepUnknownBlock, type Message, optional } from './ingest-history.ts';
import { readListedTools } from './ingest-listed-tools.ts';
import { textPart } from './ingest-parts.ts';
import { readTool } from './ingest-tools.ts';

/** Reads a summary that stands for the history before it. Null content is a compaction that failed. */
export function readCompaction(history: History, message: Message, wire: WireObject): void {
  const id = history.items.nextId();
  const holding = new Holding(history.context, wire, id);
  wire.take('type');
  const failed = wire.peek('content') === null;
  if (failed) wire.json('content');
  const text = failed ? undefined : wire.text('content');
  const opaque = wire.text('encrypted_content');
  const signature = wire.text('signature');
  const { changes, unknown } = readChanges(history, holding);
  history.items.add(wire, {
    type: 'compaction-summary',
    ...(text === undefined ? {} : { content: [textPart(history, wire, partId(id, 0), text)] }),
    coveredUnknownReason: 'the wire does not say which messages the summary stands for',
    ...(failed ? { failed } : {}),
    ...optional('privateState', keepOpaque(history, id, 'encrypted-summary', 'encrypted-content', opaque)),
    ...optional('signature', keepOpaque(history, id, 'summary-signature', 'signature', signature)),
    ...optional('toolChanges', changes),
    ...common(history, message, holding, { unknown }),
  });
}

interface Changes {
  readonly changes?: readonly UnifiedToolChange[];
  readonly unknown: readonly UnifiedProviderDataRef[];
}

function readChanges(history: History, holding: Holding): Changes {
  const wires = holding.entries(holding.wire, 'tool_changes');
  if (wires === undefined) return { unknown: [] };
  const changes: UnifiedToolChange[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const change = readChange(history, holding, wire);
    if (change === undefined) unknown.push(keepUnknownBlock(history, holding.id, wire, `/tool_changes/${index}`));
    else changes.push(from(holding.within(wire).context, wire, { ...change, ...holding.cache(wire) }));
  });
  return { changes, unknown };
}

const ACTIONS: Readonly<Record<string, UnifiedToolChange['action']>> = { tool_addition: 'add', tool_removal: 'remove' };

/** Reads that a tool appears or goes; gives false, and adds nothing, when nobody knows what the tool is. */
export function readToolChange(history: History, message: Message, wire: WireObject): boolean {
  const holding = new Holding(history.context, wire, history.items.nextId());
  const change = readChange(history, holding, wire);
  if (change === undefined) return false;
  history.items.add(wire, { type: 'tool-set-change', changes: [change], ...common(history, message, holding, {}) });
  return true;
}

function readChange(history: History, holding: Holding, wire: WireObject): UnifiedToolChange | undefined {
  const action = ACTIONS[String(wire.peek('type'))];
  const tool = holding.typed(wire, 'tool', CHANGED_TOOLS);
  if (action === undefined || tool === undefined) return undefined;
  wire.take('type');
  if (tool.value['type'] !== 'tool_definition')
    return from(history.context, wire, { action, reference: readReference(tool) });
  const definition = readTool(history.context, tool.requiredObject('definition'), holding.id);
  return definition === undefined ? undefined : from(history.context, wire, { action, definition });
}

const CHANGED_TOOLS = ['tool_reference', 'mcp_tool_reference', 'mcp_toolset_reference', 'tool_definition'];

function readReference(tool: WireObject): UnifiedToolReference {
  return {
    kind: tool.value['type'] === 'tool_reference' ? 'function' : 'mcp',
    ...optional('name', tool.name('name')),
    ...optional('serverLabel', tool.name('server_name')),
  };
}

/** Reads the tools that an MCP server offered: sent back, the listing stays as it was. */
export function readToolListing(history: History, message: Message, wire: WireObject): void {
  const holding = new Holding(history.context, wire, history.items.nextId());
  wire.take('type');
  history.items.add(wire, {
    type: 'tool-listing',
    serverLabel: wire.name('mcp_server_name') ?? wire.fault('mcp_server_name', 'the name of a server'),
    tools: readListedTools(holding, wire),
    ...common(history, message, holding, {}),
  });
}

/** Reads that another model took over in the middle of an answer. */
export function readFallback(history: History, message: Message, wire: WireObject): void {
  const holding = new Holding(history.context, wire, history.items.nextId());
  wire.take('type');
  const fromModel = holding.object(wire, 'from')?.name('model');
  const toModel = holding.object(wire, 'to')?.name('model');
  const trigger = holding.typed(wire, 'trigger', ['refusal']);
  history.items.add(wire, {
    type: 'model-fallback',
    fromModel: fromModel ?? wire.fault('from', 'the model that gave up'),
    toModel: toModel ?? wire.fault('to', 'the model that took over'),
    ...(trigger === undefined ? {} : { trigger: 'refusal', ...optional('category', trigger.name('category')) }),
    ...common(history, message, holding, {}),
  });
}
