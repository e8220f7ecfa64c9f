import { isPlainObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** Whether a JSON value is an object: a plain object among JSON values holds JSON. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isPlainObject(value);
}
