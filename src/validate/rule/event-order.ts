import { OPERATION_TRANSITIONS } from '../../../generated/unified/transitions.ts';
import type { UnifiedEventLog, UnifiedEventV2 } from '../../../generated/unified/types.ts';
import { operationStateOf } from '../event-state.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * The events of one operation count from zero by one; a heartbeat repeats the last number, before the first event zero.
 * All name one operation, at most one ends it, and nothing follows `stream-completed`. Timestamps are not compared: they
 * may come from several clocks, and the sequence alone orders (Unified v2, Typed event grammar).
 */
export const eventOrder: Rule = {
  id: 'event-order',
  applies: ['event-log'],
  check(record, context) {
    for (const { value } of record.of('event-log')) checkLog(value, context);
  },
};

function checkLog(events: UnifiedEventLog, { report }: RuleContext): void {
  let last = -1;
  let terminal: number | undefined;
  let completed: number | undefined;
  for (const [index, event] of events.entries()) {
    const path = `/${index}`;
    if (completed !== undefined) {
      report({
        path,
        message: `The event follows stream-completed, at /${completed}.`,
        expected: 'the end of the log',
      });
    }
    if (event.operationId !== events[0]?.operationId) {
      const message = 'The event belongs to another operation than the first event.';
      report({ path: `${path}/operationId`, message, expected: 'the operation of the first event' });
    }
    checkSequence(event, path, last, report);
    if (event.type !== 'heartbeat') last = event.sequence;
    if (event.type === 'stream-completed') completed ??= index;
    if (!isTerminal(event)) continue;
    if (terminal !== undefined) {
      report({
        path: `${path}/type`,
        message: `The operation ended before, at /${terminal}.`,
        expected: 'one terminal event',
      });
    }
    terminal ??= index;
  }
}

function checkSequence(event: UnifiedEventV2, path: string, last: number, report: RuleContext['report']): void {
  const { type, sequence } = event;
  const expected = type === 'heartbeat' ? Math.max(last, 0) : last + 1;
  if (sequence === expected) return;
  report({
    path: `${path}/sequence`,
    message: `${sequenceFault(event, last)}: the sequence is ${sequence}, and should be ${expected}.`,
    expected: String(expected),
    found: String(sequence),
  });
}

function sequenceFault({ type, sequence }: UnifiedEventV2, last: number): string {
  if (type === 'heartbeat') return 'A heartbeat repeats the last sequence';
  if (sequence > last) return 'Events are missing';
  return sequence === last ? 'A sequence stands twice' : 'Events are out of order';
}

function isTerminal(event: UnifiedEventV2): boolean {
  const state = operationStateOf(event);
  return state !== undefined && OPERATION_TRANSITIONS.terminal.includes(state);
}
