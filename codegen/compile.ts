import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import { anyOfKeyword } from './keyword/any-of.ts';
import { discriminatorKeyword } from './keyword/discriminator.ts';
import { itemsKeyword } from './keyword/items.ts';
import { propertiesKeyword } from './keyword/properties.ts';
import { referenceKeyword } from './keyword/reference.ts';
import { uniqueItemsKeyword } from './keyword/unique-items.ts';
import type { Definition } from './model.ts';
import { isDateTime } from './runtime/runtime.js';
import { schemaKey, validatorSchemas } from './validator-schemas.ts';

export { schemaKey };

/** Keywords whose code is ours: they mean what the library's mean, and their code is what makes validation fast. */
const KEYWORDS: readonly CodeKeywordDefinition[] = [
  anyOfKeyword,
  discriminatorKeyword,
  itemsKeyword,
  propertiesKeyword,
  referenceKeyword,
  uniqueItemsKeyword,
];

/**
 * A compiler that knows each definition, and each schema inside one, as a schema of its own.
 * The core draft-07 class on purpose: the flattened schemas need nothing newer, and the 2020 class blocks tree-shaking.
 */
export function compilerFor(definitions: Iterable<Definition>): Ajv {
  const compiler = new Ajv({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    inlineRefs: false,
    validateSchema: false,
    messages: false,
    code: { source: true, esm: true, formats: _`runtimeFormats` },
  });
  compiler.addFormat('date-time', isDateTime);
  for (const keyword of KEYWORDS) {
    for (const name of [keyword.keyword, ...(keyword.implements ?? [])].flat()) compiler.removeKeyword(name);
    compiler.addKeyword(keyword);
  }
  for (const [address, schema] of validatorSchemas(definitions)) compiler.addSchema(schema, address);
  return compiler;
}
