import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../../../src/core/errors.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { WireObject } from '../../../src/projection/wire-object.ts';
import { places, reading } from './support.ts';

const SECRET = 'the words of the payload';

function faultOf(body: JsonObject, read: (wire: WireObject) => unknown): unknown {
  try {
    return read(reading(body).wire);
  } catch (error) {
    if (!WireFormatError.isInstance(error)) throw error;
    expect(error.message).not.toContain(SECRET);
    return error.details;
  }
}

describe('WireObject', () => {
  it('[U-LOSS-1] knows at the end which members nobody read, in their order', () => {
    const { wire } = reading({ c: 1, a: 'x', b: true, d: [], e: {} });
    wire.text('a');
    wire.boolean('b');
    wire.peek('d');
    expect(wire.unread()).toEqual(['c', 'd', 'e']);
  });

  it('[U-LOSS-1] takes null for absent, reads it and reports it', () => {
    const context = reading({ a: null, b: null, c: null });
    expect(context.wire.text('a')).toBeUndefined();
    expect(context.wire.look('b')).toBeUndefined();
    expect(context.wire.object('b')).toBeUndefined();
    expect(context.wire.has('c')).toBe(false);
    expect(context.wire.unread()).toEqual(['c']);
    expect(places(context.entries())).toEqual(['info wire.null-value /a', 'info wire.null-value /b']);
  });

  it('[U-VAL-1] reads each kind of value, and takes a member that is undefined for no member', () => {
    const { wire } = reading({
      text: 'é',
      number: 0.5,
      integer: -3,
      count: 0,
      boolean: false,
      object: { a: 1 },
      objects: [{ a: 1 }, {}],
      texts: ['', 'b'],
      json: [null, { a: 1 }],
    });
    expect(wire.text('text')).toBe('é');
    expect(wire.number('number')).toBe(0.5);
    expect(wire.integer('integer')).toBe(-3);
    expect(wire.count('count')).toBe(0);
    expect(wire.boolean('boolean')).toBe(false);
    expect(wire.object('object')?.number('a')).toBe(1);
    expect(wire.objects('objects')?.map(({ value }) => value)).toEqual([{ a: 1 }, {}]);
    expect(wire.texts('texts')).toEqual(['', 'b']);
    expect(wire.json('json')).toEqual([null, { a: 1 }]);
    expect(wire.unread()).toEqual([]);
    expect(wire.text('absent')).toBeUndefined();
    // A caller's object may have such a member although JSON has none.
    expect(reading({ a: undefined } as unknown as JsonObject).wire.unread()).toEqual([]);
  });

  it.each([
    ['a text that is a number', { a: 1 }, (wire: WireObject) => wire.text('a'), 'a string', 'integer'],
    [
      'a number that is a text',
      { a: SECRET },
      (wire: WireObject) => wire.number('a'),
      'a number',
      'string of 24 characters',
    ],
    [
      'a number that is not finite',
      { a: Number.NaN },
      (wire: WireObject) => wire.number('a'),
      'a number',
      'non-finite number',
    ],
    ['a whole number with a fraction', { a: 1.5 }, (wire: WireObject) => wire.integer('a'), 'a whole number', 'number'],
    ['a count below zero', { a: -1 }, (wire: WireObject) => wire.count('a'), 'a whole number, zero or more', 'integer'],
    [
      'a yes that is a text',
      { a: 'true' },
      (wire: WireObject) => wire.boolean('a'),
      'true or false',
      'string of 4 characters',
    ],
    ['an object that is a list', { a: [] }, (wire: WireObject) => wire.object('a'), 'an object', 'array of 0'],
    ['a list that is an object', { a: {} }, (wire: WireObject) => wire.objects('a'), 'a list', 'object with 0 members'],
    [
      'a word that is unknown',
      { a: SECRET },
      (wire: WireObject) => wire.word('a', ['x', 'y']),
      'one of x, y',
      'string of 24 characters',
    ],
    ['a required text that is missing', {}, (wire: WireObject) => wire.requiredText('a'), 'a string', 'nothing'],
    [
      'a required object that is null',
      { a: null },
      (wire: WireObject) => wire.requiredObject('a'),
      'an object',
      'null',
    ],
    [
      'a required list that is missing',
      {},
      (wire: WireObject) => wire.requiredObjects('a'),
      'a list of objects',
      'nothing',
    ],
  ])(
    '[U-VAL-1] refuses %s, naming the place, what was expected and what was found',
    (_title, body, read, expected, found) => {
      expect(faultOf(body, read)).toEqual({ path: '/a', expected, found });
    },
  );

  it('[U-VAL-1] points into lists and through escaped names', () => {
    const { wire } = reading({ 'a/b': [{}, { '~': { c: 1 } }] });
    const inner = wire.objects('a/b')?.[1]?.object('~');
    expect(inner?.pointer()).toBe('/a~1b/1/~0');
    expect(inner?.pointer('c')).toBe('/a~1b/1/~0/c');
    expect(faultOf({ a: [{}, 5] }, (object) => object.objects('a'))).toMatchObject({ path: '/a/1' });
    expect(faultOf({ a: ['x', {}] }, (object) => object.texts('a'))).toMatchObject({ path: '/a/1' });
  });

  it('[U-VAL-1] refuses a list with holes, which is no JSON', () => {
    const holes: JsonObject[] = [{}];
    holes[2] = {};
    expect(faultOf({ a: holes }, (wire) => wire.objects('a'))).toMatchObject({ path: '/a/1', found: 'nothing' });
  });

  it('[U-VAL-1] leaves a name that no record takes unread: an empty one and one that is too long', () => {
    const { wire } = reading({ empty: '', long: 'x'.repeat(1025), short: 'xx', bounded: 'abc' });
    expect([wire.name('empty'), wire.name('long'), wire.name('short'), wire.name('bounded', 2)]).toEqual([
      undefined,
      undefined,
      'xx',
      undefined,
    ]);
    expect(wire.unread()).toEqual(['empty', 'long', 'bounded']);
  });

  it('[U-VAL-1] leaves an object that does not fit and a word that is not known yet unread, whole', () => {
    const { wire } = reading({ a: { type: 'new' }, b: { type: 'old' }, c: 'later', d: 'now' });
    const isOld = ({ type }: JsonObject) => type === 'old';
    expect(wire.objectIf('a', isOld)).toBeUndefined();
    expect(wire.objectIf('b', isOld)?.text('type')).toBe('old');
    expect([wire.knownWord('c', ['now']), wire.knownWord('d', ['now'])]).toEqual([undefined, 'now']);
    expect(wire.unread()).toEqual(['a', 'c']);
    expect(faultOf({ a: 5 }, (object) => object.objectIf('a', isOld))).toMatchObject({ expected: 'an object' });
    expect(faultOf({ a: 5 }, (object) => object.knownWord('a', ['now']))).toMatchObject({ expected: 'a string' });
  });

  it('[U-VAL-1] refuses the member name that would change a prototype, wherever it stands', () => {
    const hostile: JsonObject = JSON.parse('{"a":{"__proto__":{"admin":true}}}');
    expect(faultOf(hostile, (wire) => wire.object('a'))).toMatchObject({
      path: '/a',
      expected: 'no member named __proto__',
    });
    expect(faultOf(hostile, (wire) => wire.json('a'))).toMatchObject({
      path: '/a/__proto__',
      rule: 'json-reserved-key',
    });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('[U-VAL-1] replaces half of a surrogate pair by U+FFFD and reports each place', () => {
    const context = reading({ a: 'x\ud83d', b: ['ok', '\udc00'], c: { d: ['\ud800', 'ok'], e: 'y\udfff' } });
    expect(context.wire.text('a')).toBe('x\ufffd');
    expect(context.wire.texts('b')).toEqual(['ok', '\ufffd']);
    expect(context.wire.json('c')).toEqual({ d: ['\ufffd', 'ok'], e: 'y\ufffd' });
    expect(places(context.entries())).toEqual(
      ['/a', '/b/1', '/c/d/0', '/c/e'].map((path) => `info text.lone-surrogate ${path}`),
    );
  });

  it('[U-VAL-1] reports a number whose digits a double does not hold', () => {
    const exactNumbers = new Map([
      ['/b', '0.1000000000000000055511151231257827'],
      ['/c/d/0', '9007199254740993'],
    ]);
    const context = reading({ a: 2 ** 60, b: 0.1, c: { d: [9007199254740992, 1] }, e: 7 }, { exactNumbers });
    context.wire.number('a');
    context.wire.number('b');
    context.wire.json('c');
    context.wire.json('e');
    expect(places(context.entries())).toEqual(['/a', '/b', '/c/d/0'].map((path) => `warning number.unsafe ${path}`));
  });

  it('[U-VAL-3] leaves a whole number that a double does not hold exactly unread, so that its digits can be kept', () => {
    const context = reading({ a: 2 ** 53, b: -(2 ** 60), c: 2 ** 53 - 1 });
    expect([context.wire.integer('a'), context.wire.count('b'), context.wire.integer('c')]).toEqual([
      undefined,
      undefined,
      2 ** 53 - 1,
    ]);
    expect(context.wire.unread()).toEqual(['a', 'b']);
    expect(context.entries()).toEqual([]);
  });

  it('[U-VAL-3] gives the text of what stays beside the record with every digit that was sent', () => {
    const exactNumbers = new Map([['/a/n', '12345678901234567890']]);
    const context = reading({ a: { n: Number('12345678901234567890'), m: [1, 'x'] } }, { exactNumbers });
    expect(context.wire.opaque('a')).toBe('{"n":12345678901234567890,"m":[1,"x"]}');
    expect(context.wire.opaqueWhole()).toBe('{"a":{"n":12345678901234567890,"m":[1,"x"]}}');
    expect(context.entries()).toEqual([]);
    const parsed = reading({ a: 2 ** 60 });
    expect(parsed.wire.opaque('a')).toBe('1152921504606847000');
    expect(places(parsed.entries())).toEqual(['warning number.unsafe /a']);
  });

  it.each([
    ['nests too deep', nested(10_000), 'json-depth'],
    ['holds itself', cycle(), 'json-cycle'],
    ['holds an instance of a class', { a: new Date(0) } as unknown as JsonObject, 'json-prototype'],
    ['nests too deep behind half of a surrogate pair', { a: '\ud800', b: nested(200_000) }, 'json-unicode'],
  ])('[U-VAL-1] refuses arbitrary JSON that %s, without running out of stack', (_title, value, rule) => {
    expect(faultOf({ a: value }, (wire) => wire.json('a'))).toMatchObject({ rule });
    expect(faultOf({ a: value }, (wire) => wire.opaque('a'))).toMatchObject({ rule });
  });

  it('[U-VAL-1] takes arbitrary JSON as deep as a record can hold it, and deeper beside the record', () => {
    const { wire } = reading({ a: nested(56), b: nested(57), c: nested(128) });
    expect(wire.json('a')).toBeDefined();
    expect(() => wire.json('b')).toThrow(WireFormatError);
    expect(wire.opaque('c')).toBeDefined();
  });

  it('[U-VAL-1] keeps to the caller’s limits', () => {
    const { wire } = reading({ a: 'abcd', b: ['abcd'], c: [[1]] }, { limits: { stringLength: 3, recordDepth: 9 } });
    expect(() => wire.text('a')).toThrow('a string of at most 3 characters');
    expect(() => wire.texts('b')).toThrow('a string of at most 3 characters');
    expect(() => wire.json('c')).toThrow('too deep');
  });

  it('[U-VAL-1] refuses names of members that no reference can hold', () => {
    expect(() => reading({ ['x'.repeat(1025)]: 1 }).wire.opaque('x'.repeat(1025))).toThrow(WireFormatError);
    expect(() => reading({ '\ud800': 1 }).wire.opaque('\ud800')).toThrow(WireFormatError);
  });
});

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
}

function cycle(): JsonObject {
  const value: { [key: string]: JsonObject } = {};
  value['a'] = value;
  return value;
}
