import { describe, expect, it } from 'vitest';
import { faultFinder } from '../support/compiled.ts';

const content = {
  anyOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', items: { $ref: '#/$defs/Part' } },
  ],
};
const part = {
  type: 'object',
  properties: { content: { $ref: '#/$defs/Content' } },
  required: ['content'],
  additionalProperties: false,
};

describe('anyOfKeyword', () => {
  it('[U-VAL-1] accepts what fits the alternative of its type', async () => {
    const faultsOf = await faultFinder({ Content: content, Part: part });
    expect(faultsOf('a')).toEqual([]);
    expect(faultsOf([])).toEqual([]);
    expect(faultsOf([{ content: [{ content: 'a' }] }])).toEqual([]);
  });

  it('[U-VAL-1] leaves the faults of every alternative, and one that says that none fits', async () => {
    const faultsOf = await faultFinder({ Content: content, Part: part });
    expect(faultsOf('')).toEqual([
      ['minLength', '', { limit: 1 }],
      ['type', '', { type: 'array' }],
      ['anyOf', '', {}],
    ]);
    expect(faultsOf([{ content: 'a' }, { content: 7 }])).toEqual([
      ['type', '', { type: 'string' }],
      ['type', '/1/content', { type: 'string' }],
      ['type', '/1/content', { type: 'array' }],
      ['anyOf', '/1/content', {}],
      ['anyOf', '', {}],
    ]);
    expect(faultsOf(null)).toHaveLength(3);
  });

  it('[U-VAL-1] asks no value twice, so that a fault deep inside costs no more than the way there', async () => {
    const untyped = { anyOf: [...content.anyOf, { const: 7 }] };
    for (const each of [content, untyped]) {
      const faultsOf = await faultFinder({ Content: each, Part: part });
      let value: unknown = '';
      for (let depth = 0; depth < 64; depth++) value = [{ content: value }];
      expect(faultsOf(value).at(-1)).toEqual(['anyOf', '', {}]);
    }
  });

  it('[U-VAL-1] tells null, objects, lists, truth values and numbers apart', async () => {
    const kinds = [{ type: 'object' }, { type: 'array' }, { type: ['null', 'boolean'] }, { type: 'integer' }];
    const faultsOf = await faultFinder({ Kinds: { anyOf: kinds } });
    for (const value of [{}, [], null, true, 3]) expect(faultsOf(value)).toEqual([]);
    for (const value of ['a', 1.5, Number.NaN]) expect(faultsOf(value)).toHaveLength(kinds.length + 1);
  });

  it('[U-VAL-1] asks alternatives of one type, or of none, one after the other', async () => {
    const words = await faultFinder({
      Word: {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'string', minLength: 3 },
        ],
      },
    });
    expect(words('a')).toEqual([]);
    expect(words('bcd')).toEqual([]);
    expect(words('b')).toEqual([
      ['enum', '', { allowedValues: ['a'] }],
      ['minLength', '', { limit: 3 }],
      ['anyOf', '', {}],
    ]);
    const numbers = await faultFinder({ Both: { anyOf: [{ type: 'integer' }, { type: 'number', minimum: 9 }] } });
    expect([1, 9.5].map(numbers)).toEqual([[], []]);
    expect(numbers(1.5)).toHaveLength(3);
    const untyped = await faultFinder({ Both: { anyOf: [{ type: 'string' }, { const: 7 }] } });
    expect(['a', 7].map(untyped)).toEqual([[], []]);
    expect(untyped(8)).toHaveLength(3);
  });

  it('[U-VAL-1] accepts anything where one alternative does', async () => {
    const faultsOf = await faultFinder({ Any: { anyOf: [{ type: 'string' }, {}] } });
    expect(faultsOf(7)).toEqual([]);
  });
});
