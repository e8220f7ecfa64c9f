import { describe, expect, it } from 'vitest';
import { PLAN as AIMATEY } from '../../../generated/aimatey/plan.ts';
import { PLAN as UNIFIED } from '../../../generated/unified/plan.ts';
import { ERROR_CODES } from '../../../src/core/error-codes.ts';
import { TYPES_OF_KIND } from '../../../src/validate/kind.ts';
import { RULES } from '../../../src/validate/rule/index.ts';

describe('kinds and rules', () => {
  it('[U-VAL-1] names types that the schemas have', () => {
    const names = Object.values(TYPES_OF_KIND).flat();
    const known = new Set([...Object.keys(UNIFIED), ...Object.keys(AIMATEY), 'UnifiedEventLog']);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('[U-VAL-1] has rules with names of their own, each of which can be explained', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !Object.hasOwn(ERROR_CODES, id))).toEqual([]);
  });

  it('[U-VAL-1] knows every way in which a record refers to items, parts, calls and approvals', () => {
    const properties = Object.values(UNIFIED).flatMap((plan) =>
      plan.kind === 'object' ? Object.keys(plan.properties) : [],
    );
    const referring = properties.filter((name) => /(?:item|part|call|approvalRequest|branch|parent)Ids?$/i.test(name));
    // A new name here needs a decision: a rule that checks it, or the reason why none can.
    expect([...new Set(referring)].sort()).toEqual([
      'afterItemId', // completeness
      'approvalRequestId', // references (of calls), tool-correlation (of answers)
      'approvalRequestIds', // of events: what waits may be of an earlier operation
      'beforeItemId', // completeness
      'branchId', // branch-head
      'callId', // references (beside calls), tool-correlation (of results), transition (of events)
      'documentItemId', // references
      'documentPartId', // references
      'firstItemId', // compaction
      'forkItemId', // branch-head
      'headItemId', // branch-head
      'itemId', // references, revision, cache, transition (of events)
      'journalHeadItemId', // of checkpoints: compared with the branch when it is resumed
      'lastItemId', // compaction
      'parentBranchId', // branch-head
      'parentCallId', // references
      'parentId', // item-order
      'partId', // references, cache
      'providerCallId', // the provider's own, an alias
      'providerItemId', // the provider's own, an alias
      'sourceHeadItemId', // of operations: the store compares it with the branch
      'sourceItemId', // of loss entries: an item of the record that was projected
      'supportsPartId', // references
      'throughItemId', // references
      'waitingCallIds', // of events: what waits may be of an earlier operation
    ]);
  });
});
