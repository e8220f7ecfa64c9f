import type { JsonObject } from '../../../../../../src/core/json.ts';
import { answered, body, ran, said, USER } from '../support.ts';

const LASTING = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const MARK = { cache_control: { type: 'ephemeral' } };
const MCP_CALL = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 's', input: {} };
const RAN_CODE = { stderr: '', return_code: 0 };

/** Everything that the reference of the dialect lists about calls and results. */
export const CALLS: Readonly<Record<string, JsonObject>> = {
  'a call with everything': said({
    type: 'tool_use',
    id: 'toolu_1',
    name: 'f',
    input: { a: [1, null] },
    caller: { type: 'direct' },
    ...MARK,
  }),
  'a call out of code': said(
    { type: 'server_tool_use', id: 'srvtoolu_9', name: 'code_execution', input: { code: 'x' } },
    {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'f',
      input: {},
      caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' },
    },
  ),
  'a call out of code that is not in the history': said({
    type: 'tool_use',
    id: 'toolu_1',
    name: 'f',
    input: {},
    caller: { type: 'code_execution_20260521', tool_id: 'srvtoolu_gone' },
  }),
  'a call of a member of a set of tools': body([
    USER,
    {
      role: 'assistant',
      content: [
        {
          type: 'tool_use',
          id: 'toolu_1',
          name: 'left_click',
          toolset_name: 'computer',
          input: { coordinate: [1, 2] },
        },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', toolset_name: 'computer', content: 'ok' }],
    },
  ]),
  'a call that nobody answered': said({ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }),
  'a result without content': answered(),
  'a result as a text': answered('x'),
  'a result as an empty text': answered(''),
  'a result as no blocks': answered([]),
  'a failure with a mark': answered('bad', { is_error: true, ...LASTING }),
  'a failure that is none': answered('good', { is_error: false }),
  'a result of blocks': answered([
    { type: 'text', text: 'a', ...MARK },
    { type: 'image', source: { type: 'url', url: 'https://a.test/i.png' } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
    { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'y' }] },
  ]),
  'references to tools between words': answered([
    { type: 'tool_reference', tool_name: 'g', ...MARK },
    { type: 'text', text: 'a' },
    { type: 'tool_reference', tool_name: 'h' },
  ]),
  'references to tools only': answered([{ type: 'tool_reference', tool_name: 'g' }]),
  'the state of a browser': answered([
    {
      type: 'browser_state',
      tabs: [{ tab_id: '1', title: 'T', url: 'https://a.test', active: true }],
      state_changes: [{ type: 'tab_opened', tab_id: '1' }],
      ...MARK,
    },
    { type: 'text', text: 'a' },
  ]),
  'a web search': ran(
    'web_search',
    'web_search_tool_result',
    [
      {
        type: 'web_search_result',
        url: 'https://a.test',
        title: 'T',
        page_age: 'old',
        encrypted_content: 'RU5D',
      },
    ],
    { caller: { type: 'direct' }, ...MARK },
  ),
  'a web search that found nothing': ran('web_search', 'web_search_tool_result', []),
  'a web search that failed': ran('web_search', 'web_search_tool_result', {
    type: 'web_search_tool_result_error',
    error_code: 'unavailable',
  }),
  'a web search whose result comes later': body([
    USER,
    { role: 'assistant', content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }] },
    USER,
    {
      role: 'assistant',
      content: [
        { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
        { type: 'text', text: 'x' },
      ],
    },
    USER,
  ]),
  'a fetch': ran('web_fetch', 'web_fetch_tool_result', {
    type: 'web_fetch_result',
    url: 'https://a.test',
    retrieved_at: '2026-11-14T23:34:21.151000+00:00',
    content: {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'x' },
      title: 'T',
      citations: { enabled: false },
    },
  }),
  'a fetch that failed': ran('web_fetch', 'web_fetch_tool_result', {
    type: 'web_fetch_tool_result_error',
    error_code: 'url_not_allowed',
  }),
  'code that ran': ran('code_execution', 'code_execution_tool_result', {
    type: 'code_execution_result',
    stdout: '2',
    ...RAN_CODE,
    content: [{ type: 'code_execution_output', file_id: 'file_9' }],
  }),
  'code that ended badly': ran('code_execution', 'code_execution_tool_result', {
    type: 'code_execution_result',
    stdout: '',
    stderr: 'x',
    return_code: 1,
    content: [],
  }),
  'code whose output is encrypted': ran('code_execution', 'code_execution_tool_result', {
    type: 'encrypted_code_execution_result',
    encrypted_stdout: 'RU5D',
    ...RAN_CODE,
    content: [],
  }),
  'code whose output is encrypted, and nothing else': ran('code_execution', 'code_execution_tool_result', {
    type: 'encrypted_code_execution_result',
    encrypted_stdout: 'RU5D',
  }),
  'code that could not run': ran('code_execution', 'code_execution_tool_result', {
    type: 'code_execution_tool_result_error',
    error_code: 'execution_time_exceeded',
  }),
  'a shell of the provider': ran(
    'bash_code_execution',
    'bash_code_execution_tool_result',
    {
      type: 'bash_code_execution_result',
      stdout: '2',
      ...RAN_CODE,
      content: [{ type: 'bash_code_execution_output', file_id: 'file_9' }],
    },
    MARK,
  ),
  'a shell of the provider that failed': ran('bash_code_execution', 'bash_code_execution_tool_result', {
    type: 'bash_code_execution_tool_result_error',
    error_code: 'output_file_too_large',
  }),
  'a file that was viewed': ran('text_editor_code_execution', 'text_editor_code_execution_tool_result', {
    type: 'text_editor_code_execution_view_result',
    file_type: 'text',
    content: 'x',
    start_line: 1,
    num_lines: 1,
    total_lines: 2,
  }),
  'a file that was made': ran('text_editor_code_execution', 'text_editor_code_execution_tool_result', {
    type: 'text_editor_code_execution_create_result',
    is_file_update: false,
  }),
  'a file that was changed': ran('text_editor_code_execution', 'text_editor_code_execution_tool_result', {
    type: 'text_editor_code_execution_str_replace_result',
    lines: ['-a', '+b'],
    old_start: 1,
    old_lines: 1,
    new_start: 1,
    new_lines: 1,
  }),
  'a file that was not there': ran('text_editor_code_execution', 'text_editor_code_execution_tool_result', {
    type: 'text_editor_code_execution_tool_result_error',
    error_code: 'file_not_found',
    error_message: 'no',
  }),
  'a search for tools': ran('tool_search_tool_regex', 'tool_search_tool_result', {
    type: 'tool_search_tool_search_result',
    tool_references: [{ type: 'tool_reference', tool_name: 'g', ...MARK }],
  }),
  'a search for tools that found none': ran('tool_search_tool_bm25', 'tool_search_tool_result', {
    type: 'tool_search_tool_search_result',
    tool_references: [],
  }),
  'a search for tools that failed': ran('tool_search_tool_bm25', 'tool_search_tool_result', {
    type: 'tool_search_tool_result_error',
    error_code: 'unavailable',
    error_message: 'm',
  }),
  advice: ran('advisor', 'advisor_tool_result', { type: 'advisor_result', text: 'do it', stop_reason: 'end_turn' }),
  'advice that only the provider reads': ran('advisor', 'advisor_tool_result', {
    type: 'advisor_redacted_result',
    encrypted_content: 'RU5D',
  }),
  'advice that failed': ran('advisor', 'advisor_tool_result', {
    type: 'advisor_tool_result_error',
    error_code: 'overloaded',
  }),
  'a call of a server, answered in blocks': said(
    { ...MCP_CALL, ...MARK },
    {
      type: 'mcp_tool_result',
      tool_use_id: 'mcptoolu_1',
      is_error: false,
      content: [{ type: 'text', text: 'r', ...MARK }],
    },
  ),
  'a call of a server that failed': said(MCP_CALL, {
    type: 'mcp_tool_result',
    tool_use_id: 'mcptoolu_1',
    is_error: true,
    content: 'r',
  }),
  'a call of a server, answered with nothing': said(MCP_CALL, { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1' }),
  'the tools that a server has': said({
    type: 'mcp_tool_listing',
    mcp_server_name: 's',
    tools: [
      { name: 'x', description: 'd', input_schema: { type: 'object' } },
      { name: 'y', input_schema: {} },
    ],
  }),
};
