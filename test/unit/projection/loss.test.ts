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
