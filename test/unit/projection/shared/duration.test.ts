import { describe, expect, it } from 'vitest';
import { isDuration, millisecondsOf } from '../../../../src/projection/shared/duration.ts';

describe('durations', () => {
  it('[U-CACHE-1] are a whole number and a unit', () => {
    for (const text of ['5m', '1h', '500ms', '0s', '30d']) expect(isDuration(text)).toBe(true);
    for (const value of ['', '5', 'm', '5 m', '-5m', '1.5h', '1234567890s', 300, null, undefined, ['5m']])
      expect(isDuration(value)).toBe(false);
  });

  it('[U-CACHE-1] compare in milliseconds, as whole seconds do', () => {
    expect(['500ms', '30s', '5m', '1h', '2d', 90].map(millisecondsOf)).toEqual([
      500, 30_000, 300_000, 3_600_000, 172_800_000, 90_000,
    ]);
  });
});
