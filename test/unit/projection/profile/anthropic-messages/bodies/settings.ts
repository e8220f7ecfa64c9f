import type { JsonObject } from '../../../../../../src/core/json.ts';
import { asked } from '../support.ts';

const MARK = { cache_control: { type: 'ephemeral' } };
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } } };

const edits = (...made: readonly JsonObject[]): JsonObject => asked({ context_management: { edits: made } });

/** Everything that the reference of the dialect lists about tools and settings. */
export const SETTINGS: Readonly<Record<string, JsonObject>> = {
  'a function with everything': asked({
    tools: [
      {
        name: 'f',
        description: '',
        input_schema: SCHEMA,
        strict: true,
        input_examples: [{ a: 'x' }],
        eager_input_streaming: true,
        defer_loading: true,
        allowed_callers: ['direct', 'code_execution_20260120'],
        cache_control: { type: 'ephemeral', ttl: '1h' },
      },
    ],
  }),
  'a function that names its type': asked({ tools: [{ type: 'custom', name: 'f', input_schema: SCHEMA }] }),
  'no tools': asked({ tools: [] }),
  'shells of the client': asked({
    tools: [
      { type: 'bash_20250124', name: 'bash', input_examples: [{ command: 'ls' }], strict: true },
      { type: 'bash_20241022', name: 'bash', ...MARK },
    ],
  }),
  'editors of text': asked({
    tools: [
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 100 },
      { type: 'text_editor_20241022', name: 'str_replace_editor' },
      { type: 'text_editor_20250124', name: 'str_replace_editor' },
      { type: 'text_editor_20250429', name: 'str_replace_based_edit_tool' },
    ],
  }),
  computers: asked({
    tools: [
      {
        type: 'computer_20251124',
        name: 'computer',
        display_width_px: 10,
        display_height_px: 20,
        display_number: 1,
        enable_zoom: true,
      },
      { type: 'computer_20241022', name: 'computer', display_width_px: 1, display_height_px: 2 },
    ],
  }),
  'a memory': asked({ tools: [{ type: 'memory_20250818', name: 'memory' }] }),
  'sets of tools': asked({
    tools: [
      {
        type: 'computer_toolset_20260801',
        configs: { zoom: { enabled: false, defer_loading: true }, wait: {} },
        ...MARK,
      },
      { type: 'browser_toolset_20260801' },
      { type: 'browser_toolset_20260801', configs: {} },
    ],
  }),
  'web searches': asked({
    tools: [
      {
        type: 'web_search_20260318',
        name: 'web_search',
        max_uses: 2,
        allowed_domains: ['a.test'],
        user_location: {
          type: 'approximate',
          city: 'Bremen',
          region: 'HB',
          country: 'DE',
          timezone: 'Europe/Berlin',
        },
        response_inclusion: 'excluded',
        allowed_callers: ['direct'],
        ...MARK,
      },
      {
        type: 'web_search_20250305',
        name: 'web_search',
        blocked_domains: [],
        user_location: { type: 'approximate' },
      },
    ],
  }),
  fetches: asked({
    tools: [
      {
        type: 'web_fetch_20260318',
        name: 'web_fetch',
        citations: { enabled: true },
        max_content_tokens: 5,
        use_cache: false,
        url_sources: {
          user_input: { type: 'none' },
          client_tool_results: { type: 'only', tools: [{ type: 'tool_reference', name: 'f' }] },
          server_tool_results: { type: 'except', tools: [] },
        },
        response_inclusion: 'full',
        blocked_domains: ['b.test'],
      },
      { type: 'web_fetch_20250910', name: 'web_fetch', url_sources: {}, citations: {} },
    ],
  }),
  'runners of code': asked({
    tools: ['20250522', '20250825', '20260120', '20260521'].map((version) => ({
      type: `code_execution_${version}`,
      name: 'code_execution',
    })),
  }),
  'searches for tools': asked({
    tools: [
      { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
      { type: 'tool_search_tool_bm25', name: 'tool_search_tool_bm25' },
    ],
  }),
  'an advisor': asked({
    tools: [
      {
        type: 'advisor_20260301',
        name: 'advisor',
        model: 'x',
        max_uses: 1,
        max_tokens: 5,
        caching: { type: 'ephemeral', ttl: '1h' },
      },
    ],
  }),
  'servers and their tools': asked({
    mcp_servers: [
      { type: 'url', name: 'a', url: 'https://a.test' },
      {
        type: 'url',
        name: 'b',
        url: 'https://b.test',
        tool_configuration: { enabled: true, allowed_tools: ['x'] },
      },
      { type: 'url', name: 'c', url: 'https://c.test', tool_configuration: {} },
    ],
    tools: [
      {
        type: 'mcp_toolset',
        mcp_server_name: 'c',
        default_config: { enabled: false, defer_loading: true },
        configs: { x: { enabled: true } },
        tools: [{ name: 'x', input_schema: {} }],
        ...MARK,
      },
      { type: 'mcp_toolset', mcp_server_name: 'a', default_config: {} },
    ],
  }),
  'a server without a set of tools': asked({ mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.test' }] }),
  'no servers': asked({ mcp_servers: [] }),
  'a set of tools without its server': asked({ tools: [{ type: 'mcp_toolset', mcp_server_name: 'z' }] }),
  'a free choice, one call at a time': asked({ tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
  'a call of any tool': asked({ tool_choice: { type: 'any' } }),
  'a call of one tool': asked({ tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: false } }),
  'no call': asked({ tool_choice: { type: 'none' } }),
  'thinking within a budget': asked({
    thinking: {
      type: 'enabled',
      budget_tokens: 1024,
      display: 'summarized',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    },
  }),
  'thinking as the model likes': asked({ thinking: { type: 'adaptive', display: 'updates', block_binding: {} } }),
  'no thinking': asked({ thinking: { type: 'disabled' } }),
  'thinking between calls': asked({ thinking: { type: 'between_tools' } }),
  'effort, a form and a budget of the task': asked({
    output_config: {
      effort: 'max',
      format: { type: 'json_schema', schema: { type: 'object', minProperties: 2 } },
      task_budget: { type: 'tokens', total: 5, remaining: 3 },
    },
  }),
  'settings of the output that say nothing': asked({ output_config: {} }),
  'the deprecated form': asked({ output_format: { type: 'json_schema', schema: {} } }),
  'edits of the context': edits(
    {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'tool_uses', value: 3 },
      keep: { type: 'tool_uses', value: 1 },
      clear_at_least: { type: 'input_tokens', value: 5 },
      clear_tool_inputs: true,
      exclude_tools: ['f'],
    },
    { type: 'clear_thinking_20251015', keep: 'all' },
    {
      type: 'compact_20260112',
      trigger: { type: 'input_tokens', value: 50000 },
      pause_after_compaction: true,
      instructions: 'short',
    },
  ),
  'edits of the context in their other forms': edits(
    { type: 'clear_tool_uses_20250919', clear_tool_inputs: ['f'] },
    { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } },
    { type: 'clear_thinking_20251015', keep: { type: 'all' } },
  ),
  'no edits of the context': edits(),
  'a management of the context that says nothing': asked({ context_management: {} }),
  'a summary on demand': asked({ compaction: { type: 'summarize', instructions: 'x' } }),
  'a container by identifier': asked({ container: 'container_1' }),
  'a container with skills': asked({
    container: {
      id: 'container_1',
      skills: [
        { type: 'anthropic', skill_id: 'pptx', version: 'latest' },
        { type: 'custom', skill_id: 's' },
      ],
    },
  }),
  'a container with nothing': asked({ container: {} }),
  'a container without skills': asked({ container: { skills: [] } }),
  'sampling and stops': asked({ stop_sequences: ['x'], temperature: 0.5, top_p: 0.9, top_k: 5 }),
  'how it is served': asked({ service_tier: 'standard_only', speed: 'fast', inference_geo: 'us', stream: true }),
  'a mark on the request and the answer to compare it with': asked({
    diagnostics: { previous_message_id: 'msg_1' },
    cache_control: { type: 'ephemeral', ttl: '5m' },
  }),
  'diagnostics with nothing': asked({ diagnostics: {} }),
  'who uses it': asked({ metadata: { user_id: 'u' } }),
  'metadata with nothing': asked({ metadata: {} }),
  'a new thread': asked({ thread: { type: 'create' } }),
  'a thread that goes on': asked({ thread: { type: 'continue', previous_message_id: 'msg_1' } }),
  'the models that the provider falls back to': asked({ fallbacks: 'default' }),
  'models to fall back to': asked({
    fallbacks: [
      {
        model: 'b',
        max_tokens: 5,
        thinking: { type: 'disabled' },
        output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } },
        speed: 'standard',
      },
      { model: 'c', output_config: {} },
    ],
  }),
  'a credit as a text': asked({ fallback_credit_token: 'CRED' }),
  'a credit with its mode': asked({ fallback_credit_token: { token: 'CRED', mode: 'strict' } }),
  'a credit without its mode': asked({ fallback_credit_token: { token: 'CRED' } }),
  'who pays': asked({ billing_policy: { type: 'billing_policy', bill_to: 'self' } }),
  'nobody who pays': asked({ billing_policy: { type: 'billing_policy' } }),
  'a request that only writes the cache': asked({ max_tokens: 0 }),
};
