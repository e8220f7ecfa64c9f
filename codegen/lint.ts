import { withFindings } from './finding.ts';
import { lintBounds } from './lint/bound.ts';
import { lintDefinition } from './lint/definition.ts';
import { lintExamples } from './lint/example.ts';
import { lintHeader } from './lint/file.ts';
import { lintKeywords } from './lint/keyword.ts';
import { metaschemaLint } from './lint/metaschema.ts';
import { lintDefinitions } from './lint/model-rule.ts';
import { schemasIn } from './lint/visit.ts';
import type { LoadedSchemas } from './load.ts';
import type { Model } from './model.ts';
import { readFeatures } from './target/features.ts';

/**
 * The house rules that a file can be judged by alone: its head, its keywords, descriptions, closed objects, bounds.
 * `ownAddresses`: the files are somebody else's, under addresses of their own.
 * Throws a SchemaError with all findings of the first stage that has any, so that one typo is one finding.
 */
export function lintFiles({ files }: LoadedSchemas, { ownAddresses }: { readonly ownAddresses: boolean }): void {
  withFindings((report) => {
    for (const file of files) {
      lintHeader(file, ownAddresses, report);
      for (const visited of schemasIn(file)) lintKeywords(visited, report);
    }
  });
  withFindings((report) => {
    const lintMetaschema = metaschemaLint();
    for (const file of files) lintMetaschema(file, report);
  });
  withFindings((report) => {
    for (const visited of files.flatMap((file) => [...schemasIn(file)])) {
      lintDefinition(visited, report);
      lintBounds(visited, report);
    }
  });
}

/** The house rules that need the whole model; then every example against its schema. Throws like lintFiles. */
export function lintModel(model: Model): void {
  const codes = new Set(readFeatures(model).map(({ code }) => code));
  withFindings((report) => lintDefinitions(model, codes, report));
  withFindings((report) => {
    for (const family of model.families) lintExamples(family, report);
  });
}
