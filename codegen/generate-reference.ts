import { buildModel } from './build.ts';
import { loadSchemas } from './load.ts';
import { applyDifference, type Difference, differenceOf } from './output.ts';
import { referenceTarget } from './target/reference.ts';

export interface ReferenceOptions {
  /** The schema folder. Default: `schema` in the working directory. */
  readonly schema?: string;
  /** The folder of the reference. Default: `docs/reference` in the working directory. */
  readonly out?: string;
  /** Compare only, write nothing. */
  readonly check?: boolean;
}

/**
 * Writes the Markdown reference of the schemas, or with `check` compares it; answers how the folder differed.
 * Throws a SchemaError when the schemas make no model; the house rules are generate.ts's to judge.
 */
export async function generateReference(options: ReferenceOptions = {}): Promise<Difference> {
  const out = options.out ?? 'docs/reference';
  const model = buildModel(await loadSchemas({ root: options.schema ?? 'schema' }));
  const files = await referenceTarget.emit(model);
  const difference = await differenceOf(out, files);
  if (options.check !== true) await applyDifference(out, files, difference);
  return difference;
}
