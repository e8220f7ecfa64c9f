import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/core/canonical.ts';
import { UrtextError } from '../../../src/core/errors.ts';

/** RFC 8785, appendix B: the bits of a double and its text. */
const NUMBERS = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
] as const;

function doubleOf(bits: string): number {
  return new Float64Array(BigUint64Array.of(BigInt(`0x${bits}`)).buffer)[0] ?? Number.NaN;
}

function refusal(value: unknown, depth?: number): { code: string; path: unknown; rule: unknown } {
  try {
    canonicalJson(value, depth);
  } catch (error) {
    if (UrtextError.isInstance(error))
      return { code: error.code, path: error.details['path'], rule: error.details['rule'] };
    throw error;
  }
  throw new Error('The value was written.');
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value).reverse()) copy[key] = reversed(member);
  return copy;
}

/** The order of RFC 8785 stated the long way, for comparison. */
function plainly(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(plainly).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${plainly(member)}`).join(',')}}`;
}

const json = fc.jsonValue({ maxDepth: 6 }).filter((value) => !JSON.stringify(value).includes('"__proto__":'));

/** An array of three with nothing in the middle. */
const withHole = Object.assign(new Array(3), { 0: 1, 2: 2 });

describe('canonicalJson', () => {
  it.each(NUMBERS)('[U-VAL-2] writes the double %s as %s, as RFC 8785 appendix B says', (bits, text) => {
    expect(canonicalJson(doubleOf(bits))).toBe(text);
  });

  it('[U-VAL-2] writes the sample of RFC 8785 section 3.2.2', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    const text = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(canonicalJson(JSON.parse(sample))).toBe(text);
  });

  it('[U-VAL-2] sorts keys by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson({ ...sample, '1': undefined })))).toEqual([
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
    expect(canonicalJson(sample).indexOf('"1"')).toBe(canonicalJson(sample).indexOf('Carriage Return') + 17);
  });

  it('[U-VAL-2] sorts keys that look like array indexes as text, not as numbers', () => {
    expect(canonicalJson({ b: { 9: 1, 10: 2 }, 2: 0, 10: [{ 3: 0, 20: 0 }] })).toBe(
      '{"10":[{"20":0,"3":0}],"2":0,"b":{"10":2,"9":1}}',
    );
  });

  it('[U-VAL-2] escapes as RFC 8785 says: short escapes, lower-case hexadecimal, nothing else', () => {
    expect(canonicalJson('\b\t\n\f\r\u0001\u001f\u007f"\\/\u2028é')).toBe(
      '"\\b\\t\\n\\f\\r\\u0001\\u001f\u007f\\"\\\\/\u2028é"',
    );
  });

  it('[U-VAL-2] sorts objects with many members', () => {
    const keys = Array.from({ length: 200 }, (_, index) => `key ${(index * 37) % 200}`);
    expect(Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))))).toEqual(
      [...keys].sort(),
    );
  });

  it('[U-VAL-2] does not depend on the order in which members were written', () => {
    fc.assert(fc.property(json, (value) => canonicalJson(reversed(value)) === canonicalJson(value)));
  });

  it('[U-VAL-2] writes what the rules of RFC 8785 say, whatever the value', () => {
    fc.assert(fc.property(json, (value) => canonicalJson(value) === plainly(value)));
  });

  it('[U-VAL-2] keeps the order of arrays and the value itself', () => {
    // JSON has no negative zero: RFC 8785 writes it as 0.
    const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(plain(value));
      }),
    );
  });

  it('[U-VAL-3] tells empty from absent and zero from unknown', () => {
    const texts = [{}, { a: [] }, { a: {} }, { a: '' }, { a: 0 }, { a: null }, { a: false }].map((value) =>
      canonicalJson(value),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('[U-VAL-2] takes a member that is undefined for absent', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });

  it('[U-VAL-2] takes objects without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  it.each([
    ['undefined', { a: [1, undefined] }, '/a/1', 'json-type'],
    ['a hole in an array', { a: withHole }, '/a/1', 'json-type'],
    ['NaN', { a: Number.NaN }, '/a', 'json-number'],
    ['Infinity', [Number.POSITIVE_INFINITY], '/0', 'json-number'],
    ['a bigint', { a: 1n }, '/a', 'json-type'],
    ['a symbol', { a: Symbol('a') }, '/a', 'json-type'],
    ['a function', { a: () => 1 }, '/a', 'json-type'],
    ['a lone surrogate', { a: { b: 'x\ud800' } }, '/a/b', 'json-unicode'],
    ['a lone surrogate in a key', { a: { '\udc00': 1 } }, '/a/\ufffd', 'json-unicode'],
    ['a date', { 'a/b': new Date(0) }, '/a~1b', 'json-prototype'],
    ['a map', { a: new Map() }, '/a', 'json-prototype'],
    ['bytes', { a: new Uint8Array(2) }, '/a', 'json-prototype'],
    ['an own __proto__', JSON.parse('{"a":{"__proto__":1}}'), '/a/__proto__', 'json-reserved-key'],
  ])('[U-VAL-1] refuses %s and says where it is', (_name, value, path, rule) => {
    expect(refusal(value)).toEqual({ code: 'canonical-form', path, rule });
  });

  it('[U-VAL-1] refuses a cycle', () => {
    const value: { a: unknown[] } = { a: [] };
    value.a.push(value);
    expect(refusal(value)).toEqual({ code: 'canonical-form', path: '/a/0', rule: 'json-cycle' });
  });

  it('[U-VAL-1] writes 64 levels and refuses 65', () => {
    expect(canonicalJson(nested(64))).toBe(`${'['.repeat(64)}1${']'.repeat(64)}`);
    expect(refusal(nested(65))).toEqual({ code: 'canonical-form', path: '/0'.repeat(64), rule: 'json-depth' });
    expect(refusal(nested(3), 2).rule).toBe('json-depth');
  });

  it('[U-VAL-2] takes the characters of an escape sequence for what they are', () => {
    expect(canonicalJson(String.raw`\ud800`)).toBe(String.raw`"\\ud800"`);
  });
});
