import type {
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedToolDefinition,
  UnifiedWebSearchTool,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { loseSchemaChanges } from '../../shared/schema-loss.ts';
import { vendorMark } from './emit-cache.ts';
import { toolForm } from './forms.ts';
import { noteNeutral, type RequestWriting } from './request-writing.ts';
import { strictSchema } from './schema-rules.ts';
import { wireToolName } from './tool-names.ts';

/** Writes the tools into the members that this wire has for them. */
export function writeTools(writing: RequestWriting): void {
  const { request, wire } = writing;
  const tools: WireDraft[] = [];
  const functions: WireDraft[] = [];
  request.tools.forEach((tool, index) => {
    const path = `/tools/${index}`;
    loseExecution(writing, tool, path);
    loseCallers(writing, tool, path);
    if (tool.type === 'custom') tools.push(writeCustom(writing, tool, path));
    else if (tool.type === 'web-search') writeWebSearch(writing, tool, path);
    else if (tool.type === 'function') {
      const isLegacy = toolForm(tool.providerData).legacyFunction === true;
      (isLegacy ? functions : tools).push(writeFunction(writing, tool, path, isLegacy));
    }
  });
  if (tools.length > 0) wire['tools'] = tools;
  if (functions.length > 0) wire['functions'] = functions;
}

/** Who runs a tool is implied here: functions and custom tools the client, a web search the provider. */
function loseExecution({ context }: RequestWriting, { type, execution }: UnifiedToolDefinition, path: string): void {
  const at = { path: `${path}/execution`, feature: 'tool.hosted' } as const;
  if ((type === 'function' || type === 'custom') && execution === 'provider') {
    context.loss.lose({ ...at, reason: 'this wire calls no function of a provider: the client would have to run it' });
  } else if (type === 'web-search' && execution !== 'provider') {
    const reason = 'the provider searches itself on this wire';
    context.loss.lose({ ...at, requirement: 'preferred', reason });
  }
}

/** Who may call a tool is implied here: the model itself. */
function loseCallers(
  writing: RequestWriting,
  { type, allowedCallers = [] }: UnifiedToolDefinition,
  path: string,
): void {
  const { context } = writing;
  if (context.claims[`tool.${type}`] === undefined || allowedCallers.length === 0) return; // or reported as unclaimed
  if (allowedCallers.every((caller) => caller === 'direct')) {
    noteNeutral(writing, `${path}/allowedCallers`, 'on this wire it is always the model that calls a tool');
    return;
  }
  const reason = 'on this wire the model itself calls tools, and nobody else';
  context.loss.lose({ path: `${path}/allowedCallers`, feature: 'tool.allowed-callers', reason });
}

function writeFunction(writing: RequestWriting, tool: UnifiedFunctionTool, path: string, isLegacy: boolean): WireDraft {
  const { context, own } = writing;
  const { description, strict, providerData } = tool;
  const { parameters, isStrict } = strictParameters(writing, tool, path);
  const inside: WireDraft = {
    name: wireToolName(context, tool.name, path, own),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined || !isStrict ? {} : { strict }),
  };
  const draft: WireDraft = isLegacy ? inside : { type: 'function', function: inside };
  writeMark(writing, tool, draft, path);
  restoreUnknown(context, providerData, draft, `${path}/providerData`);
  return draft;
}

/** The parameters as they are sent, and whether the tool can be as strict as it says. */
function strictParameters(
  { context, own }: RequestWriting,
  { strict, inputSchema }: UnifiedFunctionTool,
  path: string,
): { readonly parameters?: JsonValue; readonly isStrict: boolean } {
  if (inputSchema === undefined) return { isStrict: true };
  const { schema: parameters } = inputSchema;
  if (own || strict !== true) return { parameters, isStrict: true };
  const restricted = strictSchema(inputSchema);
  if (restricted === undefined) {
    const reason = 'the schema goes beyond what this wire can enforce strictly';
    context.loss.lose({ path: `${path}/strict`, feature: 'tool.strict', reason });
    return { parameters, isStrict: false };
  }
  loseSchemaChanges(context, restricted.changes, `${path}/inputSchema/schema`, 'optional');
  return { parameters: restricted.schema, isStrict: true };
}

function writeMark(
  { context }: RequestWriting,
  { cache, providerData }: UnifiedFunctionTool | UnifiedCustomTool,
  draft: WireDraft,
  path: string,
): void {
  if (cache === undefined) return;
  if (toolForm(providerData).cacheField === 'cache_control') {
    draft['cache_control'] = vendorMark(cache);
    return;
  }
  const reason = 'this wire has no cache marks on tools';
  context.loss.lose({ path: `${path}/cache`, feature: 'cache.breakpoint', reason });
}

function writeCustom(writing: RequestWriting, tool: UnifiedCustomTool, path: string): WireDraft {
  const { context, own } = writing;
  const { description, grammar, explicitText, providerData } = tool;
  const inside: WireDraft = {
    name: wireToolName(context, tool.name, path, own),
    ...(description === undefined ? {} : { description }),
  };
  if (grammar !== undefined) {
    inside['format'] = { type: 'grammar', grammar: { syntax: grammar.syntax, definition: grammar.definition } };
  } else if (explicitText === true) inside['format'] = { type: 'text' };
  const draft: WireDraft = { type: 'custom', custom: inside };
  writeMark(writing, tool, draft, path);
  restoreUnknown(context, providerData, draft, `${path}/providerData`);
  return draft;
}

function writeWebSearch({ context, wire }: RequestWriting, tool: UnifiedWebSearchTool, path: string): void {
  const { contextSize, userLocation, strict, providerData } = tool;
  if (wire['web_search_options'] !== undefined) {
    context.loss.lose({ path, feature: 'tool.web-search', reason: 'this wire has one web search' });
    return;
  }
  if (strict !== undefined) {
    context.loss.lose({ path: `${path}/strict`, feature: 'tool.strict', reason: 'a web search cannot be strict here' });
  }
  const draft: WireDraft = {
    ...(contextSize === undefined ? {} : { search_context_size: contextSize }),
    ...(userLocation === undefined ? {} : { user_location: approximate(userLocation) }),
  };
  wire['web_search_options'] = draft;
  restoreUnknown(context, providerData, draft, `${path}/providerData`);
}

function approximate({
  city,
  region,
  country,
  timezone,
}: NonNullable<UnifiedWebSearchTool['userLocation']>): WireDraft {
  const near = {
    ...(city === undefined ? {} : { city }),
    ...(region === undefined ? {} : { region }),
    ...(country === undefined ? {} : { country }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  return { type: 'approximate', approximate: near };
}
