import { expect, it } from 'vitest';
import type { UnifiedItem } from '../../../generated/unified/types.ts';
import { canonicalJson } from '../../../src/core/canonical.ts';
import { IntegrityError, UsageError } from '../../../src/core/errors.ts';
import { sha256Hex } from '../../../src/core/sha256.ts';
import { compactedItems, coveredRange } from '../../../src/fold/index.ts';
import { sampleRecord } from '../../support/sample-record.ts';

const ITEMS = sampleRecord([
  { type: 'message', role: 'user', content: [{ type: 'text', id: 'p0', text: 'one' }] },
  { type: 'message', role: 'assistant', content: [{ type: 'text', id: 'p1', text: 'two' }] },
  { type: 'message', role: 'user', content: [{ type: 'text', id: 'p2', text: 'three' }] },
]).conversation.items;

/** A summary of the first items, after all of them. */
function summarized(covered: ReturnType<typeof coveredRange>, more: Partial<UnifiedItem> = {}): readonly UnifiedItem[] {
  const base = ITEMS[0];
  const content = [{ type: 'text', id: 's.0', text: 'Sum.' }];
  const summary = { ...base, type: 'compaction-summary', id: 's', sequence: 3, content, covered, ...more };
  // A summary has what every item has, and its content.
  return [...ITEMS, summary as UnifiedItem];
}

it('[U-ITEM-5] names the range that a summary stands for, with the digest of its canonical form', () => {
  const covered = ITEMS.slice(0, 2);
  expect(coveredRange(covered)).toEqual({
    firstItemId: 'i0',
    lastItemId: 'i1',
    itemCount: 2,
    auditHash: sha256Hex(canonicalJson(covered)),
  });
  expect(() => coveredRange([])).toThrow(UsageError);
});

it('[U-ITEM-5] shows the summary in place of what it covers, and everything after that', () => {
  const line = summarized(coveredRange(ITEMS.slice(0, 2)));
  expect(compactedItems(line).map(({ id }) => id)).toEqual(['s', 'i2']);
  expect(compactedItems(ITEMS)).toBe(ITEMS);
});

it('[U-ITEM-5] lets a summary that failed, or whose range is unknown, stand for nothing', () => {
  const range = coveredRange(ITEMS.slice(0, 2));
  for (const more of [{ failed: true }, { covered: undefined, coveredUnknownReason: 'The provider does not say.' }]) {
    const line = summarized(range, more as Partial<UnifiedItem>);
    expect(compactedItems(line)).toBe(line);
  }
});

it('[U-ITEM-5] refuses a summary of other items than those that stand before it', () => {
  const range = coveredRange(ITEMS.slice(0, 2));
  const faults = [
    { ...range, auditHash: '0'.repeat(64) },
    { ...range, itemCount: 3 },
    { ...range, firstItemId: 'i1' },
    { ...range, lastItemId: 's' },
    coveredRange(ITEMS.slice(1, 2)),
  ];
  for (const fault of faults) {
    const error = (() => {
      try {
        return compactedItems(summarized(fault));
      } catch (found) {
        return found;
      }
    })();
    expect(IntegrityError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'compaction-audit', details: { itemId: 's', path: '/3/covered' } });
  }
});

it('[U-ITEM-5] takes a summary whose items were cleaned up as it is', () => {
  const [first, ...rest] = summarized(coveredRange(ITEMS.slice(0, 1)));
  expect(first?.id).toBe('i0');
  expect(compactedItems(rest)).toBe(rest);
});
