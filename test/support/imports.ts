import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every TypeScript file below a folder of the project, as paths from the root, sorted. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
    .sort();
}

const IMPORT =
  /^\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm;

/** What a file imports, type-only imports included: project files as paths from the root, packages by name. */
export function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(IMPORT)].flatMap(([, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare;
    if (target === undefined) return [];
    return [target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(file), target)) : target];
  });
}
