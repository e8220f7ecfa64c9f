import type { OpenaiChatToolForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedProviderDataRef,
  UnifiedToolChoice,
  UnifiedToolChoiceValue,
  UnifiedToolDefinition,
  UnifiedToolReference,
  UnifiedUserLocation,
  UnifiedWebSearchTool,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { isPlainObject } from '../../../core/json.ts';
import { from, type IngestContext, keepPrivate, keepUnknown, type UnknownContent } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, TOOL_FORM } from './forms.ts';
import { readVendorCacheControl } from './quirks.ts';

/** The tools of a request, and the tools among them that this dialect does not know. */
export interface ReadTools {
  readonly tools: readonly UnifiedToolDefinition[];
  readonly unknown: readonly UnifiedProviderDataRef[];
}

/** Reads every tool of a request, wherever this wire puts it. */
export function readTools(context: IngestContext): ReadTools {
  const { wire } = context;
  const tools: UnifiedToolDefinition[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  (wire.objects('tools') ?? []).forEach((tool, index) => {
    const id = childId(context.requestId, 'tool', index);
    const type = tool.requiredText('type');
    if (type === 'function') tools.push(readFunction(context, tool, tool.requiredObject('function'), id, {}));
    else if (type === 'custom') tools.push(readCustom(context, tool, id));
    else unknown.push(keepUnknownTool(context, tool, type, index));
  });
  (wire.objects('functions') ?? []).forEach((tool, index) => {
    tools.push(
      readFunction(context, tool, tool, childId(context.requestId, 'function', index), { legacyFunction: true }),
    );
  });
  const search = wire.object('web_search_options');
  if (search !== undefined) tools.push(readWebSearch(context, search));
  return { tools, unknown };
}

const OF_THE_CLIENT = { execution: 'client', portability: 'portable' } as const;

function readFunction(
  context: IngestContext,
  wire: WireObject,
  inside: WireObject,
  id: string,
  form: OpenaiChatToolForm,
): UnifiedFunctionTool {
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const description = inside.text('description');
  const schema = inside.json('parameters');
  const strict = inside.boolean('strict');
  const cache = readVendorCacheControl(wire);
  const nested: UnknownContent[] = wire === inside ? [] : [{ wire: inside, at: '/function' }];
  const spelled = cache === undefined ? form : { ...form, cacheField: 'cache_control' as const };
  const unread = keepUnknown(context, id, [{ wire }, ...nested, ...(cache?.places ?? [])]);
  const providerData = [...annotate(context, id, TOOL_FORM, spelled), ...unread];
  return from(context, wire, {
    type: 'function',
    name,
    ...OF_THE_CLIENT,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { inputSchema: { schema } }),
    ...(strict === undefined ? {} : { strict }),
    ...(cache === undefined ? {} : { cache: cache.directive }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function readCustom(context: IngestContext, wire: WireObject, id: string): UnifiedCustomTool {
  const inside = wire.requiredObject('custom');
  const name = inside.name('name') ?? inside.fault('name', 'a name');
  const description = inside.text('description');
  const places: UnknownContent[] = [{ wire }, { wire: inside, at: '/custom' }];
  const format = readCustomFormat(inside, places);
  const providerData = keepUnknown(context, id, places);
  return from(context, wire, {
    type: 'custom',
    name,
    ...OF_THE_CLIENT,
    ...(description === undefined ? {} : { description }),
    ...format,
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function readCustomFormat(
  inside: WireObject,
  places: UnknownContent[],
): Pick<UnifiedCustomTool, 'grammar' | 'explicitText'> {
  const format = inside.object('format');
  if (format === undefined) return {};
  places.push({ wire: format, at: '/custom/format' });
  if (format.word('type', ['text', 'grammar']) === 'text') return { explicitText: true };
  const grammar = format.requiredObject('grammar');
  places.push({ wire: grammar, at: '/custom/format/grammar' });
  return { grammar: { syntax: grammar.requiredText('syntax'), definition: grammar.requiredText('definition') } };
}

function keepUnknownTool(
  context: IngestContext,
  wire: WireObject,
  type: string,
  index: number,
): UnifiedProviderDataRef {
  const reference = keepPrivate(context, context.requestId, `tool-${index}`, {
    kind: 'unknown-wire-content',
    schema: 'openai-chat/unknown-tool',
    payload: JSON.stringify(wire.value),
    placement: 'part',
    wireType: type.slice(0, 256) || 'empty',
    wirePointer: `/tools/${index}`,
  });
  return from(context, wire, reference);
}

function readWebSearch(context: IngestContext, wire: WireObject): UnifiedWebSearchTool {
  const contextSize = wire.word('search_context_size', ['low', 'medium', 'high']);
  const location = wire.object('user_location');
  const places: UnknownContent[] = [{ wire }];
  const userLocation = location === undefined ? undefined : readLocation(location, places);
  const providerData = keepUnknown(context, `${context.requestId}.web-search`, places);
  return from(context, wire, {
    type: 'web-search',
    execution: 'provider',
    portability: 'emulatable',
    ...(contextSize === undefined ? {} : { contextSize }),
    ...(userLocation === undefined ? {} : { userLocation }),
    ...(providerData.length === 0 ? {} : { providerData }),
  });
}

function readLocation(wire: WireObject, places: UnknownContent[]): UnifiedUserLocation {
  wire.word('type', ['approximate']);
  const near = wire.requiredObject('approximate');
  places.push({ wire, at: '/user_location' }, { wire: near, at: '/user_location/approximate' });
  const read: { -readonly [K in keyof UnifiedUserLocation]: UnifiedUserLocation[K] } = {};
  for (const key of ['city', 'region', 'country', 'timezone'] as const) {
    const value = near.text(key);
    if (value !== undefined) read[key] = value;
  }
  return read;
}

/** What a choice that is an object may be; a compatible server's other forms stay unread. */
const CHOICE_TYPES: ReadonlySet<unknown> = new Set(['function', 'custom', 'allowed_tools']);
const CHOICES = ['auto', 'none', 'required'] as const;

/** Reads which tools the model shall call, in the present or the deprecated spelling; an unknown word stays unread. */
export function readToolChoice(context: IngestContext): UnifiedToolChoice | undefined {
  const { wire } = context;
  const legacy = wire.peek('tool_choice') === undefined;
  const key = legacy ? 'function_call' : 'tool_choice';
  const raw = wire.peek(key);
  if (typeof raw === 'string') {
    const mode = CHOICES.find((word) => word === raw);
    if (mode === undefined) return undefined;
    wire.take(key);
    return choice(context, wire, { mode });
  }
  if (!legacy && isPlainObject(raw) && !CHOICE_TYPES.has(raw['type'])) return undefined;
  const object = wire.object(key);
  if (object === undefined) return undefined;
  return choice(context, object, legacy ? namedFunction(object) : readChoiceObject(object));
}

function choice(context: IngestContext, wire: WireObject, value: UnifiedToolChoiceValue): UnifiedToolChoice {
  return from(context, wire, { value, requirement: context.requirement(`tool-choice.${value.mode}`) });
}

function namedFunction(wire: WireObject): UnifiedToolChoiceValue {
  return { mode: 'tool', tool: { kind: 'function', name: wire.requiredText('name') } };
}

function readChoiceObject(wire: WireObject): UnifiedToolChoiceValue {
  if (wire.word('type', ['function', 'custom', 'allowed_tools']) !== 'allowed_tools')
    return { mode: 'tool', tool: readReference(wire) };
  const allowed = wire.requiredObject('allowed_tools');
  const required = allowed.word('mode', ['auto', 'required']) === 'required';
  return { mode: 'allowed', required, tools: allowed.requiredObjects('tools').map(readReference) };
}

/** A tool that is named by its kind and, inside a member of that kind, its name. */
function readReference(wire: WireObject): UnifiedToolReference {
  const kind = wire.word('type', ['function', 'custom']) ?? wire.fault('type', 'function or custom');
  return { kind, name: wire.requiredObject(kind).requiredText('name') };
}
