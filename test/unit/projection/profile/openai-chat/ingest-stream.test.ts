import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { StreamEncoding } from '../../../../../src/projection/stream/stream-encoding.ts';
import { chunk, DONE, OWNER, pieces, readStream, said } from './streams.ts';

const STOP = chunk({}, 'stop');
const CALLED = chunk({}, 'tool_calls');

describe('calls in Chat streams', () => {
  it('[U-TOOL-5] begin again where another identifier comes at the same index', () => {
    const { said } = readStream([
      pieces({ index: 0, id: 'x1', function: { name: 'add', arguments: '{"a":1}' } }),
      pieces({ index: 0, id: 'x2', function: { name: 'get', arguments: '{"b":2}' } }),
      CALLED,
    ]);
    expect(said).toEqual(['function add {"a":1}', 'function get {"b":2}']);
  });

  it('[U-TOOL-5] are continued by their index, whatever came between, and by names that are null', () => {
    const { said, result } = readStream([
      pieces({ index: 0, id: 'a', function: { name: 'f', arguments: '{"q":' } }),
      pieces({ index: 1, id: 'b', function: { name: 'g', arguments: '{}' } }),
      pieces({ index: 0, id: null, function: { name: null, arguments: '"v"}' } }),
      CALLED,
    ]);
    expect(said).toEqual(['function f {"q":"v"}', 'function g {}']);
    expect(result.output[0]).toMatchObject({ input: { value: { q: 'v' } }, state: 'arguments-ready' });
  });

  it('[U-TOOL-5] are told apart by their names where they have neither index nor identifier', () => {
    const { said } = readStream([
      pieces({ type: 'function', function: { name: 'f', arguments: '{"a"' } }),
      pieces({ function: { arguments: ':1}' } }),
      pieces({ type: 'function', function: { name: 'g', arguments: '{}' } }),
      STOP,
    ]);
    expect(said).toEqual(['function f {"a":1}', 'function g {}']);
  });

  it('[U-TOOL-5] keep what their server has of its own as private state, and get it back', () => {
    const extra = { google: { thought_signature: 'c2ln' } };
    const read = readStream([
      pieces({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' }, extra_content: extra }),
      CALLED,
    ]);
    expect(JSON.stringify(read.events)).not.toContain('c2ln');
    expect(JSON.stringify(read.written)).toContain('c2ln');
  });

  it('[U-USE-3] make the reason to stop the reason of calls, and an empty list does not', () => {
    const empty = readStream([chunk({ content: 'done' }), chunk({ tool_calls: [] }), STOP]);
    expect(empty.result.status).toEqual({ reason: 'stop', providerReason: 'stop' });
    const real = readStream([pieces({ index: 0, id: 'k1', function: { name: 'ls', arguments: '{}' } }), STOP]);
    expect(real.result.status).toEqual({ reason: 'tool-calls', providerReason: 'stop' });
  });

  it('[U-TOOL-4] are not ready where the stream was cut inside of them', () => {
    const { result } = readStream([pieces({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } })]);
    expect(result.output[0]).toMatchObject({ state: 'arguments-streaming', status: 'incomplete' });
    expect(result.output[0]).not.toHaveProperty('input');
  });

  it('[U-TOOL-1] of custom tools, and in the deprecated spelling, are read as such', () => {
    const custom = readStream([
      pieces({ index: 0, id: 'a', type: 'custom', custom: { name: 'math', input: '4 ' } }),
      pieces({ index: 0, custom: { input: '+ 4' } }),
      CALLED,
    ]);
    expect(custom.said).toEqual(['custom math 4 + 4']);
    const legacy = readStream([
      chunk({ function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{"a":1}' } }),
      chunk({}, 'function_call'),
    ]);
    expect(legacy.said).toEqual(['function f {"a":1}']);
    expect(legacy.result.status.reason).toBe('tool-calls');
  });

  it('[U-TOOL-1] are unwrapped, and told whole, where the request had to wrap their tool', () => {
    const aliases = { toolNames: [['math tool', 'w']] as const, callIds: [], wrappedTools: ['w'] };
    const frames = [
      pieces({ index: 0, id: 'a', type: 'function', function: { name: 'w', arguments: '{"input":' } }),
      pieces({ index: 0, function: { arguments: '"4+4"}' } }),
      CALLED,
    ];
    const { said, events } = readStream(frames, '', { aliases });
    expect(said).toEqual(['custom math tool 4+4']);
    expect(events.map(({ type }) => type)).not.toContain('tool-arguments-delta');
  });
});

describe('the end of Chat streams', () => {
  const cut = [chunk({ role: 'assistant', content: 'long ' }), chunk({ content: 'answer' })];

  it('[U-USE-3] is an interruption without a finish reason, with or without the marker', () => {
    for (const tail of ['', DONE]) {
      const { result, said } = readStream(cut, tail);
      expect(said).toEqual(['message long answer', 'interruption']);
      expect(result.status).toEqual({ reason: 'interrupted' });
      expect(result.output[0]?.status).toBe('incomplete');
      expect(result.error).toMatchObject({ category: 'interrupted', retryable: true });
    }
  });

  it('[U-USE-3] is complete with a finish reason, with or without the marker', () => {
    for (const tail of ['', DONE, DONE + DONE])
      expect(readStream([...cut, STOP], tail).result.status.reason).toBe('stop');
    expect(readStream([chunk({ content: 'type [DONE] to quit' }, 'stop')]).said).toEqual([
      'message type [DONE] to quit',
    ]);
  });

  it('[U-USE-4] is a failure where the provider says so, and what came before stays', () => {
    const error = {
      message: 'The key sk-proj-Zk3vQ9xT7mB2nLw8RfYc5HdJ4sPqA6uE1gXo broke',
      type: 'server_error',
      code: null,
    };
    const { result } = readStream([chunk({ content: 'par' }), { error }], DONE);
    expect(result.status).toEqual({ reason: 'failed' });
    expect(said(result)).toEqual(['message par']);
    expect(result.error).toMatchObject({ category: 'provider', retryable: true, providerCode: 'server_error' });
    expect(JSON.stringify(result)).not.toContain('Zk3vQ9xT7mB2');
  });

  it('[U-USE-3] that fail after a finish reason keep it beside the failure, and say it again', () => {
    const { result, written } = readStream([
      chunk({ content: 'par' }),
      chunk({}, 'length'),
      { ...chunk({ content: '' }), error: { code: 400, message: 'Token limit reached' } },
    ]);
    expect(result.status).toEqual({ reason: 'failed', providerReason: 'length' });
    expect(written.slice(-2)).toMatchObject([
      { choices: [{ delta: {}, finish_reason: 'length' }] },
      { error: { code: 400, message: 'Token limit reached' } },
    ]);
    const cut = readStream([chunk({ content: 'par' }), { error: { message: 'No.' } }]);
    expect(cut.result.status).toEqual({ reason: 'failed' });
    expect(JSON.stringify(cut.written)).not.toMatch(/"finish_reason":"/);
  });

  it('[U-LOSS-1] that fail after a finish reason lose it in bodies of errors and in streams of Messages, and say so', () => {
    const { result, events } = readStream([
      chunk({ content: 'par' }),
      chunk({}, 'length'),
      { error: { message: 'No.' } },
    ]);
    const whole = emitResponse(openaiChat, result).loss.entries;
    const encoding = new StreamEncoding(anthropicMessages, {});
    for (const event of events) encoding.push(event);
    encoding.end();
    for (const entries of [whole, encoding.loss().entries]) {
      expect(entries).toContainEqual(expect.objectContaining({ path: '/status/providerReason', severity: 'info' }));
    }
  });

  it('[U-USE-1] waits for costs that a router reports behind the marker', () => {
    const { result } = readStream(
      [chunk({ content: 'a' }, 'stop')],
      'data: [DONE]\ndata: {"choices":[],"cost":"0.0021"}\n\n',
    );
    expect(result.usage?.costs).toEqual([{ amount: '0.0021', unit: 'credit', scope: 'request', source: 'reported' }]);
  });
});

describe('what Chat streams say', () => {
  it('[U-USE-1] of usage that is null is nothing, and the last chunk says it', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };
    const frames = [
      { choices: [{ delta: { content: 'a' } }], usage: null },
      { choices: [{ delta: {}, finish_reason: 'stop' }], usage: null },
      { choices: [], usage },
    ];
    const { result } = readStream(frames);
    expect(result.usage?.input?.total?.value).toBe(9);
    expect(result.usage?.output?.total?.value).toBe(1);
    expect(result.usage?.total?.value).toBe(10);
    expect(readStream(frames.slice(0, 2)).result.usage).toBeUndefined();
  });

  it('[U-FOLD-2] of reasoning after text is an item of its own', () => {
    const { said } = readStream([
      chunk({ reasoning_content: 'r1' }),
      chunk({ content: 't1' }),
      chunk({ reasoning_content: 'r2' }),
      chunk({ content: 't2' }),
      STOP,
    ]);
    expect(said).toEqual(['reasoning r1', 'message t1', 'reasoning r2', 'message t2']);
  });

  it('[U-REAS-1] of reasoning counts under each of its names, and once where a server writes both', () => {
    expect(readStream([chunk({ reasoning: 'why' }), chunk({ content: 'x' }), STOP]).said[0]).toBe('reasoning why');
    const both = readStream([chunk({ reasoning: 'why', reasoning_content: 'why' }), chunk({ content: 'x' }), STOP]);
    expect(both.said).toEqual(['reasoning why', 'message x']);
  });

  it('[U-REAS-1] in lists of parts is thinking and text', () => {
    const { said } = readStream([
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'th' }] }] }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'ink' }], closed: true }] }),
      chunk({ content: 'an' }),
      chunk({ content: 'swer' }, 'stop'),
    ]);
    expect(said).toEqual(['reasoning think', 'message answer']);
  });

  it('[U-ITEM-4] with tags of thinking in a text is that text', () => {
    const { said } = readStream([chunk({ content: '<think>pl' }), chunk({ content: 'an</think>Hi' }), STOP]);
    expect(said).toEqual(['message <think>plan</think>Hi']);
  });

  it('[U-PROF-1] again, whole, in the last chunk counts once, and what is new in it counts', () => {
    const message = { role: 'assistant', content: 'Hey', refusal: null };
    const late = { id: 'c', choices: [{ index: 0, delta: {}, message, finish_reason: 'stop' }] };
    expect(readStream([chunk({ content: 'He' }), chunk({ content: 'y' }), late]).said).toEqual(['message Hey']);
    expect(readStream([late]).said).toEqual(['message Hey']);
  });

  it('[U-PART-3] of citations that are repeated counts once', () => {
    const cited = { url: 'https://e.test/a', title: 'A', start_index: 0, end_index: 9 };
    const annotations = [{ type: 'url_citation', url_citation: cited }];
    const { result } = readStream([
      chunk({ content: 'See docs.' }),
      chunk({ annotations }),
      chunk({ annotations }, 'stop'),
    ]);
    const [message] = result.output;
    const [part] = message?.type === 'message' ? message.content : [];
    expect(part).toMatchObject({ annotations: [{ type: 'url-citation', supports: [{ start: 0, end: 9 }] }] });
    expect(part?.type === 'text' ? part.annotations : []).toHaveLength(1);
  });

  it('[U-FOLD-2] of several choices that interleave are candidates', () => {
    const { result, said } = readStream([
      {
        id: 'c',
        choices: [
          { index: 0, delta: { content: 'a' } },
          { index: 1, delta: { content: 'b' } },
        ],
      },
      { id: 'c', choices: [{ index: 1, delta: { content: 'B' } }] },
      { id: 'c', choices: [{ index: 0, delta: { content: 'A' } }] },
      { id: 'c', choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
      { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ]);
    expect(said).toEqual(['message aA']);
    expect(result.candidates).toMatchObject([{ index: 1, status: { reason: 'length' } }]);
    expect(result.candidates?.[0]?.output[0]).toMatchObject({
      candidateIndex: 1,
      sequence: 0,
      content: [{ text: 'bB' }],
    });
  });

  it('[U-PROF-1] in the first chunk of Azure, which is nameless, is kept for its owner', () => {
    const filter = [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }];
    const first = { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: filter };
    const { result, written } = readStream([first, chunk({ content: 'x' }), STOP]);
    expect(result.provenance.providerResponseId).toBe('chatcmpl-1');
    expect(result.model.resolved).toBe('gpt-x');
    expect(written.at(-1)?.['prompt_filter_results']).toEqual(filter);
  });

  it('[U-REAS-2] of reasoning blocks are written before what came after them, and what they say later follows', () => {
    const block = { type: 'reasoning.encrypted', data: 'c2ln', index: 0, format: 'x' };
    const early = readStream([
      chunk({ content: '', reasoning_details: [block] }),
      chunk({ content: 'Hi' }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'why', index: 1 }] }),
      STOP,
    ]);
    expect(early.said).toEqual(['reasoning ', 'message Hi']);
    const again = readStream(early.written);
    expect(again.said).toEqual(early.said);
    const deltas = early.written.flatMap(({ choices }) =>
      (choices as { delta: JsonObject }[]).map(({ delta }) => delta),
    );
    const details = deltas.flatMap(({ reasoning_details: list }) => (list === undefined ? [] : [list]));
    expect(details).toEqual([[block], [{ type: 'reasoning.text', text: 'why', index: 1 }]]);
    expect(deltas.findIndex((delta) => 'reasoning_details' in delta)).toBeLessThan(
      deltas.findIndex(({ content }) => content === 'Hi'),
    );
  });

  it('[U-REAS-2] of reasoning blocks go on where they were left', () => {
    const text = { type: 'reasoning.text', index: 0 };
    const { written, said } = readStream([
      chunk({ reasoning_details: [{ ...text, text: 'be' }] }),
      chunk({ content: 'Hi' }),
      chunk({ reasoning_details: [{ ...text, text: 'cause', signature: 'c2ln' }] }),
      STOP,
    ]);
    expect(said).toEqual(['reasoning ', 'message Hi']);
    const details = JSON.stringify(written).match(/"reasoning_details":\[[^\]]*\]/g);
    expect(details).toEqual([
      '"reasoning_details":[{"type":"reasoning.text","index":0,"text":"be"}]',
      '"reasoning_details":[{"type":"reasoning.text","index":0,"text":"cause","signature":"c2ln"}]',
    ]);
  });

  it('[U-PROF-1] patch by patch is kept of objects that nobody knows: each frame says only what is new', () => {
    const { written } = readStream([
      { ...chunk({ content: 'x' }), x_groq: { id: 'req_1', seed: 7, times: { queue: 1 } } },
      { ...STOP, x_groq: { id: 'req_1', times: { total: 2 }, note: null } },
    ]);
    const whole = { id: 'req_1', seed: 7, times: { queue: 1, total: 2 }, note: null };
    expect(written.at(-1)?.['x_groq']).toEqual(whole);
  });

  it('[U-FOLD-1] folds to what the same answer says that arrives at once', () => {
    const tokens = [{ token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] }];
    const { result } = readStream([
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'why' }),
      chunk({ content: 'Hi' }, null, { logprobs: { content: tokens, refusal: null } }),
      pieces({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"a":' } }),
      pieces({ index: 0, function: { arguments: '1}' } }),
      { ...CALLED, service_tier: 'default', system_fingerprint: 'fp' },
    ]);
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
    const message = { role: 'assistant', content: 'Hi', reasoning_content: 'why', tool_calls: [call] };
    const choice = { index: 0, message, logprobs: { content: tokens, refusal: null }, finish_reason: 'tool_calls' };
    const facts = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_770_000_000, model: 'gpt-x' };
    const body = { ...facts, service_tier: 'default', system_fingerprint: 'fp', choices: [choice] };
    const { value } = ingestResponse(openaiChat, body, { owner: OWNER });
    const { loss: _loss, ...whole } = value;
    const { loss: _told, ...folded } = result;
    expect(folded).toEqual(whole);
  });

  it('[U-PROF-1] that nobody knows crashes nothing', () => {
    for (const frame of [
      {},
      { choices: null },
      { choices: [null, 1, {}] },
      { choices: [{ delta: null }] },
      { x: [] },
    ]) {
      expect(readStream([frame]).result.status.reason).toBe('interrupted');
    }
    expect(readStream([{ choices: 'x' }]).result.status.reason).toBe('failed');
    expect(readStream([chunk({ tool_calls: [{ index: 0 }, null, 7] }), STOP]).said).toEqual(['message ']);
  });
});

describe('citations in Chat streams', () => {
  const cited = (url: string): JsonObject => ({
    type: 'url_citation',
    url_citation: { url, title: 'A', start_index: 0, end_index: 3 },
  });
  const frames = [
    chunk({ content: 'See' }),
    chunk({ annotations: [cited('https://e.test/a')] }),
    chunk({ content: ' docs.', annotations: [cited('https://e.test/a'), cited('https://e.test/b')] }),
  ];
  const urls = ({ result }: ReturnType<typeof readStream>) => {
    const [item] = result.output;
    const part = item?.type === 'message' ? item.content[0] : undefined;
    return part?.type === 'text'
      ? part.annotations?.map((one) => (one.type === 'url-citation' ? one.source.url : ''))
      : [];
  };

  it('[U-EVT-2] are told when they arrive, each once (FR-058)', () => {
    const read = readStream([...frames, STOP]);
    const types = read.events.map(({ type }) => type).filter((type) => /delta|citation/.test(type));
    expect(types).toEqual(['text-delta', 'citation-ready', 'text-delta', 'citation-ready']);
    expect(urls(read)).toEqual(['https://e.test/a', 'https://e.test/b']);
  });

  it('[U-EVT-2] stay with a text that was cut, each once', () => {
    const read = readStream([chunk({ annotations: [cited('https://e.test/0')] }), ...frames]);
    expect(read.result.status.reason).toBe('interrupted');
    expect(urls(read)).toHaveLength(3);
    expect(new Set(urls(read)).size).toBe(3);
  });
});
