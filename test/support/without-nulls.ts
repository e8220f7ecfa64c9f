import type { UnifiedLossReport } from '../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { parsePointer } from '../../src/core/pointer.ts';
import { replaced } from '../../src/fidelity/leaves.ts';

/** A body without the members that the report of its reading names as null: null counts as absent. */
export function withoutNulls(body: JsonObject, { entries }: UnifiedLossReport): JsonObject {
  const nulls = entries.filter(({ feature }) => feature === 'wire.null-value').map(({ path }) => parsePointer(path));
  // Members are taken out of objects only, so the indexes of other pointers stay true, and the root stays an object.
  return nulls.reduce<JsonValue>((rest, tokens) => replaced(rest, tokens, undefined), body) as JsonObject;
}
