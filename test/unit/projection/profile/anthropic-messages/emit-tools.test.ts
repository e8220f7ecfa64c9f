import { describe, expect, it } from 'vitest';
import type { UnifiedRequestV2, UnifiedToolDefinition } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { call, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { asked, back, chatRecord, fromChat, OWNER, places, read, refusal, USER, write, written } from './support.ts';

function record(tools: readonly UnifiedToolDefinition[], more: Partial<UnifiedRequestV2> = {}): UnifiedRequestV2 {
  const generation = { maxOutputTokens: { value: 100, requirement: 'preferred' } } as const;
  return sampleRecord([message('user', 'q')], { generation, tools: [...tools], ...more }, 'openai-chat');
}

/** What becomes of a tool of another dialect, and what is said about that. */
function sent(tool: UnifiedToolDefinition) {
  const { wire, entries } = write(record([tool]));
  return { tool: (wire['tools'] as readonly JsonObject[] | undefined)?.[0], entries: places(entries) };
}

function functionOf(schema: JsonObject | boolean | undefined, more: object = {}): UnifiedToolDefinition {
  const inputSchema = schema === undefined ? {} : { inputSchema: { schema } };
  return { type: 'function', name: 'f', execution: 'client', portability: 'portable', ...inputSchema, ...more };
}

describe('functions of another dialect', () => {
  it('[U-TOOL-1] keep their schema as it is where nobody demands that it is enforced', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x', default: 'x' } }, if: {} };
    expect(sent(functionOf(schema)).tool).toEqual({ name: 'f', input_schema: schema });
    expect(sent(functionOf(schema)).entries).toEqual([]);
  });

  it('[U-TOOL-1][U-LOSS-1] have an object for their input, because the target demands it', () => {
    const at = '/tools/0/inputSchema';
    expect(sent(functionOf(undefined))).toEqual({
      tool: { name: 'f', input_schema: { type: 'object' } },
      entries: [`info schema.keyword ${at}`],
    });
    expect(sent(functionOf({ properties: {} }))).toEqual({
      tool: { name: 'f', input_schema: { properties: {}, type: 'object' } },
      entries: [`info schema.keyword ${at}/schema/type`],
    });
    expect(refusal(record([functionOf({ type: 'string' })]))).toEqual([`error schema.keyword ${at}/schema/type`]);
    expect(refusal(record([functionOf(false)]))).toEqual([`error schema.keyword ${at}/schema`]);
  });

  it('[U-TOOL-1][U-LOSS-1] that are strict keep what the target enforces, and an entry names each keyword', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', pattern: '^x' },
        b: { oneOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] },
      },
      required: ['a'],
      additionalProperties: false,
    };
    const given = structuredClone(schema);
    const { tool, entries } = sent(functionOf(schema, { strict: true }));
    expect(tool).toMatchObject({
      strict: true,
      input_schema: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'null' }, { type: 'integer' }] } },
        required: ['a'],
        additionalProperties: false,
      },
    });
    const at = '/tools/0/inputSchema/schema/properties';
    const features = entries.map((entry) => entry.slice(entry.indexOf(' ') + 1));
    expect(features.map((entry) => entry.slice(entry.indexOf('/')))).toEqual(
      expect.arrayContaining([`${at}/a/pattern`, `${at}/b/oneOf`, `${at}/b/oneOf/1/minimum`]),
    );
    expect(schema).toEqual(given);
  });

  it('[U-TOOL-1] are loaded late, called from where they may be, and shown by examples', () => {
    const more = { deferLoading: true, allowedCallers: ['direct'], inputExamples: [{ value: { a: 1 } }] };
    expect(sent(functionOf({ type: 'object' }, more)).tool).toEqual({
      name: 'f',
      input_schema: { type: 'object' },
      defer_loading: true,
      allowed_callers: ['direct'],
      input_examples: [{ a: 1 }],
    });
  });
});

describe('tools of other providers', () => {
  it('[U-TOOL-2][U-LOSS-1] get the newest version that is known here', () => {
    const search = {
      type: 'web-search',
      execution: 'provider',
      portability: 'emulatable',
      allowedDomains: ['a.test'],
      userLocation: { city: 'Bremen' },
    } as const;
    expect(sent(search)).toEqual({
      tool: {
        type: 'web_search_20260318',
        name: 'web_search',
        allowed_domains: ['a.test'],
        user_location: { type: 'approximate', city: 'Bremen' },
      },
      entries: [],
    });
    expect(sent({ ...search, version: 'preview' }).entries).toEqual(['warning tool.version /tools/0/version']);
  });

  it('[U-TOOL-2] run code', () => {
    expect(sent({ type: 'code-execution', execution: 'provider', portability: 'emulatable' }).tool).toEqual({
      type: 'code_execution_20260521',
      name: 'code_execution',
    });
  });

  it('[U-TOOL-2][U-LOSS-2] take domains that are allowed or that are not, never both', () => {
    const allowedDomains = ['a.test'];
    const blockedDomains = ['b.test'];
    const search = { type: 'web-search', execution: 'provider', portability: 'emulatable' } as const;
    expect(sent({ ...search, blockedDomains }).tool).toMatchObject({ blocked_domains: blockedDomains });
    expect(refusal(record([{ ...search, allowedDomains, blockedDomains }]))).toEqual([
      'error tool.web-search.blocked-domains /tools/0/blockedDomains',
    ]);
  });

  it('[U-TOOL-2][U-LOSS-2] that cannot do here what they do there stop the request', () => {
    expect(refusal(record([{ type: 'computer', execution: 'client', portability: 'emulatable' }]))).toEqual([
      'error tool.computer /tools/0',
    ]);
    expect(refusal(record([{ type: 'shell', execution: 'provider', portability: 'emulatable' }]))).toEqual([
      'error tool.shell /tools/0',
    ]);
    expect(
      refusal(record([{ type: 'file-search', execution: 'provider', portability: 'provider-bound', stores: [] }])),
    ).toEqual(['error tool.file-search /tools/0']);
  });
});

describe('a function that is called like a tool of the provider', () => {
  const SEARCH = { type: 'web-search', execution: 'provider', portability: 'emulatable' } as const;
  const SHELL = { type: 'shell', name: 'terminal', execution: 'client', portability: 'emulatable' } as const;
  const named = (name: string) => functionOf({ type: 'object' }, { name });

  /** The names of the tools on the wire, which no two of them share. */
  function namesOf(wire: JsonObject): readonly unknown[] {
    const names = (wire['tools'] as readonly JsonObject[]).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    return names;
  }

  it('[U-TOOL-5][U-LOSS-1] has another name here, in its definition and in its calls', () => {
    const items = [message('user', 'q'), call('a', 'web_search'), result('a', '1')];
    const made = sampleRecord(items, { tools: [named('web_search'), SEARCH] }, 'openai-chat');
    const { wire, entries, emission } = write(made);
    const [alias, hosted] = namesOf(wire);
    expect(hosted).toBe('web_search');
    expect(wire['messages']).toMatchObject([{}, { content: [{ type: 'tool_use', name: alias }] }, {}]);
    expect(places(entries)).toContain('info tool.name /tools/0/name');
    expect(emission.aliases.toolNames).toEqual([['web_search', alias]]);
  });

  it('[U-TOOL-5] is not what a choice of the tool of the provider means', () => {
    const toolChoice = (kind: string, name?: string) =>
      ({
        toolChoice: {
          value: { mode: 'tool', tool: { kind, ...(name === undefined ? {} : { name }) } },
          requirement: 'preferred',
        },
      }) as const;
    const tools = [SEARCH, named('web_search')];
    expect(write(record(tools, toolChoice('web-search'))).wire['tool_choice']).toEqual({
      type: 'tool',
      name: 'web_search',
    });
    const { wire } = write(record(tools, toolChoice('function', 'web_search')));
    expect(wire['tool_choice']).toEqual({ type: 'tool', name: namesOf(wire)[1] });
  });

  it('[U-TOOL-5] leaves the prescribed name to a tool that the client runs, and its calls have it', () => {
    const items = [message('user', 'q'), call('a', 'terminal'), result('a', '1')];
    const { wire } = write(sampleRecord(items, { tools: [SHELL, named('bash')] }, 'openai-chat'));
    expect(namesOf(wire)).toEqual(['bash', expect.stringMatching(/^bash_[0-9a-f]{12}$/)]);
    expect(wire['messages']).toMatchObject([{}, { content: [{ type: 'tool_use', name: 'bash' }] }, {}]);
  });

  it('[U-TOOL-5] keeps its name where no such tool is sent', () => {
    expect(namesOf(write(record([named('web_search'), named('bash')])).wire)).toEqual(['web_search', 'bash']);
  });

  it('[U-PROF-3] is sent as it is where this dialect said so', () => {
    const own = asked({
      tools: [
        { name: 'bash', input_schema: { type: 'object' } },
        { type: 'bash_20250124', name: 'bash' },
      ],
    });
    expect(write(read(own).value).wire).toEqual(own);
  });
});

describe('a tool of free text', () => {
  it('[U-TOOL-5] is named among those whose answers are unwrapped, by its name on the wire', () => {
    const { wire, emission } = write(
      record([{ type: 'custom', name: 'write it', execution: 'client', portability: 'portable' }]),
    );
    const [tool] = wire['tools'] as readonly JsonObject[];
    expect(emission.aliases.wrappedTools).toEqual([tool?.['name']]);
  });
});

describe('tools of servers', () => {
  const server = {
    type: 'mcp',
    execution: 'provider',
    portability: 'emulatable',
    serverLabel: 's',
    serverUrl: 'https://s.test/mcp',
  } as const;

  it('[U-TOOL-2] are a set of tools and a server', () => {
    const { wire, entries } = write(record([server]));
    expect(wire['tools']).toEqual([{ type: 'mcp_toolset', mcp_server_name: 's' }]);
    expect(wire['mcp_servers']).toEqual([{ type: 'url', name: 's', url: 'https://s.test/mcp' }]);
    expect(entries).toEqual([]);
  });

  it('[U-TOOL-2] that alone are allowed are switched on, and all others off', () => {
    const { wire } = write(record([{ ...server, allowedTools: ['x', 'y'] }]));
    expect(wire['tools']).toEqual([
      {
        type: 'mcp_toolset',
        mcp_server_name: 's',
        default_config: { enabled: false },
        configs: { x: { enabled: true }, y: { enabled: true } },
      },
    ]);
  });

  it('[U-LOSS-1][U-LOSS-2] are called without asking, and a server without an address stops the request', () => {
    const { entries } = write(record([{ ...server, approval: { mode: 'always' } }]), {
      requirements: { 'tool.mcp.approval': 'preferred' },
    });
    expect(places(entries)).toEqual(['warning tool.mcp.approval /tools/0/approval']);
    const { serverUrl: _, ...unreachable } = server;
    expect(refusal(record([unreachable]))).toEqual(['error tool.mcp /tools/0']);
  });

  it('[U-SEC-2][U-LOSS-1] go out without the token of their server, and a warning says where it belongs', () => {
    const wire = asked({
      mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.test', authorization_token: 'TOKEN-1' }],
    });
    const made = written(back(wire));
    expect(made.wire).toEqual(asked({ mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.test' }] }));
    expect(places(made.entries)).toEqual(['warning secret.reference /tools/0/authorization']);
    const { value, privateState } = read(wire);
    expect(JSON.stringify(write(value, { owner: OWNER, privateState }).emission)).not.toContain('TOKEN-1');
  });
});

describe('the choice of tools', () => {
  const TOOLS = {
    tools: ['f', 'g'].map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } })),
  };

  it.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [
      { type: 'function', function: { name: 'g' } },
      { type: 'tool', name: 'g' },
    ],
  ])('[U-TOOL-1] of another dialect is said here: %j', (choice, expected) => {
    const { wire, entries } = fromChat([USER], { ...TOOLS, tool_choice: choice });
    expect(wire['tool_choice']).toEqual(expected);
    expect(entries).toEqual([]);
  });

  it('[U-GEN-1] says whether several tools may be called at once', () => {
    expect(fromChat([USER], { ...TOOLS, parallel_tool_calls: false }).wire['tool_choice']).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    });
    expect(places(fromChat([USER], { parallel_tool_calls: false }).entries)).toEqual([
      'warning generation.parallel-tool-calls /generation/parallelToolCalls',
    ]);
    expect(fromChat([USER], { parallel_tool_calls: true }).entries).toEqual([]);
    const { wire, entries } = fromChat([USER], { ...TOOLS, parallel_tool_calls: false, tool_choice: 'none' });
    expect(wire['tool_choice']).toEqual({ type: 'none' });
    expect(places(entries)).toEqual(['warning generation.parallel-tool-calls /generation/parallelToolCalls']);
  });

  it('[U-TOOL-1][U-LOSS-1] among some of the tools sends only those', () => {
    const allowed = {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'g' } }] },
    };
    const { wire, entries } = fromChat([USER], { ...TOOLS, tool_choice: allowed });
    expect(wire['tools']).toMatchObject([{ name: 'g' }]);
    expect(wire['tool_choice']).toEqual({ type: 'any' });
    expect(places(entries)).toEqual([
      'info tool-choice.allowed /tools/0',
      'warning tool-choice.allowed /toolChoice/value',
    ]);
  });

  it('[U-LOSS-1][U-LOSS-2] without tools is not said, and a forced one stops the request', () => {
    const { wire, entries } = fromChat([USER], { tool_choice: 'auto' });
    expect(wire).not.toHaveProperty('tool_choice');
    expect(places(entries)).toEqual(['info tool-choice.combination /toolChoice']);
    expect(refusal(chatRecord([USER], { tool_choice: 'required' }))).toEqual([
      'error tool-choice.combination /toolChoice',
    ]);
  });
});
