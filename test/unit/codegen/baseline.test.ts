import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../codegen/build.ts';
import { parseReservedNames } from '../../../codegen/compat/reserved.ts';
import { type ComparableBundle, compareBundles } from '../../../codegen/compat.ts';
import { loadSchemas } from '../../../codegen/load.ts';

const FOLDER = 'schema/baseline';
const released = readdirSync(FOLDER).flatMap((file) => {
  const [, family = '', major = ''] = /^(\w+)-(\d+)\.[\d.]+\.bundle\.json$/.exec(file) ?? [];
  return family === '' ? [] : [{ file, family, major }];
});

const { families } = buildModel(await loadSchemas({ root: 'schema' }));
const reserved = parseReservedNames(await readFile('schema/reserved.json', 'utf8'));

describe('the schemas against the last released bundles', () => {
  it('[U-VER-2] are held to a released bundle of every versioned family', () => {
    expect(released.map(({ family }) => family).sort()).toEqual(['aimatey', 'unified']);
  });

  it.each(released)('[U-VER-2] break nothing of $file without a new major version', async ({ file, family, major }) => {
    const current = families.find(({ name }) => name === family);
    if (current === undefined) expect.fail(`The family ${family} is gone.`);
    if (current.version?.split('.')[0] !== major) return;
    const previous: ComparableBundle = JSON.parse(await readFile(`${FOLDER}/${file}`, 'utf8'));
    const next = {
      $defs: Object.fromEntries([...current.definitions].map(([name, { schema }]) => [name, schema])),
    };
    const names = reserved.filter((entry) => entry.family === family);
    expect(compareBundles(previous, next, names).filter(({ level }) => level === 'breaking')).toEqual([]);
  });
});

describe('the reserved names', () => {
  it.each(families.map(({ name, definitions }) => ({ name, definitions })))(
    '[U-VER-2] are not used by the family $name',
    ({ name, definitions }) => {
      const bundle = { $defs: Object.fromEntries([...definitions].map(([key, { schema }]) => [key, schema])) };
      const names = reserved.filter(({ family }) => family === name);
      expect(compareBundles(bundle, bundle, names)).toEqual([]);
    },
  );
});
