import { describe, expect, it } from 'vitest';
import { validateResult } from '../../../../src/validate/index.ts';
import { type Changes, faults, result } from '../record.ts';

const counter = (scope: string) => ({ value: 1, scope, source: 'reported' });
const judge = (usage: Changes) => faults(validateResult(result([], { usage })));

describe('the scope of counters', () => {
  it.each(['request', 'step', 'operation'])(
    '[U-USE-2] refuses counters of many calls in the total of one %s',
    (scope) => {
      for (const many of ['session', 'cumulative']) {
        expect(judge({ input: { total: counter(scope), cacheRead: counter(many) } })).toEqual([
          ['/usage/input/cacheRead/scope', 'usage-scope'],
        ]);
        expect(judge({ output: { total: counter(scope), reasoning: counter(many) } })).toEqual([
          ['/usage/output/reasoning/scope', 'usage-scope'],
        ]);
        expect(judge({ total: counter(scope), input: { total: counter(many) } })).toEqual([
          ['/usage/input/total/scope', 'usage-scope'],
        ]);
        expect(judge({ total: counter(scope), output: { total: counter(many) } })).toEqual([
          ['/usage/output/total/scope', 'usage-scope'],
        ]);
      }
    },
  );

  it('[U-USE-2] looks into the counters by modality and by time to live', () => {
    const byModality = [{ modality: 'text', counter: counter('session') }];
    expect(judge({ output: { total: counter('request'), byModality } })).toEqual([
      ['/usage/output/byModality/0/counter/scope', 'usage-scope'],
    ]);
  });

  it('[U-USE-2] accepts counters of one scope, and counters without a total', () => {
    expect(judge({ input: { total: counter('session'), cacheRead: counter('cumulative') } })).toEqual([]);
    expect(judge({ input: { cacheRead: counter('cumulative') }, output: { total: counter('request') } })).toEqual([]);
  });
});
