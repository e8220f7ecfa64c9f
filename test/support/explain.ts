import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { isPlainObject } from '../../src/core/json.ts';
import { escapeToken, resolvePointer } from '../../src/core/pointer.ts';

/** The members that tell the branches of a union apart, the first one first. */
const TAGS = ['type', 'role'];

/**
 * Says in readable faults why a value does not fit a schema: in a union it goes to the branch that the value's own type
 * names before it compares anything else. It knows the keywords of shapes; a range or a pattern gives no fault here.
 */
export function explain(root: JsonObject, value: JsonValue): readonly string[] {
  return faultsOf({ root }, root, value, '');
}

interface Explanation {
  readonly root: JsonObject;
}

function faultsOf(on: Explanation, given: JsonValue | undefined, value: JsonValue, path: string): readonly string[] {
  const schema = target(on, given);
  if (schema === undefined) return [];
  const branches = alternatives(schema);
  if (branches !== undefined) return unionFaults(on, branches, value, path);
  const all = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  return [
    ...all.flatMap((part: JsonValue) => faultsOf(on, part, value, path)),
    ...typeFaults(schema, value, path),
    ...constantFaults(schema, value, path),
    ...memberFaults(on, schema, value, path),
    ...entryFaults(on, schema, value, path),
  ];
}

function target(on: Explanation, schema: JsonValue | undefined): JsonObject | undefined {
  if (!isPlainObject(schema)) return undefined;
  // A plain object that came out of JSON holds JSON.
  const node = schema as JsonObject;
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  return target(on, resolvePointer(on.root, decodeURIComponent(reference.slice(1))));
}

function alternatives(schema: JsonObject): readonly JsonValue[] | undefined {
  const branches = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(branches) ? branches : undefined;
}

function unionFaults(
  on: Explanation,
  branches: readonly JsonValue[],
  value: JsonValue,
  path: string,
): readonly string[] {
  let best: { readonly faults: readonly string[]; readonly distance: number } | undefined;
  for (const branch of branches) {
    const faults = faultsOf(on, branch, value, path);
    if (faults.length === 0) return [];
    const distance = faults.reduce((sum, fault) => sum + weight(fault, path), 0);
    if (best === undefined || distance < best.distance) best = { faults, distance };
  }
  return best?.faults ?? [];
}

/** A branch whose tag or JSON type differs was not meant; a fault deeper down means that this was the one. */
function weight(fault: string, path: string): number {
  if (TAGS.some((tag) => fault.startsWith(`${path}/${tag}: `))) return 1000;
  return fault.startsWith(`${path}: expected `) ? 2000 : 1;
}

function typeFaults(schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const wanted = schema['type'];
  if (wanted === undefined) return [];
  const types: readonly JsonValue[] = Array.isArray(wanted) ? wanted : [wanted];
  const found = typeOf(value);
  if (types.includes(found) || (found === 'integer' && types.includes('number'))) return [];
  return [`${path}: expected ${types.join(' or ')}, found ${found}`];
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function constantFaults(schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const words: JsonValue | undefined =
    schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (!Array.isArray(words) || words.includes(value) || value === null || typeof value === 'object') return [];
  return [`${path}: ${JSON.stringify(value)} is not one of ${words.join(', ')}`];
}

function memberFaults(on: Explanation, schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  if (!isPlainObject(value)) return [];
  const properties = isPlainObject(schema['properties']) ? (schema['properties'] as JsonObject) : {};
  const required: readonly JsonValue[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required
    .filter((key) => typeof key === 'string' && value[key] === undefined)
    .map((key) => `${path}/${key}: missing`);
  const present = Object.entries(value as JsonObject).flatMap(([key, member]) => {
    const place = `${path}/${escapeToken(key)}`;
    if (Object.hasOwn(properties, key)) return faultsOf(on, properties[key], member, place);
    const other = schema['additionalProperties'];
    return other === false ? [`${place}: no such member`] : faultsOf(on, other, member, place);
  });
  return [...missing, ...present];
}

function entryFaults(on: Explanation, schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => faultsOf(on, schema['items'], entry, `${path}/${index}`));
}
