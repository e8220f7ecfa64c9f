import { describe, expect, it } from 'vitest';
import { repeatedName } from '../../../src/core/repeated-name.ts';

describe('repeatedName', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', '/a/b/1/c'],
    ['{"a":1, "\\u0061" : 2}', '/a'],
    ['[{"x":1},{"x":1,"x/y":1,"x/y":2}]', '/1/x~1y'],
  ])('[U-VAL-2] finds the second member of one name in %s', (text, path) => {
    expect(repeatedName(text)).toBe(path);
  });

  it.each(['{"a":1,"b":{"a":2}}', '[{"a":1},{"a":2}]', '{"a":"a","b":"\\":\\"a"}', '"a"', '[]', '{"a":["a","a"]}'])(
    '[U-VAL-2] has nothing to say about %s',
    (text) => {
      expect(repeatedName(text)).toBeUndefined();
    },
  );

  it('[U-SEC-5] takes linear time over deep and long texts', () => {
    const text = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    expect(repeatedName(text)).toBeUndefined();
  });
});
