import { describe, expect, it } from 'vitest';
import { loadSchemas } from '../../../codegen/load.ts';
import type { Json } from '../../../codegen/model.ts';
import { ANNOTATION_FIXTURE, edited, findingsOf, fixtureSources } from './support/fixture.ts';

const COMMON = 'sample/1.0/common.schema.json';
const BASE = 'sample/1.0/item/base.schema.json';
const MESSAGE = 'sample/1.0/item/message.schema.json';
const ITEM = 'sample/1.0/item/item.schema.json';
const PART = 'sample/1.0/part.schema.json';
const REQUEST = 'sample/1.0/request.schema.json';
const TEXT = '/$defs/SampleTextPart';
const URL_SOURCE = '/$defs/SampleUrlSource';
const COUNT = '/$defs/SampleCount';
const ASKED = '/$defs/SampleRequest';
const NAMED = { type: 'object', description: 'A.', properties: {}, additionalProperties: false };

type Edit = readonly [rule: string, path: string, pointer: string, value: Json | undefined, at: string];

const EDITS: readonly Edit[] = [
  ['file-shape', PART, '/description', undefined, ''],
  ['file-shape', PART, '/definitions', {}, '/definitions'],
  ['file-dialect', PART, '/$schema', 'http://json-schema.org/draft-07/schema#', '/$schema'],
  ['file-address', PART, '/$id', 'https://urtext.dev/schema/sample/1.0/parts.schema.json', '/$id'],
  ['unknown-keyword', PART, `${TEXT}/requird`, ['kind'], `${TEXT}/requird`],
  ['unknown-keyword', PART, `${TEXT}/x-unified-rot`, true, `${TEXT}/x-unified-rot`],
  ['misplaced-keyword', PART, `${TEXT}/properties/text/examples`, ['a'], `${TEXT}/properties/text/examples`],
  ['misplaced-keyword', PART, `${TEXT}/x-unified-bookkeeping`, true, `${TEXT}/x-unified-bookkeeping`],
  ['keyword-value', REQUEST, `${ASKED}/x-unified-root`, 'yes', `${ASKED}/x-unified-root`],
  [
    'keyword-value',
    PART,
    '/$defs/SampleImagePart/x-unified-feature',
    'Images',
    '/$defs/SampleImagePart/x-unified-feature',
  ],
  ['keyword-value', PART, `${TEXT}/x-unified-invalid-examples`, [{ value: 1 }], `${TEXT}/x-unified-invalid-examples`],
  ['keyword-value', PART, `${TEXT}/properties/text/x-unified-neutral`, '', `${TEXT}/properties/text/x-unified-neutral`],
  [
    'keyword-value',
    PART,
    `${TEXT}/properties/text/x-unified-neutral`,
    null,
    `${TEXT}/properties/text/x-unified-neutral`,
  ],
  ['reference-sibling', REQUEST, `${ASKED}/properties/id/maxLength`, 9, `${ASKED}/properties/id/maxLength`],
  ['anonymous-type', REQUEST, `${ASKED}/properties/stream`, NAMED, `${ASKED}/properties/stream/properties`],
  ['anonymous-type', REQUEST, `${ASKED}/properties/stream/enum`, [true], `${ASKED}/properties/stream/enum`],
  [
    'anonymous-type',
    REQUEST,
    `${ASKED}/properties/items/items`,
    { anyOf: [] },
    `${ASKED}/properties/items/items/anyOf`,
  ],
  ['metaschema', PART, `${TEXT}/properties/text/type`, 'strng', `${TEXT}/properties/text/type`],
  ['metaschema', PART, `${TEXT}/required`, 'kind', `${TEXT}/required`],
  ['definition-name', COMMON, '/$defs/sampleThing', { ...NAMED, title: 'sampleThing' }, '/$defs/sampleThing'],
  ['title-name', PART, `${TEXT}/title`, 'Text', TEXT],
  ['description', PART, `${TEXT}/properties/text/description`, undefined, `${TEXT}/properties/text`],
  ['description', PART, `${TEXT}/properties/text/description`, 'the text', `${TEXT}/properties/text/description`],
  ['description', PART, `${TEXT}/description`, undefined, TEXT],
  ['closed-object', PART, `${TEXT}/additionalProperties`, undefined, TEXT],
  ['closed-object', PART, `${TEXT}/additionalProperties`, true, TEXT],
  ['closed-object', PART, `${TEXT}/unevaluatedProperties`, false, TEXT],
  ['closed-object', MESSAGE, '/$defs/SampleMessageItem/unevaluatedProperties', undefined, '/$defs/SampleMessageItem'],
  ['closed-object', BASE, '/$defs/SampleItemBase/additionalProperties', false, '/$defs/SampleItemBase'],
  ['union-form', ITEM, '/$defs/SampleItem/required', ['type'], '/$defs/SampleItem/required'],
  ['union-form', ITEM, '/$defs/SampleItem/type', undefined, '/$defs/SampleItem/type'],
  ['union-form', ITEM, '/$defs/SampleItem/discriminator/mapping', {}, '/$defs/SampleItem/discriminator'],
  ['type-missing', PART, `${TEXT}/properties/text/type`, undefined, `${TEXT}/properties/text`],
  ['text-bounds', PART, `${TEXT}/properties/text/maxLength`, undefined, `${TEXT}/properties/text`],
  ['text-bounds', PART, `${TEXT}/properties/text/maxLength`, 104_857_601, `${TEXT}/properties/text`],
  ['format', PART, `${URL_SOURCE}/properties/url/format`, 'uri', `${URL_SOURCE}/properties/url/format`],
  ['pattern', PART, `${URL_SOURCE}/properties/url/pattern`, '(', `${URL_SOURCE}/properties/url/pattern`],
  [
    'id-bounds',
    REQUEST,
    `${ASKED}/properties/id`,
    { type: 'string', maxLength: 9, description: 'A.' },
    `${ASKED}/properties/id`,
  ],
  ['integer-bounds', COMMON, `${COUNT}/properties/value/maximum`, undefined, `${COUNT}/properties/value`],
  ['integer-bounds', COMMON, `${COUNT}/properties/value/minimum`, undefined, `${COUNT}/properties/value`],
  ['integer-bounds', COMMON, `${COUNT}/properties/value/maximum`, 2 ** 53, `${COUNT}/properties/value`],
  ['list-bounds', REQUEST, `${ASKED}/properties/items/maxItems`, undefined, `${ASKED}/properties/items`],
  ['map-bounds', COMMON, '/$defs/SampleLabels/maxProperties', undefined, '/$defs/SampleLabels'],
  ['unused-definition', COMMON, '/$defs/SampleSpare', { ...NAMED, title: 'SampleSpare' }, '/$defs/SampleSpare'],
  ['examples', PART, `${TEXT}/examples`, undefined, TEXT],
  ['examples', PART, `${TEXT}/x-unified-invalid-examples`, [], TEXT],
  ['examples', REQUEST, `${ASKED}/examples`, undefined, ASKED],
  ['example', PART, `${TEXT}/examples/0/text`, 7, `${TEXT}/examples/0`],
  ['example', PART, `${TEXT}/x-unified-invalid-examples/0/value/text`, 'a', `${TEXT}/x-unified-invalid-examples/0`],
  ['example', PART, `${TEXT}/x-unified-invalid-examples/0/at`, '/kind', `${TEXT}/x-unified-invalid-examples/0`],
  ['feature-code', PART, '/$defs/SampleImagePart/x-unified-feature', 'input.imge', '/$defs/SampleImagePart'],
  ['feature-code', REQUEST, `${ASKED}/properties/stream/x-unified-feature`, 'a.b', `${ASKED}/properties/stream`],
  ['required-name', PART, `${TEXT}/required`, ['kind', 'txt'], `${TEXT}/required`],
  [
    'optional-json',
    REQUEST,
    `${ASKED}/properties/extra`,
    { $ref: 'common.schema.json#/$defs/JsonValue', description: 'A.' },
    `${ASKED}/properties/extra`,
  ],
  [
    'optional-json',
    REQUEST,
    `${ASKED}/properties/extra`,
    { type: 'null', description: 'A.' },
    `${ASKED}/properties/extra`,
  ],
  [
    'ambiguous-union',
    COMMON,
    '/$defs/SampleTextOrList/anyOf',
    [{ $ref: '#/$defs/SampleCount' }, { $ref: '#/$defs/SampleJsonBox' }],
    '/$defs/SampleTextOrList',
  ],
  ['open-enum-values', COMMON, '/$defs/SampleLanguage/anyOf/1/minLength', 3, '/$defs/SampleLanguage'],
];

describe('the house rules', () => {
  it('[D-1] find nothing in schemas that keep them', async () => {
    expect(findingsOf(await fixtureSources())).toEqual([]);
  });

  it.each(EDITS)('[D-1] %s: %s with another %s', async (rule, path, pointer, value, at) => {
    const findings = findingsOf(edited(await fixtureSources(), path, pointer, value));
    expect(findings.map((finding) => `${finding.rule} ${finding.file} ${finding.pointer}`)).toContain(
      `${rule} ${path} ${at}`,
    );
    for (const { message, advice, line } of findings) {
      expect(message).toMatch(/^\S.*\.$/s);
      expect(advice).not.toBe('');
      expect(line).toBeGreaterThan(0);
    }
  });

  it('[D-1] say once what a typo is meant to be, and stop there', async () => {
    const sources = edited(await fixtureSources(), PART, `${TEXT}/properties/text/maxLenght`, 5);
    expect(findingsOf(sources)).toEqual([
      {
        file: PART,
        line: expect.any(Number),
        pointer: `${TEXT}/properties/text/maxLenght`,
        rule: 'unknown-keyword',
        message: 'There is no keyword "maxLenght".',
        advice: 'Did you mean "maxLength"?',
      },
    ]);
    const renamed = (await fixtureSources()).map((source) =>
      source.path === COMMON ? { ...source, text: source.text.replace('"$defs"', '"$def"') } : source,
    );
    expect(findingsOf(renamed).map(({ pointer, advice }) => [pointer, advice])).toEqual([
      ['/$def', 'Did you mean "$defs"?'],
    ]);
  });

  it('[D-1] refuse a name that two families share, but for plain JSON', async () => {
    const sources = await fixtureSources();
    const shared = (name: string, extra: { readonly [key: string]: Json }) => ({
      path: 'other/1.0/a.schema.json',
      display: 'other/1.0/a.schema.json',
      text: JSON.stringify({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'https://urtext.dev/schema/other/1.0/a.schema.json',
        title: 'A',
        description: 'A.',
        $defs: { [name]: { title: name, description: 'A.', examples: [{}], ...extra } },
      }),
    });
    const invalid = { 'x-unified-invalid-examples': [{ why: 'No object.', at: '', value: 1 }] };
    const object = { type: 'object', properties: {}, additionalProperties: false, 'x-unified-root': true, ...invalid };
    expect(findingsOf([...sources, shared('SampleCount', object)]).map(({ rule }) => rule)).toEqual(['duplicate-name']);
    const json = { 'x-unified-json': true, 'x-unified-root': true, type: 'object', ...invalid };
    expect(findingsOf([...sources, shared('JsonObject', json)])).toEqual([]);
  });

  it('[D-1] allow the files of other people an address of their own', async () => {
    const { files } = await loadSchemas({ root: ANNOTATION_FIXTURE, prefix: 'annotation' });
    const sources = files.map(({ path, display, text }) => ({ path, display, text }));
    expect(findingsOf(sources, true)).toEqual([]);
    expect(findingsOf(sources, false).map(({ rule }) => rule)).toEqual(['file-address']);
  });
});
