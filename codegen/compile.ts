import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js';
import { type Definition, isJsonObject, type Json, type SchemaObject } from './model.ts';
import { isDateTime } from './runtime/runtime.js';

/** The address under which a definition is registered with the validator compiler. */
export function schemaKey(name: string): string {
  return `u:${name}`;
}

/**
 * A compiler that knows each definition as a schema of its own: functions are then shared, not repeated.
 * The core draft-07 class on purpose: the flattened schemas need nothing newer, and the 2020 class blocks tree-shaking.
 */
export function compilerFor(definitions: Iterable<Definition>): Ajv {
  const compiler = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    inlineRefs: 2,
    validateSchema: false,
    messages: false,
    code: { source: true, esm: true, formats: _`runtimeFormats` },
  });
  compiler.addFormat('date-time', isDateTime);
  nameUnions(compiler);
  for (const definition of definitions) compiler.addSchema(compilerSchema(definition), schemaKey(definition.name));
  return compiler;
}

/**
 * Keeps the keyword as the library has it, except that its errors name the union:
 * with that name the list of allowed tags can be looked up in the union table of guards.ts.
 */
function nameUnions(compiler: Ajv): void {
  const keyword = compiler.getKeyword('discriminator');
  if (typeof keyword === 'boolean') throw new Error('The validator compiler has no "discriminator".');
  const error = {
    params: ({ params: { discrError, tag, tagName }, schema }: KeywordErrorCxt) =>
      _`{error: ${discrError}, tag: ${tagName}, tagValue: ${tag}, union: ${schema.union}}`,
    message: 'must have a known tag',
  };
  // What the library answers is the definition that it was given, a code keyword.
  compiler.removeKeyword('discriminator').addKeyword({ ...keyword, error } as CodeKeywordDefinition);
}

function compilerSchema(definition: Definition): SchemaObject {
  if (definition.kind === 'open-enum') return openPart(definition.schema);
  const validating = validationOnly(definition.schema);
  if (!isJsonObject(validating)) return {};
  if (definition.kind !== 'union') return validating;
  return { ...validating, discriminator: { propertyName: definition.tag, union: definition.name } };
}

/** An open list allows what its open half allows: the known values are there for the reader (lint: they fit it). */
function openPart(schema: SchemaObject): SchemaObject {
  const alternatives = validationOnly(schema['anyOf'] ?? []);
  const open = Array.isArray(alternatives) ? alternatives[1] : undefined;
  return isJsonObject(open) ? open : {};
}

/** Keywords that say nothing about validity: left out, so that they weigh nothing in the generated code. */
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
