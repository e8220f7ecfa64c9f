import type { Discriminator } from './keyword/discriminator.ts';
import { type Definition, isJsonObject, type Json, type SchemaObject, type UnionDefinition } from './model.ts';

/** The address under which a definition is registered with the validator compiler. */
export function schemaKey(name: string): string {
  return `u:${name}`;
}

/**
 * The schemas of definitions as the validator compiler gets them, by address: without what says nothing about validity,
 * and taken apart, so that a schema holds nothing but references to others. Each schema becomes one function; equal ones
 * become the same, whether they have a name or stand in a property.
 */
export function validatorSchemas(definitions: Iterable<Definition>): ReadonlyMap<string, SchemaObject> {
  return new TakenApart([...definitions]).schemas;
}

class TakenApart {
  readonly schemas = new Map<string, SchemaObject>();
  /** The address that stands for each schema, by its text. */
  readonly #addresses = new Map<string, string>();
  readonly #definitions: ReadonlyMap<string, SchemaObject>;

  constructor(definitions: readonly Definition[]) {
    this.#definitions = new Map(definitions.map((definition) => [schemaKey(definition.name), validating(definition)]));
    for (const [address, schema] of this.#definitions) {
      const text = JSON.stringify(schema);
      if (!this.#addresses.has(text)) this.#addresses.set(text, address);
    }
    for (const [address, schema] of this.#definitions) this.schemas.set(address, this.#apart(schema));
  }

  #apart(schema: SchemaObject): SchemaObject {
    const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
      if (keyword === 'properties' && isJsonObject(value)) return [keyword, this.#eachApart(value)];
      if (keyword === 'discriminator' && isJsonObject(value)) return [keyword, this.#members(value)];
      if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map((each: Json) => this.#refer(each))];
      if (keyword === 'if' && isJsonObject(value)) return [keyword, this.#refer({ ...typeOf(schema), ...value })];
      return [keyword, ONE_SCHEMA.has(keyword) ? this.#refer(value) : value];
    });
    return Object.fromEntries(entries);
  }

  #eachApart(schemas: SchemaObject): SchemaObject {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.#refer(schema)]));
  }

  #members(discriminator: SchemaObject): SchemaObject {
    const mapping = discriminator['mapping'];
    if (!isJsonObject(mapping)) throw new Error('A union has no table of its members.');
    const addresses = Object.entries(mapping).map(([tag, address]) => [tag, this.#standIn(String(address))]);
    return { ...discriminator, mapping: Object.fromEntries(addresses) };
  }

  /** A reference in place of a schema; a schema that any value fits stays what it is, an empty one. */
  #refer(schema: Json): Json {
    if (!isJsonObject(schema)) return schema;
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const target = this.#definitions.get(reference);
      return target !== undefined && Object.keys(target).length === 0 ? {} : { $ref: this.#standIn(reference) };
    }
    return Object.keys(schema).length === 0 ? schema : { $ref: this.#addressOf(schema) };
  }

  #standIn(address: string): string {
    const target = this.#definitions.get(address);
    return (target === undefined ? undefined : this.#addresses.get(JSON.stringify(target))) ?? address;
  }

  #addressOf(schema: SchemaObject): string {
    const text = JSON.stringify(schema);
    const known = this.#addresses.get(text);
    if (known !== undefined) return known;
    const address = schemaKey(`part/${this.#addresses.size}`);
    this.#addresses.set(text, address);
    this.schemas.set(address, this.#apart(schema));
    return address;
  }
}

/** Keywords whose value is one schema. */
const ONE_SCHEMA = new Set(['additionalProperties', 'else', 'items', 'propertyNames', 'then']);

/** A condition is asked of values that already have the type of the schema around it. */
function typeOf({ type }: SchemaObject): SchemaObject {
  return type === undefined ? {} : { type };
}

function validating(definition: Definition): SchemaObject {
  const schema = definition.kind === 'open-enum' ? openHalf(definition.schema) : definition.schema;
  const stripped = validationOnly(schema);
  if (!isJsonObject(stripped)) return {};
  if (definition.kind !== 'union') return stripped;
  const { oneOf: _members, ...rest } = stripped;
  return { ...rest, discriminator: { ...discriminatorOf(definition) } };
}

function discriminatorOf({ name, tag, variants }: UnionDefinition): Discriminator {
  const mapping = Object.fromEntries(variants.map((variant) => [variant.tag, schemaKey(variant.definition)]));
  return { propertyName: tag, union: name, mapping };
}

/** An open list allows what its open half allows: the known values are there for the reader (lint: they fit it). */
function openHalf(schema: SchemaObject): Json {
  const alternatives = schema['anyOf'];
  return Array.isArray(alternatives) ? (alternatives[1] ?? {}) : {};
}

/** Keywords that say nothing about validity. */
const DOCUMENTATION = new Set([
  'title',
  'description',
  'examples',
  'deprecated',
  '$comment',
  'contentEncoding',
  'contentMediaType',
]);

function validationOnly(value: Json): Json {
  if (Array.isArray(value)) return value.map(validationOnly);
  if (!isJsonObject(value)) return value;
  const entries: [string, Json][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (DOCUMENTATION.has(key) || key.startsWith('x-unified-')) continue;
    if (key === '$ref' && typeof entry === 'string') entries.push([key, entry.replace('#/$defs/', schemaKey(''))]);
    else if (key === 'properties' && isJsonObject(entry)) entries.push([key, validatingProperties(entry)]);
    else entries.push([key, key === 'const' || key === 'enum' ? entry : validationOnly(entry)]);
  }
  return Object.fromEntries(entries);
}

function validatingProperties(properties: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validationOnly(schema)]));
}
