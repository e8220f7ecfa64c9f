import { describe, expect, it } from 'vitest';
import { isNeutral } from '../../../src/projection/neutral.ts';

describe('isNeutral', () => {
  it('[U-LOSS-1] takes values of every kind of JSON for what they are', () => {
    expect(isNeutral(0, 0)).toBe(true);
    expect(isNeutral('auto', 'auto')).toBe(true);
    expect(isNeutral([], [])).toBe(true);
    expect(isNeutral(['text'], ['text'])).toBe(true);
    expect(isNeutral({ a: [1, { b: false }] }, { a: [1, { b: false }] })).toBe(true);
    expect(isNeutral({}, {})).toBe(true);
  });

  it('[U-LOSS-1] takes nothing else for neutral', () => {
    expect(isNeutral(0, undefined)).toBe(false);
    expect(isNeutral(0, false)).toBe(false);
    expect(isNeutral('0', 0)).toBe(false);
    expect(isNeutral(['text', 'audio'], ['text'])).toBe(false);
    expect(isNeutral(['audio'], ['text'])).toBe(false);
    expect(isNeutral([], {})).toBe(false);
    expect(isNeutral({ a: 1 }, {})).toBe(false);
    expect(isNeutral({ b: 1 }, { a: 1 })).toBe(false);
    expect(isNeutral(null, [])).toBe(false);
  });
});
