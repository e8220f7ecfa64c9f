import { describe, expect, it } from 'vitest';
import { validateConversation, validateRequest, validateResult } from '../../../../src/validate/index.ts';
import { branch, type Changes, conversation, faults, item, request, result, toolCall, toolResult } from '../record.ts';

const history = (...items: ReturnType<typeof item>[]) => faults(validateRequest(request(items)));

const PARTIAL = { completeness: 'partial', missing: [{ reason: 'dropped', beforeItemId: 'item-0' }] };

/** A call of each type, and the item that answers it. */
const PAIRS: readonly (readonly [call: Changes, answer: Changes])[] = [
  [{ type: 'tool-call', kind: 'function' }, { type: 'tool-result' }],
  [
    { type: 'server-tool-call', kind: 'web-search' },
    { type: 'server-tool-result', kind: 'web-search' },
  ],
  [
    { type: 'computer-action', actions: [{ action: 'screenshot' }] },
    { type: 'computer-action-result', output: [] },
  ],
  [
    { type: 'code-execution', tool: 'code' },
    { type: 'code-execution-result', tool: 'code', outcome: 'completed' },
  ],
];

const call = (changes: Changes) =>
  item(0, { callId: 'a', name: 'n', state: 'executing', executionOwner: 'provider', ...changes });
const answer = (changes: Changes) => item(1, { callId: 'a', executionOwner: 'provider', ...changes });

describe('calls and results', () => {
  it.each(PAIRS)('[U-TOOL-6] accepts the answer to a call of its own type: %j', (asked, answered) => {
    expect(history(call(asked), answer(answered))).toEqual([]);
  });

  it('[U-TOOL-6] accepts the output of a program', () => {
    const program = item(0, { type: 'program', callId: 'a', language: 'python', code: '1' });
    expect(history(program, item(1, { type: 'program-output', callId: 'a', result: '1' }))).toEqual([]);
  });

  it('[U-TOOL-6] refuses the answer of another type than the call asks for', () => {
    for (const [asked] of PAIRS) {
      for (const [, answered] of PAIRS.filter(([other]) => other !== asked)) {
        expect(history(call(asked), answer(answered))).toEqual([['/conversation/items/1/type', 'tool-correlation']]);
      }
    }
  });

  it('[U-TOOL-6] refuses the result of another kind of server tool', () => {
    const asked = call({ type: 'server-tool-call', kind: 'web-search' });
    expect(history(asked, answer({ type: 'server-tool-result', kind: 'web-fetch' }))).toEqual([
      ['/conversation/items/1/kind', 'tool-correlation'],
    ]);
  });

  it('[U-TOOL-5] lets a call wait for its result', () => {
    expect(history(toolCall(0, 'a'), item(1))).toEqual([]);
  });

  it('[U-VAL-1] refuses a result without a call before it when the history is complete', () => {
    const fault = [['/conversation/items/0/callId', 'tool-correlation']];
    expect(history(toolResult(0, 'a'))).toEqual(fault);
    expect(history(toolResult(0, 'a'), toolCall(1, 'a'))).toEqual(fault);
  });

  it('[U-CONV-1] lets the call be missing where history is, but not come later', () => {
    expect(faults(validateRequest(request([toolResult(0, 'a')], {}, PARTIAL)))).toEqual([]);
    expect(faults(validateResult(result([toolResult(0, 'a')])))).toEqual([]);
    expect(faults(validateRequest(request([toolResult(0, 'a'), toolCall(1, 'a')], {}, PARTIAL)))).toEqual([
      ['/conversation/items/0/callId', 'tool-correlation'],
    ]);
  });

  it('[U-VAL-1] refuses a second result in a conversation and in an answer, unless the first says that more follow', () => {
    const twice = [toolCall(0, 'a'), toolResult(1, 'a'), toolResult(2, 'a')];
    const more = [toolCall(0, 'a'), toolResult(1, 'a', { willContinue: true }), toolResult(2, 'a')];
    const branches = [branch('main', { headItemId: 'item-2' })];
    expect(faults(validateConversation(conversation(twice, { branches })))).toEqual([
      ['/items/2/callId', 'tool-correlation'],
    ]);
    expect(faults(validateResult(result(twice)))).toEqual([['/output/2/callId', 'tool-correlation']]);
    expect(faults(validateConversation(conversation(more, { branches })))).toEqual([]);
  });

  it('[U-VAL-1] lets a request say a result again, as clients do that try again', () => {
    expect(history(toolCall(0, 'a'), toolResult(1, 'a'), toolResult(2, 'a'))).toEqual([]);
  });

  it('[U-VAL-1] lets each branch answer a call that they share', () => {
    const branches = [
      branch('main', { headItemId: 'item-1' }),
      branch('other', { headItemId: 'item-2', parentBranchId: 'main', forkItemId: 'item-0' }),
    ];
    const items = [toolCall(0, 'a'), toolResult(1, 'a'), toolResult(2, 'a', { branchId: 'other', parentId: 'item-0' })];
    expect(faults(validateConversation(conversation(items, { branches })))).toEqual([]);
  });
});

describe('approvals', () => {
  const ask = (sequence: number) => item(sequence, { type: 'approval-request', approvalRequestId: 'a', kind: 'tool' });
  const say = (sequence: number) =>
    item(sequence, { type: 'approval-response', approvalRequestId: 'a', approved: true });

  it('[U-VAL-1] accepts one answer to each request, and a request that waits', () => {
    expect(history(ask(0))).toEqual([]);
    expect(history(ask(0), say(1))).toEqual([]);
  });

  it('[U-VAL-1] refuses an answer without a request before it, and a second answer', () => {
    expect(history(say(0))).toEqual([['/conversation/items/0/approvalRequestId', 'tool-correlation']]);
    expect(history(ask(0), say(1), say(2))).toEqual([['/conversation/items/2/approvalRequestId', 'tool-correlation']]);
    expect(faults(validateRequest(request([say(0)], {}, PARTIAL)))).toEqual([]);
  });
});
