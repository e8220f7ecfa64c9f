import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { Definition, Family, ObjectDefinition, Property, ScalarType, Shape } from '../model.ts';
import { perFamily, stampOf } from './target.ts';

/** `types.ts`: one exported, documented, deeply readonly type per definition. */
export const typesTarget = perFamily('types', async (family) => [
  { path: 'types.ts', text: await typesModule(family) },
]);

async function typesModule(family: Family): Promise<string> {
  const definitions = [...family.definitions.values()];
  const schema: JSONSchema = {
    title: ROOT_NAME,
    type: 'object',
    additionalProperties: false,
    $defs: Object.fromEntries(definitions.map((definition) => [definition.name, typeSchema(definition, family)])),
  };
  const text = await compile(schema, ROOT_NAME, {
    unreachableDefinitions: true,
    additionalProperties: false,
    maxItems: -1,
    bannerComment: `// ${stampOf(family)}`,
    style: { singleQuote: true, printWidth: 120 },
  });
  const types = readonlyProperties(withoutRoot(withoutReferenceNotes(text)));
  const lost = definitions.filter(({ name }) => !new RegExp(`^export (?:type|interface) ${name}\\b`, 'm').test(types));
  if (lost.length > 0) throw new Error(`No type came out for ${lost.map(({ name }) => name).join(', ')}.`);
  return types;
}

/** The generator wants a root; nothing of it stays in the output. */
const ROOT_NAME = 'GeneratedTypes';

/**
 * What the type generator is given: every type that is no plain object is spelled out as `tsType`.
 * It then has no references to follow, and so nothing to inline, repeat or number.
 */
function typeSchema(definition: Definition, family: Family): JSONSchema {
  const documentation = { title: definition.name, description: documentationOf(definition) };
  if (definition.kind === 'object') return { ...documentation, ...objectSchema(definition) };
  return { ...documentation, tsType: typeText(definition, family) };
}

function objectSchema({ properties }: ObjectDefinition): JSONSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties.map((property) => [property.name, propertySchema(property)])),
    required: properties.filter(({ required }) => required).map(({ name }) => name),
  };
}

function propertySchema({ description, schema, shape }: Property): JSONSchema {
  return {
    description,
    ...(schema['deprecated'] === true ? { deprecated: true } : {}),
    tsType: shapeText(shape),
  };
}

function documentationOf({ description, schema }: Definition): string {
  return schema['deprecated'] === true && !description.includes('@deprecated')
    ? `${description}\n\n@deprecated`
    : description;
}

function typeText(definition: Exclude<Definition, ObjectDefinition>, family: Family): string {
  switch (definition.kind) {
    case 'union':
      return definition.variants.map((variant) => variant.definition).join(' | ');
    case 'enum':
      return definition.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'open-enum':
      return [...definition.values.map((value) => JSON.stringify(value)), '(string & {})'].join(' | ');
    case 'scalar':
      return SCALAR_TYPES[definition.type];
    case 'scalar-union':
      return definition.alternatives.map(shapeText).join(' | ');
    case 'array':
      return `readonly ${listMemberText(definition.items)}[]`;
    case 'map':
      return `{ readonly [name: string]: ${shapeText(definition.values)} }`;
    case 'json':
      return definition.objectOnly ? jsonObjectText(family) : anyJsonText(definition.name);
    default:
      return definition satisfies never;
  }
}

const SCALAR_TYPES: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function shapeText(shape: Shape): string {
  if (shape.kind === 'reference') return shape.name;
  if (shape.kind === 'list') return `readonly ${listMemberText(shape.items)}[]`;
  const constant = shape.schema['const'];
  return constant === undefined ? SCALAR_TYPES[shape.type] : JSON.stringify(constant);
}

function listMemberText(shape: Shape): string {
  const text = shapeText(shape);
  return shape.kind === 'list' ? `(${text})` : text;
}

function anyJsonText(name: string): string {
  return `null | boolean | number | string | readonly ${name}[] | { readonly [name: string]: ${name} }`;
}

function jsonObjectText(family: Family): string {
  const anyJson = [...family.definitions.values()].find(({ kind, schema }) => kind === 'json' && !('type' in schema));
  return `{ readonly [name: string]: ${anyJson?.name ?? 'unknown'} }`;
}

function withoutReferenceNotes(text: string): string {
  return text.replaceAll(
    /(?: \*\n)? \* This interface was referenced by .*\n(?: \* via the `definition` ".*"\.\n)?/g,
    '',
  );
}

function withoutRoot(text: string): string {
  return text.replace(new RegExp(`^export interface ${ROOT_NAME} \\{\\}\\n+`, 'm'), '');
}

function readonlyProperties(text: string): string {
  return text.replaceAll(/^ {2}(?=(?:[\w$]+|'[^']+')\??:)/gm, '  readonly ');
}
