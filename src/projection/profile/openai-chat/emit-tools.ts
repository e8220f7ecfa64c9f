import type {
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedRequestV2,
  UnifiedToolChoiceValue,
  UnifiedToolReference,
  UnifiedWebSearchTool,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { violations } from '../../shared/json-schema-dialect.ts';
import { requestForm, toolForm } from './forms.ts';
import { STRICT_SCHEMA } from './schema-rules.ts';

/** Writes the tools into the members that this wire has for them. */
export function writeTools(request: UnifiedRequestV2, context: EmitContext, wire: WireDraft): void {
  const own = request.source.profile.family === context.profile.family;
  const tools: WireDraft[] = [];
  const functions: WireDraft[] = [];
  request.tools.forEach((tool, index) => {
    const path = `/tools/${index}`;
    if (tool.type === 'function') {
      const written = writeFunction(context, tool, path, own);
      if (toolForm(tool.providerData).legacyFunction === true) functions.push(written);
      else tools.push(written);
    } else if (tool.type === 'custom') tools.push(writeCustom(context, tool, path));
    else if (tool.type === 'web-search') writeWebSearch(context, tool, path, wire);
  });
  const references = request.metadata?.providerData;
  const unknown = references?.some(
    (reference) => reference.scope === 'owner-private' && reference.wirePointer?.startsWith('/tools/') === true,
  );
  if (tools.length > 0 || unknown === true || requestForm(references).emptyTools === true) wire['tools'] = tools;
  if (functions.length > 0) wire['functions'] = functions;
}

function writtenName(context: EmitContext, name: string, path: string): string {
  const wire = context.toolNames.toWire(name);
  if (wire !== name)
    context.loss.lose({
      path: `${path}/name`,
      feature: 'tool.name',
      reason: 'the name was rewritten to fit this wire',
    });
  return wire;
}

function writeFunction(context: EmitContext, tool: UnifiedFunctionTool, path: string, own: boolean): WireDraft {
  const form = toolForm(tool.providerData);
  const inside: WireDraft = { name: writtenName(context, tool.name, path) };
  if (tool.description !== undefined) inside['description'] = tool.description;
  if (tool.inputSchema !== undefined) inside['parameters'] = tool.inputSchema.schema;
  if (tool.strict !== undefined && mayBeStrict(context, tool, path, own)) inside['strict'] = tool.strict;
  const draft: WireDraft = form.legacyFunction === true ? inside : { type: 'function', function: inside };
  if (tool.cache !== undefined) writeToolMark(context, tool, draft, path);
  restoreUnknown(context, tool.providerData, draft, `${path}/providerData`);
  return draft;
}

function mayBeStrict(
  context: EmitContext,
  { strict, inputSchema }: UnifiedFunctionTool,
  path: string,
  own: boolean,
): boolean {
  if (own || strict !== true || inputSchema === undefined || violations(inputSchema.schema, STRICT_SCHEMA).length === 0)
    return true;
  const reason = 'the schema goes beyond what this wire can enforce strictly';
  context.loss.lose({ path: `${path}/strict`, feature: 'tool.strict', reason });
  return false;
}

function writeToolMark(
  context: EmitContext,
  { cache, providerData }: UnifiedFunctionTool,
  draft: WireDraft,
  path: string,
): void {
  if (toolForm(providerData).cacheField === 'cache_control') {
    draft['cache_control'] = cache?.ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: cache.ttl };
    return;
  }
  context.loss.lose({
    path: `${path}/cache`,
    feature: 'cache.breakpoint',
    reason: 'this wire has no cache marks on tools',
  });
}

function writeCustom(context: EmitContext, tool: UnifiedCustomTool, path: string): WireDraft {
  const inside: WireDraft = { name: writtenName(context, tool.name, path) };
  if (tool.description !== undefined) inside['description'] = tool.description;
  const { grammar } = tool;
  if (grammar !== undefined)
    inside['format'] = { type: 'grammar', grammar: { syntax: grammar.syntax, definition: grammar.definition } };
  else if (tool.explicitText === true) inside['format'] = { type: 'text' };
  const draft: WireDraft = { type: 'custom', custom: inside };
  restoreUnknown(context, tool.providerData, draft, `${path}/providerData`);
  return draft;
}

const PLACES = ['city', 'region', 'country', 'timezone'] as const;

function writeWebSearch(context: EmitContext, tool: UnifiedWebSearchTool, path: string, wire: WireDraft): void {
  if (wire['web_search_options'] !== undefined) {
    context.loss.lose({ path, feature: 'tool.web-search', reason: 'this wire has one web search' });
    return;
  }
  const draft: WireDraft = {};
  if (tool.contextSize !== undefined) draft['search_context_size'] = tool.contextSize;
  const { userLocation } = tool;
  if (userLocation !== undefined) {
    const near = PLACES.flatMap((key) => (userLocation[key] === undefined ? [] : [[key, userLocation[key]]]));
    draft['user_location'] = { type: 'approximate', approximate: Object.fromEntries(near) };
  }
  wire['web_search_options'] = draft;
  restoreUnknown(context, tool.providerData, draft, `${path}/providerData`);
}

/** Writes which tools the model shall call. */
export function writeToolChoice({ toolChoice, tools }: UnifiedRequestV2, context: EmitContext, wire: WireDraft): void {
  if (toolChoice === undefined) return;
  const { value, requirement } = toolChoice;
  const legacy = tools.length > 0 && tools.every((tool) => toolForm(tool.providerData).legacyFunction === true);
  const written = legacy ? legacyChoice(context, value) : choiceOf(context, value);
  if (written !== undefined) wire[legacy ? 'function_call' : 'tool_choice'] = written;
  else if (context.claims[`tool-choice.${value.mode}`] !== undefined) {
    const reason = 'this wire can name functions and custom tools only';
    context.loss.lose({ path: '/toolChoice', feature: `tool-choice.${value.mode}`, requirement, reason });
  }
}

function legacyChoice(context: EmitContext, value: UnifiedToolChoiceValue): JsonValue | undefined {
  if (value.mode !== 'tool') return value.mode === 'auto' || value.mode === 'none' ? value.mode : undefined;
  return value.tool.name === undefined ? undefined : { name: context.toolNames.toWire(value.tool.name) };
}

function choiceOf(context: EmitContext, value: UnifiedToolChoiceValue): JsonValue | undefined {
  switch (value.mode) {
    case 'auto':
    case 'none':
    case 'required':
      return value.mode;
    case 'tool':
      return referenceOf(context, value.tool);
    case 'allowed': {
      const tools = value.tools.map((tool) => referenceOf(context, tool));
      if (!tools.every((tool) => tool !== undefined)) return undefined;
      return { type: 'allowed_tools', allowed_tools: { mode: value.required ? 'required' : 'auto', tools } };
    }
    case 'validated':
      return undefined;
    default:
      return value satisfies never;
  }
}

function referenceOf(context: EmitContext, tool: UnifiedToolReference): WireDraft | undefined {
  const { kind, name } = tool;
  const known = (kind === 'function' || kind === 'custom') && name !== undefined;
  if (!known || tool.serverLabel !== undefined || tool.namespace !== undefined) return undefined;
  return { type: kind, [kind]: { name: context.toolNames.toWire(name) } };
}
