import type {
  UnifiedToolChoice,
  UnifiedToolChoiceValue,
  UnifiedToolReference,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { requestForm } from './forms.ts';
import { noteNeutral, type RequestWriting } from './request-writing.ts';
import { wireToolName } from './tool-names.ts';

/** Writes which tools the model shall call, in the present or the deprecated spelling. */
export function writeToolChoice(writing: RequestWriting): void {
  const { request, context, wire, own } = writing;
  const { toolChoice, metadata } = request;
  if (toolChoice === undefined) return;
  const { value, requirement } = toolChoice;
  if (!mayChoose(writing)) {
    loseChoice(writing, toolChoice);
    return;
  }
  const { legacyChoice: isLegacy = false, choiceTypeAbsent: isUntyped = false } = requestForm(metadata?.providerData);
  const typed = isLegacy ? legacyChoice(context, value, own) : choiceOf(context, value, own);
  const written = isUntyped && value.mode === 'tool' ? withoutType(typed) : typed;
  if (written !== undefined) wire[isLegacy ? 'function_call' : 'tool_choice'] = written;
  else if (context.claims[`tool-choice.${value.mode}`] !== undefined) {
    const reason = 'this wire can name functions and custom tools only';
    context.loss.lose({ path: '/toolChoice', feature: `tool-choice.${value.mode}`, requirement, reason });
  }
}

function withoutType(written: JsonValue | undefined): JsonValue | undefined {
  if (!isPlainObject(written)) return written;
  const { type: _type, ...rest } = written;
  return rest;
}

/** Whether the request has tools to speak of: without them this wire refuses a choice, and whether to call several. */
export function mayChoose({ wire, own }: RequestWriting): boolean {
  return own || wire['tools'] !== undefined;
}

/** A demand for a call is lost without tools; leave or a ban asks for nothing then. */
function loseChoice(writing: RequestWriting, { value, requirement }: UnifiedToolChoice): void {
  const { context, request } = writing;
  if (value.mode === 'auto' || value.mode === 'none') {
    noteNeutral(writing, '/toolChoice', 'without tools to choose from it asks for nothing: it was left out');
    return;
  }
  if (context.claims[`tool-choice.${value.mode}`] === undefined) return; // reported with all that is unclaimed
  const isDemand = value.mode === 'required' || value.mode === 'tool' || (value.mode === 'allowed' && value.required);
  const reason =
    request.tools.length === 0
      ? 'a choice of tools is refused without tools'
      : 'this wire has a choice of functions and custom tools only, and the request has none';
  const feature = 'tool-choice.combination';
  context.loss.lose({ path: '/toolChoice', feature, reason, requirement: isDemand ? requirement : 'optional' });
}

function legacyChoice(context: EmitContext, value: UnifiedToolChoiceValue, own: boolean): JsonValue | undefined {
  if (value.mode === 'auto' || value.mode === 'none') return value.mode;
  if (value.mode !== 'tool' || value.tool.name === undefined) return undefined;
  return { name: wireToolName(context, value.tool.name, CHOSEN, own) };
}

function choiceOf(context: EmitContext, value: UnifiedToolChoiceValue, own: boolean): JsonValue | undefined {
  switch (value.mode) {
    case 'auto':
    case 'none':
    case 'required':
      return value.mode;
    case 'tool':
      return referenceTo(context, value.tool, CHOSEN, own);
    case 'allowed': {
      const tools = value.tools.map((tool, index) => referenceTo(context, tool, `${ALLOWED}/${index}`, own));
      if (!tools.every((tool) => tool !== undefined)) return undefined;
      return { type: 'allowed_tools', allowed_tools: { mode: value.required ? 'required' : 'auto', tools } };
    }
    case 'validated':
      return undefined; // unclaimed, and reported with all that is
    default:
      return value satisfies never;
  }
}

const CHOSEN = '/toolChoice/value/tool';
const ALLOWED = '/toolChoice/value/tools';

function referenceTo(
  context: EmitContext,
  { kind, name, serverLabel, namespace, cache }: UnifiedToolReference,
  path: string,
  own: boolean,
): WireDraft | undefined {
  const isKnown = kind === 'function' || kind === 'custom';
  if (!isKnown || name === undefined || serverLabel !== undefined || namespace !== undefined) return undefined;
  if (cache !== undefined) {
    const reason = 'this wire has no cache marks on references to tools';
    context.loss.lose({ path: `${path}/cache`, feature: 'cache.breakpoint', reason });
  }
  return { type: kind, [kind]: { name: wireToolName(context, name, path, own) } };
}
