import { describe, expect, it } from 'vitest';
import { createStreamEncoder, decodeStream, projectStream } from '../../../src/projection/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import {
  blocks,
  chatToChat,
  chunk,
  DONE,
  decoded,
  messagesAnswer,
  messagesToMessages,
  said,
  sse,
  streamed,
  toMessages,
} from './support.ts';

const USAGE = { id: 'c', choices: [], usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 } };
const SPOKEN_AROUND_A_CALL = [
  { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'pre' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'k1', name: 'edit', input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{}' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'post' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 8 } },
  { type: 'message_stop' },
];
const reported = (value: number) => ({ value, source: 'reported' });

describe('streams', () => {
  it('[U-USE-3] GC-002: an empty list of calls leaves the end of a spoken turn what it is', () => {
    const text = sse([chunk({ content: 'all set' }), chunk({ tool_calls: [] }), chunk({}, 'stop')]) + DONE;
    const { result, frames } = streamed(toMessages, text);
    expect(said(result.output)).toEqual(['assistant all set']);
    expect(result.status.reason).toBe('stop');
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'end_turn' } });
  });

  it('[U-USE-3] GC-002: a call makes the end one of calls, and the word of the provider stays readable', () => {
    const call = { index: 0, id: 'k1', type: 'function', function: { name: 'ls', arguments: '{}' } };
    const { result, frames } = streamed(toMessages, sse([chunk({ tool_calls: [call] }), chunk({}, 'stop')]) + DONE);
    expect(said(result.output)).toEqual(['tool-call ls {}']);
    expect(result.status).toMatchObject({ reason: 'tool-calls', providerReason: 'stop' });
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });

  it.each([
    ['on the next line of its event', `data: ${JSON.stringify(USAGE)}\ndata: [DONE]\n\n`],
    ['on its own line', `data: ${JSON.stringify(USAGE)} [DONE]\n\n`],
    ['bare, without a field', `data: ${JSON.stringify(USAGE)}\n\n[DONE]\n\n`],
  ])('[U-FOLD-3] GC-003: a marker %s costs neither the usage nor the end', (_, tail) => {
    const text = sse([chunk({ content: 'x' }, 'stop')]) + tail;
    const { events, result } = decoded(openaiChat, text);
    expect(result.usage).toMatchObject({
      input: { total: reported(4) },
      output: { total: reported(1) },
      total: reported(5),
    });
    expect(events.filter(({ type }) => type === 'usage-updated')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('stream-completed');
    const { markers, text: out } = streamed(chatToChat, text);
    expect(markers).toBe(1);
    expect(out.endsWith(DONE)).toBe(true);
  });

  it('[U-EVT-2] GC-004: one marker ends the stream, added or kept, and words that look like it are words', () => {
    const words = sse([chunk({ content: 'type [DONE] to quit' }, 'stop')]);
    for (const text of [words, words + DONE]) {
      const { result, markers, frames, text: out } = streamed(chatToChat, text);
      expect(said(result.output)).toEqual(['assistant type [DONE] to quit']);
      expect(result.status.reason).toBe('stop');
      expect(markers).toBe(1);
      expect(out.endsWith(DONE)).toBe(true);
      expect(JSON.stringify(frames)).toContain('type [DONE] to quit');
    }
  });

  it('[U-USE-3] GC-004: an end with neither a reason nor a marker is an interruption', () => {
    const { events, result } = decoded(openaiChat, sse([chunk({ content: 'half of' })]));
    expect(result.status.reason).toBe('interrupted');
    expect(events.map(({ type }) => type)).not.toContain('operation-completed');
    expect(result.output[0]).toMatchObject({ type: 'message', status: 'incomplete' });
  });

  it('[U-FOLD-4] GC-005: signs of life between frames change nothing that is said, numbered or written', () => {
    const frames = [chunk({ content: 'one ' }), chunk({ content: 'two' }), chunk({}, 'stop')];
    const quiet = sse(frames) + DONE;
    const alive = `: waiting\n\n${frames.map((frame) => `${sse([frame])}: waiting\n\n`).join('')}${DONE}`;
    const plain = decoded(openaiChat, quiet);
    const beating = decoded(openaiChat, alive);
    expect(beating.result).toEqual(plain.result);
    expect(beating.events.filter(({ type }) => type !== 'heartbeat')).toEqual(plain.events);
    expect(beating.events.filter(({ type }) => type === 'heartbeat')).toHaveLength(4);
    expect(streamed(chatToChat, alive).frames).toEqual(streamed(chatToChat, quiet).frames);
  });

  it('[U-EVT-3] GC-005: a heartbeat takes no number, so that a replay has no gap', () => {
    const { events } = decoded(openaiChat, `: a\n\n${sse([chunk({ content: 'x' }, 'stop')])}: b\n\n${DONE}`);
    const numbered = events.flatMap((event) => (event.type === 'heartbeat' ? [] : [event.sequence]));
    expect(numbered).toEqual(numbered.map((_, at) => at));
  });

  it('[U-LIVE-4] GC-006: a consumer that leaves orphans no read that fails later', async () => {
    const unhandled: unknown[] = [];
    const remember = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', remember);
    try {
      const failing = leavable();
      const stream = projectStream(chatToChat, failing.source);
      const waiting = stream.next();
      expect((await waiting).done).toBe(false);
      const late = stream.next();
      await new Promise((resolve) => setImmediate(resolve));
      const left = stream.return?.();
      failing.fail(new DOMException('gone', 'AbortError'));
      await Promise.allSettled([late, left]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
      expect(await stream.next()).toEqual({ done: true, value: undefined });
    } finally {
      process.off('unhandledRejection', remember);
    }
  });

  it('[U-LIVE-4] GC-006: a signal that was aborted before gives no event and leaves no read behind', async () => {
    let reads = 0;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          reads += 1;
          return { done: false as const, value: DONE };
        },
      }),
    };
    const stream = decodeStream(openaiChat, source, { signal: AbortSignal.abort() });
    await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(reads).toBe(0);
  });

  it('[U-ITEM-5] GC-008: text behind a call is an item behind it, and each block closes before the next opens', () => {
    const { result, frames } = streamed(messagesToMessages, sse(SPOKEN_AROUND_A_CALL));
    expect(said(result.output)).toEqual(['assistant pre', 'tool-call edit {}', 'assistant post']);
    expect(new Set(result.output.map(({ id }) => id)).size).toBe(3);
    expect(blocks(frames)).toEqual(['text pre', 'tool_use {}', 'text post']);
  });

  it('[U-FOLD-1] GC-001: a later run of thinking is an item of its own, however the bytes are cut', () => {
    const runs = [{ reasoning_content: 'r1' }, { content: 't1' }, { reasoning_content: 'r2' }, { content: 't2' }];
    const { result, frames } = streamed(
      toMessages,
      sse([...runs.map((delta) => chunk(delta)), chunk({}, 'stop')]) + DONE,
    );
    expect(said(result.output)).toEqual(['reasoning r1', 'assistant t1', 'reasoning r2', 'assistant t2']);
    expect(blocks(frames)).toEqual(['thinking r1 (signature)', 'text t1', 'thinking r2 (signature)', 'text t2']);
  });

  it('[U-EVT-3] GC-003: an event that is replayed to the writer writes nothing twice', () => {
    const { events } = decoded(openaiChat, sse([chunk({ content: 'x' }, 'stop')]) + DONE);
    const encoder = createStreamEncoder(openaiChat);
    const once = events.flatMap((event) => encoder.push(event));
    expect(events.flatMap((event) => encoder.push(event))).toEqual([]);
    expect([...once, ...encoder.end()].filter((frame) => 'marker' in frame)).toHaveLength(1);
  });
});

/** A source with one chunk whose second read fails when it is told to. */
function leavable() {
  const { promise, reject } = Promise.withResolvers<never>();
  let reads = 0;
  const next = () => {
    reads += 1;
    return reads === 1 ? Promise.resolve({ done: false as const, value: sse([chunk({ content: 'a' })]) }) : promise;
  };
  return { source: { [Symbol.asyncIterator]: () => ({ next }) }, fail: reject };
}
