import { describe, expect, it } from 'vitest';
import type { UnifiedLossEntry } from '../../../generated/unified/types.ts';
import { lossReport } from '../../../src/core/loss-report.ts';
import { LossRecorder } from '../../../src/projection/loss.ts';
import { requirementTable } from '../../../src/projection/requirement.ts';

const recorder = () => new LossRecorder('emit', requirementTable());
const entry = (severity: UnifiedLossEntry['severity'], feature: string): UnifiedLossEntry => ({
  path: '/x',
  feature,
  severity,
  reason: 'it is lost',
});

describe('LossRecorder', () => {
  it('[U-LOSS-1] turns how much a thing is needed into how bad its loss is', () => {
    const loss = recorder();
    for (const requirement of ['required', 'preferred', 'optional'] as const) {
      loss.lose({ path: '/a', feature: 'generation.seed', requirement, reason: 'gone' });
    }
    expect(loss.report().entries.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  });

  it('[U-LOSS-1] asks the vocabulary of features where the input says nothing', () => {
    const loss = recorder();
    loss.lose({ path: '/a', feature: 'item.message', reason: 'gone' });
    loss.lose({ path: '/b', feature: 'generation.seed', reason: 'gone' });
    loss.lose({ path: '/c', feature: 'cache.ttl', reason: 'gone' });
    expect(loss.report().entries.map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  });

  it('[U-GEN-3] lets the caller say otherwise', () => {
    const loss = new LossRecorder('emit', requirementTable({ 'generation.seed': 'required' }));
    loss.lose({ path: '/a', feature: 'generation.seed', reason: 'gone' });
    expect(loss.report()).toEqual({
      disposition: 'unsupported',
      entries: [{ path: '/a', feature: 'generation.seed', severity: 'error', reason: 'gone', stage: 'emit' }],
    });
  });

  it('[U-LOSS-1] names the item and the stage, and gives a report that no later loss changes', () => {
    const loss = new LossRecorder('ingest', requirementTable());
    loss.lose({ path: '/a', feature: 'cache.ttl', reason: 'gone', sourceItemId: 'item-1' });
    const report = loss.report();
    loss.lose({ path: '/b', feature: 'cache.ttl', reason: 'gone' });
    expect(report.entries).toEqual([
      { path: '/a', feature: 'cache.ttl', severity: 'info', reason: 'gone', stage: 'ingest', sourceItemId: 'item-1' },
    ]);
  });
});

describe('the bounds of a LossRecorder', () => {
  const bounded = (entries: number, ofKind?: number) =>
    new LossRecorder('ingest', requirementTable(), ofKind === undefined ? { entries } : { entries, ofKind });
  const told = (loss: LossRecorder) => loss.report().entries.map(({ path, reason }) => `${path} ${reason}`);

  it('[U-SEC-5] counts what goes on and on, and tells it as one entry of its kind at the place of the first', () => {
    const loss = bounded(100, 2);
    for (let index = 0; index < 50; index++)
      loss.lose({ path: `/${index}`, feature: 'stream.event', reason: 'unknown' });
    loss.lose({ path: '/x', feature: 'stream.event', reason: 'another' });
    expect(told(loss)).toEqual(['/0 unknown', '/1 unknown', '/x another', '/2 unknown (48 more)']);
  });

  it('[U-SEC-5] holds no more entries than the bound and one for each feature, whatever the reasons are', () => {
    const loss = bounded(3);
    for (let index = 0; index < 1000; index++) {
      loss.lose({ path: `/${index}`, feature: 'stream.event', requirement: 'required', reason: `reason ${index}` });
    }
    const { disposition, entries } = loss.report();
    expect(entries.map(({ path }) => path)).toEqual(['/0', '/1', '/2', '/3']);
    expect(entries[3]?.reason).toBe('reason 3 (and others like it, 997 in all)');
    expect(disposition).toBe('unsupported');
  });

  it('[U-LOSS-1] tells what was only counted, once and with its number', () => {
    const loss = bounded(10);
    loss.count({ path: '/1', feature: 'stream.event', reason: 'late' });
    expect(told(loss)).toEqual(['/1 late']);
    loss.count({ path: '/2', feature: 'stream.event', reason: 'late' });
    loss.settle();
    expect(loss.since(0)).toMatchObject([{ path: '/1', reason: 'late (2 times)' }]);
    loss.settle();
    loss.count({ path: '/3', feature: 'stream.event', reason: 'late' });
    expect(told(loss)).toEqual(['/1 late (2 times)', '/3 late (1 more)']);
  });

  it('[U-VAL-1] holds well-formed text alone', () => {
    const loss = bounded(10);
    loss.lose({ path: '/a\ud800', feature: 'stream.event', reason: 'late', sourceItemId: 'i\udc00' });
    expect(loss.report().entries).toMatchObject([{ path: '/a\ufffd', sourceItemId: 'i\ufffd' }]);
  });
});

describe('lossReport', () => {
  it('[U-LOSS-2] calls a projection with any error unsupported', () => {
    expect(lossReport([entry('info', 'cache.ttl'), entry('error', 'item.message')]).disposition).toBe('unsupported');
  });

  it('[U-LOSS-3] calls a projection with any warning degraded', () => {
    expect(lossReport([entry('warning', 'cache.ttl')]).disposition).toBe('degraded');
  });

  it('[U-LOSS-3] calls one with information alone lossless, unless the model sees the difference', () => {
    expect(lossReport([]).disposition).toBe('lossless');
    expect(lossReport([entry('info', 'cache.ttl'), entry('info', 'tool.name')]).disposition).toBe('lossless');
    expect(lossReport([entry('info', 'item.role.developer')]).disposition).toBe('degraded');
  });

  it('[U-LOSS-1] takes a feature that it does not know for one that the model sees', () => {
    expect(lossReport([entry('info', 'sense.of.humour')]).disposition).toBe('degraded');
    expect(lossReport([entry('info', 'constructor')]).disposition).toBe('degraded');
  });
});
