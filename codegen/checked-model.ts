import { buildModel } from './build.ts';
import { lintFiles, lintModel } from './lint.ts';
import type { LoadedSchemas } from './load.ts';
import type { Model } from './model.ts';

/**
 * The model of schemas that keep every house rule.
 * `ownAddresses`: the files are somebody else's, under addresses of their own.
 * Throws a SchemaError with the findings of the first stage that has any.
 */
export function checkedModel(loaded: LoadedSchemas, options: { readonly ownAddresses: boolean }): Model {
  lintFiles(loaded, options);
  const model = buildModel(loaded);
  lintModel(model);
  return model;
}
