import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { asked, back, places, read } from './support.ts';

function tools(...wires: readonly JsonObject[]) {
  return read(asked({ tools: wires })).value.tools.map(({ providerData: _, ...tool }) => tool);
}

describe('tools of a Messages body', () => {
  it('[U-TOOL-1] are functions with everything that is said of them', () => {
    expect(
      tools({
        name: 'f',
        description: '',
        input_schema: { type: 'object' },
        strict: true,
        input_examples: [{ a: 'x' }],
        eager_input_streaming: true,
        defer_loading: true,
        allowed_callers: ['direct', 'code_execution_20260120'],
        cache_control: { type: 'ephemeral', ttl: '1h' },
      }),
    ).toEqual([
      {
        type: 'function',
        name: 'f',
        execution: 'client',
        portability: 'portable',
        description: '',
        inputSchema: { dialect: 'draft-2020-12', schema: { type: 'object' } },
        strict: true,
        inputExamples: [{ value: { a: 'x' } }],
        eagerArguments: true,
        deferLoading: true,
        allowedCallers: ['direct', 'code_execution_20260120'],
        cache: { ttl: '1h' },
      },
    ]);
  });

  it.each([
    ['bash_20250124', 'bash', 'shell', 'client', 'emulatable'],
    ['text_editor_20250728', 'str_replace_based_edit_tool', 'text-editor', 'client', 'emulatable'],
    ['computer_20251124', 'computer', 'computer', 'client', 'emulatable'],
    ['memory_20250818', 'memory', 'memory', 'client', 'provider-bound'],
    ['web_search_20260209', 'web_search', 'web-search', 'provider', 'emulatable'],
    ['web_fetch_20250910', 'web_fetch', 'web-fetch', 'provider', 'emulatable'],
    ['code_execution_20250825', 'code_execution', 'code-execution', 'provider', 'emulatable'],
    ['tool_search_tool_bm25_20251119', 'tool_search_tool_bm25', 'tool-search', 'provider', 'emulatable'],
    ['advisor_20260301', 'advisor', 'advisor', 'provider', 'provider-bound'],
  ])(
    '[U-TOOL-2][U-TOOL-3] of the provider keep the date of their version: %s',
    (wireType, name, type, execution, portability) => {
      const more = type === 'computer' ? { display_width_px: 10, display_height_px: 20 } : {};
      const [tool] = tools({ type: wireType, name, ...more, ...(type === 'advisor' ? { model: 'x' } : {}) });
      expect(tool).toMatchObject({ type, name, version: wireType.slice(-8), execution, portability });
    },
  );

  it('[U-TOOL-2] search the web within limits and from a place', () => {
    const user = { city: 'Bremen', region: 'HB', country: 'DE', timezone: 'Europe/Berlin' };
    expect(
      tools({
        type: 'web_search_20260318',
        name: 'web_search',
        max_uses: 2,
        allowed_domains: ['a.test'],
        user_location: { type: 'approximate', ...user },
        response_inclusion: 'excluded',
      }),
    ).toMatchObject([{ maxUses: 2, allowedDomains: ['a.test'], userLocation: user, resultInclusion: 'excluded' }]);
  });

  it('[U-TOOL-2] fetch what may be fetched', () => {
    expect(
      tools({
        type: 'web_fetch_20260318',
        name: 'web_fetch',
        citations: { enabled: true },
        max_content_tokens: 5,
        use_cache: false,
        blocked_domains: ['b.test'],
        url_sources: {
          user_input: { type: 'none' },
          client_tool_results: { type: 'only', tools: [{ type: 'tool_reference', name: 'f' }] },
        },
      }),
    ).toMatchObject([
      {
        citations: true,
        maxContentTokens: 5,
        useCache: false,
        blockedDomains: ['b.test'],
        urlSources: [
          { origin: 'user-input', mode: 'none' },
          { origin: 'client-tool-results', mode: 'only', tools: ['f'] },
        ],
      },
    ]);
  });

  it('[U-TOOL-2] see a screen, or are sets with settings for their members', () => {
    expect(
      tools(
        {
          type: 'computer_20251124',
          name: 'computer',
          display_width_px: 10,
          display_height_px: 20,
          display_number: 1,
          enable_zoom: true,
        },
        { type: 'computer_toolset_20260801', configs: { zoom: { enabled: false, defer_loading: true } } },
        { type: 'browser_toolset_20260801' },
      ),
    ).toMatchObject([
      { type: 'computer', displayWidth: 10, displayHeight: 20, displayNumber: 1, enableZoom: true },
      { type: 'computer', toolset: { members: [{ name: 'zoom', enabled: false, deferLoading: true }] } },
      { type: 'browser', version: '20260801' },
    ]);
  });

  it('[U-TOOL-2] of a server are one tool with the server that they are of', () => {
    const { value } = read(
      asked({
        mcp_servers: [
          { type: 'url', name: 'a', url: 'https://a.test' },
          { type: 'url', name: 'b', url: 'https://b.test', tool_configuration: { allowed_tools: ['x'] } },
        ],
        tools: [
          {
            type: 'mcp_toolset',
            mcp_server_name: 'a',
            default_config: { enabled: false },
            configs: { x: { enabled: true } },
            tools: [{ name: 'x', input_schema: {} }],
          },
        ],
      }),
    );
    expect(value.tools).toMatchObject([
      {
        type: 'mcp',
        execution: 'provider',
        serverLabel: 'a',
        serverUrl: 'https://a.test',
        toolset: { defaults: { enabled: false }, members: [{ name: 'x', enabled: true }] },
        pinnedTools: [{ name: 'x', inputSchema: { schema: {} } }],
      },
      { type: 'mcp', serverLabel: 'b', serverUrl: 'https://b.test', allowedTools: ['x'], serverOnly: true },
    ]);
  });

  it('[U-SEC-2] of a server leave its token outside the record, as a secret of that name, and say so', () => {
    const wire = asked({
      mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.test', authorization_token: 'TOKEN-1' }],
    });
    const { value, privateState, loss } = read(wire);
    expect(value.tools[0]).toMatchObject({ authorization: { purpose: 'authorization', secretId: 'req.mcp-token.0' } });
    expect(JSON.stringify([value, [...privateState]])).not.toContain('TOKEN-1');
    expect(places(loss.entries)).toEqual(['info secret.reference /mcp_servers/0/authorization_token']);
  });

  it('[U-TOOL-1] are chosen freely, at will, by name or not at all', () => {
    const choice = (wire: JsonObject) => read(asked({ tool_choice: wire })).value;
    expect(choice({ type: 'auto' }).toolChoice).toEqual({ value: { mode: 'auto' }, requirement: 'required' });
    expect(choice({ type: 'any' }).toolChoice).toMatchObject({ value: { mode: 'required' } });
    expect(choice({ type: 'none' }).toolChoice).toMatchObject({ value: { mode: 'none' } });
    expect(choice({ type: 'tool', name: 'f' }).toolChoice).toMatchObject({
      value: { mode: 'tool', tool: { kind: 'function', name: 'f' } },
    });
    expect(choice({ type: 'auto', disable_parallel_tool_use: true }).generation.parallelToolCalls).toMatchObject({
      value: false,
    });
  });

  it('[U-VAL-3] keep every digit of the numbers in their schemas', () => {
    const schema = '{"type":"object","properties":{"n":{"maximum":9007199254740993,"minimum":0.10000000000000000001}}}';
    const tools = `[{"name":"f","input_schema":${schema}}]`;
    const text = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"q"}],"tools":${tools}}`;
    expect(read(text).value.tools).toMatchObject([
      {
        inputSchema: {
          exactNumbers: [
            { pointer: '/properties/n/maximum', text: '9007199254740993' },
            { pointer: '/properties/n/minimum', text: '0.10000000000000000001' },
          ],
        },
      },
    ]);
    const emission = back(text);
    expect(emission.loss.entries).toEqual([]);
    expect(emission.ok && emission.text()).toContain(schema);
  });
});
