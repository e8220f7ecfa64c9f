import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { validateItem, validatePart, validateResult } from '../../../../src/validate/index.ts';
import { type Changes, faults, issuesOf, item, merge, result, textPart } from '../record.ts';

const SOURCE = { kind: 'url', url: 'https://example.org/a' };

describe('ranges', () => {
  it.each<[what: string, start: string, end: string, part: (start: number, end: number) => Changes, path: string]>([
    [
      'a span',
      'start',
      'end',
      (start, end) => citing({ supports: [{ start, end, unit: 'utf8-bytes' }] }),
      '/annotations/0/supports/0',
    ],
    [
      'pages',
      'first',
      'last',
      (first, last) => ({ type: 'document', id: 'p', source: SOURCE, pages: [{ first, last }] }),
      '/pages/0',
    ],
    [
      'a selection of time',
      'startMilliseconds',
      'endMilliseconds',
      (startMilliseconds, endMilliseconds) => ({
        type: 'audio',
        id: 'p',
        source: SOURCE,
        selection: { startMilliseconds, endMilliseconds },
      }),
      '/selection',
    ],
    [
      'a word of a transcript',
      'startMilliseconds',
      'endMilliseconds',
      (startMilliseconds, endMilliseconds) => ({
        type: 'audio',
        id: 'p',
        source: SOURCE,
        transcriptWords: [{ word: 'w', startMilliseconds, endMilliseconds }],
      }),
      '/transcriptWords/0',
    ],
    [
      'a retrieved chunk',
      'firstPage',
      'lastPage',
      (firstPage, lastPage) => citing({ source: { chunk: { firstPage, lastPage } } }),
      '/annotations/0/source/chunk',
    ],
  ])('[U-VAL-1] refuses %s that ends before it begins', (_what, _start, end, part, path) => {
    expect(faults(validatePart(part(2, 2)))).toEqual([]);
    expect(faults(validatePart(part(2, 1)))).toEqual([[`${path}/${end}`, 'numeric']]);
  });

  it('[U-PART-5] refuses a range that begins below its base', () => {
    const cited = (range: Changes) => citing({ type: 'document-citation', source: undefined, range: range });
    expect(faults(validatePart(cited({ start: 1, end: 2, base: 1, unit: 'pages' })))).toEqual([]);
    expect(faults(validatePart(cited({ start: 0, end: 2, base: 1, unit: 'pages' })))).toEqual([
      ['/annotations/0/range/start', 'numeric'],
    ]);
  });

  it('[U-VAL-1] says the numbers and nothing else', () => {
    const issues = issuesOf(
      validateItem(item(0, { content: [citing({ supports: [{ start: 3, end: 1, unit: 'tokens' }] })] })),
    );
    expect(issues).toMatchObject([{ expected: 'at least 3', found: '1' }]);
  });
});

const counter = (value: number, changes: Changes = {}) => ({ value, scope: 'request', source: 'derived', ...changes });
const reported = (value: number) => counter(value, { source: 'reported' });
const judge = (usage: Changes) => faults(validateResult(result([], { usage: usage })));

describe('totals', () => {
  it.each<[what: string, parts: (total: Changes) => Changes, path: string]>([
    [
      'input',
      (total) => ({ input: { total, uncached: reported(3), cacheRead: reported(4), cacheWrite: reported(1) } }),
      '/usage/input',
    ],
    ['output', (total) => ({ output: { total, visible: reported(5), reasoning: reported(3) } }), '/usage/output'],
    ['all', (total) => ({ total, input: { total: reported(6) }, output: { total: reported(2) } }), '/usage'],
  ])('[U-USE-1] refuses a calculated total of %s that is less than its parts', (_what, parts, path) => {
    expect(judge(parts(counter(8)))).toEqual([]);
    expect(judge(parts(counter(7)))).toEqual([[`${path}/total/value`, 'numeric']]);
  });

  it('[U-USE-1] takes a total that the provider reported at its word', () => {
    expect(judge({ output: { total: reported(1), reasoning: reported(3) } })).toEqual([]);
  });

  it('[U-USE-2] compares neither other scopes nor counters that say what they include', () => {
    expect(judge({ output: { total: counter(1), reasoning: counter(3, { scope: 'step' }) } })).toEqual([]);
    expect(judge({ output: { total: counter(1, { includes: [] }), reasoning: counter(3) } })).toEqual([]);
    expect(judge({ output: { total: counter(1), reasoning: counter(3, { includes: [] }) } })).toEqual([]);
  });

  it('[U-CACHE-3] takes an unknown part for unknown, and not for zero', () => {
    expect(judge({ input: { total: counter(5), cacheRead: counter(2) } })).toEqual([]);
  });
});

function citing(annotation: Changes): JsonObject {
  return textPart('p', { annotations: [merge({ type: 'url-citation', source: {} }, annotation)] });
}
