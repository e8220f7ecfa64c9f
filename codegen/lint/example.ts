import type { ErrorObject } from 'ajv';
import { compilerFor, schemaKey } from '../compile.ts';
import type { Report } from '../finding.ts';
import type { Definition, Family } from '../model.ts';
import { joinPointer } from '../pointer.ts';

/** Valid examples are accepted, invalid ones are refused at the place that they name. */
export function lintExamples(family: Family, report: Report): void {
  const compiler = compilerFor(family.definitions.values());
  for (const definition of family.definitions.values()) {
    if (definition.examples.length + definition.invalidExamples.length === 0) continue;
    const validate = compiler.getSchema(schemaKey(definition.name));
    if (validate === undefined) throw new Error(`${definition.name} did not compile.`);
    lintExamplesOf(definition, (value) => (validate(value) === true ? undefined : (validate.errors ?? [])[0]), report);
  }
}

function lintExamplesOf(
  { file, pointer, name, examples, invalidExamples }: Definition,
  faultOf: (value: unknown) => ErrorObject | undefined,
  report: Report,
): void {
  for (const [index, value] of examples.entries()) {
    const fault = faultOf(value);
    if (fault === undefined) continue;
    const at = joinPointer(pointer, 'examples', index);
    const place = fault.instancePath === '' ? '' : ` at ${fault.instancePath}`;
    const message = `This example of ${name} is refused${place}: ${fault.keyword} ${JSON.stringify(fault.params)}.`;
    report(file, at, 'example', message, 'Correct the example or the schema.');
  }
  for (const [index, { value, at: expected }] of invalidExamples.entries()) {
    const fault = faultOf(value);
    const at = joinPointer(pointer, 'x-unified-invalid-examples', index);
    if (fault === undefined) {
      report(file, at, 'example', `This invalid example of ${name} is accepted.`, 'Correct the example or the schema.');
    } else if (!placesOf(fault).includes(expected)) {
      const message = `This invalid example of ${name} is refused at "${placesOf(fault)[0]}", not at "${expected}".`;
      report(file, at, 'example', message, 'Correct "at", or leave only one fault in the example.');
    }
  }
}

/** The object that lacks a property or has one too many, and the property itself, are both the place of the fault. */
function placesOf({ instancePath, params }: ErrorObject): readonly string[] {
  const names = [params['missingProperty'], params['additionalProperty'], params['tag'], params['propertyName']];
  const below = names.filter((name) => typeof name === 'string').map((name) => joinPointer(instancePath, name));
  return [...below, instancePath];
}
