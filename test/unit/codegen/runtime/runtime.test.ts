import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  below,
  codePointLength,
  deepEqual,
  fault,
  isDateTime,
  objectFaults,
  repeatedEntry,
} from '../../../../codegen/runtime/runtime.js';

const load = createRequire(import.meta.url);
const libraryLength: (text: string) => number = load('ajv/dist/runtime/ucs2length').default;
const libraryEqual: (left: unknown, right: unknown) => boolean = load('ajv/dist/runtime/equal').default;
const inLibrary: (text: string) => boolean = load('ajv-formats/dist/formats').fullFormats['date-time'].validate;

describe('isDateTime', () => {
  const table: readonly (readonly [text: string, valid: boolean])[] = [
    ['2024-05-01T10:20:30Z', true],
    ['2024-05-01t10:20:30z', true],
    ['2024-05-01 10:20:30Z', true],
    ['2024-05-01T10:20:30.123456789Z', true],
    ['2024-05-01T10:20:30+05:30', true],
    ['2024-05-01T10:20:30-0530', true],
    ['2024-05-01T10:20:30+05', true],
    ['2024-05-01T10:20:30.1234567890123456789Z', true],
    ['2024-01-31T00:00:00Z', true],
    ['2024-02-28T00:00:00Z', true],
    ['2023-02-28T00:00:00Z', true],
    ['2024-09-31T00:00:00Z', false],
    ['2024-05-01T23:59:59-23:59', true],
    ['0000-01-01T00:00:00Z', true],
    ['2024-02-29T00:00:00Z', true],
    ['2000-02-29T00:00:00Z', true],
    ['2023-02-29T00:00:00Z', false],
    ['1900-02-29T00:00:00Z', false],
    ['2024-02-30T00:00:00Z', false],
    ['2024-02-31T00:00:00Z', false],
    ['2024-04-31T00:00:00Z', false],
    ['2024-06-30T00:00:00Z', true],
    ['2024-12-31T00:00:00Z', true],
    ['2024-12-32T00:00:00Z', false],
    ['2024-00-10T00:00:00Z', false],
    ['2024-13-10T00:00:00Z', false],
    ['2024-05-00T00:00:00Z', false],
    ['2016-12-31T23:59:60Z', true],
    ['2016-12-31T23:59:60.5Z', true],
    ['2016-12-31T15:59:60-08:00', true],
    ['2017-01-01T05:29:60+05:30', true],
    ['2017-01-01T00:59:60+01', true],
    ['2016-12-31T23:58:60Z', false],
    ['2016-12-31T22:59:60Z', false],
    ['2016-12-31T15:59:60-07:00', false],
    ['2016-12-31T23:59:61Z', false],
    ['2024-05-01T24:00:00Z', false],
    ['2024-05-01T10:60:00Z', false],
    ['2024-05-01T10:20Z', false],
    ['2024-05-01T10:20:30', false],
    ['2024-05-01T10:20:30.Z', false],
    ['2024-05-01T10:20:30+24:00', false],
    ['2024-05-01T10:20:30+05:60', false],
    ['2024-05-01T10:20:30Z ', false],
    ['2024-05-01T10:20:30Z\n', false],
    ['2024-05-01', false],
    ['10:20:30Z', false],
    ['24-05-01T10:20:30Z', false],
    ['2024-5-1T10:20:30Z', false],
    ['2024-05-01TT10:20:30Z', false],
    ['', false],
    ['٢٠٢٤-05-01T10:20:30Z', false],
  ];

  it.each(table)('[D-2] judges %j like the format library: %s', (text, valid) => {
    expect(isDateTime(text)).toBe(valid);
    expect(inLibrary(text)).toBe(valid);
  });

  it('[D-2] agrees with the format library on whatever has the form of a moment', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
    const zone = fc.oneof(
      fc.constantFrom('Z', 'z', '', '+24:00'),
      fc
        .tuple(fc.constantFrom('+', '-'), two(23), two(59))
        .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
    );
    const moment = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }),
        two(13),
        two(32),
        fc.constantFrom('T', 't', ' ', '-'),
        two(23),
        two(60),
        fc.oneof(two(61), fc.constant('60')),
        zone,
      )
      .map(
        ([year, month, day, separator, hours, minutes, seconds, end]) =>
          `${String(year).padStart(4, '0')}-${month}-${day}${separator}${hours}:${minutes}:${seconds}${end}`,
      );
    fc.assert(
      fc.property(moment, (text) => {
        expect(`${text} ${isDateTime(text)}`).toBe(`${text} ${inLibrary(text)}`);
      }),
      { numRuns: 5000 },
    );
  });

  it('[D-2] refuses an hour 24 that a zone would move back into the day, which the format library lets pass', () => {
    expect(isDateTime('2024-05-01T24:59:00+01:00')).toBe(false);
  });
});

describe('codePointLength', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['a😀b😀', 4],
    ['\ud83d', 1],
    ['\ude00', 1],
    ['\ude00\ud83d', 2],
    ['\ud83d\ud83d\ude00', 2],
    ['\ud83d\ude00\ude00', 2],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
  ])('[D-2] counts %j as %i characters', (text, length) => {
    expect(codePointLength(text)).toBe(length);
    expect(libraryLength(text)).toBe(length);
  });

  it('[D-2] agrees with the validator library on any sequence of units', () => {
    const units = fc.array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff })));
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        expect(codePointLength(text)).toBe(libraryLength(text));
      }),
    );
  });
});

describe('deepEqual', () => {
  it.each([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
  ])('[D-2] compares %j with %j: %s', (left, right, same) => {
    expect(deepEqual(left, right)).toBe(same);
  });

  it('[D-2] agrees with the validator library on JSON', () => {
    // The library calls members of these names as if they were methods, and breaks on data that has them.
    const isReadable = (value: unknown) => !/"(?:valueOf|toString|constructor)":/.test(JSON.stringify(value));
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(json, json, (left, right) => {
        if (isReadable(left) && isReadable(right)) expect(deepEqual(left, right)).toBe(libraryEqual(left, right));
        expect(deepEqual(left, structuredClone(left))).toBe(true);
      }),
    );
  });
});

describe('fault', () => {
  it.each([
    ['required', { missingProperty: 'id' }, 'must have the property "id"'],
    ['additionalProperties', { additionalProperty: 'x' }, 'must not have the property "x"'],
    ['type', { type: 'integer' }, 'must be an integer'],
    ['enum', { allowedValues: ['a', 'b'] }, 'must be one of "a", "b"'],
    ['const', { allowedValue: '2.0' }, 'must be "2.0"'],
    ['minLength', { limit: 1 }, 'must have at least 1 character'],
    ['maxItems', { limit: 3 }, 'must have at most 3 entries'],
    [
      'discriminator',
      { error: 'mapping', tag: 'type', tagValue: 'x', union: 'Item' },
      'must have a tag of Item in "type", not "x"',
    ],
    [
      'discriminator',
      { error: 'tag', tag: 'type', union: 'Item' },
      'must have the string property "type", the tag of Item',
    ],
    ['other', {}, 'must satisfy "other"'],
  ])('[D-2] words %s %j', (keyword, params, message) => {
    expect(fault(keyword, params)).toEqual({ keyword, instancePath: '', params, message });
  });

  it('[D-2] quotes no more than the beginning of a long name', () => {
    const { message } = fault('additionalProperties', { additionalProperty: 'x'.repeat(5000) });
    expect(message.length).toBeLessThan(120);
  });
});

describe('isDateTime, asked again', () => {
  it('[D-2] gives the same answer to the same text, whatever came between', () => {
    const texts = ['2024-05-01T10:20:30Z', '2024-02-31T00:00:00Z', '2024-05-01T10:20:30Z', '', '2024-05-01T10:20:31Z'];
    expect([...texts, ...texts].map(isDateTime)).toEqual([...texts, ...texts].map(inLibrary));
  });
});

describe('below', () => {
  it('[D-2] leads pointers through a property, with its name escaped, or through an index', () => {
    const faults = [fault('type', { type: 'string' }), { ...fault('anyOf', {}), instancePath: '/0' }];
    expect(below(faults, 'a/b~c').map(({ instancePath }) => instancePath)).toEqual(['/a~1b~0c', '/a~1b~0c/0']);
    expect(below(faults, 7).map(({ instancePath }) => instancePath)).toEqual(['/7', '/7/0']);
    expect(faults[0]?.instancePath).toBe('');
  });
});

describe('objectFaults', () => {
  const inner = [fault('const', { allowedValue: 1 })];

  it('[D-2] tells of a missing property first, then of an unknown one, then of a wrong value', () => {
    const missing = [fault('required', { missingProperty: 'b' })];
    expect(objectFaults({ a: 1 }, ['a', 'b'], 'x', inner)).toEqual(missing);
    expect(objectFaults({ a: 1, b: undefined }, ['a', 'b'], 'x', inner)).toEqual(missing);
    expect(objectFaults({ a: 1 }, ['a'], 'x', inner)).toEqual([
      fault('additionalProperties', { additionalProperty: 'x' }),
    ]);
    expect(objectFaults({ a: 1 }, ['a'], undefined, inner)).toBe(inner);
  });

  it('[D-2] does not take what an object inherits for a property', () => {
    expect(objectFaults({}, ['constructor'], undefined, undefined)).toMatchObject([
      { params: { missingProperty: 'constructor' } },
    ]);
  });
});

describe('repeatedEntry', () => {
  it.each([
    [[], undefined],
    [[1], undefined],
    [['1', 1, '"1', true, 'true', null, 'null'], undefined],
    [[{ a: 1 }, { a: '1' }, [{ a: 1 }], '{"a":1}'], undefined],
    [['a', 'b', 'a'], { i: 2, j: 0 }],
    [['a', 'a', 'b', 'b'], { i: 3, j: 2 }],
    [['a', 'a', 'a'], { i: 2, j: 1 }],
    [
      [
        { a: 1, b: { c: 2, d: 3 } },
        { b: { d: 3, c: 2 }, a: 1 },
      ],
      { i: 1, j: 0 },
    ],
    [[0, -0], { i: 1, j: 0 }],
  ] as const)('[D-2] finds in %j the last entry that stands before as well: %j', (list, pair) => {
    expect(repeatedEntry(list)).toEqual(pair);
  });

  it('[D-2] finds what comparing each entry with each other finds', () => {
    const lists = fc.array(fc.oneof(fc.constantFrom('a', 'b', '1', 1, 0, null, true), fc.jsonValue({ maxDepth: 1 })));
    fc.assert(
      fc.property(lists, (list) => {
        const pairs = list.flatMap((entry, i) => {
          const j = list.slice(0, i).findLastIndex((other) => libraryEqual(entry, other));
          return j === -1 ? [] : [{ i, j }];
        });
        expect(repeatedEntry(list)).toEqual(pairs.at(-1));
      }),
    );
  });
});
