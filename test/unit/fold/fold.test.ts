import { expect, it } from 'vitest';
import type { UnifiedEventV2 } from '../../../generated/unified/types.ts';
import { canonicalJson } from '../../../src/core/canonical.ts';
import { EventConflictError, SequenceGapError, UsageError, ValidationError } from '../../../src/core/errors.ts';
import { createFold, foldEvents } from '../../../src/fold/index.ts';
import { validateEventLog, validateResult } from '../../../src/validate/index.ts';
import { eventAt, eventLog, started, startedText, text } from '../../support/event-log.ts';

const EVENTS: UnifiedEventV2[] = eventLog([
  { type: 'operation-created', conversationId: 'conv', branchId: 'main', requestId: 'req' },
  { type: 'operation-running' },
  {
    type: 'response-started',
    responseId: 'resp',
    model: { requested: 'model-a' },
    provenance: { profile: { family: 'anthropic-messages' } },
  },
  ...startedText('m1'),
  text('m1', 'Hel'),
  text('m1', 'lo'),
  { type: 'item-completed', itemId: 'm1' },
  {
    type: 'usage-updated',
    usage: { output: { total: { value: 2, scope: 'request', source: 'reported', merge: 'replace' } } },
  },
  { type: 'operation-completed', status: { reason: 'stop', providerReason: 'end_turn' } },
  { type: 'stream-completed' },
]);

it('[U-FOLD-1] folds events into a valid result with its items', () => {
  expect(validateEventLog(EVENTS)).toMatchObject({ ok: true });
  const { result, items } = foldEvents(EVENTS);
  expect(validateResult(result)).toMatchObject({ ok: true });
  expect(items).toEqual(result.output);
  expect(result).toEqual({
    schemaVersion: '2.0',
    responseId: 'resp',
    conversationId: 'conv',
    operationId: 'op',
    model: { requested: 'model-a' },
    status: { reason: 'stop', providerReason: 'end_turn' },
    output: [
      expect.objectContaining({
        type: 'message',
        id: 'm1',
        status: 'completed',
        content: [{ type: 'text', id: 'm1.0', text: 'Hello' }],
      }),
    ],
    usage: { output: { total: { value: 2, scope: 'request', source: 'reported' } } },
    provenance: { profile: { family: 'anthropic-messages' } },
  });
});

it('[U-FOLD-1] gives the same bytes for the same events, and leaves the events as they were', () => {
  const before = JSON.stringify(EVENTS);
  const fold = () => canonicalJson(foldEvents(EVENTS).result);
  expect(fold()).toBe(fold());
  expect(JSON.stringify(EVENTS)).toBe(before);
});

it('[U-EVT-3] ignores an event that it has seen, whatever the order of its members', () => {
  const fold = createFold();
  for (const event of EVENTS.slice(0, 6)) fold.push(event);
  const repeat = Object.fromEntries(Object.entries(EVENTS[5] ?? {}).reverse());
  // The same members in another order are the same event.
  expect(fold.push(repeat as unknown as UnifiedEventV2)).toBe(false);
  for (const event of EVENTS) fold.push(event);
  expect(fold.result()).toEqual(foldEvents(EVENTS).result);
});

it('[U-EVT-3] refuses another event at a place that is taken, and keeps what it had', () => {
  const fold = createFold();
  for (const event of EVENTS.slice(0, 7)) fold.push(event);
  const before = fold.state();
  for (const other of [text('m1', 'Hex'), text('m2', 'Hel'), { type: 'operation-running' } as const]) {
    expect(() => fold.push(eventAt(5, other))).toThrow(
      expect.objectContaining({ code: 'event-conflict', details: { operationId: 'op', sequence: 5 } }),
    );
  }
  expect(fold.state()).toEqual(before);
  expect(EventConflictError.isInstance(thrown(() => fold.push(eventAt(5, text('m1', 'x')))))).toBe(true);
});

it('[U-EVT-3] refuses a gap, and names the event that it waits for', () => {
  const fold = createFold();
  fold.push(eventAt(0, { type: 'operation-created' }));
  const error = thrown(() => fold.push(eventAt(2, { type: 'operation-running' })));
  expect(SequenceGapError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ code: 'event-gap', details: { operationId: 'op', expected: 1, found: 2 } });
  expect(fold.push(eventAt(1, { type: 'operation-running' }))).toBe(true);
});

it('[U-EVT-3] begins with the first event and with no other', () => {
  expect(() => createFold().push(eventAt(1, { type: 'operation-created' }))).toThrow(SequenceGapError);
});

it('[U-EVT-3] refuses events of another operation', () => {
  const fold = createFold();
  fold.push(eventAt(0, { type: 'operation-created' }));
  expect(() => fold.push(eventAt(1, { type: 'operation-running' }, 'other'))).toThrow(EventConflictError);
});

it('[U-EVT-3] takes nothing after the end of the stream', () => {
  const fold = createFold();
  for (const event of EVENTS) fold.push(event);
  expect(fold.ended()).toBe(true);
  expect(() => fold.push(eventAt(EVENTS.length, { type: 'warning', code: 'late', message: 'Late.' }))).toThrow(
    EventConflictError,
  );
});

it('[U-FOLD-1] gives the same with and without heartbeats, which repeat a sequence and are no repeats', () => {
  const fold = createFold();
  expect(fold.push(eventAt(0, { type: 'heartbeat' }))).toBe(false);
  for (const event of EVENTS) {
    fold.push(event);
    expect(fold.push(eventAt(event.sequence, { type: 'heartbeat' }))).toBe(false);
  }
  expect(fold.state()).toEqual(stateAfter(EVENTS));
});

it('[U-EVT-3] sees in a heartbeat from the future that events are missing', () => {
  const fold = createFold();
  fold.push(eventAt(0, { type: 'operation-created' }));
  expect(() => fold.push(eventAt(4, { type: 'heartbeat' }))).toThrow(SequenceGapError);
});

it('[U-FOLD-1] goes on from a state that was stored as JSON at any event', () => {
  const whole = foldEvents(EVENTS).result;
  for (let cut = 0; cut <= EVENTS.length; cut++) {
    const stored = JSON.stringify(stateAfter(EVENTS.slice(0, cut)));
    const fold = createFold(JSON.parse(stored));
    expect(fold.nextSequence()).toBe(cut);
    for (const event of EVENTS.slice(Math.max(cut - 2, 0))) fold.push(event);
    expect(fold.result()).toEqual(whole);
  }
});

it('[U-FOLD-1] keeps a stored state apart from the fold that goes on', () => {
  const fold = createFold();
  for (const event of EVENTS.slice(0, 6)) fold.push(event);
  const state = fold.state();
  const before = JSON.stringify(state);
  const resumed = createFold(state);
  for (const event of EVENTS.slice(6)) {
    fold.push(event);
    resumed.push(event);
  }
  expect(JSON.stringify(state)).toBe(before);
});

it('[U-FOLD-1] refuses a state that is none, or of which something is gone', () => {
  const good = stateAfter(EVENTS.slice(0, 5));
  const faults: readonly unknown[] = [
    null,
    { ...good, format: 'other' },
    { ...good, digests: '***' },
    { ...good, digests: good.digests.slice(0, 8) },
    { ...good, operation: undefined },
    { ...good, candidates: [{ index: 0, items: [null] }] },
  ];
  for (const fault of faults) {
    // What a caller stored elsewhere may be anything.
    const resume = () => createFold(fault as typeof good);
    expect(resume).toThrow(UsageError);
    expect(resume).toThrow(expect.objectContaining({ code: 'fold-state' }));
  }
});

it('[U-EVT-1] refuses what has no place in an operation', () => {
  const event = eventAt(0, { type: 'operation-created' });
  for (const fault of [null, 5, { ...event, sequence: undefined }, { ...event, sequence: Number.NaN }]) {
    // Journals and networks may bring anything.
    expect(() => createFold().push(fault as UnifiedEventV2)).toThrow(ValidationError);
  }
  for (const fault of [
    { ...event, sequence: '0' },
    { ...event, operationId: 7 },
  ]) {
    expect(() => createFold().push(fault as unknown as UnifiedEventV2)).toThrow(ValidationError);
  }
});

it('[U-EVT-3] tells conflicting events apart that differ in the beginning of an identifier alone', () => {
  const fold = createFold();
  const id = 'operation-1.item.0.part.0';
  const events = eventLog([
    started('operation-1.item.0', { type: 'message', content: [{ type: 'text', id, text: '' }] }),
    { type: 'text-delta', partId: id, delta: 'a' },
  ]);
  for (const event of events) fold.push(event);
  const other = eventAt(1, { type: 'text-delta', partId: 'operation-2.item.0.part.0', delta: 'a' });
  expect(() => fold.push(other)).toThrow(EventConflictError);
});

it('[U-FOLD-1] takes time in proportion to the events, however many parts, candidates and bytes there are', () => {
  const image = { kind: 'inline', mediaType: 'audio/wav', data: '', encoding: 'base64' } as const;
  const piece = btoa('x'.repeat(100)); // padded
  const many = (count: number) =>
    eventLog([
      started('a', { type: 'message', content: [{ type: 'audio', id: 'a.0', source: image }] }),
      ...Array.from({ length: count }, () => ({ type: 'artifact-delta', partId: 'a.0', data: piece }) as const),
      ...Array.from({ length: count }, (_, index) => {
        const begun = started(`c${index}`, { type: 'message', content: [] });
        return { ...begun, candidateIndex: count - index };
      }),
    ]);
  const { result } = foldEvents(many(20_000));
  expect(result.candidates).toHaveLength(20_000);
  expect(result.candidates?.map(({ index }) => index)).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
  const [audio] = result.output[0]?.type === 'message' ? result.output[0].content : [];
  expect(audio).toMatchObject({ source: { data: btoa('x'.repeat(2_000_000)) } });
});

it('[U-FOLD-1] has a result at any time', () => {
  const { status } = foldEvents(EVENTS.slice(0, 6)).result;
  expect(status).toEqual({ reason: 'in-progress' });
});

it('[U-EVT-1] refuses an event of no known type, also one that objects have by birth', () => {
  for (const type of ['later-event', 'toString', '__proto__']) {
    // A later version may send it.
    const event = eventAt(0, { type } as never);
    expect(() => createFold().push(event)).toThrow(ValidationError);
  }
});

it('[U-USE-1] counts the usage of an operation for it alone, also when it comes late', () => {
  const usage = (value: number) =>
    ({ type: 'usage-updated', usage: { input: { total: { value, scope: 'request', source: 'reported' } } } }) as const;
  const one = foldEvents(
    eventLog([{ type: 'operation-created' }, { type: 'operation-cancelled' }, usage(50), { type: 'stream-completed' }]),
  );
  const other = foldEvents(eventLog([{ type: 'operation-created' }, usage(60)], 'op2'));
  expect([one.result.usage?.input?.total?.value, other.result.usage?.input?.total?.value]).toEqual([50, 60]);
  expect(one.result.status.reason).toBe('cancelled');
});

it('[U-FOLD-4] shows successive items of one role as one message', () => {
  const fold = createFold();
  const call = { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', state: 'arguments-ready' } as const;
  const events = [
    ...startedText('m1'),
    text('m1', 'Look'),
    started('c1', { ...call, executionOwner: 'client' }),
    started('r1', { type: 'tool-result', role: 'tool', callId: 'c', executionOwner: 'client' }),
    started('s1', { type: 'interruption', cause: 'timeout', role: 'assistant' }),
  ];
  for (const event of eventLog(events)) fold.push(event);
  expect(fold.messages()).toMatchObject([
    { role: 'assistant', itemIds: ['m1', 'c1'], text: 'Look', calls: [{ callId: 'c' }] },
    { role: 'tool', itemIds: ['r1'], text: '', calls: [] },
    { role: 'assistant', itemIds: ['s1'] },
  ]);
});

function stateAfter(events: readonly UnifiedEventV2[]) {
  const fold = createFold();
  for (const event of events) fold.push(event);
  return fold.state();
}

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
