import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedComputerTool,
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedShellTool,
  UnifiedToolDefinition,
  UnifiedToolSearchTool,
  UnifiedToolsetConfiguration,
  UnifiedToolsetMember,
  UnifiedUrlSourceRule,
  UnifiedUserLocation,
  UnifiedWebFetchTool,
  UnifiedWebSearchTool,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';
import { URL_ORIGINS, WITHOUT_SAMPLING } from './wire.ts';

type Hosted = Exclude<UnifiedToolDefinition, { readonly type: 'function' | 'custom' | 'namespace' | 'mcp' }>;

/** A tool whose type the provider names and dates. */
interface HostedType {
  readonly family: string;
  /** The name that calls carry: the provider prescribes it. */
  readonly name?: string;
  /** The newest version that is known: what a tool of another dialect gets. */
  readonly newest?: string;
}

/**
 * Writes a tool of the provider, or one that the client runs to the provider's own schema. A tool of another dialect gets
 * the newest version that is known here.
 */
export function writeHostedTool(writing: Writing, tool: UnifiedToolDefinition, path: string): WireDraft | undefined {
  if (tool.type === 'function' || tool.type === 'custom' || tool.type === 'namespace' || tool.type === 'mcp')
    return undefined;
  const hosted = hostedType(tool);
  if (hosted === undefined || writing.context.claims[`tool.${tool.type}`] === undefined) return undefined;
  if (isUnfit(writing, tool, path)) return undefined;
  const draft: WireDraft = { type: typeOf(writing, tool, hosted, path) };
  put(draft, 'name', nameOf(writing, tool, hosted, path));
  writeSettings(writing, tool, draft, path);
  put(draft, 'max_uses', tool.maxUses);
  put(draft, 'strict', tool.strict);
  put(
    draft,
    'input_examples',
    tool.inputExamples?.map(({ value }) => value),
  );
  put(draft, 'defer_loading', tool.deferLoading);
  writeCallers(writing, tool, draft, path);
  return draft;
}

/**
 * Keeps the names that the provider prescribes for its own tools: a function that is called so gets another one. Tools of
 * this dialect have the names that the wire gave them.
 */
export function keepHostedNames({ context, request }: Writing): void {
  if (isOwnRequest(request)) return;
  const functions = new Set(request.tools.map((tool) => (isFunction(tool) ? tool.name : undefined)));
  for (const tool of request.tools) {
    const wire = prescribedName(context, tool);
    if (wire === undefined) continue;
    const name = ('name' in tool ? tool.name : undefined) ?? wire;
    if (functions.has(name)) context.toolNames.reserve(wire);
    else context.toolNames.adopt(wire, name);
  }
}

/** The name that the provider prescribes for the tool of this kind; absent where the request has none, and in own ones. */
export function hostedNameOf({ context, request }: Writing, kind: string): string | undefined {
  if (isOwnRequest(request)) return undefined;
  const tool = request.tools.find(({ type }) => type === kind);
  return tool === undefined ? undefined : prescribedName(context, tool);
}

function isFunction(tool: UnifiedToolDefinition): tool is UnifiedFunctionTool | UnifiedCustomTool {
  return tool.type === 'function' || tool.type === 'custom';
}

function prescribedName({ claims }: EmitContext, tool: UnifiedToolDefinition): string | undefined {
  if (isFunction(tool) || tool.type === 'namespace' || tool.type === 'mcp') return undefined;
  if (claims[`tool.${tool.type}`] === undefined || unfitness(tool) !== undefined) return undefined;
  return hostedType(tool)?.name;
}

const TYPES: Readonly<Partial<Record<Hosted['type'], HostedType>>> = {
  shell: { family: 'bash', name: 'bash', newest: '20250124' },
  'text-editor': { family: 'text_editor', name: 'str_replace_based_edit_tool', newest: '20250728' },
  memory: { family: 'memory', name: 'memory', newest: '20250818' },
  'web-search': { family: 'web_search', name: 'web_search', newest: '20260318' },
  'web-fetch': { family: 'web_fetch', name: 'web_fetch', newest: '20260318' },
  'code-execution': { family: 'code_execution', name: 'code_execution', newest: '20260521' },
  advisor: { family: 'advisor', name: 'advisor', newest: '20260301' },
  browser: { family: 'browser_toolset', newest: '20260801' },
};

function hostedType(tool: Hosted): HostedType | undefined {
  if (tool.type === 'computer') {
    return tool.toolset === undefined
      ? { family: 'computer', name: 'computer', newest: '20251124' }
      : { family: 'computer_toolset', newest: '20260801' };
  }
  if (tool.type !== 'tool-search') return TYPES[tool.type];
  const family = tool.variant === 'regex' ? 'tool_search_tool_regex' : 'tool_search_tool_bm25';
  return { family, name: family, newest: '20251119' };
}

function typeOf({ context, request }: Writing, tool: Hosted, { family, newest }: HostedType, path: string): string {
  const known = isOwnRequest(request) ? tool.version : newest;
  if (tool.version !== undefined && tool.version !== known) {
    const reason = 'the version is of another dialect; the newest one that is known here was taken';
    context.loss.lose({ path: `${path}/version`, feature: 'tool.version', reason });
  }
  return known === undefined ? family : `${family}_${known}`;
}

function nameOf({ context, request }: Writing, tool: Hosted, { name }: HostedType, path: string): string | undefined {
  if (isOwnRequest(request)) return tool.name;
  if (tool.name !== undefined && tool.name !== name) {
    const reason = 'the provider prescribes the name of the tool';
    context.loss.lose({ path: `${path}/name`, feature: 'tool.hosted-name', reason });
  }
  return name;
}

/** Whether a tool of another dialect cannot do here what it does there; then it is reported and left out. */
function isUnfit({ context, request }: Writing, tool: Hosted, path: string): boolean {
  if (isOwnRequest(request)) return false;
  const reason = unfitness(tool);
  if (reason === undefined) return false;
  context.loss.lose({
    path,
    // Every type of tool has a feature of its name.
    feature: `tool.${tool.type}` as FeatureCode,
    requirement: tool.requirement ?? 'required',
    reason,
  });
  return true;
}

function unfitness(tool: Hosted): string | undefined {
  if (tool.type === 'shell' && (tool.execution === 'provider' || tool.container !== undefined)) {
    return 'the shell of the target runs with the client';
  }
  if (
    tool.type === 'computer' &&
    tool.toolset === undefined &&
    (tool.displayWidth === undefined || tool.displayHeight === undefined)
  ) {
    return 'the target must know the size of the screen';
  }
  if (tool.type === 'tool-search' && tool.execution !== 'provider') return 'the target searches for tools itself';
  return undefined;
}

function writeSettings(writing: Writing, tool: Hosted, draft: WireDraft, path: string): void {
  if (tool.type === 'web-search') writeWebSearch(writing, tool, draft, path);
  else if (tool.type === 'web-fetch') writeWebFetch(tool, draft);
  else if (tool.type === 'computer') writeComputer(tool, draft);
  else if (tool.type === 'browser') writeToolset(tool.toolset, draft);
  else if (tool.type === 'text-editor') put(draft, 'max_characters', tool.maxCharacters);
  else if (tool.type === 'shell') loseVariant(writing, tool, ['bash'], path);
  else if (tool.type === 'tool-search') loseVariant(writing, tool, ['regex', 'bm25'], path);
  else if (tool.type === 'code-execution' && tool.container !== undefined) {
    const reason = 'the container belongs to the request here, not to the tool';
    writing.context.loss.lose({
      path: `${path}/container`,
      feature: 'tool.container',
      requirement: 'optional',
      reason,
    });
  } else if (tool.type === 'advisor') {
    draft['model'] = tool.model;
    put(draft, 'max_tokens', tool.maxTokens);
    if (tool.caching !== undefined) {
      draft['caching'] =
        tool.caching.ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: tool.caching.ttl };
    }
  }
}

function loseVariant(
  { context }: Writing,
  tool: UnifiedShellTool | UnifiedToolSearchTool,
  known: readonly string[],
  path: string,
): void {
  if (tool.variant === undefined || known.includes(tool.variant)) return;
  const reason = 'the target has no such variant of the tool';
  context.loss.lose({ path: `${path}/variant`, feature: `tool.${tool.type}.variant`, reason });
}

function writeDomains({ context, request }: Writing, tool: UnifiedWebSearchTool, draft: WireDraft, path: string): void {
  put(draft, 'allowed_domains', tool.allowedDomains);
  if (tool.allowedDomains !== undefined && tool.blockedDomains !== undefined && !isOwnRequest(request)) {
    const reason = 'the target takes domains that are allowed or domains that are not, never both';
    context.loss.lose({ path: `${path}/blockedDomains`, feature: 'tool.web-search.blocked-domains', reason });
    return;
  }
  put(draft, 'blocked_domains', tool.blockedDomains);
}

function writeWebSearch(writing: Writing, tool: UnifiedWebSearchTool, draft: WireDraft, path: string): void {
  writeDomains(writing, tool, draft, path);
  if (tool.userLocation !== undefined) draft['user_location'] = location(tool.userLocation);
  put(draft, 'response_inclusion', tool.resultInclusion);
}

function location({ city, region, country, timezone }: UnifiedUserLocation): WireDraft {
  const draft: WireDraft = { type: 'approximate' };
  put(draft, 'city', city);
  put(draft, 'region', region);
  put(draft, 'country', country);
  put(draft, 'timezone', timezone);
  return draft;
}

function writeWebFetch(tool: UnifiedWebFetchTool, draft: WireDraft): void {
  put(draft, 'allowed_domains', tool.allowedDomains);
  put(draft, 'blocked_domains', tool.blockedDomains);
  if (tool.citations !== undefined) draft['citations'] = { enabled: tool.citations };
  put(draft, 'max_content_tokens', tool.maxContentTokens);
  put(draft, 'use_cache', tool.useCache);
  if (tool.urlSources !== undefined) draft['url_sources'] = urlSources(tool.urlSources);
  put(draft, 'response_inclusion', tool.resultInclusion);
}

function urlSources(rules: readonly UnifiedUrlSourceRule[]): WireDraft {
  const draft: WireDraft = {};
  for (const { origin, mode, tools } of rules) {
    const key = Object.keys(URL_ORIGINS).find((name) => URL_ORIGINS[name] === origin) ?? origin;
    draft[key] =
      tools === undefined
        ? { type: mode }
        : { type: mode, tools: tools.map((name) => ({ type: 'tool_reference', name })) };
  }
  return draft;
}

function writeComputer(tool: UnifiedComputerTool, draft: WireDraft): void {
  put(draft, 'display_width_px', tool.displayWidth);
  put(draft, 'display_height_px', tool.displayHeight);
  put(draft, 'display_number', tool.displayNumber);
  put(draft, 'enable_zoom', tool.enableZoom);
  writeToolset(tool.toolset, draft);
}

/** Writes the settings of the members of a set of tools. */
export function writeToolset(toolset: UnifiedToolsetConfiguration | undefined, draft: WireDraft): void {
  if (toolset?.defaults !== undefined) draft['default_config'] = member(toolset.defaults);
  if (toolset?.members === undefined) return;
  draft['configs'] = Object.fromEntries(toolset.members.map((entry) => [entry.name ?? '', member(entry)]));
}

function member({ enabled, deferLoading }: UnifiedToolsetMember): WireDraft {
  const draft: WireDraft = {};
  put(draft, 'enabled', enabled);
  put(draft, 'defer_loading', deferLoading);
  return draft;
}

function writeCallers({ context }: Writing, tool: Hosted, draft: WireDraft, path: string): void {
  if (tool.allowedCallers === undefined) return;
  const isToolset = tool.type === 'browser' || (tool.type === 'computer' && tool.toolset !== undefined);
  if (!isToolset || context.profile.revision !== WITHOUT_SAMPLING) {
    draft['allowed_callers'] = tool.allowedCallers;
    return;
  }
  const reason = 'this revision has no callers for sets of tools';
  context.loss.lose({ path: `${path}/allowedCallers`, feature: 'tool.allowed-callers', reason });
}
