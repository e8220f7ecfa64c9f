import { describe, expect, it } from 'vitest';
import { readTolerant, validateEventLog, validateLossReport, validateRequest } from '../../../src/validate/index.ts';
import { event, faults, issuesOf, item, request, textPart, tool, toolResult } from './record.ts';

const LATER = { schemaVersion: '2.7' };

describe('the tolerant reader', () => {
  it('[U-VER-3] keeps data that it does not know', () => {
    const record = request([item(0, { mood: 'cheerful', content: [textPart('p', { tone: { deep: [1] } })] })], {
      ...LATER,
      later: {},
    });
    const reading = readTolerant('UnifiedRequestV2', record);
    expect(reading).toEqual({
      ok: true,
      supported: true,
      value: record,
      loss: { disposition: 'lossless', entries: [] },
      retained: ['/conversation/items/0/content/0/tone', '/conversation/items/0/mood', '/later'],
    });
    expect(faults(validateRequest(record))).toEqual([]);
  });

  it.each<[what: string, record: unknown, path: string]>([
    ['a type of item', request([item(0), item(1, { type: 'telepathy' })], LATER), '/conversation/items/1/type'],
    [
      'a type of part',
      request([item(0, { content: [{ type: 'smell', id: 'p' }] })], LATER),
      '/conversation/items/0/content/0/type',
    ],
    ['a type of tool', request([item(0)], { ...LATER, tools: [tool('t', { type: 'oracle' })] }), '/tools/0/type'],
    [
      'a value of a closed list',
      request([item(0, { visibility: 'nobody' })], LATER),
      '/conversation/items/0/visibility',
    ],
    ['a role', request([item(0, { role: 'referee' })], LATER), '/conversation/items/0/role'],
  ])('[U-VER-3] reports %s that it does not know as unknown required semantics', (_what, record, path) => {
    const reading = readTolerant('UnifiedRequestV2', record);
    expect(reading).toMatchObject({ ok: true, supported: false, value: record });
    const loss = reading.ok ? reading.loss : undefined;
    expect(loss).toMatchObject({ disposition: 'unsupported', entries: [{ path, severity: 'error' }] });
    expect(loss?.entries[0]?.reason).toContain('nknown required semantics');
    expect(faults(validateLossReport(loss))).toEqual([]);
    expect(faults(validateRequest(record))).toEqual([[path, 'unknown-required-semantics']]);
  });

  it('[U-VER-3] reports every place', () => {
    const record = request([item(0, { type: 'telepathy' }), item(1, { role: 'referee', status: 'asleep' })], LATER);
    const reading = readTolerant('UnifiedRequestV2', record);
    expect(reading.ok ? reading.loss.entries.map(({ path }) => path) : []).toEqual([
      '/conversation/items/0/type',
      '/conversation/items/1/role',
      '/conversation/items/1/status',
    ]);
  });

  it('[U-VER-2] still refuses what a minor version cannot change', () => {
    const missing = request([item(0, { createdAt: undefined })], LATER);
    expect(readTolerant('UnifiedRequestV2', missing)).toMatchObject({
      ok: false,
      issues: [{ path: expect.stringContaining('/conversation/items/0') }],
    });
    const wrong = request([item(0, { content: [textPart('p', { text: 7 })] })], LATER);
    expect(faults(validateRequest(wrong))).toEqual([['/conversation/items/0/content/0/text', 'schema-type']]);
  });

  it('[U-VAL-1] still asks every rule', () => {
    expect(faults(validateRequest(request([toolResult(0, 'gone')], LATER)))).toEqual([
      ['/conversation/items/0/callId', 'tool-correlation'],
    ]);
  });

  it('[U-VER-1] refuses another major version, and a later minor that is no JSON', () => {
    expect(readTolerant('UnifiedRequestV2', request([], { schemaVersion: '3.0' }))).toMatchObject({ ok: false });
    const broken = request([item(0, { role: '\ud800' })], LATER);
    expect(faults(validateRequest(broken))).toEqual([['/conversation/items/0/role', 'json-unicode']]);
  });

  it('[U-VER-1] reads the version of this release strictly', () => {
    const reading = readTolerant('UnifiedRequestV2', request([item(0, { mood: 'cheerful' })]));
    expect(reading).toMatchObject({ ok: false, issues: [{ rule: 'schema-unknown-property' }] });
    expect(readTolerant('UnifiedRequestV2', request([item(0)]))).toMatchObject({ ok: true, supported: true });
  });

  it('[U-VER-3] reads logs with events of a later version', () => {
    const events = [event(0, 'operation-created', LATER), event(1, 'dream-started', LATER)];
    expect(readTolerant('UnifiedEventLog', events)).toMatchObject({ ok: true, supported: false });
    expect(faults(validateEventLog(events))).toEqual([['/1/type', 'unknown-required-semantics']]);
  });

  it('[U-SEC-5] gives at most as many issues as the limit says', () => {
    const items = Array.from({ length: 9 }, (_, index) => item(index, { role: 'referee' }));
    expect(issuesOf(validateRequest(request(items, LATER), { limits: { issues: 4 } }))).toHaveLength(4);
  });
});
