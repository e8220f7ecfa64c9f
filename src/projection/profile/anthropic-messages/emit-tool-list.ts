import type { UnifiedToolDefinition, UnifiedToolReference } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { keepHostedNames } from './emit-hosted-tools.ts';
import { type McpDraft, writeMcp } from './emit-mcp.ts';
import { writeTool } from './emit-tools.ts';
import type { Writing } from './emit-writing.ts';
import { RepeatedTools } from './repeated-tools.ts';

/** The tools and the MCP servers of a body. */
export interface ToolLists {
  readonly tools: readonly WireDraft[];
  readonly servers: readonly WireDraft[];
}

/** Writes the tools that the model may call; when only some may be called, the others are left out. */
export function writeTools(writing: Writing): ToolLists {
  const { request } = writing;
  keepHostedNames(writing);
  const tools: WireDraft[] = [];
  const servers: McpDraft[] = [];
  const repeated = new RepeatedTools(writing);
  request.tools.forEach((tool, index) => {
    const path = `/tools/${index}`;
    if (!mayBeCalled(writing, tool, path) || repeated.has(tool, path)) {
      writing.marks.moved(tool.cache, path);
      return;
    }
    const written = tool.type === 'mcp' ? writeMcp(writing, tool, path) : { toolset: writeTool(writing, tool, path) };
    if (written.toolset !== undefined) {
      tools.push(written.toolset);
      writing.marks.tool(written.toolset);
    }
    if ('server' in written) servers.push(written);
  });
  return { tools, servers: inWireOrder(servers).flatMap(({ server }) => (server === undefined ? [] : [server])) };
}

/** Servers in the order that the wire gave them, when the record still knows all of it. */
function inWireOrder(servers: readonly McpDraft[]): readonly McpDraft[] {
  const indexes = new Set(servers.map(({ serverIndex }) => serverIndex));
  const isWhole = indexes.size === servers.length && servers.every((_, index) => indexes.has(index));
  if (!isWhole) return servers;
  return servers.toSorted((left, right) => (left.serverIndex ?? 0) - (right.serverIndex ?? 0));
}

function mayBeCalled({ context, request }: Writing, tool: UnifiedToolDefinition, path: string): boolean {
  const choice = request.toolChoice?.value;
  if (choice?.mode !== 'allowed' || choice.tools.some((reference) => isNamed(reference, tool))) return true;
  const reason = 'a tool that may not be called is not sent, since the target cannot forbid single tools';
  context.loss.lose({ path, feature: 'tool-choice.allowed', requirement: 'optional', reason });
  return false;
}

function isNamed(reference: UnifiedToolReference, tool: UnifiedToolDefinition): boolean {
  if (reference.serverLabel !== undefined) return tool.type === 'mcp' && tool.serverLabel === reference.serverLabel;
  if (reference.name === undefined) return reference.kind === tool.type;
  return 'name' in tool && tool.name === reference.name;
}
