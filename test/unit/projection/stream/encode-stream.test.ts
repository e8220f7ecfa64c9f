import { describe, expect, it } from 'vitest';
import type { UnifiedEventV2 } from '../../../../generated/unified/types.ts';
import { PrivateStateSet } from '../../../../src/core/private-state.ts';
import type { EmitOptions } from '../../../../src/projection/emit.ts';
import { FrameWriter, frameText } from '../../../../src/projection/framing/frame-text.ts';
import { createStreamDecoder, decodeStream } from '../../../../src/projection/stream/decode-stream.ts';
import { createStreamEncoder, encodeStream } from '../../../../src/projection/stream/encode-stream.ts';
import type { StreamChunk } from '../../../../src/projection/stream/stream-decoding.ts';
import { collect } from '../../../support/collect.ts';
import { TINY_OWNER, tinyDialect } from '../../../support/tiny-dialect.ts';

const profile = tinyDialect();

function read(chunks: readonly StreamChunk[]) {
  const decoder = createStreamDecoder(profile, { owner: TINY_OWNER });
  const decoded = [...chunks.flatMap((chunk) => [...decoder.push(chunk)]), ...decoder.end()];
  const events: readonly UnifiedEventV2[] = decoded.map(({ event }) => event);
  return { events, privateState: new PrivateStateSet(decoded.flatMap((one) => one.privateState ?? [])) };
}

const ANSWER: readonly StreamChunk[] = [{ say: 'a' }, ': keepalive\n\n', { say: 'b' }, { stop: true }];
const FRAMES = [
  { data: { say: 'a' } },
  { comment: 'keepalive' },
  { data: { say: 'b' } },
  { event: 'last', data: { stop: true } },
  { marker: '[END]' },
];

describe('createStreamEncoder', () => {
  it('writes the frames of each event, comments for heartbeats, and the marker once', () => {
    const encoder = createStreamEncoder(profile);
    const frames = read(ANSWER).events.flatMap((event) => [...encoder.push(event)]);
    expect([...frames, ...encoder.end(), ...encoder.end()]).toEqual(FRAMES);
    expect(encoder.loss()).toEqual({ disposition: 'lossless', entries: [] });
  });

  it('[U-EVT-3] writes an event that comes again once, and refuses one that contradicts', () => {
    const encoder = createStreamEncoder(profile);
    const { events } = read(ANSWER);
    const frames = events.flatMap((event) => [...encoder.push(event), ...encoder.push(event)]);
    expect(frames.filter((frame) => 'data' in frame)).toHaveLength(3);
    const conflicting = { ...events[5], delta: 'other' };
    // The event is a text delta.
    expect(() => encoder.push(conflicting as UnifiedEventV2)).toThrow(/sequence/);
  });

  it('[U-SEC-3] gives private state to its owner alone, and reports where it stays behind', () => {
    const { events, privateState } = read([{ say: 'a' }, { sign: 'secret' }, { stop: true }]);
    const write = (owner = TINY_OWNER) => {
      const encoder = createStreamEncoder(profile, { privateState, owner });
      const frames = [...events.flatMap((event) => [...encoder.push(event)]), ...encoder.end()];
      return { frames, loss: encoder.loss() };
    };
    expect(write().frames).toContainEqual({ data: { sign: 'secret' } });
    const other = write({ ...TINY_OWNER, provider: 'other' });
    expect(JSON.stringify(other.frames)).not.toContain('secret');
    expect(other.loss.entries).toMatchObject([{ feature: 'reasoning.private-state' }]);
  });

  it('[U-LOSS-1] reports at the end what the answer has and the dialect has no place for', () => {
    const events = read([{ say: 'a' }]).events;
    const encoder = createStreamEncoder(profile);
    const frames = [...events.flatMap((event) => [...encoder.push(event)]), ...encoder.end()];
    expect(frames).toContainEqual({ event: 'last', data: { fail: 'stream-truncated' } });
    expect(encoder.loss().entries.map(({ path, feature }) => `${feature} ${path}`)).toContain(
      'item.interruption /output/1',
    );
  });

  it('ends a stream whose events break off', () => {
    const encoder = createStreamEncoder(profile);
    for (const event of read(ANSWER).events.slice(0, 6)) encoder.push(event);
    expect(encoder.end()).toEqual([{ event: 'last', data: { fail: 'stream-truncated' } }, { marker: '[END]' }]);
  });
});

describe('encodeStream', () => {
  it('gives the same frames, and the report when they were taken', async () => {
    const stream = encodeStream(profile, read(ANSWER).events);
    expect(await collect(stream)).toEqual(FRAMES);
    expect(stream.loss().entries).toEqual([]);
    expect(stream.aliases()).toEqual({ toolNames: [], callIds: [], wrappedTools: [] });
  });

  it('[U-SEC-3] takes what a reader gives: the events, and the private state beside them for its owner alone', async () => {
    const chunks = [{ say: 'a' }, { sign: 'secret' }, { stop: true }];
    const write = async (options: EmitOptions) => {
      const stream = encodeStream(profile, decodeStream(profile, chunks, { owner: TINY_OWNER }), options);
      return { frames: await collect(stream), loss: stream.loss() };
    };
    expect((await write({ owner: TINY_OWNER })).frames).toContainEqual({ data: { sign: 'secret' } });
    for (const options of [{}, { owner: { ...TINY_OWNER, provider: 'other' } }]) {
      const { frames, loss } = await write(options);
      expect(JSON.stringify(frames)).not.toContain('secret');
      expect(loss.entries).toMatchObject([{ feature: 'reasoning.private-state' }]);
    }
  });

  it('[U-SEC-3] takes them one by one as well, also those that come again, and asks the given reader for the rest', () => {
    const decoder = createStreamDecoder(profile, { owner: TINY_OWNER });
    const decoded = [{ say: 'a' }, { sign: 'secret' }, { stop: true }].flatMap((chunk) => [...decoder.push(chunk)]);
    const encoder = createStreamEncoder(profile, { owner: TINY_OWNER });
    const frames = decoded.flatMap((one) => [...encoder.push(one), ...encoder.push(one)]);
    expect(frames).toEqual([{ data: { say: 'a' } }, { data: { sign: 'secret' } }]);
    const privateState = new PrivateStateSet(decoded.flatMap((one) => one.privateState ?? []));
    const given = createStreamEncoder(profile, { owner: TINY_OWNER, privateState });
    const again = decoded.flatMap(({ event }) => [...given.push({ event })]);
    expect(again).toEqual(frames);
  });

  it('rejects where the source of the events throws, and with the reason of its signal', async () => {
    async function* broken(): AsyncGenerator<UnifiedEventV2> {
      yield* read(ANSWER).events.slice(0, 2);
      throw new Error('the journal is gone');
    }
    await expect(collect(encodeStream(profile, broken()))).rejects.toThrow('the journal is gone');
    const signal = AbortSignal.abort('gone');
    await expect(collect(encodeStream(profile, broken(), { signal }))).rejects.toBe('gone');
  });
});

describe('FrameWriter', () => {
  it.each([
    [
      'sse',
      'data: {"say":"a"}\n\n: keepalive\n\ndata: {"say":"b"}\n\nevent: last\ndata: {"stop":true}\n\ndata: [END]\n\n',
    ],
    ['ndjson', '{"say":"a"}\n{"say":"b"}\n{"stop":true}\n'],
    ['json-array', '[{"say":"a"},\n{"say":"b"},\n{"stop":true}]'],
  ] as const)('writes %s, which reads as the same events', (framing, text) => {
    const writer = new FrameWriter(framing);
    expect(FRAMES.map((frame) => writer.write([frame])).join('') + writer.end()).toBe(text);
    const decoder = createStreamDecoder(tinyDialect(framing));
    const events = [...decoder.push(text), ...decoder.end()].map(({ event }) => event);
    const expected = read(ANSWER).events.filter(({ type }) => framing === 'sse' || type !== 'heartbeat');
    expect(events.slice(1)).toEqual(expected.slice(1));
  });

  it('writes an empty array where there are no frames, and the digits of numbers where they were kept', () => {
    expect(new FrameWriter('json-array').end()).toBe('[]');
    expect(frameText('sse', { id: '7', data: { n: 1 }, text: '{"n":1.00}' })).toBe('id: 7\ndata: {"n":1.00}\n\n');
  });
});
