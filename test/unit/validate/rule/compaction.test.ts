import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../../src/core/fingerprint.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { validateConversation, validateItem, validateRequest } from '../../../../src/validate/index.ts';
import { branch, type Changes, conversation, faults, item, request, summary, toolCall, toolResult } from '../record.ts';

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

  it('[U-ITEM-4] refuses a range that ends between a call and its result, and takes one that holds both or neither', () => {
    const line = [item(0), toolCall(1, 'call-1'), toolResult(2, 'call-1')];
    const judgeFirst = (count: number) =>
      faults(validateRequest(request([...line, covering(3, range(line.slice(0, count)))])));
    expect(judgeFirst(2)).toEqual([['/conversation/items/3/covered/lastItemId', 'compaction']]);
    expect([judgeFirst(1), judgeFirst(3)]).toEqual([[], []]);
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

  it('[U-SEC-5] stops checking when summaries cover too much, and says so', () => {
    const covered = Array.from({ length: 1_000 }, (_, index) => item(index, { content: [] }));
    const summaries = Array.from({ length: 300 }, (_, index) => covering(index + 1_000, range(covered)));
    const few = request([...covered, ...summaries.slice(0, 200)]);
    expect(faults(validateRequest(few))).toEqual([]);
    const [first, ...rest] = faults(validateRequest(request([...covered, ...summaries])));
    expect(first).toEqual([expect.stringMatching(/^\/conversation\/items\/1\d{3}\/covered$/), 'compaction']);
    expect(rest.length).toBeGreaterThan(0);
  });

  it('[U-SEC-5] does the same for the branches of a conversation', () => {
    const covered = Array.from({ length: 5_000 }, (_, index) => item(index, { content: [] }));
    const branches = Array.from({ length: 120 }, (_, index) =>
      branch(`b-${index}`, { parentBranchId: 'main', forkItemId: 'item-4999', headItemId: `s-${index}` }),
    );
    const own = branches.map(({ branchId }, index) =>
      covering(5_000, range(covered), { id: `s-${index}`, branchId, parentId: 'item-4999' }),
    );
    const main = branch('main', { headItemId: 'item-4999' });
    const judgeAll = (count: number) =>
      faults(
        validateConversation(
          conversation([...covered, ...own.slice(0, count)], { branches: [main, ...branches.slice(0, count)] }),
        ),
      );
    expect(judgeAll(20)).toEqual([]);
    expect(judgeAll(120)).toContainEqual([expect.stringMatching(/^\/items\/50\d\d\/covered$/), 'compaction']);
  });
});
