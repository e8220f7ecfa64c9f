import { buildModel } from '../../../../codegen/build.ts';
import { loadSchemas } from '../../../../codegen/load.ts';
import type { Json, Model } from '../../../../codegen/model.ts';

/** The small family of the fixtures, with the data files given by path in place of its own. */
export async function sampleModel(data?: Readonly<Record<string, Json>>): Promise<Model> {
  const model = buildModel(await loadSchemas({ root: 'test/unit/codegen/fixture' }));
  if (data === undefined) return model;
  return { ...model, data: Object.entries(data).map(([path, json]) => ({ path, text: JSON.stringify(json), json })) };
}
