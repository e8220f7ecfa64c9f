import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { foldEvents } from '../../../../src/fold/index.ts';
import { ingestResponse } from '../../../../src/projection/index.ts';
import { anthropicMessages } from '../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../src/projection/profile/openai-chat/index.ts';
import type { Profile } from '../../../../src/projection/profile.ts';
import { createStreamDecoder } from '../../../../src/projection/stream/decode-stream.ts';
import { createStreamProjection } from '../../../../src/projection/stream/project-stream.ts';
import { validateEventLog } from '../../../../src/validate/index.ts';
import { allCuts } from '../../../support/cuts.ts';

function decode(profile: Profile, chunks: readonly string[]) {
  const decoder = createStreamDecoder(profile);
  const decoded = [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
  const events = decoded.map(({ event }) => event);
  return { events, result: foldEvents(events).result, loss: decoder.loss() };
}

const CHAT: JsonObject = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'gpt',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Hi \u{1f600}',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      finish_reason: 'tool_calls',
    },
    { index: 1, message: { role: 'assistant', content: 'Ho' }, finish_reason: 'length' },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

const MESSAGE: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [
    { type: 'thinking', thinking: 'hm', signature: 'SIG' },
    { type: 'text', text: 'Hi' },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
};

const CASES = [
  { profile: openaiChat, body: CHAT },
  { profile: anthropicMessages, body: MESSAGE },
];

describe('an answer that came at once in place of a stream', () => {
  it.each(CASES)(
    '[U-FOLD-3] of $profile.family has the items, the status and the usage that its reader gives',
    ({ profile, body }) => {
      const text = JSON.stringify(body);
      const whole = ingestResponse(profile, text).value;
      const { events, result } = decode(profile, [text]);
      expect(validateEventLog(events)).toMatchObject({ ok: true });
      expect(result.output).toEqual(whole.output);
      expect(result.candidates).toEqual(whole.candidates);
      expect(result).toMatchObject({ status: whole.status, model: whole.model, usage: whole.usage });
      expect(result.provenance).toEqual(whole.provenance);
      for (const pieces of allCuts(text).slice(0, 200)) expect(decode(profile, pieces).events).toEqual(events);
    },
  );

  it('is written as a stream for the client', () => {
    const route = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
    const projection = createStreamProjection(route);
    const text = projection.push(JSON.stringify(CHAT));
    expect(projection.isOver()).toBe(true);
    const types = [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);
    expect(types[0]).toBe('message_start');
    expect(types.at(-1)).toBe('message_stop');
    expect(text).toContain('"partial_json":"{\\"a\\":1}"');
    expect(projection.end()).toBe('');
  });

  it.each([
    [
      openaiChat,
      '{"error":{"message":"Slow down","type":"rate_limit_error","code":"rate_limit_exceeded"}}',
      'rate-limit',
    ],
    [anthropicMessages, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'overloaded'],
  ])('[U-USE-4] that is an error keeps its category', (profile, text, category) => {
    const { events, result } = decode(profile, [text]);
    expect(validateEventLog(events)).toMatchObject({ ok: true });
    expect(result).toMatchObject({ status: { reason: 'failed' }, error: { category } });
  });

  it('[U-FOLD-3] that is a list of chunks without the framing is read chunk by chunk', () => {
    const chunk = (delta: JsonObject, finish: string | null): string =>
      JSON.stringify({
        id: 'c',
        object: 'chat.completion.chunk',
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const { result } = decode(openaiChat, [`${chunk({ content: 'a' }, null)}\n${chunk({ content: 'b' }, 'stop')}\n`]);
    expect(result).toMatchObject({ status: { reason: 'stop' }, output: [{ content: [{ text: 'ab' }] }] });
  });

  it('[U-FOLD-1] that broke off is interrupted, and one that is no JSON failed', () => {
    expect(decode(openaiChat, [JSON.stringify(CHAT).slice(0, 100)]).result.status.reason).toBe('interrupted');
    expect(decode(openaiChat, ['{oops}']).result.status.reason).toBe('failed');
  });
});
