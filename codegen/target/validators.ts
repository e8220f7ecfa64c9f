import { readFile } from 'node:fs/promises';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { compilerFor, schemaKey } from '../compile.ts';
import { compareText, type Definition, type Family } from '../model.ts';
import { type OutputFile, perFamily, stampOf } from './target.ts';
import { compactValidatorCode } from './validator-code.ts';

/** `validators.js` and its declarations, with the runtime that they import. */
export const validatorsTarget = perFamily('validators', async (family) => {
  const names = validatorNames(family);
  return [
    { path: 'validators.js', text: `// ${stampOf(family)}\n${validatorModule(family.definitions.values(), names)}` },
    { path: 'validators.d.ts', text: validatorDeclarations(family, names) },
    ...(await runtimeFiles(family)),
  ];
});

/** The definitions with an exported validator: the roots, the unions and their members. */
export function validatorNames(family: Family): readonly string[] {
  const names = new Set<string>();
  for (const definition of family.definitions.values()) {
    if (definition.root || definition.kind === 'union') names.add(definition.name);
    if (definition.kind === 'union') for (const variant of definition.variants) names.add(variant.definition);
  }
  return [...names].sort(compareText);
}

/**
 * An ES module that exports one validator per name and imports `./runtime.js` only.
 * `definitions` is every definition that the names reach; a changed copy of a family's definitions will do as well.
 */
export function validatorModule(definitions: Iterable<Definition>, names: readonly string[]): string {
  const compiler = compilerFor(definitions);
  // The module is CommonJS: its default export sits one level down, and the types say otherwise.
  const { default: standaloneCode } = standaloneModule as unknown as { readonly default: StandaloneCode };
  const exported = Object.fromEntries(names.map((name) => [name, schemaKey(name)]));
  return compactValidatorCode(standaloneCode(compiler, exported));
}

type StandaloneCode = (compiler: ReturnType<typeof compilerFor>, exported: Readonly<Record<string, string>>) => string;

/** The declarations of a validator module: each export is a type guard for the type of its name. */
function validatorDeclarations(family: Family, names: readonly string[]): string {
  const lines = names.map((name) => `export declare const ${name}: Validate<types.${name}>;`);
  return [
    `// ${stampOf(family)}`,
    "import type { Validate } from './runtime.js';",
    "import type * as types from './types.js';",
    '',
    ...lines,
    '',
  ].join('\n');
}

async function runtimeFiles(family: Family): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  for (const path of ['runtime.js', 'runtime.d.ts']) {
    const text = await readFile(new URL(`../runtime/${path}`, import.meta.url), 'utf8');
    files.push({ path, text: `// ${stampOf(family)}\n${text}` });
  }
  return files;
}
