import type {
  UnifiedCompactionSummaryItem,
  UnifiedConversation,
  UnifiedItem,
} from '../../../generated/unified/types.ts';
import { branchItems } from '../branch-items.ts';
import { CoveredRangeCheck } from '../covered-range.ts';
import { positionsOf } from '../line.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * A summary names the range that it stands for, or says why it is unknown. The range is a prefix of the line that ends
 * before the summary, has as many items as it says, and their canonical form has its audit hash. Of items that are not
 * here nothing can be checked, but a range is here as a whole or not at all (Unified v2, Canonical items).
 */
export const compaction: Rule = {
  id: 'compaction',
  applies: ['summary'],
  check(record, context) {
    for (const place of record.of('summary')) if (isEffective(place.value)) checkDeclaration(place, context);
    const ranges = new CoveredRangeCheck(record.of('item').length, context);
    for (const line of record.lines)
      ranges.check(line.items, line.positions, (_item, index) => `${line.path}/${index}`);
    for (const { value } of record.of('conversation')) checkConversation(value, ranges);
  },
};

/** A summary that failed stands for nothing. */
function isEffective(item: UnifiedItem): item is UnifiedCompactionSummaryItem {
  return item.type === 'compaction-summary' && item.failed !== true;
}

function checkDeclaration(place: Place<UnifiedCompactionSummaryItem>, { report }: RuleContext): void {
  const { covered, coveredUnknownReason } = place.value;
  if (covered === undefined && coveredUnknownReason === undefined) {
    const message = 'The summary says neither which items it stands for nor why that is unknown.';
    report({ path: place.path('covered'), message, expected: '"covered" or "coveredUnknownReason"' });
  } else if (covered !== undefined && coveredUnknownReason !== undefined) {
    const message = 'The summary names the items that it stands for, and says why they are unknown.';
    report({ path: place.path('coveredUnknownReason'), message, expected: '"covered" or "coveredUnknownReason"' });
  }
}

function checkConversation(conversation: UnifiedConversation, ranges: CoveredRangeCheck): void {
  const { items } = conversation;
  const branchIds = new Set(items.filter(isEffective).map(({ branchId }) => branchId));
  const positions = new Map(items.map(({ id }, index) => [id, index]));
  for (const branchId of branchIds) {
    const path = (item: UnifiedItem) => `/items/${positions.get(item.id) ?? 0}`;
    if (!ranges.mayRead(items.length)) {
      const first = items.findIndex((item) => isEffective(item) && item.branchId === branchId);
      ranges.giveUp(`/items/${first}/covered`);
      return;
    }
    const line = branchItems(conversation, branchId);
    ranges.check(line, positionsOf(line), path, branchId);
  }
}
