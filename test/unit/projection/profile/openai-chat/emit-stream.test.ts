import { describe, expect, it } from 'vitest';
import type { UnifiedEventV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { ingestRequest, projectRequest } from '../../../../../src/projection/index.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { StreamDecoding } from '../../../../../src/projection/stream/stream-decoding.ts';
import { StreamEncoding } from '../../../../../src/projection/stream/stream-encoding.ts';
import { clientCompletion } from '../../../../support/chat-client.ts';
import { chunk, DONE, pieces, readStream } from './streams.ts';

/** What this dialect writes of events of anyone. */
function write(events: readonly UnifiedEventV2[]) {
  const encoding = new StreamEncoding(openaiChat, {});
  const out = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
  const frames = out.flatMap((frame) => ('data' in frame ? [frame.data] : []));
  return { frames, markers: out.filter((frame) => 'marker' in frame).length, loss: encoding.loss().entries };
}

/** A stream of Messages in this dialect; without `stop` it is cut. */
function fromMessages(blocks: readonly (readonly [JsonObject, ...JsonObject[]])[], stop?: string) {
  const usage = { input_tokens: 4, cache_read_input_tokens: 2455, cache_creation_input_tokens: 0, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', content: [], usage };
  const frames: JsonObject[] = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
  ];
  blocks.forEach(([content_block, ...deltas], index) => {
    frames.push({ type: 'content_block_start', index, content_block });
    for (const delta of deltas) frames.push({ type: 'content_block_delta', index, delta });
    frames.push({ type: 'content_block_stop', index });
  });
  if (stop !== undefined) {
    frames.push({
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 23 },
    });
    frames.push({ type: 'message_stop' });
  }
  const decoding = new StreamDecoding(anthropicMessages, {});
  return write([...frames.flatMap((data) => decoding.push({ data })), ...decoding.end()]);
}

const TEXT = [
  { type: 'text', text: '' },
  { type: 'text_delta', text: 'ok' },
] as const;
const call = (id: string, name: string, json: string) =>
  [
    { type: 'tool_use', id, name, input: {} },
    { type: 'input_json_delta', partial_json: json },
  ] as const;

function calls(frames: readonly JsonObject[]): readonly JsonObject[] {
  return frames.flatMap(({ choices }) =>
    (choices as readonly { delta?: { tool_calls?: readonly JsonObject[] } }[]).flatMap(
      ({ delta }) => delta?.tool_calls ?? [],
    ),
  );
}

describe('streams of another dialect, written as Chat', () => {
  it('[U-PROF-10] number calls densely, and name them in their first pieces alone', () => {
    const { frames } = fromMessages([TEXT, call('t1', 'a', '{"x":1}'), call('t2', 'b', '{"y":2}')], 'tool_use');
    const written = calls(frames);
    expect(written.map(({ index }) => index)).toEqual([0, 0, 1, 1]);
    expect(written.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(written[1]).toEqual({ index: 0, function: { arguments: '{"x":1}' } });
  });

  it('[U-PROF-10] give a call without arguments an empty object', async () => {
    const { frames } = fromMessages([[{ type: 'tool_use', id: 't', name: 'shoot', input: {} }]], 'tool_use');
    const { choices } = await clientCompletion(frames);
    expect(choices).toMatchObject([
      {
        finish_reason: 'tool_calls',
        message: { tool_calls: [{ id: 't', function: { name: 'shoot', arguments: '{}' } }] },
      },
    ]);
  });

  it('[U-USE-1] count what was cached as input, in a chunk without choices, and end in one marker', () => {
    const { frames, markers } = fromMessages([TEXT], 'end_turn');
    expect(frames.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 2459, completion_tokens: 23, prompt_tokens_details: { cached_tokens: 2455 } },
    });
    expect(frames.at(-2)).toMatchObject({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    expect(markers).toBe(1);
  });

  it('[U-REAS-3] show reasoning as compatible servers do, and nothing that is private', () => {
    const thinking = [
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'because' },
      { type: 'signature_delta', signature: 'U0lHTkFUVVJF' },
    ] as const;
    const { frames, loss } = fromMessages([thinking, TEXT], 'end_turn');
    const deltas = frames.flatMap(({ choices }) =>
      (choices as readonly { delta?: JsonObject }[]).map(({ delta }) => delta),
    );
    expect(deltas.slice(0, 3)).toEqual([
      { role: 'assistant', content: null },
      { reasoning_content: 'because' },
      { content: 'ok' },
    ]);
    expect(JSON.stringify(frames)).not.toMatch(/U0lHTkFUVVJF|signature|thinking/);
    expect(loss.map(({ feature }) => feature)).toContain('reasoning.private-state');
  });

  it('[U-PROF-10] report the tools that a provider ran, and write nothing in their place', () => {
    const server = [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }] as const;
    const { frames, loss } = fromMessages([server, call('t1', 'add', '{}')], 'tool_use');
    expect(calls(frames).flatMap(({ id }) => id ?? [])).toEqual(['t1']);
    expect(loss.map(({ feature }) => feature)).toContain('item.server-tool-call');
  });

  it('[U-USE-3] end in an error and a marker where they were cut, and in no finish reason', () => {
    const { frames, markers } = fromMessages([
      [
        { type: 'text', text: '' },
        { type: 'text_delta', text: 'par' },
      ],
    ]);
    expect(frames.at(-1)).toMatchObject({ error: { code: 'stream_interrupted', type: 'server_error' } });
    expect(JSON.stringify(frames)).not.toMatch(/"finish_reason":"/);
    expect(markers).toBe(1);
  });

  it('[U-USE-4][U-LOSS-1] say that the status of an error that comes later than the exchange stays unsaid', () => {
    const decoding = new StreamDecoding(anthropicMessages, {});
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Too much.' } };
    const { frames, loss } = write([...decoding.push({ data: error }), ...decoding.end()]);
    expect(frames.at(-1)).toMatchObject({ error: { message: 'Too much.' } });
    expect(loss).toContainEqual(expect.objectContaining({ path: '/error/httpStatus', severity: 'info' }));
    const own = readStream([chunk({ content: 'a' }), { error: { message: 'No.', status_code: 400 } }]);
    expect(own.result.error).toMatchObject({ httpStatus: 400 });
    expect(own.written.at(-1)).toMatchObject({ error: { status_code: 400 } });
    expect(own.losses).toEqual([]);
  });
});

describe('the usage of a stream', () => {
  const ask = (body: JsonObject) =>
    ingestRequest(openaiChat, { model: 'm', messages: [{ role: 'user', content: 'q' }], ...body }).value;
  const stream = (request: ReturnType<typeof ask>) => {
    const decoding = new StreamDecoding(openaiChat, {});
    const usage = { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 };
    const given = [chunk({ content: 'ok' }), chunk({}, 'stop'), { ...chunk({}), choices: [], usage }];
    const events = [...given.flatMap((data) => decoding.push({ data })), ...decoding.end()];
    const encoding = new StreamEncoding(openaiChat, { request });
    const frames = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
    return { text: JSON.stringify(frames), loss: encoding.loss().entries };
  };

  it('[U-USE-1] is told to a client that asked for it', () => {
    const { text } = stream(ask({ stream: true, stream_options: { include_usage: true } }));
    expect(text).toContain('"choices":[],"usage":{"prompt_tokens":4');
  });

  it('[U-LOSS-1] is kept from a client that did not, with an entry: it expects no chunk without choices', () => {
    const { text, loss } = stream(ask({ stream: true }));
    expect(text).not.toContain('"choices":[]');
    expect(loss).toContainEqual(expect.objectContaining({ path: '/usage', feature: 'result.usage', severity: 'info' }));
  });

  it('[U-LOSS-1] is asked for where the request comes from a dialect that always tells it, with an entry', () => {
    const body = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'q' }] };
    const projected = projectRequest({ from: { profile: anthropicMessages }, to: { profile: openaiChat } }, body);
    expect(projected).toMatchObject({ ok: true, wire: { stream: true, stream_options: { include_usage: true } } });
    expect(projected.loss).toMatchObject({
      disposition: 'lossless',
      entries: [{ feature: 'transport.stream-options', severity: 'info', sourcePath: '/stream' }],
    });
    const own = projectRequest({ from: { profile: openaiChat }, to: { profile: openaiChat } }, body);
    expect(own).toMatchObject({ ok: true, loss: { entries: [] } });
    expect(own.ok ? own.wire : {}).not.toHaveProperty('stream_options');
  });
});

describe('Chat streams, written again', () => {
  it('[U-PROF-1] are taken by the official client, with everything in them', async () => {
    const { written } = readStream(
      [
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Hi' }, null, {
          logprobs: { content: [{ token: 'Hi', logprob: -1, bytes: null, top_logprobs: [] }] },
        }),
        chunk({ audio: { id: 'audio_1', transcript: 'H' } }),
        chunk({ audio: { data: 'AAA=', transcript: 'i' } }),
        chunk({ audio: { expires_at: 1_770_000_000 } }),
        pieces({ index: 0, id: 'a', type: 'custom', custom: { name: 'math', input: '4' } }),
        pieces({ index: 1, id: 'b', type: 'function', function: { name: 'f', arguments: '{}' } }),
        pieces({ index: 0, custom: { input: '+4' } }),
        chunk({}, 'tool_calls'),
      ],
      DONE,
    );
    const { choices } = await clientCompletion(written);
    expect(choices).toMatchObject([
      {
        message: {
          content: 'Hi',
          audio: { id: 'audio_1', data: 'AAA=', transcript: 'Hi', expires_at: 1_770_000_000 },
          tool_calls: [
            { id: 'a', type: 'custom', custom: { name: 'math', input: '4+4' } },
            { id: 'b', type: 'function', function: { name: 'f', arguments: '{}' } },
          ],
        },
        logprobs: { content: [{ token: 'Hi', logprob: -1 }] },
      },
    ]);
  });

  it('[U-PROF-1] keep the order of reasoning and text, and the word that the provider ended with', () => {
    const { written } = readStream([
      chunk({ reasoning: 'r1' }),
      chunk({ content: 't1' }),
      chunk({ reasoning: 'r2' }),
      chunk({}, 'eos_token'),
    ]);
    const deltas = written.flatMap(({ choices }) =>
      (choices as readonly { delta: JsonObject }[]).map(({ delta }) => delta),
    );
    expect(deltas.slice(1)).toEqual([{ reasoning: 'r1' }, { content: 't1' }, { reasoning: 'r2' }, {}]);
    expect(written.at(-1)).toMatchObject({ choices: [{ finish_reason: 'eos_token' }] });
  });

  it('[U-PROF-1] say who speaks although nothing was said', async () => {
    const { written } = readStream([chunk({ role: 'assistant', content: '' }), chunk({}, 'content_filter')]);
    expect(await clientCompletion(written)).toMatchObject({ choices: [{ message: { role: 'assistant' } }] });
  });
});
