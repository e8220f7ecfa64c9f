import type {
  UnifiedCompactionSummaryItem,
  UnifiedConfigurationUpdateItem,
  UnifiedModelFallbackItem,
  UnifiedRequirement,
  UnifiedToolChange,
  UnifiedToolListingItem,
  UnifiedToolSetChangeItem,
} from '../../../../generated/unified/types.ts';
import { readPrivate, type WireDraft } from '../../emit-context.ts';
import { type Placed, put } from './emit-basics.ts';
import { writeListedTools } from './emit-listed-tools.ts';
import { writeParts } from './emit-parts.ts';
import { writeTool } from './emit-tools.ts';
import type { Writing } from './emit-writing.ts';

/**
 * Writes a summary that stands for the history before it. What another provider summarised is sent as the text that it
 * is, and so is a summary whose private state cannot be sent.
 */
export function writeCompaction(writing: Writing, placed: Placed<UnifiedCompactionSummaryItem>): WireDraft[] {
  const { item, path, own } = placed;
  const opaque = readOpaque(writing, placed, 'privateState');
  const signature = readOpaque(writing, placed, 'signature');
  const complete =
    (item.privateState === undefined || opaque !== undefined) &&
    (item.signature === undefined || signature !== undefined);
  if (!own || !complete) return writeSummaryText(writing, placed);
  const draft: WireDraft = { type: 'compaction' };
  if (item.failed === true) draft['content'] = null;
  else if (item.content !== undefined) draft['content'] = textOf(writing, placed);
  put(draft, 'encrypted_content', opaque);
  put(draft, 'signature', signature);
  put(
    draft,
    'tool_changes',
    item.toolChanges?.flatMap((change, index) => writeChange(writing, change, `${path}/toolChanges/${index}`)),
  );
  return [draft];
}

function readOpaque(
  { context }: Writing,
  { item, path, own }: Placed<UnifiedCompactionSummaryItem>,
  key: 'privateState' | 'signature',
) {
  const reference = item[key];
  if (reference === undefined || !own) return undefined;
  return readPrivate(context, reference, `${path}/${key}`, 'compaction.private-state');
}

function writeSummaryText(writing: Writing, { item, path, own }: Placed<UnifiedCompactionSummaryItem>): WireDraft[] {
  const { loss } = writing.context;
  if (item.content === undefined || item.failed === true) {
    const reason = 'a summary that only its provider can read is not sent';
    const empty = item.failed === true ? ({ requirement: 'optional' } as const) : {};
    loss.lose({ path, feature: 'item.compaction-summary', reason, sourceItemId: item.id, ...empty });
    return [];
  }
  const reason = 'the summary is sent as plain text of the user';
  loss.lose({ path, feature: 'item.compaction-summary.as-text', reason, sourceItemId: item.id });
  return writeParts(item.content, { writing, itemId: item.id, own }, `${path}/content`);
}

function textOf(writing: Writing, { item, path, own }: Placed<UnifiedCompactionSummaryItem>): string {
  const blocks = writeParts(item.content ?? [], { writing, itemId: item.id, own }, `${path}/content`);
  return blocks.map((block) => String(block['text'] ?? '')).join('');
}

/** Writes that tools appear or go in the middle of a conversation. */
export function writeToolSetChange(writing: Writing, { item, path }: Placed<UnifiedToolSetChangeItem>): WireDraft[] {
  return item.changes.flatMap((change, index) => writeChange(writing, change, `${path}/changes/${index}`));
}

function writeChange(writing: Writing, change: UnifiedToolChange, path: string): WireDraft[] {
  const tool = changedTool(writing, change, path);
  if (tool === undefined) return [];
  const draft: WireDraft = { type: change.action === 'add' ? 'tool_addition' : 'tool_removal', tool };
  if (change.cache !== undefined) writing.marks.directive(draft, change.cache, path);
  return [draft];
}

function changedTool(
  writing: Writing,
  { reference, definition }: UnifiedToolChange,
  path: string,
): WireDraft | undefined {
  const { context } = writing;
  if (definition !== undefined) {
    const written = writeTool(writing, definition, `${path}/definition`);
    return written === undefined ? undefined : { type: 'tool_definition', definition: written };
  }
  const name = reference?.name === undefined ? {} : { name: context.toolNames.toWire(reference.name) };
  const server = reference?.serverLabel === undefined ? {} : { server_name: reference.serverLabel };
  if (reference?.kind !== 'mcp') {
    if (reference?.kind !== 'function') {
      const reason = 'tools are referred to by their names only here';
      context.loss.lose({
        path: `${path}/reference/kind`,
        feature: 'item.tool-set-change',
        requirement: 'optional',
        reason,
      });
    }
    return { type: 'tool_reference', ...name };
  }
  return { type: reference.name === undefined ? 'mcp_toolset_reference' : 'mcp_tool_reference', ...name, ...server };
}

/** Writes the tools that an MCP server offered. */
export function writeToolListing(
  { context }: Writing,
  { item, path, own }: Placed<UnifiedToolListingItem>,
): WireDraft[] {
  if (!own) {
    const reason = 'the target asks servers itself, and takes back its own listings only';
    context.loss.lose({ path, feature: 'item.tool-listing', reason, sourceItemId: item.id });
    return [];
  }
  const tools = writeListedTools(item.tools, context);
  return [{ type: 'mcp_tool_listing', mcp_server_name: item.serverLabel, tools }];
}

/** Writes that another model took over in the middle of an answer. */
export function writeModelFallback(
  { context }: Writing,
  { item, path, own }: Placed<UnifiedModelFallbackItem>,
): WireDraft[] {
  if (!own) {
    const reason = 'the target takes back its own marks of a fallback only';
    context.loss.lose({ path, feature: 'item.model-fallback', reason, sourceItemId: item.id });
    return [];
  }
  const draft: WireDraft = { type: 'fallback', from: { model: item.fromModel }, to: { model: item.toModel } };
  if (item.trigger !== undefined)
    draft['trigger'] = { type: item.trigger, ...(item.category === undefined ? {} : { category: item.category }) };
  return [draft];
}

/** The settings that a system message in the middle of a conversation changes; the effort is the only one. */
export function writeConfiguration(
  { context }: Writing,
  { item, path }: Placed<UnifiedConfigurationUpdateItem>,
): WireDraft {
  const { reasoning, ...others } = item.generation ?? {};
  const { effort, ...rest } = reasoning ?? {};
  const lose = (place: string, requirement?: UnifiedRequirement): void => {
    const reason = 'only the effort can change in the middle of a conversation here';
    const known = requirement === undefined ? {} : { requirement };
    const at = { path: `${path}/${place}`, sourceItemId: item.id };
    context.loss.lose({ ...at, feature: 'item.configuration-update', reason, ...known });
  };
  for (const [key, intent] of Object.entries(others)) lose(`generation/${key}`, intent.requirement);
  for (const [key, intent] of Object.entries(rest)) lose(`generation/reasoning/${key}`, intent.requirement);
  if (item.output !== undefined) lose('output');
  return effort === undefined ? {} : { effort: effort.value };
}
