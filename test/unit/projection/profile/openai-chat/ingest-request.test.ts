import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { asked, back, places, read } from './support.ts';

const record = (more: JsonObject) => read(asked(more)).value;

describe('generation in a Chat body', () => {
  it('[U-GEN-1][U-GEN-3] becomes intents, each with how much it is needed', () => {
    const { generation } = record({
      max_completion_tokens: 10,
      temperature: 0.5,
      top_p: 0.9,
      n: 2,
      seed: 7,
      frequency_penalty: 0.4,
      presence_penalty: -0.4,
      stop: ['a', 'b'],
      logit_bias: { '50256': -100 },
      logprobs: true,
      top_logprobs: 3,
      parallel_tool_calls: false,
      reasoning_effort: 'high',
      verbosity: 'low',
      service_tier: 'flex',
    });
    const preferred = 'preferred';
    expect(generation).toEqual({
      maxOutputTokens: { value: 10, includesReasoning: true, requirement: preferred },
      temperature: { value: 0.5, requirement: preferred },
      topP: { value: 0.9, requirement: preferred },
      candidateCount: { value: 2, requirement: preferred },
      seed: { value: 7, requirement: preferred },
      frequencyPenalty: { value: 0.4, requirement: preferred },
      presencePenalty: { value: -0.4, requirement: preferred },
      stopSequences: { value: ['a', 'b'], requirement: preferred },
      logitBias: { value: [{ token: '50256', bias: -100 }], requirement: preferred },
      logProbabilities: { value: true, top: 3, requirement: preferred },
      parallelToolCalls: { value: false, requirement: preferred },
      reasoning: { effort: { value: 'high', requirement: preferred } },
      verbosity: { value: 'low', requirement: preferred },
      serviceTier: { value: 'flex', requirement: 'optional' },
    });
  });

  it('[U-GEN-1] says nothing that was not asked', () => {
    expect(record({})).toMatchObject({ generation: {}, tools: [] });
    for (const key of ['toolChoice', 'cache', 'state', 'output', 'metadata'])
      expect(record({})).not.toHaveProperty(key);
  });

  it('[U-GEN-1] does not say of the deprecated limit whether reasoning counts', () => {
    expect(record({ max_tokens: 5 }).generation.maxOutputTokens).toEqual({ value: 5, requirement: 'preferred' });
    expect(record({ max_tokens: 5, max_completion_tokens: 5 }).generation.maxOutputTokens).toMatchObject({
      value: 5,
      includesReasoning: true,
    });
  });

  it('[U-GEN-1] refuses two limits that differ, naming both', () => {
    expect(() => read(asked({ max_tokens: 5, max_completion_tokens: 6 }))).toThrow(
      '/max_tokens: expected the same limit as max_completion_tokens, found integer',
    );
  });

  it('[U-GEN-1] reads predicted text, in one piece or in parts', () => {
    expect(record({ prediction: { type: 'content', content: 'p' } }).generation.prediction).toMatchObject({
      value: [{ type: 'text', text: 'p' }],
      wireForm: 'text',
    });
    const parts = [{ type: 'text', text: 'p', prompt_cache_breakpoint: { mode: 'explicit' } }];
    expect(record({ prediction: { type: 'content', content: parts } }).generation.prediction).toMatchObject({
      value: [{ text: 'p', cache: {} }],
      wireForm: 'parts',
    });
  });

  it('[U-GEN-1] reads the policy of moderation, which is required', () => {
    const policy = { input: { mode: 'score' }, output: { mode: 'block' } };
    expect(record({ moderation: { model: 'm', policy } }).generation.moderation).toEqual({
      value: 'm',
      input: 'score',
      output: 'block',
      requirement: 'required',
    });
  });

  it('[U-GEN-3] lets the caller say how much a feature is needed', () => {
    const { value } = read(asked({ seed: 1, temperature: 1 }), { requirements: { 'generation.seed': 'required' } });
    expect(value.generation).toMatchObject({
      seed: { requirement: 'required' },
      temperature: { requirement: 'preferred' },
    });
  });
});

describe('output in a Chat body', () => {
  it('[U-GEN-2] is text, a JSON object, or JSON of a schema, and required', () => {
    const schema = { type: 'object' };
    expect(record({ response_format: { type: 'text' } }).output?.format).toEqual({
      value: { type: 'text' },
      requirement: 'required',
    });
    expect(record({ response_format: { type: 'json_object' } }).output?.format?.value).toEqual({ type: 'json-object' });
    const strict = { name: 'r', description: 'd', schema, strict: true };
    expect(record({ response_format: { type: 'json_schema', json_schema: strict } }).output?.format).toEqual({
      value: { type: 'json-schema', name: 'r', description: 'd', schema: { schema }, strict: true },
      requirement: 'required',
    });
  });

  it('[U-GEN-2] is speech in a named voice, or in one of the caller’s', () => {
    const named = record({ modalities: ['text', 'audio'], audio: { format: 'wav', voice: 'alloy' } });
    expect(named.output).toEqual({
      modalities: { value: ['text', 'audio'], requirement: 'required' },
      audio: { value: 'wav', voice: 'alloy', requirement: 'required' },
    });
    expect(record({ audio: { format: 'mp3', voice: { id: 'v' } } }).output?.audio).toMatchObject({ voiceId: 'v' });
  });
});

describe('tools in a Chat body', () => {
  it('[U-TOOL-1][U-TOOL-3] are run by the client, and travel', () => {
    const parameters = { type: 'object', properties: {} };
    expect(
      record({ tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters, strict: true } }] })
        .tools,
    ).toEqual([
      {
        type: 'function',
        name: 'f',
        execution: 'client',
        portability: 'portable',
        description: 'd',
        inputSchema: { schema: parameters },
        strict: true,
      },
    ]);
  });

  it('[U-TOOL-1] take free text, of a grammar or any', () => {
    const grammar = { syntax: 'regex', definition: 'a+' };
    const tools = [
      { type: 'custom', custom: { name: 'a', format: { type: 'grammar', grammar } } },
      { type: 'custom', custom: { name: 'b', format: { type: 'text' } } },
    ];
    expect(record({ tools }).tools).toMatchObject([
      { type: 'custom', name: 'a', grammar },
      { type: 'custom', name: 'b', explicitText: true },
    ]);
  });

  it('[U-TOOL-2] a function that is called like a hosted tool stays a function', () => {
    const { tools } = record({ tools: [{ type: 'function', function: { name: 'web_search' } }] });
    expect(tools).toMatchObject([{ type: 'function', name: 'web_search', execution: 'client' }]);
  });

  it('[U-TOOL-2] a web search is run by the provider', () => {
    const location = { type: 'approximate', approximate: { city: 'Bremen', country: 'DE' } };
    expect(record({ web_search_options: { search_context_size: 'high', user_location: location } }).tools).toEqual([
      {
        type: 'web-search',
        execution: 'provider',
        portability: 'emulatable',
        contextSize: 'high',
        userLocation: { city: 'Bremen', country: 'DE' },
      },
    ]);
  });

  it('[U-VAL-3] tell an empty list from none', () => {
    expect(record({ tools: [] }).metadata?.providerData).toMatchObject([{ value: { emptyLists: ['/tools'] } }]);
    expect(record({}).metadata).toBeUndefined();
  });

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
  ])('[U-TOOL-3] the choice %s is one', (choice, mode) => {
    expect(record({ tool_choice: choice }).toolChoice).toEqual({ value: { mode }, requirement: 'required' });
  });

  it('[U-TOOL-3] the choice may name one tool, or some', () => {
    const tool = { kind: 'function', name: 'f' };
    expect(record({ tool_choice: { type: 'function', function: { name: 'f' } } }).toolChoice?.value).toEqual({
      mode: 'tool',
      tool,
    });
    expect(record({ function_call: { name: 'f' } }).toolChoice?.value).toEqual({ mode: 'tool', tool });
    const allowed = { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] };
    expect(record({ tool_choice: { function: { name: 'f' } } }).toolChoice?.value).toEqual({
      mode: 'tool',
      tool: { kind: 'function', name: 'f' },
    });
    expect(record({ tool_choice: { type: 'allowed_tools', allowed_tools: allowed } }).toolChoice?.value).toEqual({
      mode: 'allowed',
      required: false,
      tools: [tool],
    });
  });

  it('[U-TOOL-3] a choice or a tool of an unknown kind is kept whole, because it is missed elsewhere', () => {
    for (const more of [
      { tool_choice: 'any' },
      { tool_choice: { type: 'novel' } },
      { function_call: 'required' },
      { response_format: { type: 'novel' } },
      { tools: [{ type: 'novel' }] },
    ]) {
      const [reference] = record(more).metadata?.providerData ?? [];
      expect(reference).toMatchObject({ kind: 'unknown-wire-content', placement: 'part' });
    }
  });
});

describe('cost and bookkeeping in a Chat body', () => {
  it('[U-CACHE-1] says who decides what is cached, under which key and for how long', () => {
    expect(record({ prompt_cache_key: 'k' }).cache).toEqual({ mode: 'automatic', modeImplied: true, affinityKey: 'k' });
    expect(record({ prompt_cache_options: { mode: 'implicit' } }).cache).toEqual({ mode: 'automatic' });
    expect(record({ prompt_cache_options: { mode: 'explicit', ttl: '30m' } }).cache).toEqual({
      mode: 'explicit',
      ttl: '30m',
    });
    expect(record({ prompt_cache_options: {} }).cache).toEqual({ mode: 'automatic', modeImplied: true });
  });

  it('[U-CACHE-1] says how long the provider keeps what it caches, which is cost and no more to others', () => {
    const { cache, ...rest } = record({ prompt_cache_retention: '24h' });
    expect(cache).toEqual({ mode: 'automatic', modeImplied: true, providerRetention: '24h' });
    expect(rest).not.toHaveProperty('metadata');
    expect(back(asked({ prompt_cache_retention: 'x' }))).toMatchObject({ wire: { prompt_cache_retention: 'x' } });
    const away = emitRequest(anthropicMessages, record({ prompt_cache_retention: '24h', max_tokens: 5 }));
    expect(places(away.loss.entries)).toEqual([
      'info cache.retention /cache/providerRetention',
      'info cache.mode /cache/mode',
    ]);
  });

  it('[U-LOSS-1] keeps metadata, the user and the identifier for safety apart', () => {
    expect(record({ metadata: { a: 'b' }, user: 'u', safety_identifier: 's', store: true })).toMatchObject({
      metadata: { entries: [{ key: 'a', value: 'b' }], endUserId: 'u', safetyIdentifier: 's' },
      state: { store: { value: true, requirement: 'preferred' } },
    });
  });

  it('[U-PROF-1] keeps what is about the transport with the source', () => {
    expect(record({ stream: true, stream_options: { include_usage: true } }).source).toEqual({
      profile: { family: 'openai-chat' },
      transport: { stream: true, streamOptions: { includeUsage: true } },
    });
  });
});
