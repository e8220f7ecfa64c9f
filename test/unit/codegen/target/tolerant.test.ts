import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildModel } from '../../../../codegen/build.ts';
import { loadSchemas, parseSources } from '../../../../codegen/load.ts';
import { type Family, isJsonObject, type Json, type SchemaObject } from '../../../../codegen/model.ts';
import type { ValidationError } from '../../../../codegen/runtime/runtime.d.ts';
import { planTarget } from '../../../../codegen/target/plan.ts';
import { tolerantTarget } from '../../../../codegen/target/tolerant.ts';
import { validatorsTarget } from '../../../../codegen/target/validators.ts';
import { unknownIn, type WalkTables } from '../support/unknown-walk.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

const RUNTIME = 'codegen/runtime/runtime.js';

interface Check {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

interface Generated extends WalkTables {
  readonly strict: Readonly<Record<string, Check>>;
  readonly tolerant: Readonly<Record<string, Check>>;
}

const families = await Promise.all(
  ['test/unit/codegen/fixture', 'schema'].map(async (root) => buildModel(await loadSchemas({ root })).families),
);

function familyNamed(name: string): Family {
  const family = families.flat().find((candidate) => candidate.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  return family;
}

async function generated(family: Family, folder: string): Promise<Generated> {
  for (const target of [validatorsTarget, tolerantTarget, planTarget])
    await writeFiles(folder, await target.emit({ families: [family], data: [] }));
  const { CLOSED_VALUES, ...tolerant } = await importFrom(folder, `${family.name}/tolerant.js`);
  const strict = await importFrom(folder, `${family.name}/validators.js`);
  const { PLAN } = await importFrom(folder, `${family.name}/plan.ts`);
  // The modules hold what their declarations say.
  return { strict, tolerant, plan: PLAN, closedValues: CLOSED_VALUES } as Generated;
}

interface Example {
  readonly root: string;
  readonly type: string;
  readonly value: SchemaObject;
}

/** The examples of each root and, where it is a union, of its members. */
function examplesOf(family: Family): readonly Example[] {
  return [...family.definitions.values()]
    .filter(({ root }) => root)
    .flatMap((root) => {
      const members = root.kind === 'union' ? root.variants.map(({ definition }) => definition) : [];
      return [root.name, ...members].flatMap((type) =>
        (family.definitions.get(type)?.examples ?? [])
          .filter(isJsonObject)
          .map((value) => ({ root: root.name, type, value })),
      );
    });
}

/** Every value that comes of one change: a name added or removed, a text changed, a value of another type. */
function* changed(value: Json): Generator<Json> {
  if (typeof value === 'string') yield `${value}~`;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) for (const other of changed(member)) yield value.with(index, other);
    return;
  }
  if (!isJsonObject(value)) {
    yield [];
    return;
  }
  yield { ...value, novelty: { since: 7 } };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _removed, ...rest } = value;
    yield rest;
    yield { ...rest, [name]: false };
    for (const other of changed(member)) yield { ...value, [name]: other };
  }
}

function versionOf(value: Json): Json | undefined {
  return isJsonObject(value) ? value['schemaVersion'] : undefined;
}

describe('the tolerant target', () => {
  it('[U-VER-1] writes nothing for a family whose records say no version', async () => {
    expect(await tolerantTarget.emit({ families: [familyNamed('aimatey')], data: [] })).toEqual([]);
  });
});

describe('CLOSED_VALUES', () => {
  const color = { $ref: '#/$defs/Color', description: 'A color.' };
  const properties = {
    schemaVersion: { $ref: '#/$defs/Version', description: 'The version.' },
    one: color,
    fixed: { type: 'string', const: 'yes', description: 'Always yes.' },
    list: { type: 'array', items: { $ref: '#/$defs/Color' }, description: 'Colors.' },
    named: { $ref: '#/$defs/Palette', description: 'Colors by name.' },
    array: { $ref: '#/$defs/Colors', description: 'Colors.' },
    colorOrCount: { $ref: '#/$defs/ColorOrCount', description: 'A color or how many.' },
    colorOrText: { $ref: '#/$defs/ColorOrText', description: 'A color or a text.' },
    text: { type: 'string', description: 'A text.' },
  };
  const definitions: Readonly<Record<string, SchemaObject>> = {
    Version: { type: 'string', const: '1.0' },
    Color: { type: 'string', enum: ['red', 'blue'] },
    Colors: { type: 'array', items: { $ref: '#/$defs/Color' } },
    Palette: { type: 'object', additionalProperties: { $ref: '#/$defs/Color' } },
    ColorOrCount: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'integer' }] },
    ColorOrText: { anyOf: [{ $ref: '#/$defs/Color' }, { type: 'string' }] },
    Picture: {
      type: 'object',
      'x-unified-root': true,
      properties,
      required: ['schemaVersion'],
      additionalProperties: false,
    },
  };

  it('[U-VER-3] lists what a property knows, alone or in lists, maps and alternatives, but where any text may stand', async () => {
    const text = JSON.stringify({ title: 'Picture', $defs: definitions });
    const file = { path: 'picture/1.0/picture.schema.json', display: 'picture', text };
    const folder = await temporaryFolder();
    const files = await tolerantTarget.emit(buildModel(parseSources([file])));
    await writeFiles(folder, [...files, { path: 'picture/runtime.js', text: await readFile(RUNTIME, 'utf8') }]);
    const { CLOSED_VALUES, Picture } = await importFrom(folder, 'picture/tolerant.js');
    const colors = ['red', 'blue'];
    expect(CLOSED_VALUES).toEqual({
      Picture: { one: colors, fixed: ['yes'], list: colors, named: colors, array: colors, colorOrCount: colors },
    });
    // The module holds what its declarations say.
    const accepts = Picture as Check;
    const later = {
      schemaVersion: '1.4',
      one: 'green',
      fixed: 'no',
      list: ['green'],
      named: { a: 'green' },
      array: ['green'],
    };
    expect(accepts(later)).toBe(true);
    expect(accepts({ ...later, list: [7] })).toBe(false);
  });
});

describe.each(['sample', 'unified'])('the tolerant checks of %s', (name) => {
  const family = familyNamed(name);
  const examples = examplesOf(family);
  let folder = '';
  let modules: Generated;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'urtext-tolerant-'));
    modules = await generated(family, folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('[U-VER-1] exist for the roots and for nothing else', () => {
    const roots = [...family.definitions.values()].filter(({ root }) => root).map((definition) => definition.name);
    expect(Object.keys(modules.tolerant).sort()).toEqual(roots.sort());
  });

  it('[U-VER-3] accept what the strict validators accept, and then the walk finds nothing unknown', () => {
    expect(examples.length).toBeGreaterThan(3);
    for (const { root, type, value } of examples) {
      expect(modules.strict[root]?.(value), type).toBe(true);
      expect(modules.tolerant[root]?.(value), type).toBe(true);
      expect(unknownIn(value, root, modules), type).toEqual([]);
    }
  });

  it('[U-VER-3] differ from the strict validators only where the walk names what is unknown', () => {
    const count = { refused: 0, retained: 0 };
    for (const { root, type, value } of examples) {
      for (const other of changed(value)) {
        const strict = modules.strict[root]?.(other);
        const tolerant = modules.tolerant[root]?.(other);
        const named = unknownIn(other, root, modules).length > 0;
        const excused = named || versionOf(other) !== versionOf(value);
        const agrees = strict ? tolerant && !named : !tolerant || excused;
        if (!agrees) expect.fail(`${type}, strict ${strict}, tolerant ${tolerant}: ${JSON.stringify(other)}`);
        if (!strict && !tolerant) count.refused += 1;
        if (!strict && tolerant && named) count.retained += 1;
      }
    }
    expect(count.refused).toBeGreaterThan(30);
    expect(count.retained).toBeGreaterThan(10);
  });
});

describe('the tolerant checks of sample, one by one', () => {
  let folder = '';
  let modules: Generated;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'urtext-tolerant-'));
    modules = await generated(familyNamed('sample'), folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const message = { type: 'message', id: 'i1', role: 'user', content: [{ kind: 'text', text: 'Hello' }] };

  function judge(type: string, value: Json) {
    const check = modules.tolerant[type];
    const accepted = check?.(value);
    const faults = (check?.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    return { accepted, faults, unknown: unknownIn(value, type, modules) };
  }

  it('[U-VER-1] accept a later minor of the same major and refuse another major', () => {
    const isRead = (schemaVersion: Json) => judge('SampleRequest', { schemaVersion, id: 'r1', items: [] }).accepted;
    expect(['1.0', '1.1', '1.10'].map(isRead)).toEqual([true, true, true]);
    const others: readonly Json[] = ['2.0', '0.9', '1', '1.', '1.01', '1.1.0', '01.1', '11.1', ' 1.1', '1.1\n', 1.1];
    expect(others.filter((version) => isRead(version) !== false)).toEqual([]);
  });

  it('[U-VER-3] retain unknown properties wherever they stand, and name them', () => {
    const value = { ...message, content: [{ kind: 'text', text: 'Hello', tone: 3 }], 'mood/now': 'calm' };
    const request = { schemaVersion: '1.2', id: 'r1', items: [value], priority: 1 };
    expect(judge('SampleRequest', request)).toEqual({
      accepted: true,
      faults: [],
      unknown: ['optional /items/0/content/0/tone', 'optional /items/0/mood~1now', 'optional /priority'],
    });
  });

  it('[U-VER-3] let an unknown tag pass with whatever it holds, and name it as required semantics', () => {
    const letter = { type: 'letter', pages: [[]] };
    expect(judge('SampleItem', letter)).toEqual({ accepted: true, faults: [], unknown: ['required /type'] });
    const nested = { ...message, content: [{ kind: 'smell', strength: 2 }] };
    expect(judge('SampleItem', nested)).toEqual({ accepted: true, faults: [], unknown: ['required /content/0/kind'] });
  });

  it('[U-VER-3] let an unknown value of a closed list pass, and name it as required semantics', () => {
    const value = { ...message, role: 'oracle' };
    expect(judge('SampleItem', value)).toEqual({ accepted: true, faults: [], unknown: ['required /role'] });
    expect(judge('SampleItem', { ...message, role: 7 }).accepted).toBe(false);
  });

  it('[U-VER-3] accept an unknown value of an open list without a word', () => {
    const value = { ...message, content: [{ kind: 'text', text: 'Salve', language: 'la' }] };
    expect(judge('SampleItem', value)).toEqual({ accepted: true, faults: [], unknown: [] });
  });

  it('[U-VER-3] refuse a value without its tag, and one whose known part is wrong, at the place of the fault', () => {
    expect(judge('SampleItem', { id: 'i1' }).faults).toMatchObject([{ keyword: 'required', instancePath: '' }]);
    const bad = { ...message, content: [{ kind: 'image', source: { from: 'url', url: '', later: 1 } }] };
    expect(judge('SampleItem', bad).faults).toMatchObject([
      { keyword: 'minLength', instancePath: '/content/0/source/url' },
    ]);
    expect(judge('SampleItem', { ...message, id: '' }).faults).toMatchObject([{ instancePath: '/id' }]);
  });
});
