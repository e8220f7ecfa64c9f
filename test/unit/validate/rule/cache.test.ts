import { describe, expect, it } from 'vitest';
import { validateRequest } from '../../../../src/validate/index.ts';
import { type Changes, faults, item, request, resource, textPart } from '../record.ts';

const items = [item(0), item(1, { content: [textPart('part-1'), textPart('part-2')] })];

const judge = (cache: Changes, conversation: Changes = {}) =>
  faults(validateRequest(request(items, { cache: { mode: 'explicit', ...cache } }, conversation)));

describe('cache intents', () => {
  it('[U-CACHE-1] accepts breakpoints at items and at their parts', () => {
    const breakpoints = [
      { itemId: 'item-1' },
      { itemId: 'item-1', partId: 'part-1' },
      { itemId: 'item-1', partId: 'part-2', ttl: '1h' },
    ];
    expect(judge({ breakpoints, affinityKey: 'key' })).toEqual([]);
  });

  it('[U-CACHE-1] refuses a breakpoint at a part of another item', () => {
    expect(judge({ breakpoints: [{ itemId: 'item-0', partId: 'part-1' }] })).toEqual([
      ['/cache/breakpoints/0/partId', 'cache'],
    ]);
  });

  it('[U-CACHE-1] refuses a prefix that is marked twice', () => {
    expect(judge({ breakpoints: [{ itemId: 'item-0' }, { itemId: 'item-0', ttl: '5m' }] })).toEqual([
      ['/cache/breakpoints/1', 'cache'],
    ]);
  });

  it("[U-CACHE-2] refuses a provider's identifier as the portable key", () => {
    const byReference = { completeness: 'reference-only', continuations: [resource('r', { providerId: 'resp_1' })] };
    expect(judge({ affinityKey: 'resp_1' }, byReference)).toEqual([['/cache/affinityKey', 'cache']]);
    expect(judge({ affinityKey: 'r' }, byReference)).toEqual([]);
  });
});
