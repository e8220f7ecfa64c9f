import type { JsonObject, JsonValue } from '../../core/json.ts';
import { pointer as jsonPointer } from '../../core/pointer.ts';
import { isJsonObject } from './json-object.ts';

/** What a dialect takes of JSON Schema. */
export interface SchemaRules {
  /** Keywords that it takes and enforces. */
  readonly enforced: ReadonlySet<string>;
  /** Keywords that it knows under another name, with that name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** For keywords that it takes with some values only: whether it takes this one. */
  readonly accepts?: Readonly<Record<string, (value: JsonValue) => boolean>>;
  /** Whether every object must refuse members that it does not name. */
  readonly closedObjects?: boolean;
  /** Whether every property must be required, and nothing else. */
  readonly allPropertiesRequired?: boolean;
  /** Whether every list must say what it holds. */
  readonly describedItems?: boolean;
  /** Whether the outermost schema must be one of an object, and no choice of several. */
  readonly objectAtRoot?: boolean;
}

/** One keyword that a dialect does not take as it is. */
export interface SchemaChange {
  /** The JSON pointer of the keyword below the schema. */
  readonly pointer: string;
  readonly keyword: string;
  readonly kind: 'removed' | 'rewritten';
}

/** A schema that a dialect takes, and how it differs from the one that was given. */
export interface RestrictedSchema {
  readonly schema: JsonValue;
  readonly changes: readonly SchemaChange[];
}

/** The most levels of schemas inside schemas. */
const MAX_DEPTH = 64;

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name; every other value is data. */
const HOLDS_SCHEMA = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const HOLDS_SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const HOLDS_NAMED_SCHEMAS = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/**
 * Reduces a JSON Schema to what a dialect takes. The input is not changed, and what is the same in both is shared.
 * References are not followed: each definition is reduced once, where it stands. What the outermost schema is about stays.
 */
export function restrictSchema(schema: JsonValue, rules: SchemaRules): RestrictedSchema {
  const restriction = new Restriction(rules);
  const restricted = restriction.schema(schema, [], '');
  return { schema: restricted, changes: restriction.changes };
}

/** Where a JSON Schema goes beyond what a dialect takes, as pointers; empty when it fits. */
export function violations(schema: JsonValue, rules: SchemaRules): readonly string[] {
  return [...rootViolations(schema, rules), ...restrictSchema(schema, rules).changes.map(({ pointer }) => pointer)];
}

function rootViolations(schema: JsonValue, { objectAtRoot }: SchemaRules): readonly string[] {
  if (objectAtRoot !== true) return [];
  if (!isJsonObject(schema)) return [''];
  return [...(schema['type'] === 'object' ? [] : ['/type']), ...(Object.hasOwn(schema, 'anyOf') ? ['/anyOf'] : [])];
}

type Path = readonly (string | number)[];

class Restriction {
  readonly changes: SchemaChange[] = [];
  readonly #rules: SchemaRules;
  #depth = 0;

  constructor(rules: SchemaRules) {
    this.#rules = rules;
  }

  /** `keyword` is the one that holds the schema; empty for the outermost one. */
  schema(schema: JsonValue, path: Path, keyword: string): JsonValue {
    if (!isJsonObject(schema)) return schema;
    if (this.#depth >= MAX_DEPTH) {
      this.#change(path, keyword, 'removed');
      return {};
    }
    this.#depth += 1;
    const restricted = this.#closed(this.#described(this.#members(schema, path), path), path);
    this.#depth -= 1;
    return sameMembers(schema, restricted) ? schema : restricted;
  }

  #members(schema: JsonObject, path: Path): Record<string, JsonValue> {
    const kept: Record<string, JsonValue> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const name = this.#nameOf(keyword, value, schema);
      if (name === undefined) {
        this.#change([...path, keyword], keyword, 'removed');
        continue;
      }
      if (name !== keyword) this.#change([...path, keyword], keyword, 'rewritten');
      kept[name] = this.#value(keyword, value, [...path, keyword]);
    }
    return kept;
  }

  /** What a keyword is called in the dialect; nothing when the dialect does not take it. */
  #nameOf(keyword: string, value: JsonValue, schema: JsonObject): string | undefined {
    const { enforced, renamed, accepts } = this.#rules;
    if (enforced.has(keyword)) {
      const accept = accepts !== undefined && Object.hasOwn(accepts, keyword) ? accepts[keyword] : undefined;
      return accept === undefined || accept(value) ? keyword : undefined;
    }
    const name = renamed !== undefined && Object.hasOwn(renamed, keyword) ? renamed[keyword] : undefined;
    return name === undefined || Object.hasOwn(schema, name) ? undefined : name;
  }

  #value(keyword: string, value: JsonValue, path: Path): JsonValue {
    if (Array.isArray(value) && (HOLDS_SCHEMAS.has(keyword) || HOLDS_SCHEMA.has(keyword))) {
      const list = value.map((entry: JsonValue, index) => this.schema(entry, [...path, index], keyword));
      return list.every((entry, index) => entry === value[index]) ? value : list;
    }
    if (HOLDS_SCHEMA.has(keyword)) return this.schema(value, path, keyword);
    if (!HOLDS_NAMED_SCHEMAS.has(keyword) || !isJsonObject(value)) return value;
    const map = Object.entries(value).map(
      ([name, entry]) => [name, this.schema(entry, [...path, name], keyword)] as const,
    );
    return map.every(([name, entry]) => entry === value[name]) ? value : Object.fromEntries(map);
  }

  /** The demand on lists: a schema of what they hold. */
  #described(schema: Record<string, JsonValue>, path: Path): Record<string, JsonValue> {
    if (this.#rules.describedItems !== true || !isOfType(schema, 'array') || schema['items'] !== undefined)
      return schema;
    this.#change([...path, 'items'], 'items', 'rewritten');
    schema['items'] = {};
    return schema;
  }

  /** The demands on objects: no further members, and no optional ones. */
  #closed(schema: Record<string, JsonValue>, path: Path): Record<string, JsonValue> {
    const { properties, required } = schema;
    if (properties === undefined && !isOfType(schema, 'object')) return schema;
    if (this.#rules.closedObjects && schema['additionalProperties'] !== false) {
      this.#change([...path, 'additionalProperties'], 'additionalProperties', 'rewritten');
      schema['additionalProperties'] = false;
    }
    if (this.#rules.allPropertiesRequired && isJsonObject(properties)) {
      const names = Object.keys(properties);
      const given = Array.isArray(required) ? required : [];
      const isSame = names.every((name) => given.includes(name)) && given.every((name) => isNameOf(name, names));
      if (!isSame) {
        this.#change([...path, 'required'], 'required', 'rewritten');
        schema['required'] = names;
      }
    }
    return schema;
  }

  #change(path: Path, keyword: string, kind: SchemaChange['kind']): void {
    this.changes.push({ pointer: jsonPointer(...path), keyword, kind });
  }
}

function isOfType({ type }: JsonObject, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function isNameOf(name: JsonValue, names: readonly string[]): boolean {
  return typeof name === 'string' && names.includes(name);
}

function sameMembers(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && left[key] === right[key]);
}
