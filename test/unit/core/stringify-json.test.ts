import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { parseJson } from '../../../src/core/parse-json.ts';
import { stringifyJson } from '../../../src/core/stringify-json.ts';

function roundTrip(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return stringifyJson(parsed.value, parsed.exactNumbers);
}

describe('stringifyJson', () => {
  it('[U-VAL-3] writes as JSON.stringify where every number is exact', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => stringifyJson(value, new Map()) === JSON.stringify(value)));
  });

  it.each([
    '{"b":{"x/y":9007199254740993,"~":[1,"a",18446744073709551615]},"a":[]}',
    '[0.1000000000000000055511151231257827021181583404541015625,{"a":-1e-400,"b":null}]',
    '12345678901234567890123',
  ])('[U-VAL-3] gives back each digit of %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it('[U-VAL-3] leaves absent members out beside an exact number', () => {
    expect(stringifyJson({ a: undefined, b: 2 ** 53 }, new Map([['/b', '9007199254740993']]))).toBe(
      '{"b":9007199254740993}',
    );
  });

  it.each([
    ['no member stands there', { a: 1 }, '/b', '1'],
    ['no index stands there', { a: [1] }, '/a/1', '1'],
    ['a scalar has no members', { a: 1 }, '/a/b', '1'],
    ['a string stands there', { a: '1' }, '/a', '1'],
    ['another number stands there', { a: 2 }, '/a', '9007199254740993'],
    ['the literal is no number', { a: 1 }, '/a', '1,"b":2'],
    ['the literal is no number of JSON', { a: 1 }, '/a', '01'],
  ])('[U-VAL-3] refuses a literal when %s', (_name, value, path, literal) => {
    expect(() => stringifyJson(value, new Map([[path, literal]]))).toThrow(UsageError);
  });
});
