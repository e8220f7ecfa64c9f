import { isJsonObject, type Json, type SchemaObject, type SourceFile } from '../model.ts';
import { joinPointer } from '../pointer.ts';

/** Where a schema stands in an authored file; the place decides which keywords it may have. */
export type Place = 'definition' | 'property' | 'items' | 'values' | 'names' | 'alternative' | 'branch' | 'extension';

/** One schema of an authored file. */
export interface Visited {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly place: Place;
  readonly schema: SchemaObject;
  /** The definition's or property's own name; of the definition, for every other place. */
  readonly name: string;
}

/** Every schema of a file: its definitions, and what stands in them, outer before inner. */
export function* schemasIn(file: SourceFile): Generator<Visited> {
  const definitions = file.json['$defs'];
  if (!isJsonObject(definitions)) return;
  for (const [name, schema] of Object.entries(definitions)) {
    if (isJsonObject(schema))
      yield* visit({ file, pointer: joinPointer('/$defs', name), place: 'definition', schema, name });
  }
}

function* visit(visited: Visited): Generator<Visited> {
  yield visited;
  const { file, pointer, schema, name } = visited;
  for (const [keyword, place] of SINGLE) {
    const below = schema[keyword];
    if (isJsonObject(below)) yield* visit({ file, pointer: joinPointer(pointer, keyword), place, schema: below, name });
  }
  for (const [keyword, place] of LISTED) {
    for (const [index, below] of entriesOf(schema[keyword])) {
      if (isJsonObject(below))
        yield* visit({ file, pointer: joinPointer(pointer, keyword, index), place, schema: below, name });
    }
  }
  const properties = schema['properties'];
  if (!isJsonObject(properties)) return;
  for (const [property, below] of Object.entries(properties)) {
    const at = joinPointer(pointer, 'properties', property);
    if (isJsonObject(below)) yield* visit({ file, pointer: at, place: 'property', schema: below, name: property });
  }
}

const SINGLE: readonly (readonly [keyword: string, place: Place])[] = [
  ['items', 'items'],
  ['additionalProperties', 'values'],
  ['propertyNames', 'names'],
];

const LISTED: readonly (readonly [keyword: string, place: Place])[] = [
  ['allOf', 'extension'],
  ['anyOf', 'alternative'],
  ['oneOf', 'branch'],
];

function entriesOf(value: Json | undefined): Iterable<[number, Json]> {
  return Array.isArray(value) ? value.entries() : [];
}
