import { describe, expect, it } from 'vitest';
import {
  UNIFIED_ITEM_STATUS_VALUES,
  UNIFIED_OPERATION_STATE_VALUES,
  UNIFIED_TOOL_STATE_VALUES,
} from '../../../../generated/unified/guards.ts';
import {
  ITEM_TRANSITIONS,
  OPERATION_TRANSITIONS,
  TOOL_TRANSITIONS,
} from '../../../../generated/unified/transitions.ts';
import { validateConversation, validateEventLog } from '../../../../src/validate/index.ts';
import { conversation, event, faults, item, log, NOW, toolCall } from '../record.ts';

const ERROR = { category: 'provider', code: 'failed', message: 'It failed.', retryable: false };

/** All ordered pairs of two different states. */
function steps<State extends string>(states: readonly State[]): readonly (readonly [from: State, to: State])[] {
  return states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const));
}

describe('transitions of calls', () => {
  const revised = (from: string, to: string) => {
    const revisions = [{ itemId: 'item-0', revision: 1, createdAt: NOW, item: toolCall(0, 'a', { state: to }) }];
    return faults(validateConversation(conversation([toolCall(0, 'a', { state: from })], { revisions })));
  };

  it.each(steps(UNIFIED_TOOL_STATE_VALUES))('[U-TOOL-4] judges a revision from %s to %s by the table', (from, to) => {
    const fault = [['/revisions/0/item/state', 'transition']];
    expect(revised(from, to)).toEqual(TOOL_TRANSITIONS.next[from].includes(to) ? [] : fault);
  });

  it('[U-TOOL-4] takes the same state again for no transition', () => {
    for (const state of UNIFIED_TOOL_STATE_VALUES) expect(revised(state, state)).toEqual([]);
  });

  const started = (state: string, status = 'in-progress') =>
    ['item-started', { item: toolCall(0, 'a', { state, status }) }] as const;
  const changed = (state: string) => ['tool-state-changed', { callId: 'a', state }] as const;

  it('[U-TOOL-4] follows a call over its events: arguments, approval, execution, output', () => {
    const events = log(
      started('arguments-streaming'),
      ['tool-arguments-delta', { callId: 'a', delta: { kind: 'text', fragment: '{}' } }],
      ['tool-arguments-ready', { callId: 'a' }],
      changed('approval-required'),
      changed('approval-approved'),
      changed('executing'),
      changed('output-ready'),
    );
    expect(faults(validateEventLog(events))).toEqual([]);
  });

  it('[U-TOOL-4] refuses execution of a call that was denied', () => {
    const events = log(started('approval-required'), changed('approval-denied'), changed('executing'));
    expect(faults(validateEventLog(events))).toEqual([['/2', 'transition']]);
  });

  it('[U-TOOL-4] refuses arguments that go on behind their end', () => {
    const delta = ['tool-arguments-delta', { callId: 'a', delta: { kind: 'text', fragment: '}' } }] as const;
    const events = log(started('arguments-streaming'), ['tool-arguments-ready', { callId: 'a' }], delta);
    expect(faults(validateEventLog(events))).toEqual([['/2', 'transition']]);
  });

  it('[U-TOOL-4] lets a call begin to live only in an initial state, and arrive whole in any', () => {
    for (const state of UNIFIED_TOOL_STATE_VALUES) {
      const fault = [['/0/item/state', 'transition']];
      expect(faults(validateEventLog(log(started(state))))).toEqual(
        TOOL_TRANSITIONS.initial.includes(state) ? [] : fault,
      );
      expect(faults(validateEventLog(log(started(state, 'completed'))))).toEqual([]);
    }
  });

  it('[U-TOOL-4] compares the completed item with what the events said', () => {
    const events = log(started('executing'), changed('output-error'), [
      'item-completed',
      { item: toolCall(0, 'a', { state: 'output-ready' }) },
    ]);
    expect(faults(validateEventLog(events))).toEqual([['/2/item/state', 'transition']]);
  });

  it('[U-TOOL-4] takes a call of an earlier operation in whatever state it is', () => {
    expect(faults(validateEventLog(log(changed('approval-approved'), changed('executing'))))).toEqual([]);
  });
});

describe('transitions of items', () => {
  it.each(steps(UNIFIED_ITEM_STATUS_VALUES))('[U-ITEM-3] judges a revision from %s to %s by the table', (from, to) => {
    const revisions = [{ itemId: 'item-0', revision: 1, createdAt: NOW, item: item(0, { status: to }) }];
    const fault = [['/revisions/0/item/status', 'transition']];
    expect(faults(validateConversation(conversation([item(0, { status: from })], { revisions })))).toEqual(
      ITEM_TRANSITIONS.next[from].includes(to) ? [] : fault,
    );
  });

  const started = ['item-started', { itemId: 'item-0', item: item(0, { status: 'in-progress' }) }] as const;

  it('[U-EVT-2] refuses an item that fails after it was complete', () => {
    const completed = ['item-completed', { itemId: 'item-0' }] as const;
    expect(faults(validateEventLog(log(started, completed)))).toEqual([]);
    expect(faults(validateEventLog(log(started, completed, ['item-failed', { itemId: 'item-0' }])))).toEqual([
      ['/2', 'transition'],
    ]);
    expect(
      faults(validateEventLog(log(started, completed, ['item-delta', { itemId: 'item-0', status: 'in-progress' }]))),
    ).toEqual([['/2', 'transition']]);
  });

  it('[U-EVT-2] refuses an item that starts twice, unless the response began anew', () => {
    expect(faults(validateEventLog(log(started, started)))).toEqual([['/1/item/id', 'transition']]);
    const restarted = ['response-restarted', { responseId: 'response' }] as const;
    expect(faults(validateEventLog(log(started, restarted, started)))).toEqual([]);
  });
});

describe('transitions of operations', () => {
  const stating = (state: string) => [`operation-${state}`, state === 'failed' ? { error: ERROR } : {}] as const;

  it.each(steps(UNIFIED_OPERATION_STATE_VALUES))('[U-OPER-1] judges events from %s to %s by the table', (from, to) => {
    const before = OPERATION_TRANSITIONS.initial.includes(from) ? [] : [stating('running')];
    const events = log(...before, stating(from), stating(to));
    const last = `/${events.length - 1}/type`;
    const allowed = OPERATION_TRANSITIONS.next[from].includes(to);
    expect(faults(validateEventLog(events)).filter(([, rule]) => rule === 'transition')).toEqual(
      allowed ? [] : [[last, 'transition']],
    );
  });

  it('[U-OPER-1] takes a created operation for queued, and begins in no other than an initial state', () => {
    expect(faults(validateEventLog(log(['operation-created'], stating('failed'))))).toEqual([]);
    expect(faults(validateEventLog(log(stating('completed'))))).toEqual([['/0/type', 'transition']]);
    expect(faults(validateEventLog([event(0, 'operation-running'), event(1, 'operation-created')]))).toEqual([
      ['/1/type', 'transition'],
    ]);
  });
});
