import { describe, expect, it } from 'vitest';
import { faultFinder } from '../support/compiled.ts';

describe('itemsKeyword', () => {
  it('[U-VAL-1] finds the first entry that is wrong, at its index', async () => {
    const faultsOf = await faultFinder({ List: { type: 'array', items: { type: 'integer' }, maxItems: 3 } });
    expect(faultsOf([1, 2, 3])).toEqual([]);
    expect(faultsOf([1, 'b', 'c'])).toEqual([['type', '/1', { type: 'integer' }]]);
    expect(faultsOf(['a', 2, 3, 4])).toEqual([['maxItems', '', { limit: 3 }]]);
    expect(faultsOf({ 0: 1 })).toEqual([['type', '', { type: 'array' }]]);
  });

  it('[U-VAL-1] lets a list of anything have anything, but no hole where a value must be', async () => {
    const any = await faultFinder({ List: { type: 'array', items: {} } });
    expect(any([1, 'b', null, {}])).toEqual([]);
    const texts = await faultFinder({ List: { type: 'array', items: { type: 'string' } } });
    expect(texts(Array.from({ length: 1 }))).toEqual([['type', '/0', { type: 'string' }]]);
  });
});
