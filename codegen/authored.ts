import type { SchemaObject, SourceFile } from './model.ts';

/** A definition as it stands in its file, with every `$ref` already rewritten to `#/$defs/Name`. */
export interface AuthoredDefinition {
  readonly name: string;
  readonly file: SourceFile;
  readonly pointer: string;
  readonly schema: SchemaObject;
}

/** The authored definitions of one family, by name. */
export type AuthoredFamily = ReadonlyMap<string, AuthoredDefinition>;

/** Whether a definition only serves as a base of others. */
export function isBase(definition: AuthoredDefinition): boolean {
  return definition.schema['x-unified-base'] === true;
}
