/**
 * The generator's own model: what every target reads instead of the authored files.
 *
 * `loadSchemas` (load.ts) reads the files, `buildModel` (build.ts) turns them into this. In a model every reference is
 * resolved to a name, every `allOf` base is merged into the definitions that extend it (the bases themselves are gone),
 * and every collection is sorted by name, so that targets that iterate give the same bytes on every run.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema object, as authored or flattened. */
export interface SchemaObject {
  readonly [keyword: string]: Json;
}

/** One schema file. `path` is the path below the schema root, with forward slashes: the stable name used in outputs. */
export interface SourceFile {
  readonly path: string;
  /** Where the file is for a human: the root as it was given, joined with the path. For messages only. */
  readonly display: string;
  readonly text: string;
  readonly json: SchemaObject;
  /** The line (from 1) on which the value at a JSON pointer starts; for a pointer that leads nowhere, its nearest parent. */
  lineAt(pointer: string): number;
}

/** A JSON file below the schema root that is no schema: data for a target (features.json, the transition tables). */
export interface DataFile {
  readonly path: string;
  readonly text: string;
  readonly json: Json;
}

/** Everything that the targets may read. */
export interface Model {
  /** Sorted by name. */
  readonly families: readonly Family[];
  /** Sorted by path. */
  readonly data: readonly DataFile[];
}

/** A set of definitions that refer only to each other: `unified`, `aimatey`, `annotation`. */
export interface Family {
  readonly name: string;
  /** From the folder (`unified/2.0`); a family whose second folder is no version has none. */
  readonly version?: string;
  readonly files: readonly SourceFile[];
  /** By name, sorted by name. */
  readonly definitions: ReadonlyMap<string, Definition>;
}

interface DefinitionCommon {
  readonly name: string;
  readonly family: string;
  readonly file: SourceFile;
  /** JSON pointer of the definition in its file: `/$defs/Name`. */
  readonly pointer: string;
  readonly description: string;
  /**
   * Flattened: bases merged, closed objects say `additionalProperties: false`, every reference reads `#/$defs/Name`.
   * Documentation, examples and `x-unified-*` keywords are kept.
   */
  readonly schema: SchemaObject;
  /** `x-unified-root`: gets a public validator and a self-contained bundle. */
  readonly root: boolean;
  /** `x-unified-feature` on the definition. */
  readonly feature?: string;
  /** Names of the definitions that this one refers to directly, sorted. */
  readonly references: readonly string[];
  readonly examples: readonly Json[];
  readonly invalidExamples: readonly InvalidExample[];
}

export interface InvalidExample {
  readonly why: string;
  /** JSON pointer, inside `value`, of the fault. */
  readonly at: string;
  readonly value: Json;
}

/** A closed object with named properties. */
export interface ObjectDefinition extends DefinitionCommon {
  readonly kind: 'object';
  /** Tag properties first, then those of the bases, then the definition's own, each in authored order. */
  readonly properties: readonly Property[];
}

/** A discriminated union of object definitions. */
export interface UnionDefinition extends DefinitionCommon {
  readonly kind: 'union';
  /** The property whose constant tells the variants apart. */
  readonly tag: string;
  /** In authored order. */
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly tag: string;
  readonly definition: string;
}

/** A closed list of strings (or one constant: then `values` has one member). */
export interface EnumDefinition extends DefinitionCommon {
  readonly kind: 'enum';
  readonly values: readonly (string | number | boolean | null)[];
}

/** A list of known strings to which any other string may come. */
export interface OpenEnumDefinition extends DefinitionCommon {
  readonly kind: 'open-enum';
  readonly values: readonly string[];
}

export interface ScalarDefinition extends DefinitionCommon {
  readonly kind: 'scalar';
  readonly type: ScalarType;
}

/** Alternatives told apart by their JSON type: `string | Part[]`. At most one of them is an object. */
export interface ScalarUnionDefinition extends DefinitionCommon {
  readonly kind: 'scalar-union';
  readonly alternatives: readonly Shape[];
}

export interface ArrayDefinition extends DefinitionCommon {
  readonly kind: 'array';
  readonly items: Shape;
}

/** An object whose property names are data. */
export interface MapDefinition extends DefinitionCommon {
  readonly kind: 'map';
  readonly values: Shape;
}

/** Arbitrary JSON: any value, or any object. */
export interface JsonDefinition extends DefinitionCommon {
  readonly kind: 'json';
  readonly objectOnly: boolean;
}

export type Definition =
  | ObjectDefinition
  | UnionDefinition
  | EnumDefinition
  | OpenEnumDefinition
  | ScalarDefinition
  | ScalarUnionDefinition
  | ArrayDefinition
  | MapDefinition
  | JsonDefinition;

export type DefinitionKind = Definition['kind'];

export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** What the value of a property, a list or a map is. */
export type Shape =
  | { readonly kind: 'scalar'; readonly type: ScalarType; readonly schema: SchemaObject }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'list'; readonly items: Shape; readonly schema: SchemaObject };

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly shape: Shape;
  /** The flattened schema of the value, as it stands in the definition. */
  readonly schema: SchemaObject;
  /** The string constant, where the property has one (a tag, a schema version). */
  readonly constant?: string;
  /** `x-unified-feature`: what a projection must claim or report when the property is present. */
  readonly feature?: string;
  /**
   * `x-unified-neutral`: the value that asks for nothing of a target without the feature, which behaves so anyway. Where
   * the property holds an intent, it is the intent's `value` that this is about.
   */
  readonly neutral?: Json;
  /** `x-unified-bookkeeping`: left out of the content fingerprint. */
  readonly bookkeeping: boolean;
  /** `x-unified-secret`: the value is a reference to a secret. */
  readonly secret: boolean;
  /** `x-unified-no-secret-scan`: opaque media, never scanned for credentials. */
  readonly noSecretScan: boolean;
}

/** The definitions that are reachable from `names` (themselves included), sorted by name. */
export function reachableFrom(family: Family, names: Iterable<string>): readonly Definition[] {
  const found = new Map<string, Definition>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const definition = family.definitions.get(name);
    if (definition === undefined || found.has(name)) continue;
    found.set(name, definition);
    pending.push(...definition.references);
  }
  return [...found.values()].sort((left, right) => compareText(left.name, right.name));
}

/** The definitions with a public validator and a bundle of their own, sorted by name. */
export function rootsOf(family: Family): readonly Definition[] {
  return [...family.definitions.values()].filter((definition) => definition.root);
}

/** The definition of that name. Throws on a name that the family does not have: a fault of the generator. */
export function definitionOf(family: Family, name: string): Definition {
  const definition = family.definitions.get(name);
  if (definition === undefined) throw new Error(`The family ${family.name} has no definition ${name}.`);
  return definition;
}

/** The schema folder of a family, for stamps and paths: `unified/2.0`, `annotation`. */
export function familyFolder(family: Family): string {
  return family.version === undefined ? family.name : `${family.name}/${family.version}`;
}

/** Order by UTF-16 code units: the same on every machine, whatever its locale. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Narrows a JSON value to an object. */
export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
