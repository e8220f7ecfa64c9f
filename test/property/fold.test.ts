import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/core/canonical.ts';
import { createFold, foldEvents } from '../../src/fold/index.ts';
import type { NewEvent } from '../../src/projection/stream/event-writer.ts';
import { validateEventLog, validateResult } from '../../src/validate/index.ts';
import { eventLog, started, startedText, text } from '../support/event-log.ts';

/** What may happen to one message or call while it lives. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ maxLength: 12, unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('arguments' as const), text: fc.string({ maxLength: 12 }) }),
  fc.record({ kind: fc.constant('usage' as const), value: fc.nat(1000) }),
);

/** A valid log: messages and calls that interleave, in any order of steps. */
const log = fc.array(fc.tuple(fc.nat(3), step), { maxLength: 60 }).map((steps) => {
  const events: NewEvent[] = [
    { type: 'operation-created', conversationId: 'conv', branchId: 'main' },
    { type: 'operation-running' },
    { type: 'response-started', responseId: 'resp', provenance: { profile: { family: 'openai-chat' } } },
  ];
  const open = new Set<string>();
  for (const [slot, { kind, ...said }] of steps) {
    const id = `${kind}${slot}`;
    if (kind === 'usage') {
      const counter = { value: 'value' in said ? said.value : 0, scope: 'request', source: 'reported' } as const;
      events.push({ type: 'usage-updated', usage: { output: { total: counter } } });
      continue;
    }
    if (!open.has(id)) {
      const parentId = [...open].at(-1);
      const place = { sequence: open.size, ...(parentId === undefined ? {} : { parentId }) };
      if (kind === 'text') events.push(...startedText(id, place));
      else events.push(started(id, { ...CALL, callId: `call-${id}`, ...place }));
      open.add(id);
    }
    const fragment = 'text' in said ? said.text : '';
    if (kind === 'text') events.push(text(id, fragment));
    else events.push({ type: 'tool-arguments-delta', itemId: id, delta: { kind: 'text', fragment } });
  }
  for (const id of open) events.push({ type: 'item-completed', itemId: id });
  events.push({ type: 'operation-completed', status: { reason: 'stop' } }, { type: 'stream-completed' });
  return eventLog(events);
});

const CALL = {
  type: 'tool-call',
  name: 'tide',
  kind: 'function',
  state: 'arguments-streaming',
  executionOwner: 'client',
} as const;

it('[U-FOLD-1] folds every valid log to one valid result, whatever is repeated and wherever it was stored', () => {
  fc.assert(
    fc.property(log, fc.array(fc.nat(), { maxLength: 8 }), fc.nat(), (events, repeats, place) => {
      const whole = canonicalJson(foldEvents(events).result);
      expect(validateEventLog(events)).toMatchObject({ ok: true });
      expect(validateResult(JSON.parse(whole))).toMatchObject({ ok: true });
      const cut = place % events.length;
      let fold = createFold();
      for (const [index, event] of events.entries()) {
        if (index === cut) fold = createFold(JSON.parse(JSON.stringify(fold.state())));
        for (const repeat of repeats) {
          const known = events[repeat % events.length];
          if (known !== undefined && known.sequence < index) expect(fold.push(structuredClone(known))).toBe(false);
        }
        expect(fold.push(event)).toBe(true);
      }
      expect(canonicalJson(fold.result())).toBe(whole);
    }),
  );
});

it('[U-EVT-3] refuses every event that says something else than the one that was at its place', () => {
  fc.assert(
    fc.property(log, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (events, place, more) => {
      const fold = createFold();
      for (const event of events) fold.push(event);
      const event = events[place % events.length];
      if (event?.type !== 'text-delta') return;
      const before = fold.state();
      expect(() => fold.push({ ...event, delta: event.delta + more })).toThrow('Another event has this sequence.');
      expect(fold.state()).toEqual(before);
    }),
  );
});
