import { describe, expect, it } from 'vitest';
import { validateEvent, validateEventLog } from '../../../../src/validate/index.ts';
import { event, faults, issuesOf, log } from '../record.ts';

const created = event(0, 'operation-created');

describe('the order of events', () => {
  it('[U-EVT-1] accepts events that count from zero by one, and an empty log', () => {
    const events = log(['operation-created'], ['operation-running'], ['operation-completed'], ['stream-completed']);
    expect(faults(validateEventLog(events))).toEqual([]);
    expect(faults(validateEventLog([]))).toEqual([]);
  });

  it('[U-EVT-3] refuses a log that begins late, a gap, a repetition and events out of order', () => {
    const sequence = (number: number) => event(number, 'operation-running', { eventId: `other-${number}` });
    expect(faults(validateEventLog([event(1, 'operation-created')]))).toEqual([['/0/sequence', 'event-order']]);
    expect(issuesOf(validateEventLog([created, sequence(2)]))[0]).toMatchObject({
      path: '/1/sequence',
      rule: 'event-order',
      expected: '1',
      found: '2',
      message: expect.stringContaining('missing'),
    });
    expect(issuesOf(validateEventLog([created, sequence(0)]))[0]?.message).toContain('twice');
    expect(
      issuesOf(validateEventLog([created, sequence(1), sequence(2), { ...sequence(1), eventId: 'late' }]))[0]?.message,
    ).toContain('order');
  });

  it('[U-EVT-3] tells one gap once', () => {
    const events = [created, event(5, 'operation-running'), event(6, 'operation-completed')];
    expect(faults(validateEventLog(events))).toEqual([['/1/sequence', 'event-order']]);
  });

  it('[U-EVT-2] lets heartbeats repeat the last sequence, zero before the first event, and nothing else', () => {
    const beat = (sequence: number) => event(sequence, 'heartbeat', { eventId: `beat-${sequence}` });
    const running = event(1, 'operation-running');
    expect(faults(validateEventLog([beat(0), created, beat(0), running, beat(1)]))).toEqual([]);
    expect(faults(validateEventLog([created, beat(1)]))).toEqual([['/1/sequence', 'event-order']]);
    expect(faults(validateEventLog([created, running, beat(0)]))).toEqual([['/2/sequence', 'event-order']]);
  });

  it('[U-EVT-3] refuses events of two operations', () => {
    const events = [created, event(1, 'operation-running', { operationId: 'other' })];
    expect(faults(validateEventLog(events))).toContainEqual(['/1/operationId', 'event-order']);
  });

  it('[U-EVT-2] refuses a second end of the operation', () => {
    const events = log(['operation-running'], ['operation-completed'], ['operation-cancelled']);
    expect(faults(validateEventLog(events))).toContainEqual(['/2/type', 'event-order']);
  });

  it('[U-EVT-2] refuses whatever follows the end of the stream, a heartbeat too', () => {
    const events = log(['operation-running'], ['stream-completed'], ['warning', { code: 'late', message: 'Late.' }]);
    expect(faults(validateEventLog(events))).toEqual([['/2', 'event-order']]);
    const beat = event(1, 'heartbeat');
    expect(faults(validateEventLog([...events.slice(0, 2), beat]))).toEqual([['/2', 'event-order']]);
  });

  it('[U-EVT-1] compares no timestamps: they come from several clocks', () => {
    const events = log(['operation-created'], ['operation-running', { timestamp: '2020-01-01T00:00:00Z' }]);
    expect(faults(validateEventLog(events))).toEqual([]);
  });

  it('[U-EVT-1] accepts a single event wherever in the operation it stands', () => {
    expect(faults(validateEvent(event(17, 'operation-running')))).toEqual([]);
  });
});
