import { describe, expect, it } from 'vitest';
import { faultFinder } from '../support/compiled.ts';

const names = { type: 'array', items: { type: 'string' }, uniqueItems: true };

describe('uniqueItemsKeyword', () => {
  it('[U-VAL-1] refuses an entry that stands before as well, and names both', async () => {
    const faultsOf = await faultFinder({ Names: names });
    expect(faultsOf(['a', 'b', 'c'])).toEqual([]);
    expect(faultsOf(['a', 'b', 'a'])).toEqual([['uniqueItems', '', { i: 2, j: 0 }]]);
  });

  it('[U-VAL-1] asks nothing where entries may repeat', async () => {
    const faultsOf = await faultFinder({ Names: { ...names, uniqueItems: false } });
    expect(faultsOf(['a', 'a'])).toEqual([]);
  });

  it('[U-VAL-1] bears the longest list that a schema allows', async () => {
    const faultsOf = await faultFinder({ Names: names });
    const many = Array.from({ length: 100_000 }, (_, index) => `beta-${index}`);
    expect(faultsOf(many)).toEqual([]);
    expect(faultsOf([...many, 'beta-7'])).toEqual([['uniqueItems', '', { i: 100_000, j: 7 }]]);
  });
});
