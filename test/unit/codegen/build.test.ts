import { describe, expect, it } from 'vitest';
import { definitionOf, type Json, reachableFrom } from '../../../codegen/model.ts';
import { edited, findingsOf, fixtureFamily, fixtureSources } from './support/fixture.ts';

const COMMON = 'sample/1.0/common.schema.json';
const BASE = 'sample/1.0/item/base.schema.json';
const MESSAGE = 'sample/1.0/item/message.schema.json';
const NOTE = 'sample/1.0/item/note.schema.json';
const ITEM = 'sample/1.0/item/item.schema.json';
const PART = 'sample/1.0/part.schema.json';

describe('buildModel', () => {
  it('[D-1] merges bases, tags first, and closes the result', async () => {
    const message = definitionOf(await fixtureFamily(), 'SampleMessageItem');
    expect(message.kind === 'object' && message.properties.map(({ name }) => name)).toEqual([
      'type',
      'id',
      'createdAt',
      'labels',
      'role',
      'content',
      'subject',
    ]);
    expect(message.schema['required']).toEqual(['type', 'id', 'role', 'content']);
    expect(message.schema['additionalProperties']).toBe(false);
    expect(message.schema).not.toHaveProperty('allOf');
    expect(message.schema).not.toHaveProperty('unevaluatedProperties');
  });

  it('[D-1] drops the bases, sorts the rest, and rewrites every reference to a name', async () => {
    const { definitions, version } = await fixtureFamily();
    const names = [...definitions.keys()];
    expect(version).toBe('1.0');
    expect(names).not.toContain('SampleItemBase');
    expect(names).toEqual([...names].sort());
    const references = JSON.stringify([...definitions.values()].map(({ schema }) => schema)).matchAll(
      /"\$ref":"([^"]*)"/g,
    );
    for (const [, reference] of references) expect(reference).toMatch(/^#\/\$defs\/[A-Z]\w+$/);
  });

  it.each([
    ['SampleId', 'scalar'],
    ['SampleVersion', 'enum'],
    ['SampleRole', 'enum'],
    ['SampleLanguage', 'open-enum'],
    ['SampleLabels', 'map'],
    ['SampleTextOrList', 'scalar-union'],
    ['SampleJsonBox', 'object'],
    ['JsonValue', 'json'],
    ['SampleItem', 'union'],
  ])('[D-1] sees that %s is of kind %s', async (name, kind) => {
    expect(definitionOf(await fixtureFamily(), name).kind).toBe(kind);
  });

  it('[D-1] marks what a property is to projections and fingerprints', async () => {
    const family = await fixtureFamily();
    const request = definitionOf(family, 'SampleRequest');
    const properties =
      request.kind === 'object' ? new Map(request.properties.map((each) => [each.name, each])) : new Map();
    expect(properties.get('temperature')).toMatchObject({ feature: 'generation.temperature', bookkeeping: false });
    expect(properties.get('id')).toMatchObject({ bookkeeping: true, required: true });
    expect(definitionOf(family, 'SampleNoteItem').feature).toBe('item.note');
  });

  it('[D-1] knows what a definition reaches, through circles as well', async () => {
    const family = await fixtureFamily();
    expect(reachableFrom(family, ['SampleSource']).map(({ name }) => name)).toEqual([
      'SampleInlineSource',
      'SampleSource',
      'SampleUrlSource',
    ]);
  });

  const reference = '/$defs/SampleMessageItem/properties/role/$ref';
  it.each<[title: string, path: string, pointer: string, value: Json, rule: string, advice: string]>([
    [
      'a file that is elsewhere',
      MESSAGE,
      reference,
      'common.schema.json#/$defs/SampleRole',
      'reference-file',
      '../common',
    ],
    ['a file that is nowhere', MESSAGE, reference, 'x.schema.json#/$defs/X', 'reference-file', 'Create the file'],
    ['a name that is elsewhere', MESSAGE, reference, '#/$defs/SampleRole', 'reference-name', COMMON],
    ['a name that is nowhere', MESSAGE, reference, '../common.schema.json#/$defs/Role', 'reference-name', 'SampleRole'],
    [
      'another family',
      MESSAGE,
      reference,
      '../../../x/1.0/a.schema.json#/$defs/A',
      'reference-family',
      'self-contained',
    ],
    ['no definition', MESSAGE, reference, '../common.schema.json', 'reference-form', '#/$defs/Name'],
    ['a base', MESSAGE, reference, 'base.schema.json#/$defs/SampleItemBase', 'base-reference', 'extends it'],
  ])('[D-1] refuses a reference to %s, with advice', async (_title, path, pointer, value, rule, advice) => {
    const [finding, ...others] = findingsOf(edited(await fixtureSources(), path, pointer, value));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ file: path, rule });
    expect(finding?.advice).toContain(advice);
  });

  it.each<[title: string, path: string, pointer: string, value: Json, rule: string]>([
    [
      'a name twice',
      NOTE,
      '/$defs/SampleRole',
      { title: 'SampleRole', description: 'A.', type: 'boolean' },
      'duplicate-name',
    ],
    [
      'a property twice',
      MESSAGE,
      '/$defs/SampleMessageItem/properties/id',
      { type: 'string', minLength: 1, maxLength: 9, description: 'Again.' },
      'property-twice',
    ],
    [
      'an extension of no base',
      MESSAGE,
      '/$defs/SampleMessageItem/allOf/0/$ref',
      '../common.schema.json#/$defs/SampleCount',
      'base',
    ],
    ['a base that extends itself', BASE, '/$defs/SampleRecordBase/allOf', [{ $ref: '#/$defs/SampleItemBase' }], 'base'],
    [
      'a branch without a tag',
      PART,
      '/$defs/SamplePart/oneOf/0/$ref',
      'common.schema.json#/$defs/SampleCount',
      'union-tag',
    ],
    ['a branch that does not require its tag', PART, '/$defs/SampleTextPart/required', ['text'], 'union-tag'],
    ['a tag twice', PART, '/$defs/SampleTextPart/properties/kind/const', 'image', 'union-tag'],
    ['a union of nothing', ITEM, '/$defs/SampleItem/oneOf', [], 'metaschema'],
    ['a definition of no kind', COMMON, '/$defs/SampleId/type', ['string', 'integer'], 'definition-kind'],
  ])('[D-1] refuses %s', async (_title, path, pointer, value, rule) => {
    const findings = findingsOf(edited(await fixtureSources(), path, pointer, value));
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  });
});
