import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import type { EmitOptions } from '../../../../../src/projection/emit.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { bare, begin, decode, delta, end, start, stop } from './streams.ts';
import { OTHER, OWNER, places } from './support.ts';

function write(result: UnifiedResultV2, options: EmitOptions = {}) {
  const emission = emitResponse(anthropicMessages, result, options);
  if (!emission.ok) throw new Error(JSON.stringify(emission.loss.entries));
  return { wire: emission.wire, status: emission.status, losses: places(emission.loss.entries) };
}

function back(wire: JsonValue, options: EmitOptions = { owner: OWNER }) {
  const { value, privateState } = ingestResponse(anthropicMessages, wire, { owner: OWNER });
  return write(value, { privateState, ...options });
}

/** An answer of Chat Completions as one of Messages. */
function fromChat(message: JsonObject, finish_reason = 'stop', more: JsonObject = {}) {
  const choices = [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }];
  const wire = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'model-x', choices, ...more };
  return write(ingestResponse(openaiChat, wire, {}).value);
}

const ANSWER: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'model-a',
  content: [
    { type: 'thinking', thinking: 'Hm', signature: 'SIGNATURE' },
    { type: 'redacted_thinking', data: 'REDACTED' },
    { type: 'hologram', data: 'x' },
    { type: 'text', text: 'Low tide.' },
    { type: 'tool_use', id: 'toolu_1', name: 'warn', input: { level: 2 }, caller: { type: 'direct' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_of_an_earlier_turn', content: [] },
    { type: 'container_upload', file_id: 'file_1' },
  ],
  stop_reason: 'refusal',
  stop_sequence: null,
  stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.', fallback_credit_token: 'TOKEN' },
  container: { id: 'container_1', expires_at: '2026-04-24T11:14:17Z' },
  usage: { input_tokens: 5, output_tokens: 9, new_tokens: 1 },
  context_management: { applied_edits: [] },
  novelty: true,
};

describe('answers of this dialect', () => {
  it('[U-TOOL-5][U-LOSS-1] say of arguments that came as text in a stream that they are sent as what the text says', () => {
    const pieces = (index: number, block: JsonObject, partial_json: string) => [
      begin(index, { input: {}, ...block }),
      delta(index, { type: 'input_json_delta', partial_json }),
      stop(index),
    ];
    const { result, privateState } = decode([
      start(),
      ...pieces(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search' }, '{"query": "tide"}'),
      ...pieces(1, { type: 'tool_use', id: 'toolu_1', name: 'warn' }, '{"level": 2}'),
      ...pieces(2, { type: 'tool_use', id: 'toolu_2', name: 'warn' }, '{"level":2}'),
      ...end('tool_use'),
    ]);
    expect(result.output).toMatchObject([
      { rawArguments: '{"query": "tide"}' },
      { rawArguments: '{"level": 2}' },
      { rawArguments: '{"level":2}' },
    ]);
    const { wire, losses } = write(result, { owner: OWNER, privateState });
    expect(wire).toMatchObject({
      content: [{ input: { query: 'tide' } }, { input: { level: 2 } }, { input: { level: 2 } }],
    });
    expect(losses).toEqual([
      'info tool-call.arguments-text /output/0/rawArguments',
      'info tool-call.arguments-text /output/1/rawArguments',
    ]);
  });

  it('[U-PROF-3][U-LOSS-1] come back to their owner as they were', () => {
    const { wire, losses, status } = back(ANSWER);
    expect(bare(wire)).toEqual(bare(ANSWER));
    expect(losses).toEqual([]);
    expect(status).toBe(200);
  });

  it('[U-REAS-2][U-LOSS-1] keep from others what belongs to their owner, and say so', () => {
    const { wire, losses } = back(ANSWER, { owner: OTHER });
    for (const secret of ['SIGNATURE', 'REDACTED', 'TOKEN', 'hologram', 'container_1', 'file_1']) {
      expect(JSON.stringify(wire)).not.toContain(secret);
    }
    expect(losses).toContain('info result.state /state/container/resource');
    expect(losses).toContain('info model.fallback-credit /status/refusal/fallbackCredit');
  });

  it('[U-USE-4] are errors with their status where they are errors', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };
    expect(back(error)).toMatchObject({ wire: error, status: 529, losses: [] });
  });
});

describe('answers of other dialects', () => {
  it('[U-PROF-10] are messages with an identifier that follows from theirs, and with usage of this wire', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 9,
      total_tokens: 109,
      prompt_tokens_details: { cached_tokens: 60 },
    };
    const { wire } = fromChat({ content: 'Low tide.' }, 'stop', { usage });
    expect(wire).toMatchObject({
      id: expect.stringMatching(/^msg_[0-9a-f]{24}$/),
      model: 'model-x',
      content: [{ type: 'text', text: 'Low tide.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 9 },
    });
  });

  it('[U-REAS-3] show reasoning first, with a signature that tells that it was made up', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'warn', arguments: '{"level":2}' } };
    const { wire, losses } = fromChat({ content: 'So.', reasoning_content: 'Hm', tool_calls: [call] }, 'tool_calls');
    expect(wire['content']).toEqual([
      { type: 'thinking', thinking: 'Hm', signature: expect.stringMatching(/^urtext-made-up-/) },
      { type: 'text', text: 'So.', citations: null },
      { type: 'tool_use', caller: { type: 'direct' }, id: 'call_1', name: 'warn', input: { level: 2 } },
    ]);
    expect(wire['stop_reason']).toBe('tool_use');
    expect(losses).toContain('info item.reasoning.unsigned /output/0/content/0');
  });

  it('[U-USE-3] name the nearest reason, and say where it is another', () => {
    const { wire, losses } = fromChat({ content: 'No.' }, 'content_filter');
    expect(wire['stop_reason']).toBe('refusal');
    expect(losses).toContain('warning result.finish-reason /status/reason');
  });

  it('[U-USE-1] write zero for counters that the dialect demands and nobody knows, and say so', () => {
    const { wire, losses } = fromChat({ content: 'a' });
    const known = Object.entries(wire['usage'] ?? {}).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({ input_tokens: 0, output_tokens: 0 });
    expect(wire['usage']).toMatchObject({ cache_read_input_tokens: null, server_tool_use: null, speed: null });
    expect(losses).toContain('info result.usage /usage');
  });

  it('[U-LOSS-2] are refused when a call that waits for the client cannot be told', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'warn', arguments: '{"level":' } };
    expect(() => fromChat({ tool_calls: [call] }, 'tool_calls')).toThrow('tool-call.arguments');
  });
});
