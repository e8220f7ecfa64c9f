import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { escapeToken, parsePointer, pointer, resolvePointer } from '../../../src/core/pointer.ts';

/** RFC 6901, section 5. */
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};
const SAMPLES: readonly [string, unknown][] = [
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
];

describe('JSON Pointer', () => {
  it.each(SAMPLES)('[U-VAL-1] resolves %j as RFC 6901 section 5 says', (text, value) => {
    expect(resolvePointer(DOCUMENT, text)).toEqual(value);
    expect(pointer(...parsePointer(text))).toBe(text);
  });

  it('[U-VAL-1] escapes and unescapes in the right order', () => {
    expect(escapeToken('~1/')).toBe('~01~1');
    expect(parsePointer('/~01~1/0')).toEqual(['~1/', '0']);
    expect(pointer('items', 3, 'a/b')).toBe('/items/3/a~1b');
  });

  it('[U-VAL-1] finds own members and true indexes only', () => {
    for (const text of ['/constructor', '/foo/length', '/foo/-', '/foo/01', '/foo/2', '/foo/0/0', '/toString/name']) {
      expect(resolvePointer(DOCUMENT, text)).toBeUndefined();
    }
    expect(resolvePointer({ a: null }, '/a')).toBeNull();
  });

  it.each(['a', '/a~', '/a~2'])('[U-VAL-1] refuses %j', (text) => {
    expect(() => parsePointer(text)).toThrow(UsageError);
  });
});
