import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { DEFAULT_LIMITS, resolveLimits } from '../../../src/core/limits.ts';

describe('resolveLimits', () => {
  it('[U-SEC-5] completes what the caller gives with the defaults', () => {
    expect(resolveLimits()).toEqual(DEFAULT_LIMITS);
    expect(resolveLimits({ depth: 7 })).toEqual({ ...DEFAULT_LIMITS, depth: 7 });
  });

  it.each([
    ['deepness', 7, 'limit-unknown'],
    ['toString', 7, 'limit-unknown'],
    ['depth', 0, 'limit-value'],
    ['depth', -1, 'limit-value'],
    ['bytes', 1.5, 'limit-value'],
    ['nodes', Number.NaN, 'limit-value'],
    ['nodes', Number.POSITIVE_INFINITY, 'limit-value'],
    ['issues', '7', 'limit-value'],
  ])('refuses %s = %s and names the field', (field, value, code) => {
    const act = () => resolveLimits({ [field]: value });
    expect(act).toThrow(UsageError);
    expect(act).toThrow(expect.objectContaining({ code, details: { field } }));
  });
});
