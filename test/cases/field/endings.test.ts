import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { projectResponse } from '../../../src/projection/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import {
  answered,
  chatAnswer,
  chatToChat,
  chunk,
  DONE,
  decoded,
  messagesAnswer,
  messagesToMessages,
  said,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const types = (frames: readonly JsonObject[]) => frames.map(({ type }) => type);
const half = {
  tool_calls: [{ index: 0, id: 'k', type: 'function', function: { name: 'fetch', arguments: '{"at":' } }],
};

describe('the end of a stream', () => {
  it('[U-USE-3] FR-050: a stream that breaks off keeps its words, makes no reason up, and may be tried again', () => {
    const text = sse([chunk({ role: 'assistant', content: 'High water ' }), chunk({ content: 'at four' })]);
    const { result, events } = decoded(openaiChat, text);
    expect(said(result.output)).toEqual(['assistant High water at four', 'interruption']);
    expect(result.output[0]).toMatchObject({ status: 'incomplete' });
    expect(result.status).toMatchObject({ reason: 'interrupted' });
    expect(result.status).not.toHaveProperty('providerReason');
    expect(result.error).toMatchObject({ retryable: true });
    expect(events.map(({ type }) => type)).not.toContain('operation-completed');
  });

  it.each([
    ['ends early', undefined],
    ['fails', new Error('connect ECONNRESET relay-7.internal.example:8443')],
  ])(
    '[U-USE-4] FR-051: a source that %s inside a call is an error in Messages, without an end and without a host',
    (_, failure) => {
      const { frames, result, text } = streamed(toMessages, sse([chunk(half)]), {}, failure);
      expect(types(frames).at(-1)).toBe('error');
      expect(types(frames)).not.toContain('message_stop');
      expect(text).not.toMatch(/end_turn|"tool_use"\s*,\s*"stop_sequence"|internal\.example|8443/);
      expect(result.output[0]).toMatchObject({ type: 'tool-call', rawArguments: '{"at":', status: 'incomplete' });
      expect(result.output[0]).not.toMatchObject({ state: 'arguments-ready' });
      expect(result.output[0]).not.toHaveProperty('input');
    },
  );

  it('[U-USE-3] FR-052: a reason without the marker behind it is a whole answer', () => {
    const { result, events } = decoded(openaiChat, sse([chunk({ content: 'Four.' }), chunk({}, 'stop')]));
    expect(result.status).toMatchObject({ reason: 'stop' });
    expect(result.output[0]).toMatchObject({ status: 'completed' });
    expect(events.map(({ type }) => type)).toContain('operation-completed');
    expect(result).not.toHaveProperty('error');
  });

  it('[U-USE-3] FR-049: an answer that its limit cut is cut in the other dialect as well, whole and in a stream', () => {
    expect(wireOf(answered(toMessages, chatAnswer({ content: 'High wa' }, 'length')))['stop_reason']).toBe(
      'max_tokens',
    );
    const { frames } = streamed(toMessages, sse([chunk({ content: 'High wa' }), chunk({}, 'length')]) + DONE);
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'max_tokens' } });
  });

  it('[U-ITEM-1] FR-091: what an abort left behind is incomplete, and nothing empty is made of what only began', () => {
    const begun = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Look' }),
      chunk({ content: 'Hal' }),
    ];
    const { result } = decoded(openaiChat, sse(begun), {}, new DOMException('stop', 'AbortError'));
    expect(said(result.output)).toEqual(['reasoning Look', 'assistant Hal', 'interruption']);
    expect(result.output[1]).toMatchObject({ status: 'incomplete', content: [{ type: 'text', text: 'Hal' }] });
    expect(result.status.reason).toBe('interrupted');
  });
});

describe('refusals', () => {
  it('[U-USE-3] FR-053: the words of a refusal are words of the answer, and the reason is a refusal', () => {
    const { value, ...made } = answered(toMessages, chatAnswer({ content: null, refusal: 'I will not sink it.' }));
    expect(value.output).toMatchObject([{ type: 'message', content: [{ type: 'refusal' }] }]);
    expect(value.status.reason).toBe('refusal');
    expect(wireOf({ value, ...made })).toMatchObject({
      content: [{ type: 'text', text: 'I will not sink it.' }],
      stop_reason: 'refusal',
    });
    const frames = [chunk({ refusal: 'I will ' }), chunk({ refusal: 'not sink it.' }), chunk({}, 'stop')];
    const live = streamed(toMessages, sse(frames) + DONE);
    expect(live.result.status.reason).toBe('refusal');
    expect(live.text).toContain('not sink it.');
    expect(live.frames.find(({ type }) => type === 'message_delta')).toMatchObject({
      delta: { stop_reason: 'refusal' },
    });
  });

  it('[U-USE-3] FR-054: an answer that was filtered is a refusal in Messages, with the words that came before', () => {
    const made = answered(toMessages, chatAnswer({ content: 'High' }, 'content_filter'));
    expect(made.value.status).toMatchObject({ providerReason: 'content_filter' });
    expect(wireOf(made)).toMatchObject({ content: [{ type: 'text', text: 'High' }], stop_reason: 'refusal' });
    const { frames } = streamed(toMessages, sse([chunk({ content: 'High' }), chunk({}, 'content_filter')]) + DONE);
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'refusal' } });
  });

  it('[U-USE-3] FR-055: a refusal of Messages never looks like a normal end in Chat, and comes back as a refusal', () => {
    const made = answered(toChat, messagesAnswer([], { stop_reason: 'refusal' }));
    const wire = wireOf(made);
    expect(wire).toMatchObject({ choices: [{ finish_reason: 'content_filter' }] });
    expect(wireOf(projectResponse(toMessages, wire))['stop_reason']).toBe('refusal');
    const end = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_sequence: null },
      usage: { output_tokens: 1 },
    };
    const start = { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) };
    const { text } = streamed(toChat, sse([start, end, { type: 'message_stop' }]));
    expect(text).toContain('"finish_reason":"content_filter"');
    expect(text).not.toContain('"finish_reason":"stop"');
  });

  it('[U-USE-3] FR-055: both dialects give their own refusals back as they came', () => {
    const messages = messagesAnswer([], { stop_reason: 'refusal' });
    expect(wireOf(answered(messagesToMessages, messages))).toMatchObject({ content: [], stop_reason: 'refusal' });
    const chat = chatAnswer({ content: null, refusal: 'No.' });
    expect(wireOf(answered(chatToChat, chat))).toMatchObject({
      choices: [{ message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }],
    });
  });
});
