import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldEvents } from '../../../../src/fold/index.ts';
import { type Decoded, decodeStream } from '../../../../src/projection/stream/decode-stream.ts';
import { collect } from '../../../support/collect.ts';
import { tinyDialect } from '../../../support/tiny-dialect.ts';

const profile = tinyDialect();
const SAY = 'data: {"say":"a"}\n\n';
const REST = 'data: {"stop":true}\n\ndata: [END]\n\n';

const reasonOf = (decoded: readonly Decoded[]) => foldEvents(decoded.map(({ event }) => event)).result.status.reason;

/** A source whose second chunk comes, or fails, when the test says so. */
function waiting() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { reads: 0, left: 0 };
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: state.reads++ === 0 ? SAY : await promise }),
      return: async () => {
        state.left += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  return { source, state, resolve, reject };
}

/** Takes all events of the first chunk. */
async function takeFirstChunk(stream: AsyncIterator<Decoded>): Promise<void> {
  for (let index = 0; index < 6; index++) await stream.next();
}

describe('decodeStream', () => {
  const orphans: unknown[] = [];
  const remember = (reason: unknown) => orphans.push(reason);

  beforeEach(() => {
    orphans.length = 0;
    process.on('unhandledRejection', remember);
  });

  afterEach(async () => {
    // Rejections without a handler are told after the microtasks of a turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', remember);
    expect(orphans).toEqual([]);
  });

  it.each([
    ['a text', () => SAY + REST],
    ['bytes', () => new TextEncoder().encode(SAY + REST)],
    ['a list of chunks', () => [SAY, new TextEncoder().encode(REST)]],
    ['an async generator', () => Readable.from([SAY, REST])[Symbol.asyncIterator]()],
    ['a web stream', () => new Response(SAY + REST).body ?? []],
    ['parsed payloads', () => [{ say: 'a' }, { stop: true }]],
  ])('[U-FOLD-3] reads %s', async (_name, source) => {
    const decoded = await collect(decodeStream(profile, source(), { operationId: 'op' }));
    expect(decoded.map(({ event }) => event.type).slice(-4)).toEqual([
      'text-delta',
      'item-completed',
      'operation-completed',
      'stream-completed',
    ]);
  });

  it('reads a chunk only when all events of the one before were taken', async () => {
    const { source, state } = waiting();
    const stream = decodeStream(profile, source);
    expect(state.reads).toBe(0);
    for (let index = 0; index < 6; index++) {
      await stream.next();
      expect(state.reads).toBe(1);
    }
    void stream.next();
    await Promise.resolve();
    await Promise.resolve();
    expect(state.reads).toBe(2);
    await stream.return?.();
  });

  it('answers several requests at once in their order', async () => {
    const stream = decodeStream(profile, [SAY, REST]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => stream.next()));
    const sequences = answers.flatMap(({ value }) => (value === undefined ? [] : [value.event.sequence]));
    expect(sequences).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(answers.at(-1)).toEqual({ done: true, value: undefined });
  });

  it('rejects with the reason of the signal at once, and lets the source go', async () => {
    const { source, state, reject } = waiting();
    const controller = new AbortController();
    const stream = decodeStream(profile, source, { signal: controller.signal });
    await takeFirstChunk(stream);
    const next = stream.next();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('client left'));
    await expect(next).rejects.toThrow('client left');
    expect(state.left).toBe(1);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    reject(new DOMException('late', 'AbortError'));
  });

  it('rejects without reading where the signal was aborted before', async () => {
    const { source, state } = waiting();
    const stream = decodeStream(profile, source, { signal: AbortSignal.abort(new Error('before')) });
    await expect(stream.next()).rejects.toThrow('before');
    expect(state).toEqual({ reads: 0, left: 1 });
  });

  it('rejects where the signal is aborted between two events of a chunk', async () => {
    const { source, state } = waiting();
    const controller = new AbortController();
    const stream = decodeStream(profile, source, { signal: controller.signal });
    await stream.next();
    controller.abort(new Error('between'));
    await expect(stream.next()).rejects.toThrow('between');
    expect(state.left).toBe(1);
  });

  it('lets the source go when the iteration is left', async () => {
    const { source, state } = waiting();
    for await (const { event } of decodeStream(profile, source)) if (event.type === 'text-delta') break;
    expect(state).toEqual({ reads: 1, left: 1 });
  });

  it('ends a read that waits when the iteration is left meanwhile', async () => {
    const { source, state, reject } = waiting();
    const stream = decodeStream(profile, source);
    await takeFirstChunk(stream);
    const next = stream.next();
    await new Promise((resolve) => setImmediate(resolve));
    await stream.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(state.left).toBe(1);
    reject(new Error('late'));
  });

  it('cancels a web stream that owes a chunk', async () => {
    let cancelled: unknown;
    const source = new ReadableStream<string>({
      pull: () => new Promise(() => {}),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const controller = new AbortController();
    const next = decodeStream(profile, source, { signal: controller.signal }).next();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort('gone');
    await expect(next).rejects.toBe('gone');
    expect(cancelled).toBe('gone');
  });

  it('destroys a Node stream that owes a chunk', async () => {
    const source = new Readable({ read: () => {} });
    const controller = new AbortController();
    const next = decodeStream(profile, source, { signal: controller.signal }).next();
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort('gone');
    await expect(next).rejects.toBe('gone');
    expect(source.destroyed).toBe(true);
  });

  it('tells a source that throws as an interruption, and does not reject', async () => {
    async function* broken() {
      yield SAY;
      throw new TypeError('terminated');
    }
    expect(reasonOf(await collect(decodeStream(profile, broken())))).toBe('interrupted');
  });

  it('[U-EVT-2] lets the source go where the answer is over, complete or failed, however long it stays open', async () => {
    const reads = async (chunks: readonly string[]) => {
      const state = { count: 0, left: 0 };
      const source: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            const value = chunks[state.count++];
            return value === undefined ? new Promise<never>(() => {}) : { done: false, value };
          },
          return: async () => {
            state.left += 1;
            return { done: true, value: undefined };
          },
        }),
      };
      const reason = reasonOf(await collect(decodeStream(profile, source)));
      return { reason, ...state };
    };
    expect(await reads([SAY, 'data: {oops\n\n'])).toEqual({ reason: 'failed', count: 2, left: 1 });
    expect(await reads([SAY, REST])).toEqual({ reason: 'stop', count: 2, left: 1 });
  });

  it('rejects where the signal is aborted before all events of the last chunk were taken, and then is done', async () => {
    const controller = new AbortController();
    const stream = decodeStream(profile, [SAY + REST], { signal: controller.signal });
    let next = await stream.next();
    while (next.value?.event.type !== 'item-completed') next = await stream.next();
    controller.abort(new Error('bye'));
    await expect(stream.next()).rejects.toThrow('bye');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('is done, and does not reject, where the signal is aborted after everything was taken', async () => {
    const controller = new AbortController();
    const stream = decodeStream(profile, [SAY + REST], { signal: controller.signal });
    await collect(stream);
    controller.abort(new Error('late'));
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it.each([
    ['events', SAY],
    ['nothing but signs of life', ': hi\n\n'],
  ])('lets an abort come through where a source is always ready with %s', async (_what, chunk) => {
    function* endless() {
      for (;;) yield chunk;
    }
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('bye')));
    const all = async () => {
      for await (const _ of decodeStream(profile, endless(), { signal: controller.signal }));
    };
    await expect(all()).rejects.toThrow('bye');
  });

  it('[U-SEC-5] makes no more events at once than one piece of a large chunk has', async () => {
    const text = SAY.repeat(20_000) + REST;
    let made = 0;
    const clock = () => {
      made += 1;
      return '2026-05-01T00:00:00Z';
    };
    for (const chunk of [text, new TextEncoder().encode(text)]) {
      made = 0;
      const stream = decodeStream(profile, [chunk], { clock });
      await stream.next();
      expect(made).toBeLessThan(5000);
      const rest = await collect(stream);
      expect(rest.filter(({ event }) => event.type === 'text-delta')).toHaveLength(20_000);
      expect(rest.at(-1)?.event.type).toBe('stream-completed');
    }
  });

  it.each([null, 5, [], new Map()])('[U-SEC-4] refuses what is no chunk of a stream: %s', async (wrong) => {
    await expect(collect(decodeStream(profile, [wrong] as never))).rejects.toMatchObject({ code: 'stream-chunk' });
  });
});
