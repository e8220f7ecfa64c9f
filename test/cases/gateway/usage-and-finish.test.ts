import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { message, sampleRecord } from '../../support/sample-record.ts';
import {
  answered,
  chatAnswer,
  chatToChat,
  chunk,
  DONE,
  decoded,
  messagesAnswer,
  said,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
  written,
} from './support.ts';

const reported = (value: number) => expect.objectContaining({ value, source: 'reported' });

describe('usage', () => {
  it.each([
    ['on the line of the marker', '[DONE] {"choices":[],"cost":"0.0021"}\n\n'],
    ['on the line behind it', '[DONE]\ndata: {"choices":[],"cost":"0.0021"}\n\n'],
  ])('[U-USE-1] GC-048: a cost that a router adds %s is in the usage, and the marker stays whole', (_, tail) => {
    const text = `${sse([chunk({ content: 'a' }, 'stop')])}data: ${tail}`;
    const { result, frames, markers, text: out } = streamed(chatToChat, text);
    expect(said(result.output)).toEqual(['assistant a']);
    expect(result.status.reason).toBe('stop');
    expect(result.usage?.costs).toMatchObject([{ amount: '0.0021', source: 'reported' }]);
    expect(markers).toBe(1);
    expect(out.endsWith(DONE)).toBe(true);
    expect(JSON.stringify(frames)).not.toContain('[DONE]');
  });

  it('[U-CACHE-3] GC-049, GC-052: an answer without usage has none, and none of its counters is zero', () => {
    const whole = answered(toMessages, chatAnswer({ content: 'x' }));
    const live = streamed(toMessages, sse([chunk({ content: 'x' }, 'stop')]) + DONE);
    expect(whole.value).not.toHaveProperty('usage');
    expect(live.result).not.toHaveProperty('usage');
    expect(live.text + JSON.stringify(wireOf(whole))).not.toMatch(/"cache_[a-z_]+":[0-9]/);
    expect(JSON.stringify(wireOf(answered(chatToChat, chatAnswer({ content: 'x' }))))).not.toContain('cached_tokens');
  });

  it('[U-VAL-3] GC-049: a counter of zero that was reported is zero, and one that was not is unknown', () => {
    const usage = {
      prompt_tokens: 5,
      completion_tokens: 1,
      total_tokens: 6,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 0 },
    };
    const { value } = answered(toMessages, chatAnswer({ content: 'x' }, 'stop', { usage }));
    expect(value.usage).toMatchObject({
      input: { total: reported(5), cacheRead: reported(2) },
      output: { total: reported(1), reasoning: reported(0) },
      total: reported(6),
    });
    expect(value.usage?.input).not.toHaveProperty('cacheWrite');
  });

  it('[U-USE-2] GC-049: usage that a stream repeats is the latest, and never a sum', () => {
    const tell = (prompt: number, completion: number): JsonObject => ({
      ...chunk({}),
      choices: [],
      usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
    });
    const text = sse([chunk({ content: 'x' }), tell(5, 1), tell(5, 4), chunk({}, 'stop'), tell(5, 9)]);
    expect(decoded(openaiChat, text + DONE).result.usage).toMatchObject({
      input: { total: reported(5) },
      output: { total: reported(9) },
      total: reported(14),
    });
  });

  it('[U-CACHE-3] GC-050: the input of Chat includes what the cache had, that of Messages does not', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 20 },
    };
    const there = answered(toMessages, chatAnswer({ content: 'x' }, 'stop', { usage }));
    expect(there.value.usage?.input).toMatchObject({ cacheRead: reported(60), cacheWrite: reported(20) });
    expect(wireOf(there)['usage']).toMatchObject({
      input_tokens: 20,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 20,
      output_tokens: 7,
    });
  });

  it('[U-CACHE-3] GC-050: what Messages leaves out of its input is in that of Chat', () => {
    const usage = {
      input_tokens: 20,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 70,
      output_tokens: 4,
      cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
    };
    const back = answered(toChat, messagesAnswer([{ type: 'text', text: 'x' }], { usage }));
    expect(back.value.usage?.input).toMatchObject({
      uncached: reported(20),
      cacheRead: reported(70),
      cacheWrite: reported(10),
      cacheWriteByTtl: [
        { ttl: '5m', counter: reported(4) },
        { ttl: '1h', counter: reported(6) },
      ],
    });
    expect(wireOf(back)['usage']).toMatchObject({
      prompt_tokens: 100,
      completion_tokens: 4,
      total_tokens: 104,
      prompt_tokens_details: { cached_tokens: 70 },
    });
  });

  it('[U-CACHE-3] GC-050: hits and misses of a cache are what was read and what was not, and writes stay unknown', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 1,
      total_tokens: 101,
      prompt_cache_hit_tokens: 80,
      prompt_cache_miss_tokens: 20,
    };
    const made = answered(toMessages, chatAnswer({ content: 'x' }, 'stop', { usage }));
    expect(made.value.usage?.input).toMatchObject({ total: reported(100), cacheRead: reported(80) });
    expect(made.value.usage?.input).not.toHaveProperty('cacheWrite');
    expect(wireOf(made)['usage']).toMatchObject({ input_tokens: 20, cache_read_input_tokens: 80 });
  });

  it('[U-USE-1] GC-050: parts that are more than their whole stay as they were told, and nothing gets negative', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 1,
      total_tokens: 11,
      prompt_tokens_details: { cached_tokens: 60 },
    };
    const made = answered(toMessages, chatAnswer({ content: 'x' }, 'stop', { usage }));
    expect(made.value.usage?.input).toMatchObject({ total: reported(10), cacheRead: reported(60) });
    expect(wireOf(made)['usage']).toMatchObject({ input_tokens: 0, cache_read_input_tokens: 60 });
    expect(made.loss.entries.map(({ feature }) => feature).join()).toMatch(/usage/);
  });
});

describe('the end of an answer', () => {
  it.each([
    ['stop', 'stop', 'end_turn'],
    ['length', 'length', 'max_tokens'],
    ['content_filter', 'content-filter', 'refusal'],
  ])('[U-USE-3] GC-054: %s is %s in the record, and %s in Messages', (wire, reason, stopReason) => {
    const whole = answered(toMessages, chatAnswer({ content: 'half' }, wire));
    expect(whole.value.status).toMatchObject({ reason, providerReason: wire });
    expect(said(whole.value.output)).toEqual(['assistant half']);
    expect(wireOf(whole)).toMatchObject({ stop_reason: stopReason, content: [{ type: 'text', text: 'half' }] });
    const live = streamed(toMessages, sse([chunk({ content: 'half' }), chunk({}, wire)]) + DONE);
    expect(live.result.status).toMatchObject({ reason, providerReason: wire });
    expect(live.text).toContain(`"stop_reason":"${stopReason}"`);
  });

  it('[U-USE-3] GC-054: a reason that nobody knows is unknown and never a normal end, in its own words', () => {
    const made = answered(toMessages, chatAnswer({ content: 'half' }, 'LANGUAGE'));
    expect(made.value.status).toMatchObject({ reason: 'unknown', providerReason: 'LANGUAGE' });
    const live = streamed(toMessages, sse([chunk({ content: 'half' }), chunk({}, 'LANGUAGE')]) + DONE);
    expect(live.result.status).toMatchObject({ reason: 'unknown', providerReason: 'LANGUAGE' });
    const back = answered(toChat, messagesAnswer([{ type: 'text', text: 'half' }], { stop_reason: 'new_reason' }));
    expect(back.value.status).toMatchObject({ reason: 'unknown', providerReason: 'new_reason' });
  });

  it('[U-USE-3] GC-055: a call that was told before an unknown end can be run, and no words follow it', () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'sh', arguments: '{"c":"ls"}' } };
    const text = sse([chunk({ tool_calls: [call] }), chunk({}, 'MALFORMED_FUNCTION_CALL')]) + DONE;
    const { result, frames } = streamed(toMessages, text);
    expect(result.output).toMatchObject([{ type: 'tool-call', callId: expect.any(String), state: 'arguments-ready' }]);
    expect(result.status.providerReason).toBe('MALFORMED_FUNCTION_CALL');
    const kinds = frames.flatMap(({ content_block: block }) => (block === undefined ? [] : [block]));
    expect(kinds).toMatchObject([{ type: 'tool_use', name: 'sh' }]);
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  it('[U-CONT-2] GC-056: a notice for the client goes to no model; the same words of the user do', () => {
    const notice = { ...message('assistant', 'The other side hung up'), visibility: 'client' as const };
    const record = sampleRecord(
      [message('user', 'hi'), notice, message('user', 'The other side hung up')],
      { generation: { maxOutputTokens: { value: 50, requirement: 'required' } } },
      'gemini-generate-content',
    );
    for (const profile of [openaiChat, anthropicMessages]) {
      const { wire } = written(profile, record);
      expect(JSON.stringify(wire).split('The other side hung up')).toHaveLength(2);
      expect(JSON.stringify(wire)).not.toContain('assistant');
    }
  });

  it('[U-OPER-1] GC-090: a turn that only tells what it does is complete, and nothing is added to it', () => {
    const words = 'Looking at the logs of the build.';
    const made = answered(chatToChat, chatAnswer({ content: words }));
    expect(said(made.value.output)).toEqual([`assistant ${words}`]);
    expect(made.value.status.reason).toBe('stop');
    expect(wireOf(made)).toMatchObject({ choices: [{ message: { role: 'assistant', content: words } }] });
  });
});
