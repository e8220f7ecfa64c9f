import type { UnifiedMcpTool } from '../../../../generated/unified/types.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put } from './emit-basics.ts';
import { writeToolset } from './emit-hosted-tools.ts';
import { writeListedTools } from './emit-listed-tools.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';

/** An MCP tool on this wire: an entry among the tools, and its server in a list of servers. */
export interface McpDraft {
  readonly toolset?: WireDraft;
  readonly server?: WireDraft;
  /** The place of the server in its list, where the wire said it. */
  readonly serverIndex?: number;
}

/** Writes the tools of an MCP server; nothing when the target cannot reach the server, which is reported. */
export function writeMcp(writing: Writing, tool: UnifiedMcpTool, path: string): McpDraft {
  const own = isOwnRequest(writing.request);
  if (isUnreachable(writing, tool, path, own)) {
    writing.marks.moved(tool.cache, path);
    return {};
  }
  const form = formOf(tool.providerData, 'tool-form');
  const server =
    tool.serverUrl === undefined ? undefined : writeServer(tool, tool.serverUrl, form.toolConfiguration === true);
  loseSecrets(writing, tool, path);
  loseSettings(writing, tool, path);
  const draft = tool.serverOnly === true ? undefined : writeEntry(writing, tool, path, form.toolConfiguration === true);
  if (draft === undefined) writing.marks.moved(tool.cache, path);
  return {
    ...(draft === undefined ? {} : { toolset: draft }),
    ...(server === undefined ? {} : { server }),
    ...(form.serverIndex === undefined ? {} : { serverIndex: form.serverIndex }),
  };
}

function isUnreachable({ context }: Writing, tool: UnifiedMcpTool, path: string, own: boolean): boolean {
  if (own || tool.serverUrl !== undefined) return false;
  const reason = 'the target reaches servers by their addresses only';
  context.loss.lose({ path, feature: 'tool.mcp', requirement: tool.requirement ?? 'required', reason });
  return true;
}

function writeServer(tool: UnifiedMcpTool, url: string, configured: boolean): WireDraft {
  const draft: WireDraft = { type: 'url', name: tool.serverLabel, url };
  if (!configured) return draft;
  const configuration: WireDraft = {};
  put(configuration, 'enabled', tool.enabled);
  put(configuration, 'allowed_tools', tool.allowedTools);
  draft['tool_configuration'] = configuration;
  return draft;
}

function writeEntry(writing: Writing, tool: UnifiedMcpTool, path: string, configured: boolean): WireDraft {
  const draft: WireDraft = { type: 'mcp_toolset', mcp_server_name: tool.serverLabel };
  writeToolset(tool.toolset, draft);
  if (!configured) allowOnly(tool, draft);
  if (tool.deferLoading !== undefined)
    draft['default_config'] = { ...asObject(draft['default_config']), defer_loading: tool.deferLoading };
  put(draft, 'tools', tool.pinnedTools === undefined ? undefined : writeListedTools(tool.pinnedTools, writing.context));
  writing.marks.directive(draft, tool.cache, path);
  restoreEmpty(draft, formOf(tool.providerData, 'tool-form'));
  restoreUnknown(writing.context, tool.providerData, draft, `${path}/providerData`);
  return draft;
}

/** What another dialect says with a list of allowed tools: all others are switched off. */
function allowOnly(tool: UnifiedMcpTool, draft: WireDraft): void {
  if (tool.enabled !== undefined)
    draft['default_config'] = { ...asObject(draft['default_config']), enabled: tool.enabled };
  if (tool.allowedTools === undefined) return;
  draft['default_config'] = { ...asObject(draft['default_config']), enabled: false };
  const allowed = tool.allowedTools.map((name) => [
    name,
    { ...asObject(asObject(draft['configs'])[name]), enabled: true },
  ]);
  draft['configs'] = { ...asObject(draft['configs']), ...Object.fromEntries(allowed) };
}

function asObject(value: unknown): WireDraft {
  // Members of a draft that are objects were made by this emitter.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireDraft) : {};
}

/** A secret is known to the runtime only: the body goes out without it, and the entry says where it belongs. */
function loseSecrets({ context }: Writing, tool: UnifiedMcpTool, path: string): void {
  if (tool.authorization !== undefined) {
    const reason = 'the token is not in the record: the runtime has to add it to the server before the body is sent';
    context.loss.lose({ path: `${path}/authorization`, feature: 'secret.reference', requirement: 'preferred', reason });
  }
  if (tool.headers !== undefined) {
    const reason = 'the target sends no headers to servers but one token';
    context.loss.lose({ path: `${path}/headers`, feature: 'tool.mcp.headers', reason });
  }
}

function loseSettings({ context }: Writing, tool: UnifiedMcpTool, path: string): void {
  if (tool.execution !== 'provider') {
    const reason = 'the target calls the tools of servers itself';
    context.loss.lose({ path: `${path}/execution`, feature: 'tool.mcp', requirement: 'optional', reason });
  }
  if (tool.approval !== undefined && tool.approval.mode !== 'never') {
    const reason = 'the target calls the tools of servers without asking anybody';
    context.loss.lose({ path: `${path}/approval`, feature: 'tool.mcp.approval', reason });
  }
}
