import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';

/** Where a subpath of the package has its source, so that the samples run without a build. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/'urtext\/profile\/([a-z-]+)'/g, `'${ROOT}src/projection/profile/$1/index.ts'`],
  [/'urtext\/validate\/compile'/g, `'${ROOT}src/validate/compile.ts'`],
  [/'urtext\/([a-z]+)'/g, `'${ROOT}src/$1/index.ts'`],
  [/'urtext'/g, `'${ROOT}src/index.ts'`],
];

const folder = mkdtempSync(join(ROOT, '.cache-samples-'));
mkdirSync(join(folder, 'samples'));
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGES = ['README.md', 'docs/annotations.md'];
const samples = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code),
);

describe('the samples of the guides', () => {
  it.each(samples.map((code, index) => [index + 1, code] as const))(
    '[D-4] sample %i compiles and runs',
    (index, code) => {
      const text = SOURCES.reduce((made, [pattern, replacement]) => made.replaceAll(pattern, replacement), code);
      const file = join(folder, 'samples', `sample-${index}.ts`);
      writeFileSync(file, text);
      const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--exactOptionalPropertyTypes',
        '--strict',
        '--skipLibCheck',
        '--allowImportingTsExtensions',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--types',
        'node',
      ];
      execFileSync(process.execPath, [tsc, ...options, file], { cwd: ROOT, encoding: 'utf8' });
      expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).not.toBe('');
    },
  );
});
