import type { UnifiedItem } from '../../../../generated/unified/types.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { Placed } from './emit-basics.ts';
import { writeCodeExecution, writeReasoning, writeServerToolCall, writeToolCall } from './emit-calls.ts';
import { writeCompaction, writeModelFallback, writeToolListing, writeToolSetChange } from './emit-notices.ts';
import { writeParts } from './emit-parts.ts';
import { writeToolResult } from './emit-results.ts';
import { writeCodeExecutionResult, writeServerToolResult } from './emit-server-results.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';
import type { WireRole } from './wire.ts';

type Writer<Item extends UnifiedItem> = (writing: Writing, placed: Placed<Item>) => WireDraft[];

type Writers = {
  readonly [Type in UnifiedItem['type']]?: Writer<Extract<UnifiedItem, { readonly type: Type }>>;
};

/** Items that become blocks of a message. The others are reported with everything that is unclaimed. */
const WRITERS: Writers = {
  reasoning: writeReasoning,
  'tool-call': writeToolCall,
  'tool-result': writeToolResult,
  'server-tool-call': writeServerToolCall,
  'server-tool-result': writeServerToolResult,
  'code-execution': writeCodeExecution,
  'code-execution-result': writeCodeExecutionResult,
  'compaction-summary': writeCompaction,
  'tool-set-change': writeToolSetChange,
  'tool-listing': writeToolListing,
  'model-fallback': writeModelFallback,
};

/** Writes an item as the blocks that it is. */
export function writeItem(writing: Writing, placed: Placed, role: WireRole): WireDraft[] {
  const { item, path, own } = placed;
  if (item.type === 'message') {
    const holder = { writing, itemId: item.id, own, inSystem: role === 'system', byAssistant: role === 'assistant' };
    const blocks = writeParts(item.content, holder, `${path}/content`);
    if (placed.isMarked === true) markSystemText(blocks);
    if (item.role === 'tool') {
      const reason = 'a message of a tool that answers no call is sent as one of the user';
      writing.context.loss.lose({ path: `${path}/role`, feature: 'item.role', reason, sourceItemId: item.id });
    }
    markWhole(writing, placed, blocks);
    if (blocks.length === 0 && !own) loseEmpty(writing, placed);
    return blocks;
  }
  // Each writer stands under the tag of the items that it takes.
  const writer = WRITERS[item.type] as Writer<UnifiedItem> | undefined;
  if (writer === undefined) return [];
  const blocks = writer(writing, placed);
  markWhole(writing, placed, blocks);
  const [block] = blocks;
  if (block !== undefined && blocks.length === 1 && own) {
    restoreEmpty(block, formOf(item.providerData, 'item-form'));
    restoreUnknown(writing.context, item.providerData, block, `${path}/providerData`);
  }
  return blocks;
}

/** Tells system text apart that stands in a message of the user. */
function markSystemText(blocks: readonly WireDraft[]): void {
  for (const block of blocks) {
    if (block['type'] === 'text') block['text'] = `<system>\n${String(block['text'])}\n</system>`;
  }
}

/** A message of another dialect that has nothing for this one is not sent, and so its author is not heard there. */
function loseEmpty({ context }: Writing, { item, path }: Placed): void {
  const place = item.type === 'message' && item.content.length > 0 ? `${path}/role` : path;
  const reason = 'the message has nothing that is sent, and is left out';
  context.loss.lose({ path: place, feature: 'item.empty', reason, sourceItemId: item.id });
}

/** A mark on an item as a whole stands on its last block; thinking can carry none. */
function markWhole({ marks }: Writing, { item, path }: Placed, blocks: readonly WireDraft[]): void {
  const last = blocks.at(-1);
  if (last === undefined || item.type === 'reasoning') {
    marks.moved(item.cache, path);
    return;
  }
  if (item.type !== 'message') marks.block(last, item.id, item.id);
  marks.directive(last, item.cache, path);
}

/** The role of the message that an item stands in. */
export function wireRoleOf(item: UnifiedItem): WireRole {
  switch (item.role) {
    case 'user':
    case 'tool':
      return 'user';
    case 'assistant':
      return 'assistant';
    case 'system':
    case 'developer':
      return 'system';
    case undefined:
      return DEFAULT_ROLES[item.type] ?? 'assistant';
    default:
      return item.role satisfies never;
  }
}

const DEFAULT_ROLES: Readonly<Partial<Record<UnifiedItem['type'], WireRole>>> = {
  message: 'user',
  'tool-result': 'user',
  'compaction-summary': 'user',
  'tool-set-change': 'system',
  'configuration-update': 'system',
};
