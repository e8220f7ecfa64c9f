import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import fc from 'fast-check';
import type { Definition, Family, Json } from '../../../../codegen/model.ts';
import { isJsonObject } from '../../../../codegen/model.ts';

/** Judges a value by the authored files, with the 2020-12 class, `allOf` and `oneOf` as they stand. */
export type Judge = (name: string, value: unknown) => boolean;

/** A judge that has never seen the model, the flattened schemas or the generated code. */
export function authoredJudge(family: Family): Judge {
  const compiler = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  // The plugin is CommonJS: some loaders unwrap its default export and others do not.
  const addFormats = ('default' in addFormatsModule ? addFormatsModule.default : addFormatsModule) as FormatsPlugin;
  addFormats(compiler);
  for (const file of family.files) compiler.addSchema(file.json);
  return (name, value) => {
    const definition = family.definitions.get(name);
    const validate = compiler.getSchema(`${String(definition?.file.json['$id'])}#/$defs/${name}`);
    if (validate === undefined) throw new Error(`${name} has no authored schema.`);
    return validate(value) === true;
  };
}

/** An example of a definition, changed at some place in some way that a careless writer might. */
export interface Mutant {
  readonly name: string;
  readonly value: Json;
}

/** Examples of the given definitions with nought to three changes each. */
export function mutants(definitions: Iterable<Definition>): fc.Arbitrary<Mutant> {
  const seeds = [...definitions].flatMap(({ name, examples, invalidExamples }) =>
    [...examples, ...invalidExamples.map(({ value }) => value)].map((value) => ({ name, value })),
  );
  const changes = fc.array(fc.tuple(fc.nat(), change), { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...seeds), changes).map(([{ name, value }, list]) => ({
    name,
    value: list.reduce<Json>((current, [place, how]) => changedAt(current, place, how), value),
  }));
}

type Change = (value: Json) => Json | undefined;

const replacement = fc.oneof(
  fc.constantFrom<Json>('', 'x', 'text', 'message', '2.0', '2024-02-31T00:00:00Z', '2024-02-28T00:00:00Z', '😀'),
  fc.constantFrom<Json>(0, 1, -1, 0.5, 2 ** 53, 1e300, true, false, null),
  fc.constantFrom<Json>([], {}, [1], { value: null }, 'x'.repeat(600), `${'x'.repeat(511)}😀`, '😀'.repeat(512)),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  replacement.map((value) => () => value),
  fc.constant(() => undefined),
  fc.constant((value: Json) => (isJsonObject(value) ? { ...value, surplus: 1 } : value)),
  fc.constant((value: Json) => (Array.isArray(value) ? [...value, ...value] : value)),
  fc.constant((value: Json) => (typeof value === 'string' ? `${value}😀` : value)),
);

/** Applies the change at the n-th place of the value, counted in reading order and around. */
function changedAt(value: Json, place: number, how: Change): Json {
  const target = place % countPlaces(value);
  let seen = -1;
  const visit = (json: Json): Json | undefined => {
    seen += 1;
    if (seen === target) return how(json);
    if (Array.isArray(json)) return json.map((entry: Json) => visit(entry) ?? null);
    if (!isJsonObject(json)) return json;
    const entries = Object.entries(json).flatMap(([key, entry]): readonly (readonly [string, Json])[] => {
      const next = visit(entry);
      return next === undefined ? [] : [[key, next]];
    });
    return Object.fromEntries(entries);
  };
  return visit(value) ?? null;
}

function countPlaces(json: Json): number {
  const below: readonly Json[] = Array.isArray(json) ? json : isJsonObject(json) ? Object.values(json) : [];
  return below.reduce<number>((sum, entry) => sum + countPlaces(entry), 1);
}
