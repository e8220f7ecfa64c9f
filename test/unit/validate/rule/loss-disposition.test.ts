import { describe, expect, it } from 'vitest';
import { validateLossReport, validateResult } from '../../../../src/validate/index.ts';
import { faults, result } from '../record.ts';

const report = (disposition: string, ...severities: string[]) => ({
  disposition,
  entries: severities.map((severity) => ({
    path: '/tools/0',
    feature: 'tool.hosted',
    severity,
    reason: 'Not offered.',
  })),
});

describe('the verdict of a loss report', () => {
  it.each([
    ['lossless', []],
    ['lossless', ['info']],
    ['degraded', ['info']],
    ['degraded', ['info', 'warning']],
    ['unsupported', ['warning', 'error']],
  ] as const)('[U-LOSS-1] accepts %s for %j', (disposition, severities) => {
    expect(faults(validateLossReport(report(disposition, ...severities)))).toEqual([]);
  });

  it.each([
    ['degraded', []],
    ['unsupported', []],
    ['unsupported', ['info']],
    ['lossless', ['warning']],
    ['unsupported', ['warning']],
    ['lossless', ['error']],
    ['degraded', ['error']],
  ] as const)('[U-LOSS-2] refuses %s for %j', (disposition, severities) => {
    expect(faults(validateLossReport(report(disposition, ...severities)))).toEqual([
      ['/disposition', 'loss-disposition'],
    ]);
  });

  it('[U-LOSS-1] judges the report of a result as well', () => {
    expect(faults(validateResult(result([], { loss: report('lossless', 'error') })))).toEqual([
      ['/loss/disposition', 'loss-disposition'],
    ]);
  });
});
