import type {
  UnifiedCodeExecutionItem,
  UnifiedReasoningItem,
  UnifiedReasoningPart,
  UnifiedServerToolCallItem,
  UnifiedToolCallItem,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { argumentsObject, argumentsText } from '../../shared/tool-arguments.ts';
import { type Placed, put } from './emit-basics.ts';
import { hostedNameOf } from './emit-hosted-tools.ts';
import { callIdOf, writeCaller } from './emit-identity.ts';
import { losePartDetails, loseReasoningState, thinkingBlock, writeShownThinking } from './emit-thinking.ts';
import type { Writing } from './emit-writing.ts';
import { CODE_MEMBERS, CODE_TOOLS, named, SERVER_TOOLS, TOOLSETS } from './wire.ts';

/** Writes thinking. Without a signature of this very owner it is not sent: not as thinking, and not as text either. */
export function writeReasoning(writing: Writing, { item, path, own }: Placed<UnifiedReasoningItem>): WireDraft[] {
  const { context, withheld } = writing;
  if (writing.inAnswer === true) {
    loseReasoningState(context, { item, path, own });
    return item.content.flatMap((_, index) => {
      const block = writeShownThinking(writing, { item, path, own }, index);
      return block === undefined ? [] : [block];
    });
  }
  if (!own && isWordless(item)) {
    const reason = 'reasoning without a word is left out';
    context.loss.lose({ path, feature: 'item.empty', reason, sourceItemId: item.id });
    return [];
  }
  if (!own || withheld.reasoning(item.id)) {
    const reason = own
      ? 'thinking whose run is not signed for this target throughout is not sent'
      : 'reasoning of another provider carries no signature of the target and is not sent';
    context.loss.lose({ path, feature: 'item.reasoning.unsigned', reason, sourceItemId: item.id });
    return [];
  }
  return item.content.map((part, index) => {
    losePartDetails(writing, part, `${path}/content/${index}`, item.id);
    return thinkingBlock(part, withheld.payload(part.privateState) ?? '');
  });
}

/** Whether reasoning holds nothing that anybody could miss: no text, no media and no private state. */
function isWordless({ content, privateState }: UnifiedReasoningItem): boolean {
  const isEmpty = ({ text, state, media, privateState: own }: UnifiedReasoningPart) =>
    text === '' && state === 'disclosed' && media === undefined && own === undefined;
  return privateState === undefined && content.every(isEmpty);
}

/** Writes a call of a tool that the client runs. */
export function writeToolCall(writing: Writing, placed: Placed<UnifiedToolCallItem>): WireDraft[] {
  const { context } = writing;
  const { item, path } = placed;
  const draft: WireDraft = {
    type: 'tool_use',
    id: callIdOf(context, placed),
    name: toolNameOf(writing, placed),
  };
  if (!writeInput(writing, placed, draft)) return [];
  writeCaller(writing, item.caller, draft, placed);
  writeToolset(writing, item.namespace, draft, placed);
  if (item.privateState !== undefined) {
    const reason = 'calls carry no private state here';
    context.loss.lose({
      path: `${path}/privateState`,
      feature: 'reasoning.private-state',
      reason,
      sourceItemId: item.id,
    });
  }
  if (item.executionOwner !== 'client' || item.providerExecuted === true) {
    const reason = 'the call is sent as one that the client runs';
    context.loss.lose({
      path: `${path}/executionOwner`,
      feature: 'tool-call.execution-owner',
      reason,
      sourceItemId: item.id,
    });
  }
  loseKind(writing, placed);
  return [draft];
}

/** The kind of a call follows from the definition of its tool here, or from its toolset. */
function loseKind({ context, kinds }: Writing, { item, path }: Placed<UnifiedToolCallItem>): void {
  const isToolset = item.namespace !== undefined && TOOLSETS.includes(item.namespace);
  const known = isToolset ? item.namespace : (kinds.get(item.name) ?? 'function');
  if (item.kind === known || item.kind === 'custom') return;
  const reason = 'the target knows the kind of a call by the definition of its tool only';
  context.loss.lose({
    path: `${path}/kind`,
    feature: 'item.tool-call',
    requirement: 'optional',
    reason,
    sourceItemId: item.id,
  });
}

/** The name of the tool on this wire. A changed one is reported with the definition of the tool, where there is one. */
function toolNameOf(writing: Writing, { item, path }: Placed<UnifiedToolCallItem>): string {
  const { context, names } = writing;
  const name = hostedNameOf(writing, item.kind) ?? context.toolNames.toWire(item.name);
  if (name !== item.name && !names.isTool(item.name)) {
    const reason = 'the name of the tool does not fit this wire and was replaced';
    context.loss.lose({ path: `${path}/name`, feature: 'tool.name', reason, sourceItemId: item.id });
  }
  return name;
}

/** Writes the toolset that a member of it was called by or answers for. */
export function writeToolset(
  writing: Writing,
  namespace: string | undefined,
  draft: WireDraft,
  { item, path, own }: Placed,
): void {
  if (namespace === undefined) return;
  if (own || TOOLSETS.includes(namespace)) {
    draft['toolset_name'] = namespace;
    return;
  }
  const reason = 'the target has no namespaces of tools';
  writing.context.loss.lose({
    path: `${path}/namespace`,
    feature: 'tool-call.namespace',
    reason,
    sourceItemId: item.id,
  });
}

/** Writes the input of a call; false when it is none that the target takes, which is never made up for. */
function writeInput(writing: Writing, { item, path, own }: Placed<UnifiedToolCallItem>, draft: WireDraft): boolean {
  const { context } = writing;
  if (item.kind === 'custom') {
    draft['input'] = { input: argumentsText(item) ?? '' };
    const reason = 'the target has no calls of free text: it gets one of a function with the text as its input';
    for (const member of ['kind', 'rawArguments']) {
      if (member in item)
        context.loss.lose({ path: `${path}/${member}`, feature: 'tool.custom.wrapped', reason, sourceItemId: item.id });
    }
    return true;
  }
  if (own && item.rawArguments === undefined) {
    put(draft, 'input', item.input?.value);
    return true;
  }
  const text = item.rawArguments;
  const plain = item.input?.value;
  // What a JSON text says is the parsed input when writing the input gives that text: nothing has to be parsed again.
  if (isObject(plain) && (text === undefined || JSON.stringify(plain) === text)) {
    draft['input'] = plain;
    return true;
  }
  const read = argumentsObject(item.input === undefined && text === undefined ? { rawArguments: '' } : item);
  if (read === undefined) {
    const reason = 'the arguments are no JSON object, and the target takes nothing else';
    context.loss.lose({ path, feature: 'tool-call.arguments', requirement: 'required', reason, sourceItemId: item.id });
    return false;
  }
  draft['input'] = read.value;
  if (read.exactNumbers.size > 0) context.exactNumbers.set(read.value, read.exactNumbers);
  else if (text !== undefined && item.rawArgumentsDerived !== true) loseArgumentsText(writing, { item, path });
  return true;
}

function loseArgumentsText({ context }: Writing, { item, path }: Pick<Placed, 'item' | 'path'>): void {
  const reason = 'the arguments are sent as the JSON that they are, not in the same spelling';
  const at = { path: `${path}/rawArguments`, sourceItemId: item.id };
  context.loss.lose({ ...at, feature: 'tool-call.arguments-text', reason });
}

type ServerCall = UnifiedServerToolCallItem | UnifiedCodeExecutionItem;

/** Whether a call of the provider cannot be told to this target; then it is reported and left out. */
function isForeign(writing: Writing, { item, path, own }: Placed<ServerCall>): boolean {
  if (own && !writing.withheld.call(item.callId)) return false;
  const reason = own
    ? 'the result of the call cannot be sent, and so the call is not sent either'
    : 'a call that another provider ran cannot be told to this one';
  writing.context.loss.lose({ path, feature: `item.${item.type}`, reason, sourceItemId: item.id });
  return true;
}

/** Writes a call of a tool that the provider ran. */
export function writeServerToolCall(writing: Writing, placed: Placed<UnifiedServerToolCallItem>): WireDraft[] {
  if (isForeign(writing, placed)) return [];
  const { item, path } = placed;
  const isMcp = item.kind === 'mcp';
  const draft: WireDraft = {
    type: isMcp ? 'mcp_tool_use' : 'server_tool_use',
    id: callIdOf(writing.context, placed),
    name: item.name,
  };
  put(draft, 'input', item.input?.value);
  if (isMcp) put(draft, 'server_name', item.serverLabel);
  else if ((named(SERVER_TOOLS, item.name) ?? item.name) !== item.kind) {
    const reason = 'the target tells its tools apart by their names only';
    writing.context.loss.lose({
      path: `${path}/kind`,
      feature: 'item.server-tool-call',
      reason,
      sourceItemId: item.id,
    });
  }
  finishServerCall(writing, placed, draft);
  return [draft];
}

/** Writes code that the provider ran. */
export function writeCodeExecution(writing: Writing, placed: Placed<UnifiedCodeExecutionItem>): WireDraft[] {
  if (isForeign(writing, placed)) return [];
  const { item, path } = placed;
  const draft: WireDraft = { type: 'server_tool_use', id: callIdOf(writing.context, placed), name: item.name };
  const member = CODE_MEMBERS[item.tool];
  const rest = item.input?.value;
  if (item.code === undefined || member === undefined) put(draft, 'input', rest);
  else draft['input'] = { ...(isObject(rest) ? rest : {}), [member]: item.code };
  if (named(CODE_TOOLS, item.name) !== item.tool) {
    const reason = 'the target tells its tools apart by their names only';
    writing.context.loss.lose({ path: `${path}/tool`, feature: 'item.code-execution', reason, sourceItemId: item.id });
  }
  finishServerCall(writing, placed, draft);
  return [draft];
}

function finishServerCall(writing: Writing, placed: Placed<ServerCall>, draft: WireDraft): void {
  const { item, path } = placed;
  const read = item.rawArguments === undefined ? undefined : argumentsObject(item);
  if (read !== undefined) {
    draft['input'] = read.value;
    if (read.exactNumbers.size > 0) writing.context.exactNumbers.set(read.value, read.exactNumbers);
    else if (JSON.stringify(read.value) !== item.rawArguments) loseArgumentsText(writing, placed);
  }
  writeCaller(writing, item.caller, draft, placed);
  if (item.executionOwner === 'provider') return;
  const reason = 'the call is sent as one that the provider ran';
  writing.context.loss.lose({
    path: `${path}/executionOwner`,
    feature: 'tool-call.execution-owner',
    reason,
    sourceItemId: item.id,
  });
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return isPlainObject(value);
}
