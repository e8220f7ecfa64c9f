import type { AuthoredDefinition, AuthoredFamily } from './authored.ts';
import type { Report } from './finding.ts';
import { isJsonObject, type Json, type SchemaObject } from './model.ts';
import { joinPointer } from './pointer.ts';

/**
 * Merges the `allOf` bases of a definition into it: properties and required names together, closed, no `allOf` left.
 * Reports a base that is none, a base in a circle, and a property that two of the merged schemas define.
 */
export function flattenDefinition(
  definition: AuthoredDefinition,
  authored: AuthoredFamily,
  report: Report,
): SchemaObject {
  const { allOf, unevaluatedProperties, ...own } = definition.schema;
  if (allOf === undefined) return canonicalKeywords(own);
  const bases = Array.isArray(allOf) ? allOf : [];
  const merged = bases.map((entry, index) => {
    const pointer = joinPointer(definition.pointer, 'allOf', index);
    return baseSchema(entry, { definition, pointer, authored, report, path: [definition.name] });
  });
  const properties = mergeProperties(definition, [...merged, own], report);
  const required = [...new Set([...merged, own].flatMap((schema) => requiredNames(schema)))];
  const names = Object.keys(properties);
  return canonicalKeywords({
    ...own,
    properties,
    required: required.sort((left, right) => names.indexOf(left) - names.indexOf(right)),
    ...(unevaluatedProperties === false ? { additionalProperties: false } : {}),
  });
}

/** The names in `required`. */
export function requiredNames(schema: SchemaObject): readonly string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The property schemas of an object schema. */
export function propertiesOf(schema: SchemaObject): { readonly [name: string]: SchemaObject } {
  const properties = schema['properties'];
  if (!isJsonObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isJsonObject(value) ? value : {}]),
  );
}

/** The name behind a resolved reference (`#/$defs/Name`), if the schema is one. */
export function referenceName(schema: Json | undefined): string | undefined {
  const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' && reference.startsWith('#/$defs/') ? reference.slice(8) : undefined;
}

interface BaseContext {
  readonly definition: AuthoredDefinition;
  readonly pointer: string;
  readonly authored: AuthoredFamily;
  readonly report: Report;
  readonly path: readonly string[];
}

function baseSchema(entry: Json, context: BaseContext): SchemaObject {
  const { definition, pointer, authored, report, path } = context;
  const name = referenceName(entry);
  const base = name === undefined ? undefined : authored.get(name);
  if (name === undefined || base === undefined || base.schema['x-unified-base'] !== true) {
    const message = `${name ?? 'This entry'} is no base.`;
    report(definition.file, pointer, 'base', message, 'List references to definitions marked "x-unified-base": true.');
    return {};
  }
  if (path.includes(name)) {
    const message = `${name} is a base of itself: ${[...path, name].join(' -> ')}.`;
    report(definition.file, pointer, 'base', message, 'Break the circle.');
    return {};
  }
  const { allOf, ...own } = base.schema;
  const bases = Array.isArray(allOf) ? allOf : [];
  const merged = bases.map((below) => baseSchema(below, { ...context, path: [...path, name] }));
  return {
    properties: mergeProperties(definition, [...merged, own], report),
    required: [...merged, own].flatMap((schema) => requiredNames(schema)),
  };
}

/** Tags first, for the reader; then the bases' properties, then the definition's own. */
function mergeProperties(
  definition: AuthoredDefinition,
  schemas: readonly SchemaObject[],
  report: Report,
): SchemaObject {
  const merged = new Map<string, SchemaObject>();
  for (const schema of schemas) {
    for (const [name, value] of Object.entries(propertiesOf(schema))) {
      if (merged.has(name)) {
        const pointer = joinPointer(definition.pointer, 'properties', name);
        const message = `The property ${name} is defined twice, in ${definition.name} and its bases.`;
        report(definition.file, pointer, 'property-twice', message, 'Define it once: in the base, or in each branch.');
      }
      merged.set(name, value);
    }
  }
  const tags = [...merged].filter(([, value]) => value['const'] !== undefined);
  const others = [...merged].filter(([, value]) => value['const'] === undefined);
  return Object.fromEntries([...tags, ...others]);
}

/** One order of keywords for every definition, so that the bytes do not depend on an author's habit. */
const KEYWORD_ORDER = [
  '$ref',
  'title',
  'description',
  'deprecated',
  'type',
  'const',
  'enum',
  'format',
  'pattern',
  'contentEncoding',
  'contentMediaType',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'discriminator',
  'oneOf',
  'anyOf',
  'properties',
  'required',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'additionalProperties',
];
const KEYWORD_RANK = new Map(KEYWORD_ORDER.map((keyword, index) => [keyword, index]));
const AFTER_ALL = KEYWORD_ORDER.length;

function canonicalKeywords(schema: SchemaObject): SchemaObject {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => [key, canonicalBelow(key, value)]);
  return Object.fromEntries(entries.sort(([left], [right]) => rank(left) - rank(right) || (left < right ? -1 : 1)));
}

function canonicalBelow(keyword: string, value: Json): Json {
  if (keyword === 'properties' && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, isJsonObject(entry) ? canonicalKeywords(entry) : entry]),
    );
  if ((keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(value))
    return value.map((entry) => (isJsonObject(entry) ? canonicalKeywords(entry) : entry));
  const nested = keyword === 'items' || keyword === 'additionalProperties' || keyword === 'propertyNames';
  return nested && isJsonObject(value) ? canonicalKeywords(value) : value;
}

function rank(keyword: string): number {
  return KEYWORD_RANK.get(keyword) ?? AFTER_ALL;
}
