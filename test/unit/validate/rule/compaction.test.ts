import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../src/core/fingerprint.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { validateConversation, validateItem, validateRequest } from '../../../../src/validate/index.ts';
import { branch, type Changes, conversation, faults, item, request, summary } from '../record.ts';

/** The range of these items, as a summary names it. */
function range(items: readonly JsonObject[], changes: Changes = {}): JsonObject {
  const covered = {
    firstItemId: items[0]?.['id'] ?? '',
    lastItemId: items.at(-1)?.['id'] ?? '',
    itemCount: items.length,
    auditHash: fingerprint(items).replace('sha256:', ''),
  };
  return { ...covered, ...changes } as JsonObject;
}

const covering = (sequence: number, covered: JsonObject, changes: Changes = {}) =>
  summary(sequence, { covered, coveredUnknownReason: undefined, ...changes });

const history = [item(0), item(1), item(2)];

const judge = (covered: JsonObject) => faults(validateRequest(request([...history, covering(3, covered)])));

describe('compaction summaries', () => {
  it('[U-ITEM-4] accepts a summary of a prefix with the hash of its canonical form', () => {
    expect(judge(range(history.slice(0, 2)))).toEqual([]);
    expect(judge(range(history))).toEqual([]);
  });

  it.each<[what: string, covered: JsonObject, path: string]>([
    ['a range that does not begin with the first item', range(history.slice(1)), '/firstItemId'],
    ['a range that ends behind its summary', range(history, { lastItemId: 'item-3' }), '/lastItemId'],
    ['a wrong count', range(history, { itemCount: 2 }), '/itemCount'],
    ['another hash', range(history, { auditHash: '0'.repeat(64) }), '/auditHash'],
    ['a range whose first item is not here', range(history, { firstItemId: 'gone' }), '/firstItemId'],
    ['a range whose last item is not here', range(history, { lastItemId: 'gone' }), '/lastItemId'],
  ])('[U-ITEM-4] refuses %s', (_what, covered, path) => {
    expect(judge(covered)).toContainEqual([`/conversation/items/3/covered${path}`, 'compaction']);
  });

  it('[U-ITEM-4] notices that a covered item was changed', () => {
    const covered = range(history);
    const changed = [item(0), item(1, { role: 'assistant' }), item(2), covering(3, covered)];
    expect(faults(validateRequest(request(changed)))).toEqual([
      ['/conversation/items/3/covered/auditHash', 'compaction'],
    ]);
  });

  it('[U-ITEM-4] lets a summary stand for items that are not here, and a later one cover it with them', () => {
    const first = covering(2, range(history.slice(0, 2)));
    const items = [first, item(3), covering(4, range(history, { lastItemId: 'item-3', itemCount: 4 }))];
    expect(faults(validateRequest(request(items)))).toEqual([]);
  });

  it('[U-ITEM-4] refuses a summary that names no range and no reason, and one that does both', () => {
    expect(faults(validateItem(summary(0, { coveredUnknownReason: undefined })))).toEqual([['/covered', 'compaction']]);
    expect(faults(validateItem(summary(0, { covered: range(history) })))).toEqual([
      ['/coveredUnknownReason', 'compaction'],
    ]);
  });

  it('[U-ITEM-4] asks nothing of a summary that failed', () => {
    const failed = summary(0, { coveredUnknownReason: undefined, failed: true });
    expect(faults(validateRequest(request([failed])))).toEqual([]);
  });

  it('[U-ITEM-4] follows the line of a branch back over its forks', () => {
    const other = (sequence: number, parentId: string, changes: Changes = {}) =>
      item(sequence, { id: `other-${sequence}`, branchId: 'other', parentId, content: [], ...changes });
    const own = other(2, 'item-0');
    const branches = [
      branch('main', { headItemId: 'item-2' }),
      branch('other', { headItemId: 'other-3', parentBranchId: 'main', forkItemId: 'item-0' }),
    ];
    const judgeBranch = (covered: JsonObject) => {
      const last = covering(3, covered, { id: 'other-3', branchId: 'other', parentId: 'other-2' });
      return faults(validateConversation(conversation([...history, own, last], { branches })));
    };
    expect(judgeBranch(range([item(0), own]))).toEqual([]);
    expect(judgeBranch(range([item(0), item(1), own]))).toEqual([['/items/4/covered/itemCount', 'compaction']]);
  });

  it('[U-SEC-5] stops checking when summaries cover too much', () => {
    const summaries = Array.from({ length: 400 }, (_, index) => covering(index + 3, range(history)));
    const before = request([...history, ...summaries]);
    expect(faults(validateRequest(before))).toEqual([]);
    const all = Array.from({ length: 400 }, (_, index) => item(index));
    const covered = range(all);
    const many = Array.from({ length: 100 }, (_, index) => covering(index + 400, covered));
    const issues = faults(validateRequest(request([...all, ...many])));
    expect(issues[0]).toEqual(['/conversation/items/440/covered', 'compaction']);
  });
});
