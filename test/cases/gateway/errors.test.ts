import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { ingestResponse } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import {
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
} from './support.ts';

const PARTIAL = sse([chunk({ content: 'par' })]);

const failed = (error: JsonObject) => sse([{ error }]);

/** What an error of Chat becomes, whole and in a stream. */
function errorOf(error: JsonObject, httpStatus?: number) {
  const options = httpStatus === undefined ? {} : { httpStatus };
  const whole = ingestResponse(openaiChat, { error }, options).value;
  const live = decoded(openaiChat, failed(error), options).result;
  expect([whole.status.reason, live.status.reason]).toEqual(['failed', 'failed']);
  expect(live.error?.category).toBe(whole.error?.category);
  return whole.error;
}

describe('a connection that breaks', () => {
  it('[U-USE-4] GC-057: is an interruption with what came before, and an error of the network without its words', () => {
    const reason = new Error('ECONNRESET Authorization: Bearer zzz-secret-zzz');
    const { events, result } = decoded(openaiChat, PARTIAL, {}, reason);
    expect(said(result.output)).toEqual(['assistant par', 'interruption']);
    expect(result.output[0]).toMatchObject({ status: 'incomplete' });
    expect(result.status.reason).toBe('interrupted');
    expect(result.error).toMatchObject({ category: 'network', retryable: true });
    expect(JSON.stringify([events, result])).not.toMatch(/Bearer|zzz/);
  });

  it('[U-USE-4] GC-057: ends the stream of Chat in one error and one marker, and in no reason to stop', () => {
    const reason = new Error('ECONNRESET Authorization: Bearer zzz-secret-zzz');
    const { frames, markers, text } = streamed(chatToChat, PARTIAL, {}, reason);
    expect(frames.filter((frame) => 'error' in frame)).toHaveLength(1);
    expect(frames.at(-1)).toHaveProperty('error');
    expect(markers).toBe(1);
    expect(text).not.toMatch(/Bearer|zzz|"finish_reason":"/);
  });

  it('[U-USE-4] GC-057: ends the stream of Messages in an error, behind what was said', () => {
    const { frames, text } = streamed(toMessages, PARTIAL, {}, new Error('Bearer zzz-secret-zzz'));
    expect(text).toContain('"text":"par"');
    expect(frames.at(-1)).toMatchObject({ type: 'error', error: { message: expect.any(String) } });
    expect(text).not.toMatch(/Bearer|zzz|message_stop|end_turn/);
  });

  it('[U-USE-4] GC-061: by the peer is told as ended, with the code of the machine, and is nobody’s wish', () => {
    const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    const { events, result } = decoded(openaiChat, PARTIAL, {}, new TypeError('terminated', { cause }));
    expect(result.status.reason).toBe('interrupted');
    expect(result.error).toMatchObject({ category: 'network', retryable: true });
    expect(result.error?.message).toMatch(/terminated.*UND_ERR_SOCKET/);
    expect(JSON.stringify(events)).not.toContain('other side closed');
    expect(events.map(({ type }) => type)).not.toContain('operation-cancelled');
    expect(events.map(({ type }) => type)).not.toContain('operation-completed');
  });

  it.each([
    ['a source that waited too long', new DOMException('late', 'TimeoutError'), 'timeout'],
    ['a socket that hung up', new Error('socket hang up'), 'network'],
    ['words that speak of a client', new Error(`client${'x'.repeat(50_000)} closed`), 'network'],
  ])('[U-USE-4] GC-062: %s is told by who failed and not by words', (_, reason, category) => {
    const start = performance.now();
    const { result } = decoded(openaiChat, PARTIAL, {}, reason);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(result.status.reason).toBe('interrupted');
    expect(result.error).toMatchObject({ category, retryable: true });
  });
});

describe('errors of a provider', () => {
  it.each([
    [{ code: 'server_is_overloaded' }, 'overloaded', true],
    [{ code: 'rate_limit_exceeded' }, 'rate-limit', true],
    [{ code: 'slow_down' }, 'rate-limit', true],
    [{ code: 'flex_unavailable' }, 'rate-limit', true],
    [{ type: 'usage_limit_reached' }, 'quota', false],
    [{ code: 'insufficient_quota' }, 'quota', false],
    [{ code: 'context_length_exceeded', message: 'too long, try again' }, 'context-length', false],
    [{ message: 'server overloaded, try again' }, 'unknown', false],
  ] as const)('[U-USE-4] GC-058: %j is known by its code alone', (error, category, retryable) => {
    const made = errorOf({ message: 'Something went wrong.', ...error });
    expect(made).toMatchObject({ category, retryable });
    expect(made?.providerCode).toBe('code' in error ? error.code : 'type' in error ? error.type : undefined);
  });

  it('[U-OPER-1] GC-059: one before any output leaves nothing behind, one after it what was said', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } };
    const start = { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) };
    const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } };
    const before = decoded(anthropicMessages, sse([start, { type: 'ping' }, error])).result;
    const after = decoded(anthropicMessages, sse([start, block, delta, error])).result;
    for (const { status, error: told } of [before, after]) {
      expect(status.reason).toBe('failed');
      expect(told).toMatchObject({ category: 'overloaded', retryable: true });
    }
    expect(before.output).toEqual([]);
    expect(after.output).toMatchObject([{ status: 'incomplete', content: [{ text: 'x' }] }]);
  });

  it('[U-USE-4] GC-059: one of Chat before any output is one error for a client of Messages, and nothing else', () => {
    const { frames, result } = streamed(toMessages, failed({ code: 'server_is_overloaded', message: 'Busy.' }));
    expect(frames).toMatchObject([{ type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } }]);
    expect(result.output).toEqual([]);
  });

  it('[U-USE-4] GC-059: codes in the words of the model or in names of tools fail nothing', () => {
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'server_is_overloaded', arguments: '{}' } };
    const chunks = [chunk({ content: '{"error":{"code":"server_is_overloaded"}}' }), chunk({ tool_calls: [call] })];
    const { result } = streamed(toMessages, sse([...chunks, chunk({}, 'tool_calls')]) + DONE);
    expect(result.status.reason).toBe('tool-calls');
    expect(result).not.toHaveProperty('error');
  });

  it.each([
    [{ code: 'rate_limit_exceeded', message: 'Please try again in 1.5s.' }, 1500],
    [{ code: 'slow_down', message: 'try again in 250ms' }, 250],
  ])('[U-USE-4] GC-060: %j says how long to wait', (error, milliseconds) => {
    expect(errorOf(error)?.retryAfterMilliseconds).toBe(milliseconds);
  });

  it('[U-VAL-3] GC-060: where nobody says how long to wait, it is unknown and not zero', () => {
    expect(errorOf({ code: 'flex_unavailable', message: 'Not now.' })).not.toHaveProperty('retryAfterMilliseconds');
  });

  it.each([
    [429, 'rate-limit', true],
    [502, 'provider', true],
    [503, 'unavailable', true],
    [504, 'timeout', true],
    [401, 'authentication', false],
    [400, 'invalid-request', false],
  ] as const)(
    '[U-USE-4] GC-065: the status %i says whether the same request may succeed later',
    (status, category, retryable) => {
      expect(errorOf({ message: 'no' }, status)).toMatchObject({ category, retryable, httpStatus: status });
      const other = ingestResponse(
        anthropicMessages,
        { type: 'error', error: { type: 'odd', message: 'no' } },
        { httpStatus: status },
      );
      expect(other.value.error).toMatchObject({ category, retryable, httpStatus: status });
    },
  );
});

describe('a frame that is no JSON', () => {
  it.each([
    ['openai-chat', openaiChat],
    ['anthropic-messages', anthropicMessages],
  ])('[U-SEC-4] GC-064: fails the answer of %s, and nothing of it is told', (_, profile) => {
    const { events, result } = decoded(profile, 'data: {oops-sk-abc\n\ndata: {"choices":[]}\n\n');
    expect(result.status.reason).toBe('failed');
    expect(result.error).toMatchObject({ category: 'provider', code: 'wire-format' });
    expect(JSON.stringify([events, result])).not.toContain('oops');
    expect(events.map(({ type }) => type)).not.toContain('operation-completed');
  });

  it('[U-USE-4] GC-064: is an error for clients of either dialect, and no success behind it', () => {
    const text = `${PARTIAL}data: {oops\n\n`;
    const chat = streamed(chatToChat, text);
    expect(chat.frames.at(-1)).toHaveProperty('error');
    expect(chat.text).not.toContain('"finish_reason":"');
    const messages = streamed(toMessages, text);
    expect(messages.frames.at(-1)).toMatchObject({ type: 'error' });
    expect(messages.text).not.toMatch(/message_stop|oops/);
    const first = streamed(toChat, 'data: {oops\n\n');
    expect(first.frames).toMatchObject([{ error: { message: expect.any(String) } }]);
  });
});
