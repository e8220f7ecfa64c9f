import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Report } from '../finding.ts';
import type { SourceFile } from '../model.ts';

/** A check of files against the 2020-12 metaschema: values of the right type under every keyword. */
export function metaschemaLint(): (file: SourceFile, report: Report) => void {
  const compiler = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  return (file, report) => {
    if (compiler.validateSchema(file.json) === true) return;
    const [error] = compiler.errors ?? [];
    const message = `The value at this place ${error?.message ?? 'is no schema'}.`;
    report(file, error?.instancePath ?? '', 'metaschema', message, 'See JSON Schema 2020-12 for the keyword.');
  };
}
