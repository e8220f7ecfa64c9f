import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { asked, back, body, read } from './support.ts';

const CALL = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } };
const CUSTOM_CALL = { id: 'call_2', type: 'custom', custom: { name: 'patch', input: '*** Begin' } };
const RESULT = { role: 'tool', tool_call_id: 'call_1', content: 'ok' };
const TEXT = { type: 'text', text: 'x' };
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

/** Everything that the reference of the dialect lists, one by one. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  'no model': { messages: [] },
  'system, developer and user messages, with names': body([
    { role: 'system', content: 's', name: 'root' },
    { role: 'developer', content: 'd', name: 'app' },
    { role: 'user', content: 'u', name: 'ann' },
  ]),
  'content as a list with one text': body([
    { role: 'system', content: [TEXT] },
    { role: 'user', content: [TEXT] },
  ]),
  'content as an empty list': body([{ role: 'user', content: [] }]),
  'content as an empty text': body([
    { role: 'user', content: '' },
    { role: 'assistant', content: '' },
  ]),
  'content that is null or absent': body([
    { role: 'assistant', content: null },
    { role: 'assistant' },
    { role: 'user', content: null },
    { role: 'user' },
    { role: 'tool', tool_call_id: 'x', content: null },
    { role: 'tool', tool_call_id: 'x' },
  ]),
  'images by address and inline, in each detail': body([
    {
      role: 'user',
      content: ['auto', 'low', 'high', 'original'].map((detail) => ({
        type: 'image_url',
        image_url: { url: 'https://a.test/x.png', detail },
      })),
    },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
  ]),
  'audio of both formats, and of one to come': body([
    {
      role: 'user',
      content: ['wav', 'mp3', 'opus'].map((format) => ({ type: 'input_audio', input_audio: { data: 'AAAA', format } })),
    },
  ]),
  'files by data URL, plain base64, address and identifier': body([
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
        { type: 'file', file: { file_data: 'DATA:Application/PDF;BASE64,AAAA', filename: 'a.pdf' } },
        { type: 'file', file: { file_data: 'data:text/plain;charset=utf-8;base64,AAAA' } },
        { type: 'image_url', image_url: { url: 'Data:image/jpg;base64,AAAA' } },
        { type: 'file', file: { file_data: 'AAAA', filename: 'b.bin' } },
        { type: 'file', file: { file_data: 'AAAA', filename: 'b.pdf' } },
        { type: 'file', file: { file_data: 'https://a.test/c.pdf' } },
        { type: 'file', file: { file_data: 'data:text/plain,hello' } },
        { type: 'file', file: { file_id: 'file-9' } },
        { type: 'file', file: { file_id: 'file-9', filename: 'd.pdf', file_data: 'AAAA' } },
      ],
    },
  ]),
  'cache marks on every kind of part': body([
    { role: 'system', content: [{ ...TEXT, prompt_cache_breakpoint: { mode: 'explicit' } }] },
    {
      role: 'user',
      content: [
        { ...TEXT, prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } },
        {
          type: 'image_url',
          image_url: { url: 'https://a.test/x.png' },
          prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' },
        },
        { type: 'file', file: { file_id: 'f' }, prompt_cache_breakpoint: { mode: 'explicit' } },
        {
          type: 'input_audio',
          input_audio: { data: 'AA', format: 'wav' },
          prompt_cache_breakpoint: { mode: 'explicit' },
        },
      ],
    },
  ]),
  'cache marks in messages of the model and in results': body([
    {
      role: 'assistant',
      content: [{ ...TEXT, prompt_cache_breakpoint: { mode: 'explicit' } }],
      tool_calls: [CALL],
    },
    { ...RESULT, content: [{ ...TEXT, prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }] },
  ]),
  'more cache marks than the provider writes': body([
    { role: 'user', content: Array(9).fill({ ...TEXT, prompt_cache_breakpoint: { mode: 'explicit' } }) },
  ]),
  'the model’s text, refusal and list of both': body([
    { role: 'assistant', content: 'a', name: 'bot' },
    { role: 'assistant', content: 'a', refusal: 'no' },
    { role: 'assistant', content: null, refusal: 'no' },
    { role: 'assistant', refusal: '' },
    { role: 'assistant', content: [TEXT, { type: 'refusal', refusal: 'no' }] },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }], refusal: 'never' },
  ]),
  'an earlier spoken answer': body([
    { role: 'assistant', audio: { id: 'audio_1' } },
    { role: 'assistant', content: null, audio: { id: 'audio_1' }, name: 'bot' },
  ]),
  'calls of functions and of custom tools, with and without text': body([
    { role: 'assistant', content: null, tool_calls: [CALL, CUSTOM_CALL] },
    { role: 'assistant', content: 'let me', tool_calls: [CALL] },
    { role: 'assistant', content: '', tool_calls: [CALL] },
    { role: 'assistant', tool_calls: [CALL], name: 'bot' },
    { role: 'assistant', content: [TEXT], tool_calls: [CALL] },
    RESULT,
  ]),
  'results as text, as a list of texts, and empty': body([
    { role: 'assistant', content: null, tool_calls: [CALL, { ...CALL, id: 'call_2' }, { ...CALL, id: 'call_3' }] },
    RESULT,
    { role: 'tool', tool_call_id: 'call_2', content: [TEXT, TEXT] },
    { role: 'tool', tool_call_id: 'call_3', content: '' },
  ]),
  'empty lists that clients send back from answers': body([
    { role: 'assistant', content: 'a', tool_calls: [], annotations: [] },
    { role: 'assistant', content: 'a', tool_calls: [CALL], annotations: [], reasoning_details: [] },
    { role: 'assistant', content: null, tool_calls: [], reasoning_content: 'r' },
  ]),
  'web citations beside a text': body([
    {
      role: 'assistant',
      content: 'see A',
      annotations: [
        { type: 'url_citation', url_citation: { start_index: 0, end_index: 5, title: 'A', url: 'https://a.test' } },
        { type: 'url_citation', url_citation: { start_index: 4, end_index: 5, title: '', url: 'https://b.test' } },
      ],
    },
  ]),
  'citations that are of another kind, or beside nothing': body([
    { role: 'assistant', content: 'a', annotations: [{ type: 'file_citation', file_id: 'f' }] },
    {
      role: 'assistant',
      content: null,
      annotations: [
        { type: 'url_citation', url_citation: { start_index: 0, end_index: 5, title: 'A', url: 'https://a.test' } },
      ],
    },
  ]),
  'the deprecated function call and its result': body([
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: '1' },
    { role: 'assistant', content: 'x', function_call: { name: 'f', arguments: '' } },
    { role: 'function', name: 'f', content: null },
  ]),
  'reasoning as compatible servers spell it': body([
    { role: 'assistant', content: 'a', reasoning_content: 'r' },
    { role: 'assistant', content: 'a', reasoning: 'r' },
    { role: 'assistant', content: null, reasoning_content: '', tool_calls: [CALL] },
    { role: 'assistant', content: 'a', reasoning: 'r', reasoning_content: 's' },
    {
      role: 'assistant',
      content: 'a',
      reasoning: 'r',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'X' }],
    },
    { role: 'assistant', content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'r', signature: 'S' }] },
  ]),
  'thinking parts between other parts': body([
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 't' }], closed: true },
        { type: 'novel', novel: 1 },
        TEXT,
        {
          type: 'thinking',
          thinking: [
            { type: 'text', text: 'u' },
            { type: 'text', text: 'v' },
          ],
        },
        { type: 'thinking', thinking: [{ type: 'reference', ids: [1] }] },
      ],
    },
    { role: 'assistant', content: [{ type: 'thinking', thinking: [] }] },
  ]),
  'functions, strict and not, with and without parameters': asked({
    tools: [
      { type: 'function', function: { name: 'f' } },
      { type: 'function', function: { name: 'g', description: '', parameters: {}, strict: false } },
      { type: 'function', function: { name: 'h', description: 'd', parameters: SCHEMA, strict: true } },
      { type: 'function', function: { name: 'i', parameters: true } },
    ],
  }),
  'custom tools with each format': asked({
    tools: [
      { type: 'custom', custom: { name: 'a' } },
      { type: 'custom', custom: { name: 'b', description: 'd', format: { type: 'text' } } },
      {
        type: 'custom',
        custom: { name: 'c', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } } },
      },
      {
        type: 'custom',
        custom: { name: 'd', format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'x+' } } },
      },
      { type: 'custom', custom: { name: 'e', format: { type: 'novel', x: 1 } } },
    ],
  }),
  'an empty list of tools': asked({ tools: [] }),
  'deprecated functions and the choice of one': asked({
    functions: [{ name: 'f', description: 'd', parameters: SCHEMA }],
    function_call: { name: 'f' },
  }),
  'the deprecated choice beside present tools': asked({
    tools: [{ type: 'function', function: { name: 'f' } }],
    function_call: 'auto',
  }),
  'an empty list of functions and no calls': asked({ functions: [], function_call: 'none' }),
  'both spellings of the choice': asked({ tool_choice: 'auto', function_call: 'none' }),
  'a web search with everything': asked({
    web_search_options: {
      search_context_size: 'low',
      user_location: {
        type: 'approximate',
        approximate: { city: 'Bremen', region: 'HB', country: 'DE', timezone: 'Europe/Berlin' },
      },
    },
  }),
  'a web search with nothing': asked({ web_search_options: {} }),
  'a web search from somewhere': asked({
    web_search_options: { user_location: { type: 'approximate', approximate: {} } },
  }),
  'a choice of allowed tools': asked({
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: {
        mode: 'required',
        tools: [
          { type: 'function', function: { name: 'f' } },
          { type: 'custom', custom: { name: 'c' } },
        ],
      },
    },
  }),
  'a choice of one custom tool': asked({ tool_choice: { type: 'custom', custom: { name: 'c' } } }),
  'a choice of one function that does not say what it is': asked({ tool_choice: { function: { name: 'f', x: 1 } } }),
  'a choice of one function': asked({ tool_choice: { type: 'function', function: { name: 'f' } } }),
  'a choice that compatible servers know': asked({ tool_choice: 'any' }),
  'a choice of a kind to come': asked({ tool_choice: { type: 'hosted', name: 'x' } }),
  'a choice among no tools': asked({
    tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } },
  }),
  'every number': asked({
    temperature: 0,
    top_p: 0.5,
    n: 3,
    seed: -7,
    frequency_penalty: -2,
    presence_penalty: 1.5,
    max_completion_tokens: 0,
    logprobs: true,
    top_logprobs: 20,
    logit_bias: { '50256': -100, '11': 2.5 },
    parallel_tool_calls: false,
  }),
  'the deprecated limit': asked({ max_tokens: 5 }),
  'the same limit in both members': asked({ max_tokens: 5, max_completion_tokens: 5 }),
  'log probabilities in halves': asked({ top_logprobs: 2 }),
  'log probabilities switched off': asked({ logprobs: false }),
  'an empty bias': asked({ logit_bias: {} }),
  'stop as one text': asked({ stop: 'x' }),
  'stop as an empty text': asked({ stop: '' }),
  'stop as a list of one': asked({ stop: ['x'] }),
  'stop as a list of many': asked({ stop: ['', 'b', 'c', 'd', 'e'] }),
  'stop as an empty list': asked({ stop: [] }),
  'words of today and tomorrow': asked({ reasoning_effort: 'xhigh', verbosity: 'chatty', service_tier: 'flex' }),
  'a text as answer': asked({ response_format: { type: 'text' } }),
  'a JSON object as answer': asked({ response_format: { type: 'json_object' } }),
  'a JSON Schema as answer': asked({
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'r', description: 'd', schema: SCHEMA, strict: true },
    },
  }),
  'a JSON Schema without one': asked({ response_format: { type: 'json_schema', json_schema: { name: 'r' } } }),
  'an answer of a kind to come': asked({ response_format: { type: 'grammar', grammar: 'root ::= "x"' } }),
  'speech as answer': asked({ modalities: ['text', 'audio'], audio: { format: 'wav', voice: 'alloy' } }),
  'speech in a voice of the caller’s': asked({ audio: { format: 'pcm16', voice: { id: 'voice_1' } } }),
  'a prediction as text': asked({ prediction: { type: 'content', content: 'p' } }),
  'a prediction as parts with marks': asked({
    prediction: {
      type: 'content',
      content: [TEXT, { ...TEXT, prompt_cache_breakpoint: { mode: 'explicit', ttl: '30m' } }],
    },
  }),
  'a prediction as no parts': asked({ prediction: { type: 'content', content: [] } }),
  'a prediction as one part': asked({ prediction: { type: 'content', content: [TEXT] } }),
  'a prediction of a kind to come': asked({ prediction: { type: 'diff', patch: 'x' } }),
  'moderation with a policy': asked({
    moderation: { model: 'omni', policy: { input: { mode: 'score' }, output: { mode: 'block' } } },
  }),
  'moderation without a policy': asked({ moderation: { model: 'omni' } }),
  'moderation with an empty policy': asked({ moderation: { model: 'omni', policy: {} } }),
  'moderation of one side, and more': asked({
    moderation: { model: 'omni', policy: { input: { mode: 'score', x: 1 }, output: {}, later: true } },
  }),
  'streaming with its options': asked({
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: false },
  }),
  'streaming switched off, and empty options': asked({ stream: false, stream_options: {} }),
  'storage and metadata': asked({ store: true, metadata: { a: 'b', '': '' } }),
  'plain metadata': asked({ store: false, metadata: { a: 'b', c: '' } }),
  'empty metadata': asked({ metadata: {} }),
  'metadata that are no texts': asked({ metadata: { a: 1 } }),
  'who uses it': asked({ user: 'u', safety_identifier: 's' }),
  caching: asked({ prompt_cache_key: 'k', prompt_cache_retention: '24h' }),
  'caching that is asked for': asked({ prompt_cache_options: { mode: 'explicit', ttl: '30m' } }),
  'caching as it is anyway': asked({ prompt_cache_options: { mode: 'implicit' } }),
  'caching with nothing said': asked({ prompt_cache_options: {} }),
  'caching in a mode to come': asked({ prompt_cache_options: { mode: 'eager', ttl: '1h' } }),
  'caching for a time that is no duration': asked({ prompt_cache_options: { ttl: 'forever' } }),
  'cache marks of compatible servers': body(
    [
      { role: 'user', content: [{ ...TEXT, cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { role: 'assistant', content: [{ ...TEXT, cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: [{ ...TEXT, cache_control: { type: 'lasting' } }] },
    ],
    {
      tools: [
        { type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral' } },
        { type: 'custom', custom: { name: 'c' }, cache_control: { type: 'ephemeral', ttl: '5m' } },
      ],
    },
  ),
  'members that nobody knows, everywhere': {
    messages: [
      {
        role: 'user',
        content: [
          { ...TEXT, x: null },
          { type: 'image_url', image_url: { url: 'https://a.test', x: 1, detail: 'telescopic' }, y: {} },
          { ...TEXT, prompt_cache_breakpoint: { mode: 'explicit', ttl: 'long', x: 1 } },
          { ...TEXT, prompt_cache_breakpoint: { mode: 'novel' } },
        ],
        x: 1,
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...CALL, x: 1, function: { ...CALL.function, y: { z: [1] } }, index: 0 }],
        x: { '/~': 1 },
        audio: { id: 'a', x: 1 },
      },
      { ...RESULT, x: 1, name: 'f' },
    ],
    tools: [{ type: 'function', function: { name: 'f', x: 1 }, x: 1 }],
    tool_choice: { type: 'function', function: { name: 'f', x: 1 }, x: 1 },
    response_format: { type: 'json_schema', json_schema: { name: 'r', x: 1 }, x: 1 },
    stream_options: { x: 1 },
    web_search_options: { x: 1, search_context_size: 'huge', user_location: { type: 'exact', lat: 1 } },
    thinking: { type: 'enabled' },
    top_k: 5,
    'a/b~c': [null],
  },
  'parts, calls and tools of kinds to come': {
    messages: [
      { role: 'user', content: [{ type: 'video_url', video_url: { url: 'x' } }, TEXT, { type: 'novel' }] },
      { role: 'user', content: [{ type: 'image_url', image_url: 'https://a.test/x.png' }] },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: '' } },
          { type: 'file', file: { filename: 'x' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'b', type: 'builtin_function', function: { name: '$web_search', arguments: '{}' } }, CALL],
      },
      { role: 'assistant', tool_calls: [{ id: 'b', type: 'novel' }] },
      { role: 'tool', tool_call_id: 'b', content: 'x' },
    ],
    tools: [
      { type: 'novel', a: 1 },
      { type: 'function', function: { name: 'f' } },
      { type: '', a: 1 },
    ],
  },
  'identifiers that are missing, empty, long, odd or used again': body([
    { role: 'assistant', tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', content: 'x' },
    { role: 'assistant', tool_calls: [{ ...CALL, id: '' }] },
    { role: 'tool', tool_call_id: '', content: 'x' },
    { role: 'assistant', tool_calls: [{ ...CALL, id: 'x'.repeat(600) }] },
    { role: 'tool', tool_call_id: 'x'.repeat(600), content: 'x' },
    { role: 'assistant', tool_calls: [{ ...CALL, id: 'call: \n1' }, CALL] },
    RESULT,
    RESULT,
    { role: 'assistant', tool_calls: [CALL] },
    RESULT,
    { role: 'tool', tool_call_id: 'never called', content: 'x' },
  ]),
  'calls without type, arguments or order': body([
    { role: 'tool', tool_call_id: 'call_1', content: 'too early' },
    { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '' } }] },
    { role: 'assistant', tool_calls: [{ id: 'b', type: 'function', function: { name: 'f' } }] },
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'f' } }] },
    { role: 'user', content: 'in between' },
    { role: 'tool', tool_call_id: 'b', content: 'late' },
  ]),
  'arguments that are no JSON object': body([
    {
      role: 'assistant',
      tool_calls: ['{"a":', 'null', '[1]', ' ', '', '{"a":1}}', '{"a":"\\ud83d"}'.replace('\\ud83d', 'é')].map(
        (text, index) => ({ id: `c${index}`, type: 'function', function: { name: 'f', arguments: text } }),
      ),
    },
  ]),
  'names that this dialect would not take': body(
    [{ role: 'assistant', tool_calls: [{ ...CALL, function: { name: 'functions.look up', arguments: '{}' } }] }],
    {
      tools: ['functions.look up', 'x'.repeat(200), 'f', 'f'].map((name) => ({ type: 'function', function: { name } })),
      tool_choice: { type: 'function', function: { name: 'functions.look up' } },
      response_format: { type: 'json_schema', json_schema: { name: 'with spaces' } },
    },
  ),
  'a system message in the middle, and the model last': body([
    { role: 'user', content: 'a' },
    { role: 'system', content: 'b' },
    { role: 'user', content: 'c' },
    { role: 'user', content: 'd' },
    { role: 'assistant', content: 'e' },
    { role: 'assistant', content: 'f' },
  ]),
  'empty texts in every name': asked({
    model: '',
    user: '',
    safety_identifier: '',
    service_tier: '',
    verbosity: '',
    reasoning_effort: '',
    prompt_cache_key: '',
    prompt_cache_retention: '',
    modalities: [''],
    audio: { format: '' },
    moderation: { model: '' },
  }),
};

describe('a body of this dialect', () => {
  it.each(Object.keys(BODIES))('[U-PROF-1][U-ITEM-5][U-VAL-3] comes back as it was, without a remark: %s', (name) => {
    const wire = BODIES[name] ?? {};
    expect(read(wire).loss.entries).toEqual([]);
    const emission = back(wire);
    expect(emission.loss.entries).toEqual([]);
    expect(emission.ok && emission.wire).toEqual(wire);
    expect(emission.ok && JSON.parse(emission.text())).toEqual(wire);
  });

  it('[U-PROF-1] is not changed by reading it', () => {
    for (const wire of Object.values(BODIES)) {
      const before = structuredClone(wire);
      read(wire);
      expect(wire).toEqual(before);
    }
  });

  it('[U-VAL-3] loses its members that are null, each with an entry, and its content that is null not', () => {
    const nothing = Object.fromEntries(NULLABLE.map((key) => [key, null]));
    const wire = body(
      [
        {
          role: 'assistant',
          content: null,
          refusal: null,
          audio: null,
          tool_calls: null,
          function_call: null,
          annotations: null,
          reasoning: null,
          reasoning_content: null,
          reasoning_details: null,
          name: null,
        },
      ],
      nothing,
    );
    const { loss } = read(wire);
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(body([{ role: 'assistant', content: null }]));
    expect(emission.loss.entries).toEqual([]);
    expect(new Set(loss.entries.map(({ feature }) => feature))).toEqual(new Set(['wire.null-value']));
    expect(loss.disposition).toBe('lossless');
    expect(loss.entries.map(({ path }) => path).sort()).toEqual(
      [...NULLABLE.map((key) => `/${key}`), ...ASSISTANT.map((key) => `/messages/0/${key}`)].sort(),
    );
  });
});

/** Members of the body that may be null. */
const NULLABLE = [
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'max_completion_tokens',
  'max_tokens',
  'n',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'modalities',
  'audio',
  'prediction',
  'web_search_options',
  'service_tier',
  'store',
  'metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'moderation',
  'safety_identifier',
  'user',
];

const ASSISTANT = [
  'refusal',
  'audio',
  'tool_calls',
  'function_call',
  'annotations',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'name',
];
