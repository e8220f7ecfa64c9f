import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as frontDoor from '../../src/index.ts';
import * as projection from '../../src/projection/index.ts';
import * as validate from '../../src/validate/index.ts';
import { ROOT } from '../support/imports.ts';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Each addition to the surface is a deliberate edit of this file. */
describe('the public surface', () => {
  it('[D-4] has these subpaths and no others', () => {
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './validate',
      './validate/compile',
      './fold',
      './fidelity',
      './projection',
      './profile/*',
      './aimatey',
      './schema/*',
      './bundle/*',
      './package.json',
    ]);
  });

  it('[D-4] gives these values at the front door, beside the constants and guards of the schemas', () => {
    const made = Object.keys(frontDoor).filter((name) => !/^(is[A-Z]|[A-Z_0-9]+$)/.test(name));
    expect(made).toMatchSnapshot();
  });

  it('[D-5] gives these values at the door of validation', () => {
    expect(Object.keys(validate)).toMatchSnapshot();
  });

  it('[U-PROF-10] gives these values at the door of projection', () => {
    expect(Object.keys(projection)).toMatchSnapshot();
  });

  const doors = [
    ...['src/index.ts', 'src/validate/index.ts', 'src/validate/compile.ts', 'src/projection/index.ts'],
    ...['src/aimatey/index.ts', 'src/fold/index.ts', 'src/fidelity/index.ts', 'src/projection/profile/index.ts'],
    ...['src/projection/profile/openai-chat/index.ts', 'src/projection/profile/anthropic-messages/index.ts'],
  ];
  it.each(doors)('[D-4] exports from %s exactly these names, types among them', (door) => {
    expect(exportedNames(readFileSync(join(ROOT, door), 'utf8'))).toMatchSnapshot();
  });
});

/** Every name that a file exports, and every file that it exports whole. */
function exportedNames(text: string): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const lists = [...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
  const whole = [...code.matchAll(/^export (?:type )?\* from '([^']+)'/gm)].map(([, file = '']) => `* ${file}`);
  const declared = [...code.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)];
  return [...lists.map((name) => name.trim().replace(/^type /, '')), ...whole, ...declared.map(([, name = '']) => name)]
    .filter((name) => name !== '')
    .sort();
}
