import type { AuthoredDefinition, AuthoredFamily } from './authored.ts';
import type { Report } from './finding.ts';
import { propertiesOf, referenceName, requiredNames } from './flatten.ts';
import {
  compareText,
  type Definition,
  type InvalidExample,
  isJsonObject,
  type Json,
  type Property,
  type ScalarType,
  type SchemaObject,
  type Shape,
  type Variant,
} from './model.ts';
import { joinPointer } from './pointer.ts';

/**
 * Finds out what a flattened definition is and reads its parts.
 * Reports (and answers nothing for) a definition that is of no known kind, and every anonymous type below one.
 */
export function classify(
  definition: AuthoredDefinition,
  family: string,
  authored: AuthoredFamily,
  report: Report,
): Definition | undefined {
  const { name, file, pointer, schema } = definition;
  const common = {
    name,
    family,
    file,
    pointer,
    schema,
    description: textOf(schema['description']),
    root: schema['x-unified-root'] === true,
    references: [...referencesIn(schema)].sort(compareText),
    examples: listOf(schema['examples']),
    invalidExamples: invalidExamplesOf(schema),
    ...optionalText('feature', schema['x-unified-feature']),
  };
  const context: Context = { definition, authored, report };
  if (schema['x-unified-json'] === true) return { ...common, kind: 'json', objectOnly: schema['type'] === 'object' };
  if (schema['discriminator'] !== undefined) return { ...common, kind: 'union', ...readUnion(context) };
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) {
    const values = openEnumValues(alternatives);
    if (values !== undefined) return { ...common, kind: 'open-enum', values };
    return { ...common, kind: 'scalar-union', alternatives: readAlternatives(alternatives, context) };
  }
  if (schema['type'] === 'object') {
    const values = schema['additionalProperties'];
    if (isJsonObject(values) && schema['properties'] === undefined)
      return {
        ...common,
        kind: 'map',
        values: readShape(values, joinPointer(pointer, 'additionalProperties'), context),
      };
    return { ...common, kind: 'object', properties: readProperties(context) };
  }
  if (schema['type'] === 'array')
    return { ...common, kind: 'array', items: readShape(schema['items'], joinPointer(pointer, 'items'), context) };
  const values = enumValues(schema);
  if (values !== undefined) return { ...common, kind: 'enum', values };
  if (isScalarType(schema['type'])) return { ...common, kind: 'scalar', type: schema['type'] };
  const advice = 'Give it a "type", an "enum", a "const", a "oneOf" with "discriminator", or an "anyOf".';
  report(file, pointer, 'definition-kind', `${name} does not say what it is.`, advice);
  return undefined;
}

interface Context {
  readonly definition: AuthoredDefinition;
  readonly authored: AuthoredFamily;
  readonly report: Report;
}

function readUnion({ definition, authored, report }: Context): { tag: string; variants: readonly Variant[] } {
  const { file, pointer, schema } = definition;
  const discriminator = schema['discriminator'];
  const tag = isJsonObject(discriminator) ? textOf(discriminator['propertyName']) : '';
  const taken = new Map<string, string>();
  const variants = listOf(schema['oneOf']).flatMap((entry, index): readonly Variant[] => {
    const at = joinPointer(pointer, 'oneOf', index);
    const name = referenceName(entry);
    const branch = name === undefined ? undefined : authored.get(name);
    const constant = branch === undefined ? undefined : propertiesOf(branch.schema)[tag]?.['const'];
    if (name === undefined || branch === undefined || typeof constant !== 'string') {
      const message = `${name ?? 'This branch'} has no constant "${tag}" of its own.`;
      const advice = `Each branch is a reference to an object with "${tag}": { "type": "string", "const": … } in it.`;
      report(file, at, 'union-tag', message, advice);
      return [];
    }
    if (!requiredNames(branch.schema).includes(tag))
      report(file, at, 'union-tag', `${name} does not require "${tag}".`, `Add "${tag}" to its "required".`);
    const owner = taken.get(constant);
    if (owner !== undefined)
      report(file, at, 'union-tag', `${owner} and ${name} have the same tag "${constant}".`, 'Give each its own.');
    taken.set(constant, name);
    return [{ tag: constant, definition: name }];
  });
  if (variants.length === 0)
    report(file, pointer, 'union-tag', 'The union has no branches.', 'List them in "oneOf", beside "discriminator".');
  return { tag, variants };
}

function readAlternatives(alternatives: readonly Json[], context: Context): readonly Shape[] {
  const keyword = context.definition.schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  return alternatives.map((entry, index) =>
    readShape(entry, joinPointer(context.definition.pointer, keyword, index), context),
  );
}

function readProperties(context: Context): readonly Property[] {
  const { pointer, schema } = context.definition;
  const required = new Set(requiredNames(schema));
  return Object.entries(propertiesOf(schema)).map(([name, value]) => ({
    name,
    required: required.has(name),
    description: textOf(value['description']),
    shape: readShape(value, joinPointer(pointer, 'properties', name), context),
    schema: value,
    bookkeeping: value['x-unified-bookkeeping'] === true,
    secret: value['x-unified-secret'] === true,
    noSecretScan: value['x-unified-no-secret-scan'] === true,
    ...optionalText('constant', value['const']),
    ...optionalText('feature', value['x-unified-feature']),
    ...optionalNeutral(value['x-unified-neutral']),
  }));
}

function readShape(schema: Json | undefined, pointer: string, context: Context): Shape {
  const name = referenceName(schema);
  if (name !== undefined) return { kind: 'reference', name };
  if (isJsonObject(schema)) {
    const type = schema['type'];
    if (type === 'array')
      return { kind: 'list', items: readShape(schema['items'], joinPointer(pointer, 'items'), context), schema };
    if (isScalarType(type) && schema['enum'] === undefined) return { kind: 'scalar', type, schema };
  }
  const { definition, report } = context;
  const message = 'An object, enum or union without a name stands below a definition.';
  report(definition.file, pointer, 'anonymous-type', message, 'Move it to "$defs" under a name, and refer to it.');
  return { kind: 'scalar', type: 'null', schema: {} };
}

function openEnumValues(alternatives: readonly Json[]): readonly string[] | undefined {
  const [known, open] = alternatives;
  if (alternatives.length !== 2 || !isJsonObject(known) || !isJsonObject(open)) return undefined;
  const values = listOf(known['enum']).filter((value) => typeof value === 'string');
  const isOpen = open['type'] === 'string' && open['enum'] === undefined && open['const'] === undefined;
  return values.length > 0 && isOpen ? values : undefined;
}

function enumValues(schema: SchemaObject): readonly (string | number | boolean | null)[] | undefined {
  const listed = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (listed === undefined) return undefined;
  return listOf(listed).filter((value) => value === null || typeof value !== 'object');
}

function referencesIn(value: Json): Set<string> {
  const found = new Set<string>();
  const visit = (entry: Json): void => {
    const name = referenceName(entry);
    if (name !== undefined) found.add(name);
    if (Array.isArray(entry)) for (const member of entry) visit(member);
    else if (isJsonObject(entry))
      for (const [key, member] of Object.entries(entry))
        if (!NOT_SCHEMAS.has(key) || !Array.isArray(member)) visit(member);
  };
  visit(value);
  return found;
}

const NOT_SCHEMAS = new Set(['examples', 'x-unified-invalid-examples']);

function invalidExamplesOf(schema: SchemaObject): readonly InvalidExample[] {
  return listOf(schema['x-unified-invalid-examples']).flatMap((entry) =>
    isJsonObject(entry) && entry['value'] !== undefined
      ? [{ why: textOf(entry['why']), at: textOf(entry['at']), value: entry['value'] }]
      : [],
  );
}

/** Whether a value of `type` is one of the scalar types of JSON Schema. */
export function isScalarType(type: Json | undefined): type is ScalarType {
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean' || type === 'null';
}

function optionalNeutral(neutral: Json | undefined): { readonly neutral?: Json } {
  return neutral === undefined ? {} : { neutral };
}

function optionalText<Key extends string>(key: Key, value: Json | undefined): { readonly [name in Key]?: string } {
  // The computed key is Key itself, which the compiler widens to string.
  return typeof value === 'string' ? ({ [key]: value } as { readonly [name in Key]: string }) : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
