import type { UnifiedJsonBox } from '../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { parseJson } from '../../core/parse-json.ts';
import { stringifyJson } from '../../core/stringify-json.ts';
import type { IngestContext } from '../ingest-context.ts';
import type { WireObject } from '../wire-object.ts';

/** The arguments of a call as a record holds them: parsed where they are JSON, and as text where text was sent. */
export interface ToolArguments {
  readonly input?: UnifiedJsonBox;
  readonly rawArguments?: string;
}

/** Reads arguments that were sent as text. Malformed text is kept as it is: never replaced by an empty object. */
export function argumentsFromText(text: string): ToolArguments {
  const parsed = parseJson(text);
  return parsed.ok ? { input: { value: parsed.value }, rawArguments: text } : { rawArguments: text };
}

/** Reads arguments that were sent as JSON; text is kept as well where a number would lose digits. */
export function argumentsFromJson(context: IngestContext, wire: WireObject, key: string): ToolArguments {
  const value = wire.exactJson(key);
  if (value === undefined) return {};
  const exact = below(context.exactNumbers, wire.pointer(key));
  if (exact.size === 0) return { input: { value } };
  return { input: { value }, rawArguments: stringifyJson(value, exact) };
}

/** The arguments as text: as they were sent, or written from the parsed input; absent when there are none. */
export function argumentsText(call: ToolArguments): string | undefined {
  return call.rawArguments ?? (call.input === undefined ? undefined : JSON.stringify(call.input.value));
}

/** The arguments as an object, with the source texts of its numbers; absent when they are no JSON object. */
export function argumentsObject(
  call: ToolArguments,
): { value: JsonObject; exactNumbers: ReadonlyMap<string, string> } | undefined {
  const value = call.input?.value;
  if (call.rawArguments === undefined) return isObject(value) ? { value, exactNumbers: new Map() } : undefined;
  const parsed = parseJson(call.rawArguments);
  return parsed.ok && isObject(parsed.value) ? { value: parsed.value, exactNumbers: parsed.exactNumbers } : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return isPlainObject(value);
}

/** The entries of a map of pointers that lie below one pointer, relative to it. */
function below(exactNumbers: ReadonlyMap<string, string>, pointer: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of exactNumbers) {
    if (path === pointer || path.startsWith(`${pointer}/`)) found.set(path.slice(pointer.length), text);
  }
  return found;
}
