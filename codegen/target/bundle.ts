import { type Definition, type Family, familyFolder, type Json, reachableFrom, rootsOf } from '../model.ts';
import { jsonText, type OutputFile, stampOf, type Target } from './target.ts';

/** `bundle/<Root>.schema.json`, self-contained, one per root; and `<family>/bundle.json` with every definition. */
export const bundleTarget: Target = {
  name: 'bundle',
  emit: ({ families }) => families.flatMap((family) => [familyBundle(family), ...rootBundles(family)]),
};

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function familyBundle(family: Family): OutputFile {
  const [first] = family.definitions.values();
  const bundle = {
    $comment: stampOf(family),
    $schema: DIALECT,
    ...(first === undefined ? {} : { $id: bundleId(family, first, 'bundle') }),
    title: family.name,
    description: `All definitions of ${familyFolder(family)}, flattened.`,
    $defs: definitionSchemas([...family.definitions.values()]),
  };
  return { path: `${family.name}/bundle.json`, text: jsonText(bundle) };
}

function rootBundles(family: Family): readonly OutputFile[] {
  return rootsOf(family).map((root) => {
    const bundle = {
      $comment: stampOf(family),
      $schema: DIALECT,
      $id: bundleId(family, root, root.name),
      title: root.name,
      description: root.description,
      $ref: `#/$defs/${root.name}`,
      $defs: definitionSchemas(reachableFrom(family, [root.name])),
    };
    return { path: `bundle/${root.name}.schema.json`, text: jsonText(bundle) };
  });
}

/** On the host that the authored files name, so that the bundles of other people's annotations carry their own address. */
function bundleId(family: Family, definition: Definition, name: string): string {
  const authored = definition.file.json['$id'];
  const base = typeof authored === 'string' && URL.canParse(authored) ? authored : `urn:urtext:${family.name}`;
  const path = `/bundle/${familyFolder(family)}/${name}.schema.json`;
  return URL.canParse(path, base) ? new URL(path, base).href : `${base}${path}`;
}

function definitionSchemas(definitions: readonly Definition[]): { readonly [name: string]: Json } {
  return Object.fromEntries(definitions.map(({ name, schema }) => [name, schema]));
}
