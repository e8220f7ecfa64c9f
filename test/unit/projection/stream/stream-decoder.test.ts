import { describe, expect, it } from 'vitest';
import type { UnifiedEventV2 } from '../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { foldEvents } from '../../../../src/fold/index.ts';
import { anthropicMessages } from '../../../../src/projection/profile/anthropic-messages/index.ts';
import { createStreamDecoder, type Decoded } from '../../../../src/projection/stream/decode-stream.ts';
import type { DecodeOptions, StreamChunk } from '../../../../src/projection/stream/stream-decoding.ts';
import { validateEventLog } from '../../../../src/validate/index.ts';
import { allCuts } from '../../../support/cuts.ts';
import { TINY_OWNER, tinyDialect } from '../../../support/tiny-dialect.ts';

const profile = tinyDialect();
const OPTIONS: DecodeOptions = { operationId: 'op', conversationId: 'conv', now: '2026-05-01T00:00:00Z' };

function decode(chunks: readonly StreamChunk[], options: DecodeOptions = {}, reason?: unknown): readonly Decoded[] {
  const decoder = createStreamDecoder(profile, { ...OPTIONS, ...options });
  return [...chunks.flatMap((chunk) => [...decoder.push(chunk)]), ...decoder.end(reason)];
}

const eventsOf = (decoded: readonly Decoded[]): readonly UnifiedEventV2[] => decoded.map(({ event }) => event);

const ANSWER =
  'data: {"say":"Hi \u{1f600}"}\n\n: keepalive\n\ndata: {"say":"!"}\n\ndata: {"stop":true}\n\ndata: [END]\n\n';

function textOf(events: readonly UnifiedEventV2[]): string | undefined {
  const [item] = foldEvents(events).items;
  const part = item?.type === 'message' ? item.content[0] : undefined;
  return part?.type === 'text' ? part.text : undefined;
}

function failureOf(events: readonly UnifiedEventV2[]) {
  const { status, error } = foldEvents(events).result;
  return { reason: status.reason, category: error?.category, code: error?.code };
}

describe('createStreamDecoder', () => {
  it('[U-EVT-1] begins with the operation, its scope and the request that it serves', () => {
    const [created, running] = eventsOf(decode([ANSWER], { requestId: 'req', branchId: 'b', owner: TINY_OWNER }));
    expect(created).toEqual({
      type: 'operation-created',
      schemaVersion: '2.0',
      operationId: 'op',
      eventId: 'op.event.0',
      sequence: 0,
      timestamp: '2026-05-01T00:00:00Z',
      conversationId: 'conv',
      branchId: 'b',
      requestId: 'req',
      owner: TINY_OWNER,
    });
    expect(running).toMatchObject({ type: 'operation-running', sequence: 1 });
  });

  it('[U-EVT-1] gives valid events, with a heartbeat for a comment', () => {
    const events = eventsOf(decode([ANSWER]));
    expect(events.map(({ type }) => type)).toEqual([
      'operation-created',
      'operation-running',
      'response-started',
      'item-started',
      'part-started',
      'text-delta',
      'heartbeat',
      'text-delta',
      'item-completed',
      'operation-completed',
      'stream-completed',
    ]);
    expect(validateEventLog(events)).toMatchObject({ ok: true });
    expect(textOf(events)).toBe('Hi \u{1f600}!');
  });

  it('[U-FOLD-3] gives the same events wherever the bytes are cut, and for frames that were parsed before', () => {
    const bytes = new TextEncoder().encode(ANSWER);
    const events = eventsOf(decode([ANSWER]));
    for (const pieces of [...allCuts(bytes), ...allCuts(ANSWER)]) expect(eventsOf(decode(pieces))).toEqual(events);
    const parsed = [{ say: 'Hi \u{1f600}' }, ': keepalive\n', { event: 'x', data: { say: '!' } }, { stop: true }];
    expect(eventsOf(decode(parsed))).toEqual(events);
  });

  it('takes the time of events from the clock, and gives items the one moment of the stream', () => {
    let second = 0;
    const events = eventsOf(decode([ANSWER], { clock: () => `2026-05-01T00:00:0${second++}Z` }));
    expect(events.slice(0, 3).map(({ timestamp }) => timestamp.slice(-3))).toEqual(['00Z', '01Z', '02Z']);
    expect(events[3]).toMatchObject({ item: { createdAt: '2026-05-01T00:00:00Z' } });
  });

  it('[U-FOLD-3] joins characters that were split over frames, and over the escapes of their JSON', () => {
    const events = eventsOf(
      decode([{ say: 'a\ud83d' }, { say: '\ude00b\ud83d' }, { say: '' }, { say: '\ude01' }, { stop: true }]),
    );
    const deltas = events.flatMap((event) => (event.type === 'text-delta' ? [event.delta] : []));
    expect(deltas).toEqual(['a', '\u{1f600}b', '', '\u{1f601}']);
    expect(foldEvents(events).result.loss).toBeUndefined();
  });

  it('[U-LOSS-1] replaces halves of characters whose other half does not come, and says so where it happened', () => {
    const events = eventsOf(decode([{ say: 'a\ude00b' }, { say: 'c\ud83d' }, { stop: true }]));
    expect(textOf(events)).toBe('a\ufffdbc\ufffd');
    const entries = foldEvents(events).result.loss?.entries ?? [];
    expect(entries.map(({ path, feature }) => `${feature} ${path}`)).toEqual([
      'text.lone-surrogate /0',
      'text.lone-surrogate /2',
    ]);
    expect(validateEventLog(events)).toMatchObject({ ok: true });
  });

  it('[U-LOSS-1] replaces bytes that are no UTF-8 and says so', () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('{"say":"a'), 0xff, 0x22, 0x7d, 0x0a]);
    const events = eventsOf(decode([bytes], { framing: 'ndjson' }));
    expect(textOf(events)).toBe('a\ufffd');
    expect(foldEvents(events).result.loss?.entries).toMatchObject([{ feature: 'text.lone-surrogate', path: '/0' }]);
  });

  it('[U-LOSS-1] tells losses after the events of the frame that caused them, and before the end', () => {
    const events = eventsOf(decode([{ say: 'a' }, { lose: true }, { say: 'b' }, { stop: true }]));
    const types = events.map(({ type }) => type).slice(5);
    expect(types).toEqual([
      'text-delta',
      'loss-updated',
      'text-delta',
      'item-completed',
      'operation-completed',
      'stream-completed',
    ]);
    expect(events[6]).toMatchObject({
      entries: [{ path: '/1/lose', feature: 'wire.unknown-content', stage: 'ingest' }],
    });
  });

  it('[U-REAS-2] hands private state out beside the event that refers to it, never in it', () => {
    const decoded = decode([{ say: 'a' }, { sign: 'secret-bytes' }, { stop: true }], { owner: TINY_OWNER });
    expect(JSON.stringify(eventsOf(decoded))).not.toContain('secret-bytes');
    const found = decoded.filter(({ privateState }) => privateState !== undefined);
    expect(found).toMatchObject([
      { event: { type: 'signature-ready' }, privateState: [{ kind: 'reasoning-signature' }] },
    ]);
    expect(found[0]?.privateState?.[0]?.reveal()).toBe('secret-bytes');
  });

  it('[U-FOLD-3] hands private state out beside the same event wherever the bytes are cut', () => {
    const text = 'data: {"say":"a"}\n\ndata: {"sign":"s"}\n\ndata: {"stop":true}\n\n';
    for (const pieces of [[text], ...allCuts(text)]) {
      const found = decode(pieces).filter(({ privateState }) => privateState !== undefined);
      expect(found.map(({ event }) => event.type)).toEqual(['signature-ready']);
    }
  });

  it('[U-FOLD-3] takes a marker that is glued to a payload as the end, and text that holds it as text', () => {
    const glued = eventsOf(decode(['data: {"say":"type [END]"}\ndata: {"stop":true}\n[END]\n\n']));
    expect(textOf(glued)).toBe('type [END]');
    expect(foldEvents(glued).result.status).toEqual({ reason: 'stop' });
    expect(eventsOf(decode(['data: {"say":"type [END]"}\n\ndata: {"stop":true} [END]\n\n']))).toEqual(glued);
  });

  it('[U-FOLD-3] takes a reason to stop without the marker as the end, and neither as a stream that broke off', () => {
    expect(failureOf(eventsOf(decode([{ say: 'a' }, { stop: true }])))).toMatchObject({ reason: 'stop' });
    expect(failureOf(eventsOf(decode([{ say: 'a' }])))).toEqual({
      reason: 'interrupted',
      category: 'interrupted',
      code: 'stream-truncated',
    });
  });

  it('takes a stream that breaks off inside of a frame as one that broke off, and says what was missed', () => {
    const events = eventsOf(decode(['data: {"say":"a"}\n\ndata: {"say":']));
    expect(failureOf(events)).toMatchObject({ reason: 'interrupted' });
    expect(foldEvents(events).result.loss?.entries).toMatchObject([{ path: '/1', feature: 'wire.unknown-content' }]);
  });

  it.each([
    ['is not JSON', 'data: {oops zzz\n\n'],
    ['is no object', 'data: "zzz"\n\n'],
    ['is not of the dialect', 'data: {"zzz":1}\n\n'],
  ])('[U-SEC-4] fails where a frame %s: what arrived stays, and nothing of the frame is told', (_how, wrong) => {
    const events = eventsOf(decode([`data: {"say":"a"}\n\n${wrong}data: {"stop":true}\n\n`]));
    expect(failureOf(events)).toEqual({ reason: 'failed', category: 'provider', code: 'wire-format' });
    expect(textOf(events)).toBe('a');
    expect(JSON.stringify(events)).not.toContain('zzz');
    expect(validateEventLog(events)).toMatchObject({ ok: true });
  });

  it('[U-SEC-5] fails where a frame, the stream or the number of events passes its bound', () => {
    const code = (options: DecodeOptions) => failureOf(eventsOf(decode([ANSWER], options))).code;
    expect(code({ limits: { bytes: 10 } })).toBe('stream-frame-size');
    expect(code({ limits: { streamBytes: 30 } })).toBe('stream-size');
    expect(code({ limits: { events: 6 } })).toBe('stream-events');
  });

  it('interrupts where the source failed: its words are not told, its code is', () => {
    const cause = Object.assign(new Error('Authorization: Bearer zzz'), { code: 'ECONNRESET' });
    const events = eventsOf(decode(['data: {"say":"par"}\n\n'], {}, new TypeError('terminated', { cause })));
    expect(failureOf(events)).toEqual({ reason: 'interrupted', category: 'network', code: 'stream-truncated' });
    expect(foldEvents(events).result.error).toMatchObject({ retryable: true });
    expect(foldEvents(events).result.error?.message).toContain('terminated (ECONNRESET)');
    expect(JSON.stringify(events)).not.toMatch(/Bearer|zzz/);
    expect(textOf(events)).toBe('par');
    expect(foldEvents(events).items[0]).toMatchObject({ status: 'incomplete' });
  });

  it('tells a source that gave up waiting from one that was cut', () => {
    const events = eventsOf(decode([{ say: 'a' }], {}, new DOMException('late', 'TimeoutError')));
    expect(failureOf(events)).toMatchObject({ reason: 'interrupted', category: 'timeout' });
    expect(foldEvents(events).items[1]).toMatchObject({ type: 'interruption', cause: 'timeout' });
  });

  it('completes an answer whose end came before its source failed', () => {
    expect(failureOf(eventsOf(decode([{ stop: true }], {}, new Error('reset'))))).toMatchObject({ reason: 'stop' });
  });

  it('[U-LOSS-1] gives no event after the end, says that it came, and counts the frames behind it in one entry', () => {
    const decoder = createStreamDecoder(profile, OPTIONS);
    expect(decoder.isOver()).toBe(false);
    decoder.push(ANSWER);
    expect(decoder.isOver()).toBe(true);
    expect(decoder.push('data: {"say":"late"}\n\n: keepalive\n\ndata: {oops\n\ndata: [END]\n\n')).toEqual([]);
    expect(decoder.push({ say: 'late' })).toEqual([]);
    expect(decoder.end()).toEqual([]);
    expect(decoder.loss().entries).toMatchObject([
      { path: '/3', feature: 'wire.unknown-content', reason: 'a frame came after the end of the answer (3 times)' },
    ]);
  });

  it('[U-SEC-5] tells losses of one kind a hundred times, and counts the others before the operation ends', () => {
    const lost = Array.from({ length: 1000 }, () => ({ lose: true }));
    const events = eventsOf(decode([...lost, { stop: true }]));
    const entries = events.flatMap((event) => (event.type === 'loss-updated' ? event.entries : []));
    expect(entries).toHaveLength(101);
    expect(entries.at(-1)).toMatchObject({ path: '/100/lose', reason: 'it was lost (900 more)' });
    expect(validateEventLog(events)).toMatchObject({ ok: true });
  });

  it('[U-LOSS-1] joins no half of a character with bytes that are no UTF-8, in a frame or over two', () => {
    const bad = (text: string) => new TextEncoder().encode(text).map((byte) => (byte === 0x40 ? 0xff : byte));
    for (const [text, path] of [
      ['{"say":"\\ud83d@"}\n{"stop":true}\n', '/0'],
      ['{"say":"\\ud83d"}\n{"say":"@"}\n{"stop":true}\n', '/1'],
    ] as const) {
      const events = eventsOf(decode([bad(text)], { framing: 'ndjson' }));
      expect(textOf(events)).toBe('\ufffd\ufffd');
      const entries = foldEvents(events).result.loss?.entries ?? [];
      expect(entries.every(({ feature }) => feature === 'text.lone-surrogate')).toBe(true);
      expect(entries.map((entry) => entry.path)).toContain(path);
    }
  });

  it('[U-SEC-5] judges frames that were parsed before as their texts', () => {
    let deep: object = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    const cycle: Record<string, unknown> = { say: 'a' };
    cycle['self'] = cycle;
    const reserved: unknown = JSON.parse('{"say":"x","l":[{"__proto__":{}}]}');
    for (const wrong of [
      deep,
      cycle,
      reserved,
      { say: 'a', n: Number.NaN },
      { say: 'a', f: () => 1 },
      { say: new Map() },
    ]) {
      for (const chunk of [wrong, { data: wrong }]) {
        const events = eventsOf(decode([{ say: 'a' }, chunk as StreamChunk]));
        expect(failureOf(events)).toEqual({ reason: 'failed', category: 'provider', code: 'wire-format' });
        expect(textOf(events)).toBe('a');
      }
    }
    const code = (options: DecodeOptions) =>
      failureOf(eventsOf(decode([{ say: 'abc' }, { say: 'abcdefgh' }, { stop: true }], options))).code;
    expect(code({ limits: { bytes: 10 } })).toBe('stream-frame-size');
    expect(code({ limits: { streamBytes: 20 } })).toBe('stream-size');
  });

  it('[U-VAL-3] takes the digits of a frame that was parsed before from its text, unless that is another text', () => {
    const block = (digits: string) =>
      `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","vendor":${digits}}}`;
    const start = { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [] } };
    const kept = (text: string | undefined) => {
      const decoder = createStreamDecoder(anthropicMessages, { owner: TINY_OWNER });
      const data: JsonObject = JSON.parse(block('12345678901234567890'));
      const frame = text === undefined ? { data } : { data, text };
      const decoded = [...decoder.push(start), ...decoder.push(frame), ...decoder.end()];
      return decoded.flatMap(({ privateState = [] }) => privateState.map((state) => state.reveal()));
    };
    expect(kept(block('12345678901234567890'))).toEqual(['12345678901234567890']);
    expect(kept(block('99999999999999999999'))).toEqual(['12345678901234567000']);
    expect(kept(undefined)).toEqual(['12345678901234567000']);
  });

  it('[U-LOSS-1] reads the last of members with one name, and says so', () => {
    const events = eventsOf(decode(['data: {"say":"a","say":"b"}\n\ndata: {"stop":true}\n\n']));
    expect(textOf(events)).toBe('b');
    expect(foldEvents(events).result.loss?.entries).toMatchObject([{ path: '/0/say', feature: 'response.malformed' }]);
  });

  it('[U-LOSS-1] says that a body was no event stream, and what was ignored of it', () => {
    const events = eventsOf(decode(['<html>\n', '<p>502 zzz</p></html>']));
    expect(failureOf(events)).toEqual({ reason: 'failed', category: 'provider', code: 'wire-format' });
    expect(foldEvents(events).result.error?.message).toBe('The body is no event stream.');
    expect(foldEvents(events).result.loss?.entries).toMatchObject([
      { path: '/0', feature: 'wire.unknown-content', reason: expect.stringContaining('(2 times)') },
    ]);
    expect(JSON.stringify(events)).not.toContain('zzz');
  });

  it('refuses a profile without streams', () => {
    expect(() => createStreamDecoder({ ...profile, stream: undefined } as never)).toThrow(/has no streams/);
  });
});
