import type { UnifiedJsonBox } from '../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { parseJson } from '../../core/parse-json.ts';
import { stringifyJson } from '../../core/stringify-json.ts';
import type { IngestContext } from '../ingest-context.ts';
import { exactNumbersIn } from '../wire-digits.ts';
import { recordJsonDepth } from '../wire-json.ts';
import type { WireObject } from '../wire-object.ts';
import { isJsonObject } from './json-object.ts';

/** The arguments of a call as a record holds them: parsed where they are JSON, and as text where text was sent. */
export interface ToolArguments {
  readonly input?: UnifiedJsonBox;
  readonly rawArguments?: string;
  readonly rawArgumentsDerived?: boolean;
}

/**
 * Reads arguments that were sent as text in a member of the wire. An empty text means no arguments; any other that is no
 * JSON object stays text alone: never replaced by an empty object, and never mended.
 */
export function argumentsFromText(context: IngestContext, wire: WireObject, key: string): ToolArguments {
  const text = wire.text(key);
  if (text === undefined) return {};
  if (text === '') return { input: { value: {} }, rawArguments: text };
  const parsed = parseJson(text, context.limits, recordJsonDepth(context.limits));
  if (!parsed.ok || !isPlainObject(parsed.value)) return { rawArguments: text };
  const value = wellFormedJson(text, parsed.value);
  if (value !== parsed.value) {
    const reason = 'half of a surrogate pair became U+FFFD in the parsed arguments; their text is kept';
    context.loss.lose({ path: wire.pointer(key), feature: 'text.lone-surrogate', reason });
  }
  return { input: { value }, rawArguments: text };
}

/** Reads arguments that were sent as JSON; text is kept as well where a number would lose digits. */
export function argumentsFromJson(context: IngestContext, wire: WireObject, key: string): ToolArguments {
  const value = wire.exactJson(key);
  if (value === undefined) return {};
  const exact = exactNumbersIn(context.exactNumbers, value, wire.pointer(key));
  if (exact.size === 0) return { input: { value } };
  return { input: { value }, rawArguments: stringifyJson(value, exact), rawArgumentsDerived: true };
}

/** The arguments as text: as they were sent, or written from the parsed input; absent when there are none. */
export function argumentsText(call: ToolArguments): string | undefined {
  return call.rawArguments ?? (call.input === undefined ? undefined : JSON.stringify(call.input.value));
}

/** The arguments as an object, with the source texts of its numbers; absent when they are no JSON object. */
export function argumentsObject({
  input,
  rawArguments,
}: ToolArguments): { value: JsonObject; exactNumbers: ReadonlyMap<string, string> } | undefined {
  if (rawArguments === undefined || rawArguments === '') {
    const value = input?.value ?? (rawArguments === '' ? {} : undefined);
    return isJsonObject(value) ? { value, exactNumbers: new Map() } : undefined;
  }
  const parsed = parseJson(rawArguments);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const value = wellFormedJson(rawArguments, parsed.value);
  return isJsonObject(value) ? { value, exactNumbers: parsed.exactNumbers } : undefined;
}

/** The value of a JSON text without halves of surrogate pairs; in a text that is well-formed itself only escapes make them. */
function wellFormedJson(text: string, value: JsonValue): JsonValue {
  return SURROGATE.test(text) && !isWellFormed(value) ? repaired(value) : value;
}

/** An escape of a surrogate; most of these stand in pairs. */
const SURROGATE = /\\u[dD][89A-Fa-f]/;

function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

function repaired(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(repaired);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), repaired(member)]));
}
