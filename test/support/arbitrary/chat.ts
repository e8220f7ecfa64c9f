import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import {
  anyBlob,
  anyBytes,
  anyJson,
  anyName,
  anyObject,
  anySchema,
  anyText,
  members,
  someText,
  withUnknown,
} from './text.ts';

/** Bodies of Chat Completions with every role, part, tool and intent of the dialect, and with what nobody has heard of. */
export function chatRequests(): fc.Arbitrary<JsonObject> {
  const turns = fc.array(fc.oneof(instruction, userMessage, plainAnswer, callingTurn, legacyTurn), {
    minLength: 1,
    maxLength: 5,
  });
  // A history begins with the user; now and then one does not.
  const first = fc.option(userMessage, { freq: 9, nil: undefined });
  const messages = fc
    .tuple(first, turns)
    .map(([begin, list]) => [...(begin === undefined ? [] : [begin]), ...list].flatMap(numbered));
  return fc
    .tuple(withUnknown(members({ model: someText, messages }, OPTIONS)), limit)
    .map(([body, limited]) => ({ ...body, ...limited }));
}

/** The limit of output has an old name and a new one; both at once must agree. */
const limit: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.subarray(['max_tokens', 'max_completion_tokens']))
  .map(([value, names]) => Object.fromEntries(names.map((name) => [name, value])));

const audio = members({ data: anyBytes, format: fc.constantFrom('wav', 'mp3') });
const file = fc.oneof(
  members({ file_id: someText }),
  members({ filename: someText, file_data: anyBytes.map((data) => `data:application/pdf;base64,${data}`) }),
);
const imageUrl = fc.oneof(
  fc.webUrl(),
  anyBytes.map((data) => `data:image/png;base64,${data}`),
);
const breakpoint = fc.constant({ mode: 'explicit' });

const textPart = withUnknown(
  members({ type: fc.constant('text'), text: anyText }, { prompt_cache_breakpoint: breakpoint }),
);
const refusalPart = members({ type: fc.constant('refusal'), refusal: anyText });
const userPart = fc.oneof(
  textPart,
  members({
    type: fc.constant('image_url'),
    image_url: members({ url: imageUrl }, { detail: fc.constantFrom('auto', 'low', 'high') }),
  }),
  members({ type: fc.constant('input_audio'), input_audio: audio }),
  members({ type: fc.constant('file'), file }),
  members({ type: fc.constant('video_url'), video_url: members({ url: fc.webUrl() }) }),
);

const texts = fc.oneof(anyText, fc.array(textPart, { minLength: 1, maxLength: 2 }));

const instruction = withUnknown(
  members({ role: fc.constantFrom('system', 'developer'), content: texts }, { name: anyName }),
).map(alone);
const userMessage = withUnknown(
  members(
    { role: fc.constant('user'), content: fc.oneof(anyText, fc.array(userPart, { minLength: 1, maxLength: 3 })) },
    { name: anyName },
  ),
).map(alone);
const reasoningDetails = fc.array(
  fc.oneof(
    members({ type: fc.constant('reasoning.encrypted'), data: anyBlob }),
    members({ type: fc.constant('reasoning.text'), text: anyText, signature: anyBlob }),
  ),
  { minLength: 1, maxLength: 2 },
);

const plainAnswer = withUnknown(
  members(
    {
      role: fc.constant('assistant'),
      content: fc.oneof(anyText, fc.array(fc.oneof(textPart, refusalPart), { minLength: 1, maxLength: 2 })),
    },
    {
      name: anyName,
      refusal: anyText,
      reasoning_content: anyText,
      reasoning_details: reasoningDetails,
      audio: members({ id: someText }),
    },
  ),
).map(alone);

/** Mostly the text of an object; models also write what is none. */
const anyArguments = fc.oneof(
  { weight: 9, arbitrary: anyObject.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: anyText },
);

const functionCall = withUnknown(
  members({
    type: fc.constant('function'),
    function: members({
      name: anyName,
      arguments: anyArguments,
    }),
  }),
);
const customCall = members({ type: fc.constant('custom'), custom: members({ name: anyName, input: anyText }) });

const callingTurn = fc
  .tuple(
    members(
      { role: fc.constant('assistant') },
      { content: texts, reasoning_content: anyText, reasoning_details: reasoningDetails },
    ),
    fc.array(fc.tuple(fc.oneof(functionCall, customCall), texts), { minLength: 1, maxLength: 2 }),
  )
  .map(([message, pairs]) => (turn: number): JsonValue[] => {
    const id = (index: number) => `call_${turn}_${index}`;
    return [
      { ...message, tool_calls: pairs.map(([call], index) => ({ id: id(index), ...call })) },
      ...pairs.map(([, content], index) => ({ role: 'tool', tool_call_id: id(index), content })),
    ];
  });

const legacyTurn = fc.tuple(anyName, anyObject, anyText).map(([name, value, content]) => (): JsonValue[] => [
  { role: 'assistant', content: null, function_call: { name, arguments: JSON.stringify(value) } },
  { role: 'function', name, content },
]);

function alone(message: JsonObject) {
  return (): JsonValue[] => [message];
}

function numbered(turn: (index: number) => JsonValue[], index: number): JsonValue[] {
  return turn(index);
}

const functionTool = withUnknown(
  members({
    type: fc.constant('function'),
    function: members({ name: anyName }, { description: anyText, parameters: anySchema, strict: fc.boolean() }),
  }),
);
const customTool = members({
  type: fc.constant('custom'),
  custom: members(
    { name: anyName },
    {
      description: anyText,
      format: fc.oneof(
        fc.constant({ type: 'text' }),
        members({
          type: fc.constant('grammar'),
          grammar: members({ definition: someText, syntax: fc.constantFrom('lark', 'regex') }),
        }),
      ),
    },
  ),
});

const responseFormat = fc.oneof(
  fc.constantFrom({ type: 'text' }, { type: 'json_object' }),
  members({
    type: fc.constant('json_schema'),
    json_schema: members({ name: anyName, schema: anySchema }, { description: anyText, strict: fc.boolean() }),
  }),
);
const toolChoice = fc.oneof(
  fc.constantFrom('auto', 'none', 'required'),
  anyName.map((name) => ({ type: 'function', function: { name } })),
);
const tenths = (from: number, to: number) => fc.integer({ min: from * 10, max: to * 10 }).map((value) => value / 10);

const OPTIONS: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  audio: members({ format: fc.constantFrom('wav', 'mp3'), voice: fc.constantFrom('alloy', 'verse') }),
  frequency_penalty: tenths(-2, 2),
  logit_bias: fc.dictionary(fc.stringMatching(/^[1-9][0-9]{0,4}$/), fc.integer({ min: -100, max: 100 })),
  logprobs: fc.boolean(),
  metadata: fc.dictionary(anyName, someText, { maxKeys: 3 }),
  modalities: fc.constantFrom(['text'], ['text', 'audio']),
  n: fc.integer({ min: 1, max: 4 }),
  parallel_tool_calls: fc.boolean(),
  prediction: members({ type: fc.constant('content'), content: texts }),
  presence_penalty: tenths(-2, 2),
  prompt_cache_key: someText,
  prompt_cache_options: members(
    {},
    { mode: fc.constantFrom('implicit', 'explicit'), ttl: fc.constantFrom('30m', '12h') },
  ),
  prompt_cache_retention: fc.constantFrom('in_memory', '24h'),
  reasoning_effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
  response_format: responseFormat,
  safety_identifier: someText,
  seed: fc.integer({ min: -9999, max: 9999 }),
  service_tier: fc.constantFrom('auto', 'default', 'flex', 'priority'),
  stop: fc.oneof(someText, fc.array(someText, { minLength: 1, maxLength: 4 })),
  store: fc.boolean(),
  stream: fc.boolean(),
  stream_options: members({}, { include_usage: fc.boolean(), include_obfuscation: fc.boolean() }),
  temperature: tenths(0, 2),
  tool_choice: toolChoice,
  tools: fc.array(fc.oneof(functionTool, customTool), { maxLength: 2 }),
  top_logprobs: fc.integer({ min: 0, max: 20 }),
  top_p: tenths(0, 1),
  user: someText,
  verbosity: fc.constantFrom('low', 'medium', 'high'),
  web_search_options: members({}, { search_context_size: fc.constantFrom('low', 'medium', 'high') }),
  thinking: anyJson,
};
