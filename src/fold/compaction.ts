import type { UnifiedCompactionSummaryItem, UnifiedCoveredRange, UnifiedItem } from '../../generated/unified/types.ts';
import { IntegrityError, UsageError } from '../core/errors.ts';
import { fingerprint } from '../core/fingerprint.ts';

const HASH_PREFIX = 'sha256:';

/**
 * The range that a summary of these items stands for, with the audit hash of their canonical form. The items are the
 * first ones of their branch. Throws UsageError `compaction-range` when there are none.
 */
export function coveredRange(items: readonly UnifiedItem[]): UnifiedCoveredRange {
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) {
    throw new UsageError('compaction-range', 'A summary stands for one item at least.');
  }
  return { firstItemId: first.id, lastItemId: last.id, itemCount: items.length, auditHash: auditHash(items) };
}

/**
 * The items that a model is shown: the last summary whose range is known stands in place of what it covers, and every item
 * after that range follows. A summary that failed, or whose range is unknown, stands for nothing (Unified v2, Canonical
 * items). Throws IntegrityError `compaction-audit` when the covered items are not those that were summarized.
 */
export function compactedItems(items: readonly UnifiedItem[]): readonly UnifiedItem[] {
  const position = items.findLastIndex(standsForItems);
  const summary = items[position];
  if (summary === undefined || !standsForItems(summary)) return items;
  const { firstItemId, lastItemId, itemCount, auditHash: expected } = summary.covered;
  const last = items.findIndex(({ id }) => id === lastItemId);
  // Items that were cleaned up cannot be checked, and need not be left out.
  if (last < 0 && !items.some(({ id }) => id === firstItemId)) return items;
  const covered = items.slice(0, last + 1);
  const isPrefix = last >= 0 && last < position && covered[0]?.id === firstItemId && covered.length === itemCount;
  if (!isPrefix || auditHash(covered) !== expected) {
    const details = { itemId: summary.id, path: `/${position}/covered` };
    throw new IntegrityError('compaction-audit', 'The summary does not stand for the items before it.', { details });
  }
  return [summary, ...items.slice(last + 1, position), ...items.slice(position + 1)];
}

type Effective = UnifiedCompactionSummaryItem & { readonly covered: UnifiedCoveredRange };

function standsForItems(item: UnifiedItem): item is Effective {
  return item.type === 'compaction-summary' && item.failed !== true && item.covered !== undefined;
}

function auditHash(items: readonly UnifiedItem[]): string {
  return fingerprint(items).slice(HASH_PREFIX.length);
}
