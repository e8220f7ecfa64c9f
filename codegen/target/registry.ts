import { SchemaError } from '../finding.ts';
import { compareText, type Definition, type Family, rootsOf } from '../model.ts';
import { bundleTarget } from './bundle.ts';
import { type OutputFile, perFamily, stampOf } from './target.ts';
import { literal } from './text.ts';

/** The family that holds annotations. */
const ANNOTATION_FAMILY = 'annotation';

/**
 * `registry.ts` of the family `annotation`: each registered annotation with its schema and its validator.
 * The name is the path of the file below the family: `acme/review.schema.json` registers `acme/review`.
 * Unified v2, Portable annotations.
 */
export const registryTarget = perFamily('registry', async (family) => {
  if (family.name !== ANNOTATION_FAMILY) return [];
  const bundles = await bundleTarget.emit({ families: [family], data: [] });
  return [{ path: 'registry.ts', text: registryModule(family, registeredRoots(family), bundles) }];
});

interface RegisteredRoot {
  readonly name: string;
  readonly root: Definition;
}

/** Throws a SchemaError for a file with more roots than the one that its name stands for, or at another depth. */
function registeredRoots(family: Family): readonly RegisteredRoot[] {
  const registered = family.files.flatMap((file): readonly RegisteredRoot[] => {
    const [root, second] = rootsOf(family).filter((definition) => definition.file === file);
    if (root === undefined) return [];
    const name = /^[^/]+\/([a-z0-9][a-z0-9.-]*\/[a-z0-9][a-z0-9.-]*)\.schema\.json$/.exec(file.path)?.[1];
    const fault = (pointer: string, message: string, advice: string): SchemaError =>
      new SchemaError([
        { file: file.display, line: file.lineAt(pointer), pointer, rule: 'annotation-file', message, advice },
      ]);
    if (name === undefined)
      throw fault(
        '',
        'The path of the file gives no name of an annotation.',
        'Put it at <profile>/<name>.schema.json.',
      );
    if (second !== undefined) {
      const message = `${root.name} and ${second.name} would both be registered as ${name}.`;
      throw fault(
        second.pointer,
        message,
        'A file has one definition marked "x-unified-root": give each its own file.',
      );
    }
    return [{ name, root }];
  });
  return registered.sort((left, right) => compareText(left.name, right.name));
}

function registryModule(family: Family, registered: readonly RegisteredRoot[], bundles: readonly OutputFile[]): string {
  const names = registered.map(({ root }) => root.name);
  const entries = registered.map(({ name, root }) => {
    const schema = bundles.find(({ path }) => path === `bundle/${root.name}.schema.json`)?.text;
    if (schema === undefined) throw new Error(`There is no bundle of ${root.name}.`);
    const fields = [`name: ${literal(name)}`, `validate: ${root.name}`, `schema: ${schema.trim()}`];
    return `  {\n    ${fields.join(',\n').replaceAll('\n', '\n    ')},\n  },`;
  });
  return `// ${stampOf(family)}

import type { Validate } from './runtime.js';
${names.length === 0 ? '' : `import {\n${names.map((name) => `  ${name},`).join('\n')}\n} from './validators.js';\n`}
/** An annotation that records may carry: what it must look like, and how to find out whether it does. */
export interface RegisteredAnnotation {
  /** The name under which records refer to it: \`openai-chat/request-form\`. */
  readonly name: string;
  readonly validate: Validate<unknown>;
  /** Its JSON Schema (2020-12), self-contained. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Sorted by name. */
export const ANNOTATIONS: readonly RegisteredAnnotation[] = [
${entries.join('\n')}
];
`;
}
