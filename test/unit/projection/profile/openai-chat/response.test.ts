import { describe, expect, it } from 'vitest';
import type { UnifiedError } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestRequest } from '../../../../../src/projection/ingest.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import type { Profile } from '../../../../../src/projection/profile.ts';
import { OWNER, said } from './streams.ts';

function body(message: JsonObject, finishReason: string | null = 'stop', more: JsonObject = {}): JsonObject {
  const choices = [
    { index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason: finishReason },
  ];
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1_770_000_000, model: 'gpt-x', choices, ...more };
}

function read(wire: JsonObject, httpStatus?: number) {
  return ingestResponse(openaiChat, wire, { owner: OWNER, ...(httpStatus === undefined ? {} : { httpStatus }) });
}

function back(wire: JsonObject): JsonObject | undefined {
  const { value, privateState } = read(wire);
  const emission = emitResponse(openaiChat, value, { owner: OWNER, privateState });
  return emission.ok ? emission.wire : undefined;
}

function to(target: Profile, wire: JsonObject) {
  const emission = emitResponse(target, read(wire).value);
  return {
    wire: emission.ok ? emission.wire : undefined,
    features: emission.loss.entries.map(({ feature }) => feature),
  };
}

function fromMessages(content: readonly JsonObject[], more: JsonObject = {}) {
  const usage = { input_tokens: 1, output_tokens: 0 };
  const wire = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content,
    stop_reason: 'end_turn',
    usage,
    ...more,
  };
  const emission = emitResponse(openaiChat, ingestResponse(anthropicMessages, wire).value);
  return { wire: emission.ok ? emission.wire : {}, features: emission.loss.entries.map(({ feature }) => feature) };
}

describe('Chat answers', () => {
  it('[U-PROF-1] are read with everything that the dialect has, and written again the same', () => {
    const cited = { start_index: 0, end_index: 2, title: 'T', url: 'https://e.test' };
    const message = {
      content: 'Hi',
      refusal: 'no',
      annotations: [{ type: 'url_citation', url_citation: cited }],
      audio: { id: 'audio_1', data: 'AAA=', expires_at: 1_770_000_000, transcript: 'Hi' },
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{"a": 1}' }, vendor: [1] },
        { id: 'b', type: 'custom', custom: { name: 'math', input: '4' } },
      ],
      reasoning_content: 'why',
      vendor: { x: 1 },
    };
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 13,
      prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2, audio_tokens: 0, text_tokens: 9 },
      completion_tokens_details: { reasoning_tokens: 1, accepted_prediction_tokens: 1, rejected_prediction_tokens: 0 },
      queue_time: 0.25,
    };
    const more = {
      usage,
      service_tier: 'default',
      system_fingerprint: 'fp',
      moderation: { input: { flagged: false } },
    };
    const token = {
      token: 'Hi',
      logprob: -0.5,
      bytes: [72],
      top_logprobs: [{ token: 'Hi', logprob: -0.5, bytes: null }],
    };
    const whole = body(message, 'tool_calls', { ...more, metadata: { a: 'b' }, extra: null, vendor: 'v' });
    const [choice] = whole['choices'] as readonly JsonObject[];
    const wire: JsonObject = {
      ...whole,
      choices: [{ ...choice, logprobs: { content: [token], refusal: null }, native: 'x' }],
    };
    expect(back(wire)).toEqual(wire);
  });

  it('[U-FOLD-2] with several choices have candidates of the others', () => {
    const choice = (index: number, content: string) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    });
    const wire = { ...body({}), choices: [choice(1, 'b'), choice(0, 'a'), choice(2, 'c')] };
    const { value } = read(wire);
    expect(said(value)).toEqual(['message a']);
    expect(value.candidates?.map(({ index, output }) => [index, ...said({ output })])).toEqual([
      [1, 'message b'],
      [2, 'message c'],
    ]);
    expect(new Set([value, ...(value.candidates ?? [])].flatMap(({ output }) => output.map(({ id }) => id))).size).toBe(
      3,
    );
    expect(back(wire)?.['choices']).toMatchObject([choice(0, 'a'), choice(1, 'b'), choice(2, 'c')]);
  });

  it('[U-ITEM-4] with an empty text beside a call have no message, and get the empty text back', () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }];
    for (const content of ['', null]) {
      const wire = body({ content, tool_calls }, 'tool_calls');
      expect(said(read(wire).value)).toEqual(['function f {}']);
      expect(back(wire)).toMatchObject({ choices: [{ message: { content } }] });
    }
  });

  it('[U-USE-3] say how they ended in the words of the record, and keep those of the provider', () => {
    const status = (message: JsonObject, reason: string | null) => read(body(message, reason)).value.status;
    expect(status({ content: 'x' }, 'length')).toEqual({ reason: 'length', providerReason: 'length' });
    expect(status({ content: 'x' }, 'content_filter').reason).toBe('content-filter');
    expect(status({ content: null, refusal: 'no' }, 'stop')).toEqual({ reason: 'refusal', providerReason: 'stop' });
    expect(status({ content: 'x' }, 'LANGUAGE')).toEqual({ reason: 'unknown', providerReason: 'LANGUAGE' });
    expect(status({ content: 'x', tool_calls: [] }, 'tool_calls').reason).toBe('stop');
    expect(back(body({ content: 'x' }, null))).toMatchObject({ choices: [{ finish_reason: null }] });
  });

  it('[U-USE-1] without usage have none, and none of its counters is zero', () => {
    expect(read(body({ content: 'x' })).value.usage).toBeUndefined();
    expect(read(body({ content: 'x' }, 'stop', { usage: { prompt_tokens: 3 } })).value.usage).toEqual({
      input: { total: { value: 3, scope: 'request', source: 'reported' } },
    });
  });

  it('[U-PROF-10] lose in Messages what was not cached twice', () => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 5,
      total_tokens: 1005,
      prompt_tokens_details: { cached_tokens: 800 },
    };
    const { wire } = to(anthropicMessages, body({ content: 'x' }, 'stop', { usage }));
    expect(wire?.['usage']).toMatchObject({ input_tokens: 200, cache_read_input_tokens: 800, output_tokens: 5 });
  });

  it('[U-PART-1] that were spoken go back to their owner by the name that the provider keeps them under', () => {
    const audio = { id: 'audio_1', data: 'AAA=', expires_at: 1_770_000_000, transcript: 'Hi' };
    const { value, privateState } = read(body({ content: null, audio }));
    const { value: request } = ingestRequest(openaiChat, { model: 'm', messages: [] }, { owner: OWNER });
    const next = { ...request, conversation: { ...request.conversation, items: value.output } };
    const emission = emitRequest(openaiChat, next, { owner: OWNER, privateState });
    expect(emission.ok && emission.wire['messages']).toEqual([
      { role: 'assistant', content: null, audio: { id: 'audio_1' } },
    ]);
  });

  it('[U-LOSS-1] refer to what was spoken only where the provider keeps it as speech', () => {
    const audio = { id: 'audio_1', data: 'AAAA', transcript: 'ok', expires_at: 1_770_003_600 };
    const { value, privateState } = read(body({ content: null, audio }));
    const [item] = value.output;
    const part = item?.type === 'message' ? item.content[0] : undefined;
    if (item?.type !== 'message' || part?.type !== 'audio' || part.providerResource === undefined)
      throw new Error('no speech');
    const file = { ...part, providerResource: { ...part.providerResource, resourceType: 'file' } as const };
    const changed = { ...value, output: [{ ...item, content: [file] }] };
    const emission = emitResponse(openaiChat, changed, { owner: OWNER, privateState });
    expect(emission.loss.entries).toMatchObject([{ path: '/output/0/content/0/providerResource' }]);
    expect(JSON.stringify(emission.ok && emission.wire)).not.toContain('audio_1');
  });

  it('[U-LOSS-1] name the unit of a citation that is known, and count its offsets in characters', () => {
    const cited = { start_index: 3, end_index: 5, title: 'Tides', url: 'https://tides.example' };
    const wire = body({ content: '🌊 ok', annotations: [{ type: 'url_citation', url_citation: cited }] });
    const { value } = read(wire);
    const [item] = value.output;
    if (item?.type !== 'message') throw new Error('no message');
    const [part] = item.content;
    if (part?.type !== 'text') throw new Error('no text');
    const support = { start: 3, end: 5, unit: 'utf16-code-units' } as const;
    const source = { url: cited.url, title: cited.title };
    const known = { ...part, annotations: [{ type: 'url-citation', source, supports: [support] } as const] };
    const emission = emitResponse(openaiChat, { ...value, output: [{ ...item, content: [known] }] }, { owner: OWNER });
    const place = '/output/0/content/0/annotations/0/supports/0/unit';
    expect(emission.loss.entries).toMatchObject([{ path: place, severity: 'info' }]);
    expect(JSON.stringify(emission.ok && emission.wire)).toContain('"start_index":2,"end_index":4');
    expect(back(wire)).toMatchObject({ choices: [{ message: { annotations: [{ url_citation: cited }] } }] });
  });

  it('[U-PROF-9] map names of tools back to those of the request', () => {
    const wire = body({
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'w_1', arguments: '{}' } }],
    });
    const aliases = { toolNames: [['weather report', 'w_1']] as const, callIds: [], wrappedTools: [] };
    expect(said(ingestResponse(openaiChat, wire, { aliases }).value)).toEqual(['function weather report {}']);
  });
});

describe('answers of another dialect, written as Chat', () => {
  it('[U-PROF-10] have one text, their reasoning beside it, and no tool that the provider ran', () => {
    const { wire, features } = fromMessages(
      [
        { type: 'thinking', thinking: 'because', signature: 'c2ln' },
        { type: 'text', text: 'a' },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        { type: 'text', text: 'b' },
        { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } },
      ],
      { stop_reason: 'tool_use' },
    );
    expect(wire['choices']).toMatchObject([
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'ab',
          refusal: null,
          reasoning_content: 'because',
          tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
        },
      },
    ]);
    expect(features).toEqual(expect.arrayContaining(['item.server-tool-call', 'reasoning.private-state']));
  });

  it('[U-USE-3] never end in stop where the provider refused', () => {
    const { wire } = fromMessages([], { stop_reason: 'refusal' });
    const [choice] = wire['choices'] as readonly JsonObject[];
    const { refusal } = (choice?.['message'] ?? {}) as JsonObject;
    expect(choice?.['finish_reason'] === 'content_filter' || typeof refusal === 'string').toBe(true);
  });
});

describe('errors of Chat', () => {
  const error = { message: 'No.', type: 'invalid_request_error', param: 'model', code: 'model_not_found' };

  it('[U-USE-4] are failed results, and are written again the same', () => {
    const { value } = read({ error }, 404);
    expect(value).toMatchObject({
      status: { reason: 'failed' },
      output: [],
      error: {
        category: 'not-found',
        retryable: false,
        httpStatus: 404,
        providerCode: 'invalid_request_error',
        providerDetailCode: 'model_not_found',
        fieldPath: 'model',
      },
    });
    const emission = emitResponse(openaiChat, value, { owner: OWNER });
    expect(emission.ok && [emission.status, emission.wire]).toEqual([404, { error }]);
    const vendor = {
      error: { message: 'm', code: 429, metadata: { raw: 'r' }, type: null, param: null },
      user_id: 'u',
    };
    expect(back(vendor)).toEqual(vendor);
  });

  it('[U-USE-4] are told apart by codes and statuses, never by prose', () => {
    const category = (members: JsonObject, status?: number) =>
      read({ error: { message: 'm', ...members } }, status).value.error;
    expect(category({ code: 'server_is_overloaded' })).toMatchObject({ category: 'overloaded', retryable: true });
    expect(category({ code: 'rate_limit_exceeded' })).toMatchObject({ category: 'rate-limit', retryable: true });
    expect(category({ type: 'usage_limit_reached' }, 429)).toMatchObject({ category: 'quota', retryable: false });
    expect(category({ code: 'insufficient_quota' }, 429)).toMatchObject({ category: 'quota', retryable: false });
    expect(category({ code: 'context_length_exceeded', message: 'try again' })).toMatchObject({ retryable: false });
    expect(category({ message: 'server overloaded, try again' })).toMatchObject({ category: 'unknown' });
    expect(category({}, 401)).toMatchObject({ category: 'authentication' });
  });

  it('[U-USE-4] of another dialect get a type, a code and a status of this one', () => {
    const made = (category: UnifiedError['category']) => {
      const { value } = read({ error });
      const provenance = { profile: { family: 'elsewhere' } };
      const failure: UnifiedError = { category, code: 'x', message: 'Slow down.', retryable: true };
      const emission = emitResponse(openaiChat, { ...value, provenance, error: failure });
      return emission.ok ? [emission.status, emission.wire] : [];
    };
    const limited = { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null };
    expect(made('rate-limit')).toEqual([429, { error: limited }]);
    expect(made('provider')[0]).toBe(500);
  });

  it('[U-USE-4] may be a text alone', () => {
    expect(read({ error: 'unauthorized' }, 401).value.error).toMatchObject({
      category: 'authentication',
      message: 'unauthorized',
    });
    expect(() => read({ object: 'list' })).toThrow('/choices');
  });
});
