import { isJsonObject, type Json, type SchemaObject } from '../model.ts';

/** What a schema of a bundle is, as far as two of them can be compared member by member. */
export type SchemaKind =
  | 'reference'
  | 'union'
  | 'open-enum'
  | 'alternatives'
  | 'enum'
  | 'object'
  | 'array'
  | 'scalar'
  | 'any';

/** The kind of a flattened schema. */
export function kindOf(schema: SchemaObject): SchemaKind {
  if (schema['$ref'] !== undefined) return 'reference';
  if (schema['discriminator'] !== undefined) return 'union';
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return isOpenEnum(alternatives) ? 'open-enum' : 'alternatives';
  if (schema['const'] !== undefined || schema['enum'] !== undefined) return 'enum';
  if (schema['type'] === 'object') return 'object';
  if (schema['type'] === 'array') return 'array';
  return schema['type'] === undefined ? 'any' : 'scalar';
}

/** The members of `oneOf` or `anyOf`. */
export function alternativesOf(schema: SchemaObject): readonly SchemaObject[] {
  const members = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(members) ? members.filter(isJsonObject) : [];
}

/** The values that a `const`, an `enum` or the known half of an open list names. */
export function valuesOf(schema: SchemaObject): readonly Json[] {
  const known = kindOf(schema) === 'open-enum' ? alternativesOf(schema)[0] : schema;
  if (known === undefined) return [];
  if (known['const'] !== undefined) return [known['const']];
  return Array.isArray(known['enum']) ? known['enum'] : [];
}

function isOpenEnum([known, open, ...others]: readonly SchemaObject[]): boolean {
  return (
    others.length === 0 && known?.['enum'] !== undefined && open?.['type'] === 'string' && open['enum'] === undefined
  );
}
