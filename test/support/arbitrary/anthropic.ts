import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { anyBlob, anyBytes, anyName, anyObject, anySchema, anyText, members, someText, withUnknown } from './text.ts';

/** Bodies of Anthropic Messages with every role, block, tool and intent of the dialect, and with what nobody knows. */
export function anthropicRequests(): fc.Arbitrary<JsonObject> {
  const turns = fc.array(fc.oneof(userMessage, answer, callingTurn, searchingTurn, documentTurn), {
    minLength: 1,
    maxLength: 5,
  });
  // A history begins with the user; now and then one does not.
  const first = fc.option(userMessage, { freq: 9, nil: undefined });
  const messages = fc
    .tuple(first, turns)
    .map(([begin, list]) => [...(begin === undefined ? [] : [begin]), ...list].flatMap((turn, index) => turn(index)));
  const limit = fc.integer({ min: 1, max: 9999 });
  return withUnknown(members({ model: someText, max_tokens: limit, messages }, OPTIONS));
}

type Turn = (index: number) => JsonValue[];

const cacheControl = members({ type: fc.constant('ephemeral') }, { ttl: fc.constantFrom('5m', '1h') });
const marked = { cache_control: cacheControl };

const textBlock = withUnknown(members({ type: fc.constant('text'), text: anyText }, marked));
const imageSource = fc.oneof(
  members({ type: fc.constant('base64'), media_type: fc.constantFrom('image/png', 'image/jpeg'), data: anyBytes }),
  members({ type: fc.constant('url'), url: fc.webUrl() }),
  members({ type: fc.constant('file'), file_id: someText }),
);
const imageBlock = members({ type: fc.constant('image'), source: imageSource }, marked);
const documentSource = fc.oneof(
  members({ type: fc.constant('base64'), media_type: fc.constant('application/pdf'), data: anyBytes }),
  members({ type: fc.constant('text'), media_type: fc.constant('text/plain'), data: anyText }),
  members({ type: fc.constant('url'), url: fc.webUrl() }),
  members({ type: fc.constant('file'), file_id: someText }),
  members({
    type: fc.constant('content'),
    content: fc.oneof(anyText, fc.array(fc.oneof(textBlock, imageBlock), { minLength: 1, maxLength: 2 })),
  }),
);
const enabled = members({ enabled: fc.boolean() });
const documentBlock = members(
  { type: fc.constant('document'), source: documentSource },
  { ...marked, title: someText, context: someText, citations: enabled },
);
const searchResultBlock = members(
  {
    type: fc.constant('search_result'),
    source: someText,
    title: someText,
    content: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
  },
  { ...marked, citations: enabled },
);

const contents = (block: fc.Arbitrary<JsonObject>) =>
  fc.oneof(anyText, fc.array(block, { minLength: 1, maxLength: 3 }));

const userMessage: fc.Arbitrary<Turn> = members({
  role: fc.constant('user'),
  content: contents(fc.oneof(textBlock, imageBlock, documentBlock, searchResultBlock)),
}).map((message) => () => [message]);

const thinkingBlock = fc.oneof(
  members({ type: fc.constant('thinking'), thinking: anyText, signature: anyBlob }),
  members({ type: fc.constant('redacted_thinking'), data: anyBlob }),
);

const answer: fc.Arbitrary<Turn> = members({
  role: fc.constant('assistant'),
  content: contents(fc.oneof(textBlock, thinkingBlock)),
}).map((message) => () => [message]);

const outcome = members(
  {},
  {
    content: contents(fc.oneof(textBlock, imageBlock, documentBlock, searchResultBlock)),
    is_error: fc.boolean(),
    ...marked,
  },
);

const callingTurn: fc.Arbitrary<Turn> = fc
  .tuple(
    fc.array(fc.oneof(thinkingBlock, textBlock), { maxLength: 2 }),
    fc.array(fc.tuple(withUnknown(members({ name: anyName, input: anyObject }, { ...marked })), outcome), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([before, pairs]) => (turn) => {
    const id = (index: number) => `toolu_${turn}_${index}`;
    const calls = pairs.map(([call], index) => ({ type: 'tool_use', id: id(index), ...call }));
    const results = pairs.map(([, result], index) => ({ type: 'tool_result', tool_use_id: id(index), ...result }));
    return [
      { role: 'assistant', content: [...before, ...calls] },
      { role: 'user', content: results },
    ];
  });

const searchHit = members(
  { type: fc.constant('web_search_result'), url: fc.webUrl(), title: someText, encrypted_content: anyBlob },
  { page_age: someText },
);
const searchFault = members({
  type: fc.constant('web_search_tool_result_error'),
  error_code: fc.constantFrom('unavailable', 'max_uses_exceeded'),
});
const searchCitation = members(
  { type: fc.constant('web_search_result_location'), url: fc.webUrl(), cited_text: someText, encrypted_index: anyBlob },
  { title: someText },
);

const searchingTurn: fc.Arbitrary<Turn> = fc
  .tuple(
    someText,
    fc.oneof(fc.array(searchHit, { minLength: 1, maxLength: 2 }), searchFault),
    anyText,
    fc.array(searchCitation, { minLength: 1, maxLength: 2 }),
  )
  .map(([query, content, text, citations]) => (turn) => {
    const id = `srvtoolu_${turn}`;
    const call = { type: 'server_tool_use', id, name: 'web_search', input: { query } };
    const result = { type: 'web_search_tool_result', tool_use_id: id, content };
    return [{ role: 'assistant', content: [call, result, { type: 'text', text, citations }] }];
  });

/** A document, and an answer that cites it; the index counts from the whole history, where it is the only one that answers cite. */
const documentTurn: fc.Arbitrary<Turn> = fc
  .tuple(fc.stringMatching(/^[a-z ]{10,20}$/), anyText, fc.integer({ min: 0, max: 4 }))
  .map(([data, text, start]) => () => {
    const source = { type: 'text', media_type: 'text/plain', data };
    const citation = {
      type: 'char_location',
      cited_text: data.slice(start, start + 4),
      document_index: 0,
      document_title: null,
      start_char_index: start,
      end_char_index: start + 4,
    };
    return [
      { role: 'user', content: [{ type: 'document', source, citations: { enabled: true } }] },
      { role: 'assistant', content: [{ type: 'text', text, citations: [citation] }] },
    ];
  });

const customTool = withUnknown(
  members(
    { name: anyName, input_schema: anySchema },
    {
      type: fc.constant('custom'),
      description: anyText,
      ...marked,
      strict: fc.boolean(),
      defer_loading: fc.boolean(),
      eager_input_streaming: fc.boolean(),
      input_examples: fc.array(anyObject, { minLength: 1, maxLength: 2 }),
      allowed_callers: fc.constantFrom(['direct'], ['direct', 'code_execution_20250825']),
    },
  ),
);
const domains = fc.array(fc.domain(), { minLength: 1, maxLength: 2 });
const location = members(
  { type: fc.constant('approximate') },
  { city: someText, region: someText, country: fc.constant('DE'), timezone: fc.constant('Europe/Berlin') },
);
const searchTool = members(
  { type: fc.constant('web_search_20250305'), name: fc.constant('web_search') },
  { ...marked, max_uses: fc.integer({ min: 1, max: 9 }), user_location: location, allowed_domains: domains },
);
const fetchTool = members(
  { type: fc.constant('web_fetch_20250910'), name: fc.constant('web_fetch') },
  {
    ...marked,
    max_uses: fc.integer({ min: 1, max: 9 }),
    max_content_tokens: fc.integer({ min: 1, max: 9999 }),
    blocked_domains: domains,
    citations: enabled,
  },
);
const plainTools = fc.constantFrom<JsonObject>(
  { type: 'bash_20250124', name: 'bash' },
  { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 100 },
  { type: 'code_execution_20250825', name: 'code_execution' },
  { type: 'memory_20250818', name: 'memory' },
);

const toolChoice = fc.oneof(
  members({ type: fc.constantFrom('auto', 'any') }, { disable_parallel_tool_use: fc.boolean() }),
  members({ type: fc.constant('tool'), name: anyName }, { disable_parallel_tool_use: fc.boolean() }),
  fc.constant({ type: 'none' }),
);
const thinking = fc.oneof(
  members(
    { type: fc.constant('enabled'), budget_tokens: fc.integer({ min: 1024, max: 9999 }) },
    { display: fc.constantFrom('summarized', 'omitted') },
  ),
  members({ type: fc.constant('adaptive') }, { display: fc.constantFrom('summarized', 'omitted') }),
  fc.constant({ type: 'disabled' }),
);
const tenths = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);

const OPTIONS: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  system: fc.oneof(anyText, fc.array(textBlock, { minLength: 1, maxLength: 2 })),
  tools: fc.uniqueArray(fc.oneof(customTool, searchTool, fetchTool, plainTools), {
    maxLength: 2,
    selector: ({ name }) => name,
  }),
  tool_choice: toolChoice,
  thinking,
  metadata: members({}, { user_id: someText }),
  stop_sequences: fc.array(someText, { minLength: 1, maxLength: 3 }),
  stream: fc.boolean(),
  service_tier: fc.constantFrom('auto', 'standard_only'),
  temperature: tenths,
  top_p: tenths,
  top_k: fc.integer({ min: 1, max: 99 }),
  cache_control: cacheControl,
  output_config: members(
    {},
    {
      effort: fc.constantFrom('low', 'medium', 'high', 'max'),
      format: members({ type: fc.constant('json_schema'), schema: anySchema }),
    },
  ),
  inference_geo: fc.constantFrom('us', 'global'),
};
