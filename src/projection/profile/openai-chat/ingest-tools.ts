import type { OpenaiChatToolForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedGrammar,
  UnifiedProviderDataRef,
  UnifiedToolDefinition,
  UnifiedUserLocation,
  UnifiedWebSearchTool,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import { from, type IngestContext, keepUnread, keepWhole } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, TOOL_FORM } from './forms.ts';
import type { Gathered } from './gathered.ts';
import { isName } from './ingest-generation.ts';
import { readSchema } from './ingest-output.ts';
import { readVendorCacheControl } from './quirks.ts';

/** Reads every tool of a request, wherever this wire puts it. */
export function readTools(context: IngestContext, gathered: Gathered): readonly UnifiedToolDefinition[] {
  const { wire, requestId } = context;
  const tools: UnifiedToolDefinition[] = [];
  (wire.objects('tools') ?? []).forEach((tool, index) => {
    const read = readTool(context, tool, childId(requestId, 'tool', index));
    if (read !== undefined) tools.push(read);
    else gathered.unknown.push(keepUnknownTool(context, tool, `/tools/${index}`));
  });
  (wire.objects('functions') ?? []).forEach((tool, index) => {
    const form = { legacyFunction: true };
    tools.push(readFunction(context, { wire: tool, inside: tool, id: childId(requestId, 'function', index), form }));
  });
  noteEmptyLists(wire, gathered);
  const search = wire.object('web_search_options');
  if (search !== undefined) tools.push(readWebSearch(context, search, childId(requestId, 'web-search', 0)));
  return tools;
}

/** An empty list of tools is not the same as none. */
function noteEmptyLists(wire: WireObject, { form }: Gathered): void {
  const empty = ['tools', 'functions'].filter((key) => {
    const list = wire.peek(key);
    return Array.isArray(list) && list.length === 0;
  });
  if (empty.length > 0) form.emptyLists = empty.map((key) => `/${key}`);
}

function readTool(context: IngestContext, wire: WireObject, id: string): UnifiedToolDefinition | undefined {
  const type = wire.requiredText('type');
  if (type === 'function') {
    return readFunction(context, { wire, inside: wire.requiredObject('function'), id, form: {} });
  }
  return type === 'custom' ? readCustom(context, wire, id) : undefined;
}

function keepUnknownTool(context: IngestContext, wire: WireObject, wirePointer: string): UnifiedProviderDataRef {
  const found = { payload: wire.opaqueWhole(), wireType: wire.requiredText('type'), wirePointer };
  return keepWhole(context, context.requestId, wire, found);
}

const OF_THE_CLIENT = { execution: 'client', portability: 'portable' } as const;

/** A tool whose outer object was read. */
interface StartedTool {
  readonly wire: WireObject;
  /** Where the name stands; the outer object itself in the deprecated spelling. */
  readonly inside: WireObject;
  readonly id: string;
  readonly form: OpenaiChatToolForm;
}

function readFunction(context: IngestContext, tool: StartedTool): UnifiedFunctionTool {
  const { wire, inside } = tool;
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const description = inside.text('description');
  const inputSchema = readSchema(inside, 'parameters');
  const strict = inside.boolean('strict');
  return from(context, wire, {
    type: 'function',
    name,
    ...OF_THE_CLIENT,
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(strict === undefined ? {} : { strict }),
    ...finishTool(context, tool, []),
  });
}

function readCustom(context: IngestContext, wire: WireObject, id: string): UnifiedCustomTool {
  const inside = wire.requiredObject('custom');
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const description = inside.text('description');
  const inner: WireObject[] = [];
  const format = readCustomFormat(inside, inner);
  return from(context, wire, {
    type: 'custom',
    name,
    ...OF_THE_CLIENT,
    ...(description === undefined ? {} : { description }),
    ...format,
    ...finishTool(context, { wire, inside, id, form: {} }, inner),
  });
}

/** The cache mark of a tool, how it was spelled, and what nobody read of it. To be asked for last. */
function finishTool(
  context: IngestContext,
  { wire, inside, id, form }: StartedTool,
  inner: readonly WireObject[],
): Pick<UnifiedFunctionTool, 'cache' | 'providerData'> {
  const mark = readVendorCacheControl(wire);
  const spelled = mark === undefined ? form : { ...form, cacheField: 'cache_control' as const };
  const wires = [wire, ...(wire === inside ? [] : [inside]), ...inner, ...(mark === undefined ? [] : [mark.wire])];
  const providerData = [...annotate(context, id, TOOL_FORM, spelled), ...keepUnread(context, id, wire, wires)];
  return {
    ...(mark === undefined ? {} : { cache: mark.directive }),
    ...(providerData.length === 0 ? {} : { providerData }),
  };
}

/** Reads what text a tool takes; a format of another kind stays unread. */
function readCustomFormat(
  inside: WireObject,
  inner: WireObject[],
): Pick<UnifiedCustomTool, 'grammar' | 'explicitText'> {
  const format = inside.objectIf('format', isKnownTextFormat);
  if (format === undefined) return {};
  inner.push(format);
  if (format.text('type') === 'text') return { explicitText: true };
  const grammar = format.requiredObject('grammar');
  inner.push(grammar);
  return { grammar: readGrammar(grammar) };
}

function readGrammar(wire: WireObject): UnifiedGrammar {
  return { syntax: wire.requiredText('syntax'), definition: wire.requiredText('definition') };
}

function isKnownTextFormat({ type, grammar }: JsonObject): boolean {
  return type === 'text' || (type === 'grammar' && isPlainObject(grammar) && isName(grammar['syntax'], 1024));
}

function readWebSearch(context: IngestContext, wire: WireObject, id: string): UnifiedWebSearchTool {
  const contextSize = wire.knownWord('search_context_size', ['low', 'medium', 'high']);
  const location = wire.objectIf('user_location', isApproximate);
  const inner: WireObject[] = location === undefined ? [] : [location];
  const userLocation = location === undefined ? undefined : readLocation(location, inner);
  const providerData = keepUnread(context, id, wire, [wire, ...inner]);
  return from(context, wire, {
    type: 'web-search',
    execution: 'provider',
    portability: 'emulatable',
    ...(contextSize === undefined ? {} : { contextSize }),
    ...(userLocation === undefined ? {} : { userLocation }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function isApproximate({ type, approximate }: JsonObject): boolean {
  return type === 'approximate' && isPlainObject(approximate);
}

/** The members of a location, and the longest that a record takes of each. */
const PLACES = { city: 1024, region: 1024, country: 64, timezone: 128 } as const;

function readLocation(wire: WireObject, inner: WireObject[]): UnifiedUserLocation {
  wire.take('type');
  const near = wire.requiredObject('approximate');
  inner.push(near);
  const read: { -readonly [K in keyof UnifiedUserLocation]: UnifiedUserLocation[K] } = {};
  for (const key of ['city', 'region', 'country', 'timezone'] as const) {
    const value = near.name(key, PLACES[key]);
    if (value !== undefined) read[key] = value;
  }
  return read;
}
