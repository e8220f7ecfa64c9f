import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { projectRequest } from '../../../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../../../src/projection/profile/index.ts';
import type { Profile } from '../../../../src/projection/profile.ts';
import { NO_RESULT } from '../../../../src/projection/shared/history-rules.ts';

const user: JsonObject = { role: 'user', content: 'q' };
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'f', input: {} });
const used = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
const text = (words: string): JsonObject => ({ type: 'text', text: words });
const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const answer = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const calls = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map(call),
});

/** The messages of a body after its journey, and what was said of them; what is about settings is left aside. */
function journey(from: Profile, to: Profile, messages: readonly JsonObject[]) {
  const body = { model: 'm', ...(from === anthropicMessages ? { max_tokens: 5 } : { max_completion_tokens: 5 }) };
  const projection = projectRequest({ from: { profile: from }, to: { profile: to } }, { ...body, messages });
  return {
    messages: projection.ok ? projection.wire['messages'] : undefined,
    entries: projection.loss.entries.map(({ severity, feature, path }) => `${severity} ${feature} ${path}`),
  };
}

const toChat = (...messages: readonly JsonObject[]) => journey(anthropicMessages, openaiChat, messages);
const toMessages = (...messages: readonly JsonObject[]) => journey(openaiChat, anthropicMessages, messages);

describe('histories that clients left behind', () => {
  it('[U-ITEM-5] with words between two results: the results are together, the words follow', () => {
    const told = { role: 'user', content: [used('t1', '1'), text('hurry'), used('t2', '2')] };
    expect(toChat(user, { role: 'assistant', content: [use('t1'), use('t2')] }, told)).toEqual({
      messages: [user, calls('t1', 't2'), answer('t1', '1'), answer('t2', '2'), { role: 'user', content: 'hurry' }],
      entries: ['info items.order /conversation/items/4'],
    });
  });

  it('[U-TOOL-6] that crashed amid parallel calls: each open call is answered, a real result stays', () => {
    const told = { role: 'user', content: [used('b', '2'), text('continue')] };
    expect(toChat(user, { role: 'assistant', content: [use('a'), use('b'), use('c')] }, told)).toEqual({
      messages: [
        user,
        calls('a', 'b', 'c'),
        answer('b', '2'),
        answer('a', NO_RESULT),
        answer('c', NO_RESULT),
        { role: 'user', content: 'continue' },
      ],
      entries: [
        'warning tool-call.unanswered /conversation/items/1',
        'warning tool-call.unanswered /conversation/items/3',
      ],
    });
  });

  it('[U-TOOL-6] with a result that was sent twice, the same or another one: the first stays, and both are named', () => {
    for (const [second, severity] of [
      ['v1', 'info'],
      ['v2', 'warning'],
    ] as const) {
      const { messages, entries } = toMessages(user, calls('a'), answer('a', 'v1'), answer('a', second), user);
      expect(messages).toEqual([
        user,
        { role: 'assistant', content: [use('a')] },
        { role: 'user', content: [used('a', 'v1'), text('q')] },
      ]);
      expect(entries).toEqual([`${severity} tool-result.repeated /conversation/items/3`]);
      const told = { role: 'user', content: [used('a', 'v1'), used('a', second)] };
      expect(toChat(user, { role: 'assistant', content: [use('a')] }, told).entries).toEqual(entries);
    }
  });

  it('[U-TOOL-6] that an interruption ended: a failure and the words of the user stay in their order', () => {
    const failed = { ...used('t1', 'declined'), is_error: true };
    const told = { role: 'user', content: [failed, text('[Interrupted]'), text('use v2 instead')] };
    expect(toChat(user, { role: 'assistant', content: [use('t1')] }, told)).toEqual({
      messages: [user, calls('t1'), answer('t1', 'declined'), { role: 'user', content: told.content.slice(1) }],
      entries: ['warning tool-result.error /conversation/items/2/isError'],
    });
  });

  it('[U-LOSS-2] with a result whose call is unknown: it stays a result, and is refused by name', () => {
    for (const { messages, entries } of [
      toMessages(user, answer('gone', '1')),
      toChat(user, { role: 'user', content: [used('gone', '1')] }),
    ]) {
      expect(messages).toBeUndefined();
      expect(entries).toEqual(['error tool-result.orphan /conversation/items/1']);
    }
  });
});
