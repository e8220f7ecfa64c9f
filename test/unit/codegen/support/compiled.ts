import { readFile } from 'node:fs/promises';
import { compilerFor, schemaKey } from '../../../../codegen/compile.ts';
import { type Definition, definitionOf, type SchemaObject } from '../../../../codegen/model.ts';
import type { Validate, ValidationError } from '../../../../codegen/runtime/runtime.js';
import { validatorModule } from '../../../../codegen/target/validators.ts';
import { fixtureFamily } from './fixture.ts';
import { importFrom, temporaryFolder, writeFiles } from './written.ts';

/** The faults of a value: the keyword, the place, and what the rule says. None if it is valid. */
export type Faults = readonly (readonly [keyword: string, place: string, params: unknown])[];

/**
 * Compiles the first of the schemas, which may refer to the others by `#/$defs/<name>`, and answers what finds faults:
 * as the generated module has it and, which must be the same, as the compiler itself does.
 */
export async function faultFinder(
  schemas: Readonly<Record<string, SchemaObject>>,
): Promise<(value: unknown) => Faults> {
  const [first = ''] = Object.keys(schemas);
  const definitions = await definitionsOf(schemas);
  const folder = await temporaryFolder();
  await writeFiles(folder, [
    { path: 'package.json', text: '{ "type": "module" }' },
    { path: 'runtime.js', text: await readFile('codegen/runtime/runtime.js', 'utf8') },
    { path: 'validators.js', text: validatorModule(definitions, [first]) },
  ]);
  // The module exports the one validator that it was asked for.
  const generated = (await importFrom(folder, 'validators.js'))[first] as Validate<unknown>;
  const compiled = compilerFor(definitions).getSchema(schemaKey(first));
  if (compiled === undefined) throw new Error(`There is no schema ${first}.`);
  return (value) => {
    const faults = generated(value) ? [] : summary(generated.errors);
    const others = compiled(value) === true ? [] : summary(compiled.errors);
    if (JSON.stringify(faults) !== JSON.stringify(others))
      throw new Error(`Generated and compiled differ: ${JSON.stringify([faults, others])}`);
    return faults;
  };
}

async function definitionsOf(schemas: Readonly<Record<string, SchemaObject>>): Promise<readonly Definition[]> {
  const any = definitionOf(await fixtureFamily(), 'SampleCount');
  return Object.entries(schemas).map(([name, schema]) => ({ ...any, name, schema }));
}

type Fault = Pick<ValidationError, 'keyword' | 'instancePath' | 'params'>;

function summary(faults: readonly Fault[] | null | undefined): Faults {
  return (faults ?? []).map(({ keyword, instancePath, params }) => [keyword, instancePath, params]);
}
