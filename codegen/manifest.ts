import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LoadedSchemas } from './load.ts';
import { compareText } from './model.ts';
import { digestOf } from './output.ts';
import { jsonText, type OutputFile, stampFor } from './target/target.ts';

/** `manifest.json`: the digests of what was read and written, and the versions of the libraries that wrote it. */
export function manifestOf({ files, data }: LoadedSchemas, outputs: readonly OutputFile[]): OutputFile {
  const manifest = {
    $comment: stampFor('schema'),
    generators: Object.fromEntries(GENERATORS.map((name) => [name, versionOf(name)])),
    inputs: digests([...files, ...data]),
    outputs: digests(outputs),
  };
  return { path: 'manifest.json', text: jsonText(manifest) };
}

const GENERATORS = ['ajv', 'json-schema-to-typescript'];

function digests(files: readonly OutputFile[]): { readonly [path: string]: string } {
  const sorted = [...files].sort((left, right) => compareText(left.path, right.path));
  return Object.fromEntries(sorted.map(({ path, text }) => [path, digestOf(text)]));
}

function versionOf(library: string): string {
  const path = createRequire(import.meta.url).resolve(`${library}/package.json`);
  const { version } = JSON.parse(readFileSync(path, 'utf8'));
  return String(version);
}
