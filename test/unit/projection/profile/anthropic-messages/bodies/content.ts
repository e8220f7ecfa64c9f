import type { JsonObject } from '../../../../../../src/core/json.ts';
import { asked, body, said, told, USER } from '../support.ts';

const LASTING = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const MARK = { cache_control: { type: 'ephemeral' } };
const IMAGE = { type: 'image', source: { type: 'url', url: 'https://a.test/i.png' } };
const TEXT_DOCUMENT = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'abc' } };

/** Everything that the reference of the dialect lists about messages and their content. */
export const CONTENT: Readonly<Record<string, JsonObject>> = {
  'content as a text': body([USER, { role: 'assistant', content: 'a' }, USER]),
  'content as a list with one text': told({ type: 'text', text: 'q' }),
  'several messages of the user in a row': body([USER, USER, { role: 'user', content: [{ type: 'text', text: 'z' }] }]),
  'an answer that is begun': body([USER, { role: 'assistant', content: 'The answer is' }]),
  'an answer that is begun with nothing': body([USER, { role: 'assistant', content: [] }]),
  'a system text': asked({ system: 's' }),
  'an empty system text': asked({ system: '' }),
  'system blocks with a mark': asked({
    system: [
      { type: 'text', text: 'a', ...LASTING },
      { type: 'text', text: 'b' },
    ],
  }),
  'no system blocks': asked({ system: [] }),
  'a system message in the middle': body(
    [
      USER,
      { role: 'assistant', content: 'a' },
      USER,
      { role: 'system', content: [{ type: 'text', text: 'r', ...MARK }], clear_at: 'next_user_message' },
    ],
    { system: 'base' },
  ),
  'a system message in the middle, as a text with settings': body([
    USER,
    { role: 'system', content: 'r', clear_at: 'never', output_config: { effort: 'high' } },
  ]),
  'settings in the middle without content': body([USER, { role: 'system', output_config: { effort: 'low' } }]),
  'settings in the middle with no blocks': body([
    USER,
    { role: 'system', content: [], output_config: { effort: 'low' } },
  ]),
  'settings in the middle that last': body([
    USER,
    { role: 'system', clear_at: 'never', output_config: { effort: 'low' } },
  ]),
  'a system message in the middle with nothing': body([USER, { role: 'system' }]),
  'a system message at the head': body([{ role: 'system', content: 'r' }, USER]),
  'a system message at the head, below the system text': body([{ role: 'system', content: 'r' }, USER], {
    system: 'b',
  }),
  'changes of the tools': body([
    USER,
    {
      role: 'system',
      content: [
        { type: 'tool_addition', tool: { type: 'tool_reference', name: 'g' }, ...MARK },
        { type: 'tool_removal', tool: { type: 'mcp_tool_reference', server_name: 's', name: 'x' } },
        { type: 'tool_removal', tool: { type: 'mcp_toolset_reference', server_name: 's' } },
        {
          type: 'tool_addition',
          tool: {
            type: 'tool_definition',
            definition: { name: 'n', input_schema: { type: 'object' }, ...MARK },
          },
        },
        {
          type: 'tool_addition',
          tool: { type: 'tool_definition', definition: { type: 'bash_20250124', name: 'bash' } },
        },
      ],
    },
  ]),
  'an inline image with a mark': told({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
    ...MARK,
  }),
  'an image by address': told(IMAGE),
  'an image by identifier that may be made smaller': told({
    type: 'image',
    source: { type: 'file', file_id: 'file_1' },
    transformations: { oversized_image: 'downsize' },
  }),
  'an image with no transformations': told({ ...IMAGE, transformations: {} }),
  'a document with everything': told({
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' },
    title: 't',
    context: 'c',
    citations: { enabled: true },
    ...LASTING,
  }),
  'a document of text, with settings for citations that say nothing': told({ ...TEXT_DOCUMENT, citations: {} }),
  'a document by address': told({ type: 'document', source: { type: 'url', url: 'https://a.test/a.pdf' } }),
  'a document by identifier': told({ type: 'document', source: { type: 'file', file_id: 'file_2' } }),
  'a document of one text': told({ type: 'document', source: { type: 'content', content: 'hello' } }),
  'a document of blocks': told({
    type: 'document',
    source: { type: 'content', content: [{ type: 'text', text: 'a', ...MARK }, IMAGE] },
  }),
  'a document of no blocks': told({ type: 'document', source: { type: 'content', content: [] } }),
  'a search result': told({
    type: 'search_result',
    source: 'kb/1',
    title: 'T',
    content: [{ type: 'text', text: 'x', ...MARK }],
    citations: { enabled: true },
  }),
  'an upload to the container': told({ type: 'container_upload', file_id: 'file_3', ...MARK }),
  'thinking with its signatures, with and without words, and redacted': said(
    { type: 'thinking', thinking: 'hm', signature: 'U0lH' },
    { type: 'thinking', thinking: '', signature: 'U0lI' },
    { type: 'redacted_thinking', data: 'REQ=' },
    { type: 'text', text: 'x' },
  ),
  'thinking between calls': body([
    USER,
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '1', signature: 'UzE=' },
        { type: 'tool_use', id: 'toolu_a', name: 'f', input: {} },
        { type: 'thinking', thinking: '2', signature: 'UzI=' },
        { type: 'tool_use', id: 'toolu_b', name: 'f', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_a', content: '1' },
        { type: 'tool_result', tool_use_id: 'toolu_b', content: '2' },
      ],
    },
  ]),
  'citations of all kinds': body([
    {
      role: 'user',
      content: [
        { ...TEXT_DOCUMENT, citations: { enabled: true } },
        { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'y' }] },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'x',
          citations: [
            {
              type: 'char_location',
              cited_text: 'a',
              document_index: 0,
              document_title: null,
              start_char_index: 0,
              end_char_index: 1,
            },
            {
              type: 'page_location',
              cited_text: 'a',
              document_index: 0,
              document_title: 'T',
              start_page_number: 1,
              end_page_number: 2,
            },
            {
              type: 'content_block_location',
              cited_text: 'a',
              document_index: 5,
              document_title: null,
              start_block_index: 0,
              end_block_index: 1,
              file_id: 'file_1',
            },
            {
              type: 'search_result_location',
              cited_text: 'y',
              search_result_index: 0,
              source: 's',
              title: null,
              start_block_index: 0,
              end_block_index: 1,
            },
            {
              type: 'web_search_result_location',
              cited_text: 'w',
              url: 'https://a.test',
              title: 'T',
              encrypted_index: 'RU5D',
            },
          ],
        },
        { type: 'text', text: 'z', citations: [] },
      ],
    },
    USER,
  ]),
  'a compaction with everything': told({
    type: 'compaction',
    content: 'sum',
    encrypted_content: 'RU5D',
    signature: 'U0lH',
    tool_changes: [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'g' } }],
    ...MARK,
  }),
  'a compaction of words only': said({ type: 'compaction', content: 'sum' }),
  'a compaction that failed': said({ type: 'compaction', content: null }),
  'a compaction that only the provider reads': told({ type: 'compaction', encrypted_content: 'RU5D' }),
  'a change of the model with its reason': said(
    {
      type: 'fallback',
      from: { model: 'a' },
      to: { model: 'b' },
      trigger: { type: 'refusal', category: 'cyber' },
    },
    { type: 'text', text: 'x' },
  ),
  'a change of the model': said({ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }),
};
