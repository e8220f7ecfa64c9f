import type {
  UnifiedToolChoice,
  UnifiedToolChoiceValue,
  UnifiedToolReference,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import type { WirePlace } from '../../origins.ts';
import type { WireObject } from '../../wire-object.ts';
import { keepWholeMember } from './forms.ts';
import type { Gathered } from './gathered.ts';
import { isName } from './ingest-generation.ts';
import { isUntypedChoice } from './quirks.ts';

const MODES = ['auto', 'none', 'required'] as const;
const LEGACY_MODES = ['auto', 'none'] as const;

/**
 * Reads which tools the model shall call, in the present or the deprecated spelling. A choice of another kind, as
 * compatible servers know them, is kept whole.
 */
export function readToolChoice(context: IngestContext, gathered: Gathered): UnifiedToolChoice | undefined {
  const { wire } = context;
  if (wire.look('tool_choice') !== undefined) return readPresent(context, gathered);
  if (wire.look('function_call') === undefined) return undefined;
  const choice = readLegacy(context, gathered);
  if (choice !== undefined) gathered.form.legacyChoice = true;
  return choice;
}

function readPresent(context: IngestContext, gathered: Gathered): UnifiedToolChoice | undefined {
  const { wire } = context;
  if (typeof wire.peek('tool_choice') === 'string') {
    return readMode(context, gathered, 'tool_choice', MODES);
  }
  const object = wire.objectIf('tool_choice', isKnownChoice);
  if (object !== undefined) return choice(context, object, readChoice(object, gathered));
  keepWholeMember(context, gathered, 'tool_choice');
  return undefined;
}

function readLegacy(context: IngestContext, gathered: Gathered): UnifiedToolChoice | undefined {
  const { wire } = context;
  if (typeof wire.peek('function_call') === 'string') {
    return readMode(context, gathered, 'function_call', LEGACY_MODES);
  }
  const object = wire.objectIf('function_call', ({ name }) => isName(name, 1024));
  if (object !== undefined) {
    gathered.inner.push(object);
    return choice(context, object, { mode: 'tool', tool: { kind: 'function', name: object.requiredText('name') } });
  }
  keepWholeMember(context, gathered, 'function_call');
  return undefined;
}

function readMode(
  context: IngestContext,
  gathered: Gathered,
  key: string,
  modes: readonly (typeof MODES)[number][],
): UnifiedToolChoice | undefined {
  const mode = context.wire.knownWord(key, modes);
  if (mode !== undefined) return choice(context, context.wire.at(key), { mode });
  keepWholeMember(context, gathered, key);
  return undefined;
}

function choice(context: IngestContext, place: WirePlace, value: UnifiedToolChoiceValue): UnifiedToolChoice {
  return from(context, place, { value, requirement: context.requirement(`tool-choice.${value.mode}`) });
}

function isKnownChoice(value: JsonObject): boolean {
  const { type, allowed_tools: allowed } = value;
  if (type === undefined) return isUntypedChoice(value);
  if (type !== 'allowed_tools') return isReference(value);
  if (!isPlainObject(allowed) || (allowed['mode'] !== 'auto' && allowed['mode'] !== 'required')) return false;
  return Array.isArray(allowed['tools']) && allowed['tools'].length > 0 && allowed['tools'].every(isReference);
}

function isReference(value: JsonValue): boolean {
  if (!isPlainObject(value) || (value['type'] !== 'function' && value['type'] !== 'custom')) return false;
  const named = value[value['type']];
  return isPlainObject(named) && isName(named['name'], 1024);
}

/** Reads a choice that `isKnownChoice` accepts. */
function readChoice(wire: WireObject, { form, inner }: Gathered): UnifiedToolChoiceValue {
  if (!wire.has('type')) form.choiceTypeAbsent = true;
  if (wire.peek('type') !== 'allowed_tools') return { mode: 'tool', tool: readReference(wire, inner) };
  inner.push(wire);
  wire.take('type');
  const allowed = wire.requiredObject('allowed_tools');
  inner.push(allowed);
  const required = allowed.requiredText('mode') === 'required';
  const tools = allowed.requiredObjects('tools').map((tool) => readReference(tool, inner));
  return { mode: 'allowed', required, tools };
}

/** A tool that is named by its kind and, inside a member of that kind, its name. */
function readReference(wire: WireObject, inner: WireObject[]): UnifiedToolReference {
  const kind = wire.text('type') ?? 'function';
  const named = wire.requiredObject(kind);
  inner.push(wire, named);
  return { kind, name: named.requiredText('name') };
}
