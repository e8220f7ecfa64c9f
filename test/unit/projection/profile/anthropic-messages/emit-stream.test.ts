import { describe, expect, it } from 'vitest';
import type { UnifiedEventV2, UnifiedItem } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { createStreamDecoder } from '../../../../../src/projection/stream/decode-stream.ts';
import type { NewEvent } from '../../../../../src/projection/stream/event-writer.ts';
import { backAgain, bare, begin, blocksOf, decode, delta, encode, end, say, start, stop } from './streams.ts';

describe('streams of this dialect', () => {
  it('[U-PROF-3] come back frame by frame: thinking with its signature last, calls live, results whole', () => {
    const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json });
    const content = {
      type: 'web_search_result',
      url: 'https://tide.test',
      title: 'Tides',
      encrypted_content: 'OPAQUE',
    };
    const frames = [
      start(),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm', estimated_tokens: 3 }),
      delta(0, { type: 'signature_delta', signature: 'SIGNATURE' }),
      stop(0),
      begin(1, {
        type: 'server_tool_use',
        id: 'srvtoolu_1',
        name: 'web_search',
        input: {},
        caller: { type: 'direct' },
      }),
      delta(1, json('{"query": ')),
      delta(1, json('"tide"}')),
      stop(1),
      begin(2, { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [content] }),
      stop(2),
      begin(3, { type: 'hologram', data: 'x' }),
      stop(3),
      ...say(4, 'Low', ' tide', '.'),
      begin(5, { type: 'tool_use', id: 'toolu_1', name: 'warn', input: {} }),
      delta(5, json('{"level": 2}')),
      stop(5),
      ...end('tool_use', { input_tokens: 5, output_tokens: 9 }),
    ];
    const { frames: written, losses } = backAgain(frames);
    expect(bare(written.slice(1, -2))).toEqual(bare(frames.slice(1, -2)));
    expect(bare(written.at(-2))).toEqual(bare(frames.at(-2)));
    expect(losses).toEqual([]);
  });

  it('[U-USE-1] say in the end what they said of usage in the meantime', () => {
    const usage = { input_tokens: 9, cache_creation_input_tokens: 2, output_tokens: 1, service_tier: 'standard' };
    const { frames } = backAgain([start({ usage }), ...say(0, 'a'), ...end('end_turn', { output_tokens: 7 })]);
    expect(frames[0]).toMatchObject({ message: { usage } });
    expect(frames.at(-2)).toMatchObject({
      usage: { input_tokens: 9, cache_creation_input_tokens: 2, output_tokens: 7 },
    });
    expect(frames.at(-2)).not.toHaveProperty('usage.service_tier');
  });

  it('[U-EVT-2] tell an answer that broke off as an error, and not as an end', () => {
    const { frames } = backAgain([
      start(),
      begin(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'a' }),
    ]);
    expect(frames.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } });
    expect(frames.map(({ type }) => type)).not.toContain('message_stop');
  });

  it('[U-USE-4] tell of an error before any output with nothing but the error (GC-063)', () => {
    const error = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' }, request_id: 'req_1' };
    expect(backAgain([error]).frames).toEqual([error]);
  });

  it('[U-LOSS-1] end in an error when what was sent would have to be taken back', () => {
    const again = [start({ id: 'msg_2' }), ...say(0, 'b'), ...end()];
    const { frames, losses } = backAgain([start(), ...say(0, 'a'), ...again]);
    expect(frames.at(-1)).toMatchObject({ type: 'error' });
    expect(losses).toContain('warning stream.contract /output');
    expect(backAgain([start(), ...again]).frames.at(-1)).toEqual({ type: 'message_stop' });
  });

  it('[U-LOSS-1] have nothing of what only another owner may see', () => {
    const { events } = decode([
      start(),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
      delta(0, { type: 'signature_delta', signature: 'SIGNATURE' }),
      stop(0),
      ...end(),
    ]);
    const { frames, losses } = encode(events);
    expect(JSON.stringify(frames)).not.toContain('SIGNATURE');
    expect(losses).toContain('info reasoning.private-state /output/0/content/0/privateState');
  });

  it('[U-LOSS-1] say of a model that becomes known behind the beginning that it stays unsaid', () => {
    const metadata: NewEvent = { type: 'response-metadata', model: { resolved: 'model-y' } };
    const late = encode(
      operation([started({ ...call(0, 'f'), status: 'completed', state: 'arguments-ready' }), metadata, ENDED]),
    );
    expect(late.frames[0]).toMatchObject({ message: { model: 'model-x' } });
    expect(late.losses).toContain('info result.model /model/resolved');
    const early = encode(
      operation([metadata, started({ ...call(0, 'f'), status: 'completed', state: 'arguments-ready' }), ENDED]),
    );
    expect(early.frames[0]).toMatchObject({ message: { model: 'model-y' } });
    expect(early.losses).not.toContain('info result.model /model/resolved');
  });

  it('[U-PROF-3] tell of another model that went on with a block, which says all', () => {
    const fallback = { type: 'fallback', from: { model: 'model-a' }, to: { model: 'model-b' } };
    const { frames, losses } = backAgain([start(), begin(0, fallback), stop(0), ...say(1, 'a'), ...end()]);
    expect(frames[0]).toMatchObject({ message: { model: 'model-a' } });
    expect(losses).toEqual([]);
  });
});

describe('streams of other dialects', () => {
  it('[U-REAS-1][U-EVT-2] give each run of thinking and of words a block of its own (GC-001)', () => {
    const chunk = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'model-x',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const decoder = createStreamDecoder(openaiChat);
    const chunks = [
      chunk({ role: 'assistant', reasoning_content: 'r1' }),
      chunk({ content: 't1' }),
      chunk({ reasoning_content: 'r2' }),
      chunk({ content: 't2' }),
      chunk({}, 'stop'),
    ];
    const decoded = chunks.flatMap((data) => decoder.push({ data }));
    decoded.push(...decoder.end());
    const { frames } = encode(decoded.map(({ event }) => event));
    const starts = frames.filter(({ type }) => type === 'content_block_start');
    expect(starts).toMatchObject([
      { index: 0, content_block: { type: 'thinking' } },
      { index: 1, content_block: { type: 'text' } },
      { index: 2, content_block: { type: 'thinking' } },
      { index: 3, content_block: { type: 'text' } },
    ]);
    expect(frames.filter(({ type }) => type === 'content_block_stop')).toHaveLength(4);
    expect(frames.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' } });
  });

  it('[U-TOOL-4][U-EVT-2] write calls that arrive at the same time one after the other', () => {
    const events = operation([
      started(call(0, 'a')),
      started(call(1, 'b')),
      fragment(0, '{"x":'),
      fragment(1, '{"y":'),
      fragment(0, '1}'),
      fragment(1, '2}'),
      ready(1),
      ready(0),
      { type: 'item-completed', itemId: 'item-1' },
      { type: 'item-completed', itemId: 'item-0' },
      { type: 'operation-completed', status: { reason: 'tool-calls', providerReason: 'tool_calls' } },
      { type: 'stream-completed' },
    ]);
    const { frames } = encode(events);
    expect(blocksOf(frames)).toEqual([
      [0, { type: 'tool_use', id: 'call_0', name: 'a', input: {}, caller: { type: 'direct' } }],
      [0, { type: 'input_json_delta', partial_json: '{"x":' }],
      [0, { type: 'input_json_delta', partial_json: '1}' }],
      'stop 0',
      [1, { type: 'tool_use', id: 'call_1', name: 'b', input: {}, caller: { type: 'direct' } }],
      [1, { type: 'input_json_delta', partial_json: '{"y":2}' }],
      'stop 1',
    ]);
    expect(frames.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 0 } });
  });

  it('[U-TOOL-1] wrap the text of a custom call when it is complete', () => {
    const { frames } = encode(
      operation([
        started({ ...call(0, 'a'), kind: 'custom' }),
        fragment(0, 'say "hi"'),
        ready(0),
        { type: 'item-completed', itemId: 'item-0' },
        { type: 'operation-completed', status: { reason: 'tool-calls' } },
        { type: 'stream-completed' },
      ]),
    );
    expect(blocksOf(frames)[1]).toEqual([0, { type: 'input_json_delta', partial_json: '{"input":"say \\"hi\\""}' }]);
  });

  it('[U-REAS-3] sign thinking with what tells that it was made up, the same every time, and the reader takes it for none', () => {
    const part = { id: 'part-0', type: 'reasoning', channel: 'text', state: 'disclosed', text: 'Hm' } as const;
    const reasoning = { ...place(0), type: 'reasoning', status: 'in-progress', content: [part] } as const;
    const events = operation([
      started(reasoning),
      { type: 'item-completed', itemId: 'item-0' },
      { type: 'operation-completed', status: { reason: 'stop' } },
      { type: 'stream-completed' },
    ]);
    const { frames, losses } = encode(events);
    expect(encode(events).frames).toEqual(frames);
    const signature = expect.stringMatching(/^urtext-made-up-/);
    expect(blocksOf(frames).at(-2)).toEqual([0, { type: 'signature_delta', signature }]);
    expect(losses).toContain('info item.reasoning.unsigned /output/0/content/0');
    const { result, privateState } = decode(frames);
    expect(result.output).toMatchObject([{ content: [{ state: 'disclosed', text: 'Hm' }] }]);
    expect(privateState.size).toBe(0);
  });
});

type Call = Extract<UnifiedItem, { readonly type: 'tool-call' }>;

function place(index: number) {
  return {
    id: `item-${index}`,
    conversationId: 'conversation',
    branchId: 'main',
    sequence: index,
    createdAt: '2026-01-01T00:00:00.000Z',
    visibility: 'model',
    role: 'assistant',
    provenance: { origin: 'provider', profile: { family: 'sample' }, providerCallId: `call_${index}` },
  } as const;
}

function call(index: number, name: string): Call {
  const state = { status: 'in-progress', state: 'arguments-streaming', executionOwner: 'client' } as const;
  return { ...place(index), ...state, type: 'tool-call', kind: 'function', callId: `call-${index}`, name };
}

function started(item: UnifiedItem): NewEvent {
  return { type: 'item-started', itemId: item.id, item };
}

function fragment(index: number, text: string): NewEvent {
  const delta = { kind: 'text', fragment: text } as const;
  return { type: 'tool-arguments-delta', itemId: `item-${index}`, callId: `call-${index}`, delta };
}

function ready(index: number): NewEvent {
  return { type: 'tool-arguments-ready', itemId: `item-${index}`, callId: `call-${index}` };
}

const ENDED: NewEvent = { type: 'operation-completed' };

/** Events of an operation from its beginning on. */
function operation(events: readonly NewEvent[]): readonly UnifiedEventV2[] {
  const first: readonly NewEvent[] = [
    { type: 'operation-created' },
    { type: 'operation-running' },
    { type: 'response-started', responseId: 'response', model: { resolved: 'model-x' } },
  ];
  return [...first, ...events].map((event, sequence) => {
    const timestamp = '2026-01-01T00:00:00.000Z';
    const given = { schemaVersion: '2.0', operationId: 'operation', eventId: `event-${sequence}`, sequence, timestamp };
    // The members of `event` are those of one event, less the ones that are given here.
    return { ...given, ...event } as UnifiedEventV2;
  });
}
