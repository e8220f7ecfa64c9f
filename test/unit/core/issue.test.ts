import { describe, expect, it } from 'vitest';
import { describeFound, describeTag } from '../../../src/core/issue.ts';

describe('describeFound', () => {
  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    ['hush, secret', 'string of 12 characters'],
    ['x', 'string of 1 character'],
    [7, 'integer'],
    [7.5, 'number'],
    [Number.NaN, 'non-finite number'],
    [true, 'boolean'],
    [[1, 2, 3], 'array of 3'],
    [{ a: 1 }, 'object with 1 member'],
  ])('[U-SEC-2] describes %o by kind and size alone', (value, text) => {
    expect(describeFound(value)).toBe(text);
  });
});

it('[U-SEC-2] describes what JSON cannot say', () => {
  expect(describeFound(1n)).toBe('bigint');
});

describe('describeTag', () => {
  it('[U-SEC-2] shows a short plain token and describes everything else', () => {
    expect(describeTag('tool-call_2.x')).toBe('"tool-call_2.x"');
    expect(describeTag('hush secret')).toBe('string of 11 characters');
    expect(describeTag('a'.repeat(65))).toBe('string of 65 characters');
    expect(describeTag(3)).toBe('integer');
  });
});
