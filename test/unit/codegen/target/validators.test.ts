import fc from 'fast-check';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { definitionOf, type Family } from '../../../../codegen/model.ts';
import type { Validate } from '../../../../codegen/runtime/runtime.js';
import { validatorModule, validatorNames, validatorsTarget } from '../../../../codegen/target/validators.ts';
import { authoredJudge, mutants } from '../support/authored.ts';
import { fixtureFamily, fixtureModel } from '../support/fixture.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

type Validators = Readonly<Record<string, Validate<unknown>>>;

async function writtenFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(folder, await validatorsTarget.emit(await fixtureModel()));
  await writeFiles(folder, [{ path: 'package.json', text: '{ "type": "module" }' }]);
  return folder;
}

async function validators(family?: Family): Promise<Validators> {
  const folder = await writtenFolder();
  if (family !== undefined) {
    const names = [...family.definitions.keys()];
    const text = validatorModule(family.definitions.values(), names);
    await writeFiles(folder, [{ path: 'sample/validators.js', text }]);
  }
  // Every export of the module is a validator.
  return (await importFrom(folder, 'sample/validators.js')) as Validators;
}

function validator(all: Validators, name: string): Validate<unknown> {
  const found = all[name];
  if (found === undefined) throw new Error(`There is no validator ${name}.`);
  return found;
}

const message = (content: unknown) => ({ type: 'message', id: 'i1', role: 'user', content });

describe('validatorsTarget', () => {
  it('[D-2] writes modules that load nothing but their runtime', async () => {
    const files = await validatorsTarget.emit(await fixtureModel());
    const code = files.find(({ path }) => path === 'sample/validators.js')?.text ?? '';
    const runtime = files.find(({ path }) => path === 'sample/runtime.js')?.text ?? '';
    expect([...code.matchAll(/\bimport\b.*?from '([^']*)'/g)].map(([, source]) => source)).toEqual(['./runtime.js']);
    expect(code).not.toMatch(/\brequire\(/);
    expect(code).not.toContain('import(');
    expect(runtime).not.toMatch(/^import\b|\bimport\(|\brequire\(/m);
  });

  it('[D-2] exports the roots, the unions and their members, in one order', async () => {
    const names = validatorNames(await fixtureFamily());
    expect(names).toEqual([
      'SampleImagePart',
      'SampleInlineSource',
      'SampleItem',
      'SampleMessageItem',
      'SampleNoteItem',
      'SamplePart',
      'SampleRequest',
      'SampleSource',
      'SampleTextPart',
      'SampleUrlSource',
    ]);
    expect(Object.keys(await validators())).toEqual(names);
  });

  it('[U-VAL-1] accepts the valid examples and refuses the invalid ones', async () => {
    const family = await fixtureFamily();
    const all = await validators(family);
    for (const { name, examples, invalidExamples } of family.definitions.values()) {
      for (const value of examples) expect(validator(all, name)(value)).toBe(true);
      for (const { value } of invalidExamples) expect(validator(all, name)(value)).toBe(false);
    }
  });

  it('[U-VAL-1] judges as the authored files do, whatever is done to the examples', async () => {
    const family = await fixtureFamily();
    const all = await validators(family);
    const judge = authoredJudge(family);
    let valid = 0;
    let invalid = 0;
    fc.assert(
      fc.property(mutants(family.definitions.values()), ({ name, value }) => {
        const verdict = judge(name, value);
        if (verdict) valid += 1;
        else invalid += 1;
        expect({ name, value, verdict: validator(all, name)(value) }).toEqual({ name, value, verdict });
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(valid, invalid)).toBeGreaterThan(300);
  });

  it('[U-VAL-1] finds one fault, at its place, for one bad leaf deep in nested unions', async () => {
    const validate = validator(await validators(), 'SampleRequest');
    const part = { kind: 'image', source: { from: 'url', url: 7 } };
    expect(validate({ schemaVersion: '1.0', id: 'r1', items: [message([part])] })).toBe(false);
    expect(validate.errors).toEqual([
      {
        keyword: 'type',
        instancePath: '/items/0/content/0/source/url',
        params: { type: 'string' },
        message: 'must be a string',
      },
    ]);
  });

  it('[U-VAL-1] names the union whose tag is unknown or missing', async () => {
    const validate = validator(await validators(), 'SampleItem');
    expect(validate(message([{ kind: 'smell' }]))).toBe(false);
    expect(validate.errors).toEqual([
      {
        keyword: 'discriminator',
        instancePath: '/content/0',
        params: { error: 'mapping', tag: 'kind', tagValue: 'smell', union: 'SamplePart' },
        message: 'must have a tag of SamplePart in "kind", not "smell"',
      },
    ]);
    expect(validate({ id: 'i1' })).toBe(false);
    expect(validate.errors).toMatchObject([{ params: { error: 'tag', tag: 'type', union: 'SampleItem' } }]);
  });

  it('[U-VAL-1] counts characters, not units, at both bounds', async () => {
    const validate = validator(await validators(), 'SampleUrlSource');
    const withSecret = (headersRef: string) => validate({ from: 'url', url: 'u', headersRef });
    expect(withSecret('😀'.repeat(512))).toBe(true);
    expect(withSecret('😀'.repeat(513))).toBe(false);
    expect(withSecret('a'.repeat(513))).toBe(false);
    expect(withSecret('')).toBe(false);
  });

  it('[U-VAL-1] takes an open list for what it allows, and reports one fault for what it does not', async () => {
    const validate = validator(await validators(), 'SampleTextPart');
    expect(validate({ kind: 'text', text: '', language: 'tlh' })).toBe(true);
    expect(validate({ kind: 'text', text: '', language: '' })).toBe(false);
    expect(validate.errors).toHaveLength(1);
  });

  it('[U-VAL-1] refuses an array where an object belongs, and names that objects inherit', async () => {
    const validate = validator(await validators(), 'SampleItem');
    expect(validate(Object.assign([], message([])))).toBe(false);
    expect(validate({ ...message([]), ['constructor']: 1 })).toBe(false);
    expect(validate(JSON.parse('{"type":"note","id":"n1","__proto__":{}}'))).toBe(false);
  });

  it('[D-2] clears the faults of the last call', async () => {
    const validate = validator(await validators(), 'SampleItem');
    validate(1);
    expect(validate.errors).toHaveLength(1);
    expect(validate({ type: 'note', id: 'n1' })).toBe(true);
    expect(validate.errors).toBeNull();
  });

  it('[D-2] lets a bundler leave out the validators that nobody imports', async () => {
    const folder = await writtenFolder();
    const bundled = async (names: string) => {
      await writeFiles(folder, [{ path: 'entry.js', text: `export { ${names} } from './sample/validators.js';` }]);
      const result = await build({
        root: folder,
        logLevel: 'silent',
        build: { write: false, minify: false, lib: { entry: 'entry.js', formats: ['es'], fileName: 'bundle' } },
      });
      const [output] = Array.isArray(result) ? result : [];
      return output?.output[0].code ?? '';
    };
    const one = await bundled('SampleUrlSource');
    const all = await bundled('SampleRequest');
    expect(one).toContain('headersRef');
    expect(one).not.toMatch(/schemaVersion|mediaType|subject/);
    expect(all).toContain('mediaType');
    expect(one.length).toBeLessThan(all.length / 2);
  });

  it('[D-2] takes a changed copy of the definitions as well', async () => {
    const family = await fixtureFamily();
    const count = definitionOf(family, 'SampleCount');
    const open = { ...count, schema: { ...count.schema, additionalProperties: true } };
    expect(validatorModule([open], ['SampleCount'])).not.toContain('additionalProperties');
  });

  it('[D-2] refuses unknown names of an object with many properties, without its schema in the module', async () => {
    const count = definitionOf(await fixtureFamily(), 'SampleCount');
    const names = Array.from({ length: 12 }, (_, index) => `property${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
    const wide = { ...count, schema: { type: 'object', properties, additionalProperties: false } };
    const text = validatorModule([wide], ['SampleCount']);
    expect(text).not.toMatch(/hasOwn|parentData|rootData|"type":"boolean"/);
    const folder = await writtenFolder();
    await writeFiles(folder, [{ path: 'sample/validators.js', text }]);
    // Every export of the module is a validator.
    const validate = validator((await importFrom(folder, 'sample/validators.js')) as Validators, 'SampleCount');
    expect(validate({ property0: true, property11: false })).toBe(true);
    expect(validate({ property12: true })).toBe(false);
    expect(validate(JSON.parse('{"constructor":true}'))).toBe(false);
    expect(validate(JSON.parse('{"__proto__":true}'))).toBe(false);
  });
});
