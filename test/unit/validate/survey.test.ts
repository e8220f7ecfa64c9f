import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJson } from '../../../src/core/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/limits.ts';
import { survey } from '../../../src/validate/survey.ts';
import { UNIFIED_KINDS } from '../../../src/validate/unified-kinds.ts';
import { item, request } from './record.ts';

/** Small enough that random values reach them. */
const SMALL: Limits = {
  ...DEFAULT_LIMITS,
  nodes: 40,
  keys: 6,
  stringLength: 12,
  totalStringLength: 120,
  recordDepth: 6,
};

const anything = fc.anything({
  withNullPrototype: true,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 4,
});

/** Strings with halves of surrogate pairs, numbers that are not finite, and names that change prototypes. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0xd7fe, max: 0xe001 }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    JSON.parse('{"__proto__": 1}'),
    { constructor: 1 },
    'x'.repeat(13),
  ),
);

const value = fc.oneof(anything, hostile, fc.array(hostile), fc.dictionary(fc.string(), hostile));

/** A request whose known places hold random values. */
const record = fc
  .tuple(
    value,
    value,
    value,
    value,
    fc.array(fc.record({ type: fc.constantFrom('message', 'unknown'), id: value, content: value })),
  )
  .map(([requestId, model, tools, text, items]) => ({
    requestId,
    model,
    tools,
    conversation: { items },
    metadata: { entries: [{ key: text }] },
  }));

describe('the pass over a record', () => {
  it.each<[what: string, values: fc.Arbitrary<unknown>]>([
    ['any value', value],
    ['requests with anything in them', record],
  ])('[U-VAL-1] finds %s to be JSON within the limits exactly when the check of JSON does', (_what, values) => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(values, fc.constantFrom(SMALL, DEFAULT_LIMITS), (candidate, limits) => {
        const isJson = checkJson(candidate, limits, limits.recordDepth) === undefined;
        verdicts.add(isJson);
        expect(survey(candidate, UNIFIED_KINDS.UnifiedRequestV2.plan, limits) !== undefined).toBe(isJson);
      }),
      // Random values are seldom JSON throughout: one that is comes first.
      { numRuns: 5_000, examples: [[request([item(0)]), DEFAULT_LIMITS]] },
    );
    expect(verdicts).toEqual(new Set([true, false]));
  });

  it('[U-VAL-1] files what it meets by kind, in the order of the record, with pointers', () => {
    const index = survey(request([item(0), item(1)]), UNIFIED_KINDS.UnifiedRequestV2.plan, DEFAULT_LIMITS);
    expect(index?.of('item').map((place) => place.path('id'))).toEqual([
      '/conversation/items/0/id',
      '/conversation/items/1/id',
    ]);
    expect(index?.of('part').map((place) => [place.path(), place.value.id])).toEqual([
      ['/conversation/items/0/content/0', 'part-0'],
      ['/conversation/items/1/content/0', 'part-1'],
    ]);
    expect(index?.of('tool')).toEqual([]);
  });
});
