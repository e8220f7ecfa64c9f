import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkedModel } from '../../../codegen/checked-model.ts';
import { generate } from '../../../codegen/generate.ts';
import { loadSchemas } from '../../../codegen/load.ts';
import type { Family, Model } from '../../../codegen/model.ts';
import type { Validate } from '../../../codegen/runtime/runtime.js';
import { validatorModule } from '../../../codegen/target/validators.ts';
import { authoredJudge, mutants } from './support/authored.ts';
import { importFrom, temporaryFolder, writeFiles } from './support/written.ts';

let model: Model;

beforeAll(async () => {
  model = checkedModel(await loadSchemas({ root: 'schema' }), { ownAddresses: false });
});

/** Validators of every definition of a family that has examples. */
async function validatorsOf(family: Family): Promise<Readonly<Record<string, Validate<unknown>>>> {
  const names = [...family.definitions.values()].filter(({ examples }) => examples.length > 0).map(({ name }) => name);
  const folder = await temporaryFolder();
  await writeFiles(folder, [
    { path: 'package.json', text: '{ "type": "module" }' },
    { path: 'runtime.js', text: await runtimeText() },
    { path: 'validators.js', text: validatorModule(family.definitions.values(), names) },
  ]);
  // Every export of the module is a validator.
  return (await importFrom(folder, 'validators.js')) as Readonly<Record<string, Validate<unknown>>>;
}

async function runtimeText(): Promise<string> {
  return readFile('codegen/runtime/runtime.js', 'utf8');
}

describe('the schemas of the project', () => {
  it('[D-2] are what generated/ was made from', async () => {
    expect(await generate({ check: true })).toMatchObject({
      ok: true,
      findings: [],
      stale: [],
      missing: [],
      surplus: [],
    });
  });

  it('[D-1] cover the format and the formats beside it', () => {
    expect(model.families.map(({ name }) => name)).toEqual(expect.arrayContaining(['aimatey', 'unified']));
  });

  it.each(['aimatey', 'unified'])('[U-VAL-1] judge alike as authored and as generated: %s', async (name) => {
    const family = model.families.find((each) => each.name === name);
    if (family === undefined) throw new Error(`There is no family ${name}.`);
    const judge = authoredJudge(family);
    const validators = await validatorsOf(family);
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(mutants(family.definitions.values()), (mutant) => {
        const verdict = judge(mutant.name, mutant.value);
        counts[verdict ? 'valid' : 'invalid'] += 1;
        expect({ ...mutant, verdict: validators[mutant.name]?.(mutant.value) }).toEqual({ ...mutant, verdict });
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(300);
  });
});
