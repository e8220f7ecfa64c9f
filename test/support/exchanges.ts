import type { JsonObject } from '../../src/core/json.ts';

/** What a provider answers to one request: whole, and as the frames of a stream. */
export interface Exchange {
  readonly status?: number;
  readonly body: JsonObject;
  readonly frames: readonly JsonObject[];
}

type Family = 'openai-chat' | 'anthropic-messages';
type Scene = 'text' | 'call' | 'answer' | 'error' | 'thinking';

/** One scene as each provider would play it. All of it was made up for these tests. */
export const EXCHANGES: Readonly<Record<Family, Readonly<Record<Scene, Exchange>>>> = {
  'openai-chat': {
    text: chat([{ content: 'High water ' }, { content: 'at 04:12.' }], 'stop'),
    call: chat(
      [
        { content: 'I look it up.' },
        call(0, { id: 'call_t1', type: 'function', function: { name: 'tide', arguments: '' } }),
        call(0, { function: { arguments: '{"harbour":' } }),
        call(0, { function: { arguments: '"Cascais"}' } }),
        call(1, { id: 'call_w1', type: 'function', function: { name: 'wind', arguments: '{}' } }),
      ],
      'tool_calls',
    ),
    answer: chat([{ content: 'Sail at four.' }], 'stop'),
    thinking: chat([{ content: 'Sail at four.' }], 'stop'),
    error: {
      status: 429,
      body: { error: { message: 'Slow down.', type: 'rate_limit_exceeded', param: null, code: 'rate_limit_exceeded' } },
      frames: [],
    },
  },
  'anthropic-messages': {
    text: anthropic([textBlock('High water at 04:12.', 12)], 'end_turn'),
    call: anthropic(
      [
        textBlock('I look it up.', 6),
        toolBlock('toolu_t1', 'tide', { harbour: 'Cascais' }, 11),
        toolBlock('toolu_w1', 'wind', {}, 2),
      ],
      'tool_use',
    ),
    answer: anthropic([textBlock('Sail at four.', 4)], 'end_turn'),
    thinking: anthropic(
      [
        {
          whole: { type: 'thinking', thinking: 'The moon is new.', signature: 'c2lnbmF0dXJlLW9mLXRoZS1tb29u' },
          begun: { type: 'thinking', thinking: '', signature: '' },
          deltas: [
            { type: 'thinking_delta', thinking: 'The moon ' },
            { type: 'thinking_delta', thinking: 'is new.' },
            { type: 'signature_delta', signature: 'c2lnbmF0dXJlLW9mLXRoZS1tb29u' },
          ],
        },
        toolBlock('toolu_t1', 'tide', { harbour: 'Cascais' }, 5),
      ],
      'tool_use',
    ),
    error: {
      status: 529,
      body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_011' },
      frames: [],
    },
  },
};

function call(index: number, fragment: JsonObject): JsonObject {
  return { tool_calls: [{ index, ...fragment }] };
}

function chat(deltas: readonly JsonObject[], finishReason: string): Exchange {
  const head = { id: 'chatcmpl-1', created: 1_764_500_000, model: 'gpt-5.6', service_tier: 'default' };
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null = null): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [...choices],
    usage,
  });
  const choice = (delta: JsonObject, reason: string | null) => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason: reason,
  });
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 12,
    total_tokens: 52,
    prompt_tokens_details: { cached_tokens: 8 },
    completion_tokens_details: { reasoning_tokens: 5 },
  };
  return {
    body: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: chatMessage(deltas), logprobs: null, finish_reason: finishReason }],
      usage,
    },
    frames: [
      chunk([choice({ role: 'assistant', content: '', refusal: null }, null)]),
      ...deltas.map((delta) => chunk([choice(delta, null)])),
      chunk([choice({}, finishReason)]),
      chunk([], usage),
    ],
  };
}

interface CallDelta {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

function chatMessage(deltas: readonly JsonObject[]): JsonObject {
  const content = deltas.map((delta) => delta['content'] ?? '').join('');
  // The deltas above are written this way.
  const fragments = deltas.flatMap((delta) => (delta['tool_calls'] ?? []) as unknown as readonly CallDelta[]);
  const calls = fragments
    .filter(({ id }) => id !== undefined)
    .map(({ index, id = '', function: { name = '' } }) => ({
      id,
      type: 'function',
      function: {
        name,
        arguments: fragments
          .filter((fragment) => fragment.index === index)
          .map((fragment) => fragment.function.arguments)
          .join(''),
      },
    }));
  const message = { role: 'assistant', content, refusal: null, annotations: [] };
  return calls.length === 0 ? message : { ...message, tool_calls: calls };
}

interface Block {
  readonly whole: JsonObject;
  readonly begun: JsonObject;
  readonly deltas: readonly JsonObject[];
}

function textBlock(text: string, cut: number): Block {
  return {
    whole: { type: 'text', text, citations: null },
    begun: { type: 'text', text: '', citations: null },
    deltas: [text.slice(0, cut), text.slice(cut)].map((piece) => ({ type: 'text_delta', text: piece })),
  };
}

function toolBlock(id: string, name: string, input: JsonObject, cut: number): Block {
  const head = { type: 'tool_use', id, name };
  const json = JSON.stringify(input);
  return {
    whole: { ...head, input },
    begun: { ...head, input: {} },
    deltas: [json.slice(0, cut), json.slice(cut)].map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  };
}

function anthropic(blocks: readonly Block[], stopReason: string): Exchange {
  const head = { id: 'msg_01', type: 'message', role: 'assistant', model: 'claude-sonnet-5' };
  const usage = {
    input_tokens: 32,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 8,
    output_tokens: 12,
    service_tier: 'standard',
  };
  return {
    body: { ...head, content: blocks.map(({ whole }) => whole), stop_reason: stopReason, stop_sequence: null, usage },
    frames: [
      {
        type: 'message_start',
        message: {
          ...head,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      },
      ...blocks.flatMap(({ begun, deltas }, index) => [
        { type: 'content_block_start', index, content_block: begun },
        { type: 'ping' },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason, stop_sequence: null },
        usage: { output_tokens: 12 },
      },
      { type: 'message_stop' },
    ],
  };
}
