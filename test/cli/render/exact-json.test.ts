import { describe, expect, it } from 'vitest';
import { indentJson } from '../../../src/cli/render/exact-json.ts';

describe('indenting JSON text', () => {
  it('[U-LOSS-1] writes what JSON.stringify would, with every digit kept', () => {
    const value = { a: [1, { b: 'x "y": [1,2]' }], empty: {}, none: [], deep: [[[]]] };
    expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(indentJson('{"n":1234567890123456789012.50}')).toBe('{\n  "n": 1234567890123456789012.50\n}');
  });
});
