import type {
  UnifiedCaller,
  UnifiedJsonBox,
  UnifiedProviderDataRef,
  UnifiedReasoningPart,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { isPlainObject } from '../../../core/json.ts';
import { canonicalToolName } from '../../answer-context.ts';
import { from } from '../../ingest-context.ts';
import { argumentsFromJson, argumentsText, type ToolArguments } from '../../shared/tool-arguments.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding, NOTHING } from './holding.ts';
import { type History, keepOpaque, type Message, optional, provenance } from './ingest-history.ts';
import { isMadeUp } from './made-up-signature.ts';
import { CODE_MEMBERS, CODE_RUNNER, CODE_TOOLS, named, SERVER_TOOLS, serverRunner, TOOLSETS } from './wire.ts';

/** Reads thinking: its text is history, its signature belongs to the provider alone. */
export function readThinking(history: History, message: Message, wire: WireObject): void {
  const id = history.items.nextId();
  const holding = new Holding(history.context, wire, id);
  wire.take('type');
  const text = wire.text('thinking');
  const signature = wire.text('signature');
  const part: UnifiedReasoningPart = from(history.context, wire, {
    id: partId(id, 0),
    type: 'reasoning',
    channel: 'text',
    state: text === undefined || text === '' ? 'omitted' : 'disclosed',
    ...(text === '' ? {} : optional('text', text)),
    ...optional('privateState', keepSignature(history, id, signature)),
  });
  history.items.add(wire, { ...common(history, message, holding, {}), type: 'reasoning', content: [part] });
}

/** Keeps the signature of thinking; one that is empty, or that was made up for a client, is none. */
export function keepSignature(history: History, holderId: string, signature: string | undefined) {
  const isNone = signature === undefined || signature === '' || isMadeUp(signature);
  return isNone ? undefined : keepOpaque(history, holderId, 'signature', 'signature', signature);
}

/** Reads thinking that the provider hides: nothing of it is readable but the mark that it was there. */
export function readRedactedThinking(history: History, message: Message, wire: WireObject): void {
  const id = history.items.nextId();
  const holding = new Holding(history.context, wire, id);
  wire.take('type');
  const part: UnifiedReasoningPart = from(history.context, wire, {
    id: partId(id, 0),
    type: 'reasoning',
    channel: 'text',
    state: 'redacted',
    ...optional('privateState', keepOpaque(history, id, 'redacted-thinking', 'redacted-reasoning', wire.text('data'))),
  });
  history.items.add(wire, { ...common(history, message, holding, {}), type: 'reasoning', content: [part] });
}

/** Reads a call of a tool that the client runs. */
export function readToolUse(history: History, message: Message, wire: WireObject): void {
  const call = startCall(history, wire, 'tool_use', () => undefined);
  const namespace = wire.name('toolset_name');
  const kind = TOOLSETS.includes(namespace ?? '') ? namespace : history.kinds.get(call.name);
  const wrapped = history.answer?.wrappedTools.has(call.name) === true;
  history.items.add(wire, {
    ...call.identity,
    name: history.answer === undefined ? call.name : canonicalToolName(history.answer, call.name),
    ...(wrapped ? unwrapped(call.input) : call.input),
    ...optional('namespace', namespace),
    ...common(history, message, call.holding, { providerCallId: call.providerCallId }),
    type: 'tool-call',
    kind: wrapped ? 'custom' : (kind ?? 'function'),
    executionOwner: 'client',
  });
}

/** The text of a custom call that went out as a function of one text; anything else stays as the text that it is. */
export function unwrapped(read: ToolArguments): ToolArguments {
  const value = read.input?.value;
  if (isPlainObject(value) && typeof value['input'] === 'string' && Object.keys(value).length === 1)
    return { rawArguments: value['input'] };
  return { rawArguments: argumentsText(read) ?? '' };
}

/** Reads a call of a tool that the provider runs. */
export function readServerToolUse(history: History, message: Message, wire: WireObject): void {
  const call = startCall(history, wire, 'server_tool_use', runnerOf);
  const shared = {
    ...call.identity,
    ...common(history, message, call.holding, { providerCallId: call.providerCallId }),
    executionOwner: 'provider',
  } as const;
  const tool = named(CODE_TOOLS, call.name);
  if (tool !== undefined) {
    const input = call.input;
    history.items.add(wire, { ...shared, ...codeIn(input, CODE_MEMBERS[tool]), type: 'code-execution', tool });
    return;
  }
  history.items.add(wire, { ...shared, ...call.input, type: 'server-tool-call', kind: kindOf(call.name) });
}

function kindOf(name: string): string {
  return named(SERVER_TOOLS, name) ?? name;
}

/** What runs a tool of the provider: only its results answer the call. */
function runnerOf(name: string): string {
  return named(CODE_TOOLS, name) === undefined ? serverRunner(kindOf(name)) : CODE_RUNNER;
}

/** Reads a call of a tool of an MCP server that the provider asks. */
export function readMcpToolUse(history: History, message: Message, wire: WireObject): void {
  const call = startCall(history, wire, 'mcp_tool_use', () => serverRunner('mcp'));
  history.items.add(wire, {
    ...call.identity,
    ...call.input,
    ...optional('serverLabel', wire.name('server_name')),
    ...common(history, message, call.holding, { providerCallId: call.providerCallId }),
    type: 'server-tool-call',
    kind: 'mcp',
    executionOwner: 'provider',
  });
}

/** The code stands apart from the rest of the input, so that it is in one place only. */
export function codeIn(input: ToolArguments, member: string | undefined): ToolArguments & { readonly code?: string } {
  const value = input.input?.value;
  if (member === undefined || input.rawArguments !== undefined || !isPlainObject(value)) return input;
  const { [member]: code, ...rest } = value;
  if (typeof code !== 'string') return input;
  // What is left of a JSON object is a JSON object.
  return Object.keys(rest).length === 0 ? { code } : { code, input: { value: rest } as UnifiedJsonBox };
}

interface StartedCall {
  readonly holding: Holding;
  readonly name: string;
  readonly providerCallId: string | undefined;
  readonly input: ToolArguments;
  readonly identity: {
    readonly callId: string;
    readonly name: string;
    readonly state: 'arguments-ready';
    readonly caller?: UnifiedCaller;
  };
}

/** `runner` gives what runs the tool of a name, where that is not the client. */
function startCall(
  history: History,
  wire: WireObject,
  type: string,
  runner: (name: string) => string | undefined,
): StartedCall {
  const holding = new Holding(history.context, wire, history.items.nextId());
  wire.take('type');
  const name = wire.name('name') ?? wire.fault('name', `the name of the tool of this ${type}`);
  const providerCallId = wire.name('id', 512);
  const callId = history.calls.open(providerCallId, name, runner(name));
  if (providerCallId !== undefined) history.callIds.set(providerCallId, callId);
  const input = argumentsFromJson(history.context, wire, 'input');
  const identity = { callId, name, state: 'arguments-ready', ...readCaller(history, holding) } as const;
  return { holding, name, providerCallId, input, identity };
}

const CODE_CALLER = /^code_execution_([0-9]{8})$/;

/** Reads who called: the model itself, or code that runs. */
export function readCaller(history: History, holding: Holding): { readonly caller?: UnifiedCaller } {
  const value = holding.wire.peek('caller');
  const type = isPlainObject(value) ? value['type'] : undefined;
  if (type === 'direct') {
    holding.typed(holding.wire, 'caller', ['direct']);
    return { caller: { kind: 'direct' } };
  }
  const version = typeof type === 'string' ? CODE_CALLER.exec(type)?.[1] : undefined;
  if (version === undefined || typeof type !== 'string') return {};
  const toolId = holding.typed(holding.wire, 'caller', [type])?.name('tool_id');
  // Code that this history does not show keeps the name that the provider gave it.
  const callId = toolId === undefined ? undefined : (history.callIds.get(toolId) ?? toolId);
  return { caller: { kind: 'code-execution', version, ...optional('callId', callId) } };
}

/** What every item of a block has. */
export function common(
  history: History,
  { role, groupId }: Message,
  holding: Holding,
  {
    providerCallId,
    unknown = [],
  }: { readonly providerCallId?: string | undefined; readonly unknown?: readonly UnifiedProviderDataRef[] },
) {
  return {
    role,
    groupId,
    provenance: provenance(history, { providerCallId }),
    ...holding.cache(),
    ...holding.providerData('item-form', NOTHING, unknown),
  };
}
