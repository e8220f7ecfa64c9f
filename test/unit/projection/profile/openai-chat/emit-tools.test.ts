import { describe, expect, it } from 'vitest';
import type {
  UnifiedRequestV2,
  UnifiedToolChoiceValue,
  UnifiedToolDefinition,
} from '../../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { projectRequest } from '../../../../../src/projection/index.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
import { back, places, read, refusal, write } from './support.ts';

const CLIENT = { execution: 'client', portability: 'portable' } as const;
const STRICT = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

const record = (more: Partial<UnifiedRequestV2>) => sampleRecord([message('user', 'q')], more);

function made(...tools: readonly UnifiedToolDefinition[]) {
  const { wire, entries } = write(record({ tools }));
  return { tools: wire['tools'], search: wire['web_search_options'], entries: places(entries) };
}

const fn = (schema: JsonValue): UnifiedToolDefinition => ({
  type: 'function',
  name: 'f',
  ...CLIENT,
  inputSchema: { schema },
  strict: true,
});

describe('tools of another dialect', () => {
  it('[U-TOOL-1] keep name, description, schema and strictness', () => {
    const tool: UnifiedToolDefinition = {
      type: 'function',
      name: 'f',
      ...CLIENT,
      description: 'd',
      inputSchema: { schema: STRICT },
      strict: true,
    };
    expect(made(tool)).toEqual({
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: STRICT, strict: true } }],
      search: undefined,
      entries: [],
    });
    expect(made({ type: 'function', name: 'f', ...CLIENT }).tools).toEqual([
      { type: 'function', function: { name: 'f' } },
    ]);
  });

  it('[U-TOOL-1] are no list when there are none', () => {
    expect(made().tools).toBeUndefined();
  });

  it.each([
    ['an optional property', { ...STRICT, required: [] }],
    ['an open object', { ...STRICT, additionalProperties: true }],
    ['an object that does not say', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['a keyword that is not enforced', { ...STRICT, properties: { a: { type: 'string', minLength: 1 } } }],
    ['a choice of exactly one', { ...STRICT, properties: { a: { oneOf: [{ type: 'string' }] } } }],
    ['a choice at the root', { ...STRICT, anyOf: [STRICT] }],
    ['a root that is no object', { type: 'array', items: STRICT }],
    ['a list of anything', { ...STRICT, properties: { a: { type: 'array' } } }],
    ['a list of places', { ...STRICT, properties: { a: { type: 'array', items: [{ type: 'string' }] } } }],
    ['a schema from elsewhere', { ...STRICT, properties: { a: { $ref: 'https://a.test/schema' } } }],
    ['a required member without a schema', { ...STRICT, required: ['a', 'b'] }],
    ['an open object deep inside', { ...STRICT, properties: { a: { anyOf: [{ type: 'object', properties: {} }] } } }],
  ])('[U-TOOL-1][U-LOSS-1] are not strict with %s, and the report says so', (_title, schema) => {
    expect(made(fn(schema))).toEqual({
      tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
      search: undefined,
      entries: ['warning tool.strict /tools/0/strict'],
    });
  });

  it('[U-TOOL-1] that are strict on purpose not stay so', () => {
    expect(made({ ...fn({ ...STRICT, required: [] }), strict: false } as UnifiedToolDefinition)).toMatchObject({
      tools: [{ function: { strict: false } }],
      entries: [],
    });
  });

  it('[U-LOSS-1] lose what this wire does not say of a function', () => {
    const tool: UnifiedToolDefinition = {
      type: 'function',
      name: 'f',
      ...CLIENT,
      deferLoading: true,
      cache: { ttl: '1h' },
      namespace: 'n',
    };
    expect(made(tool).entries.toSorted()).toEqual([
      'info cache.breakpoint /tools/0/cache',
      'info tool.defer-loading /tools/0/deferLoading',
      'warning tool.namespace /tools/0/namespace',
    ]);
  });

  it('[U-TOOL-1] that take free text keep their grammar', () => {
    const grammar = { syntax: 'lark', definition: 'start: "x"' } as const;
    expect(
      made({ type: 'custom', name: 'c', ...CLIENT, grammar }, { type: 'custom', name: 'd', ...CLIENT }),
    ).toMatchObject({
      tools: [
        { type: 'custom', custom: { name: 'c', format: { type: 'grammar', grammar } } },
        { type: 'custom', custom: { name: 'd' } },
      ],
      entries: [],
    });
  });

  it('[U-TOOL-2] of the provider are searched for once, and by the provider', () => {
    const search: UnifiedToolDefinition = {
      type: 'web-search',
      execution: 'provider',
      portability: 'emulatable',
      contextSize: 'low',
      userLocation: { city: 'Bremen' },
    };
    expect(made(search).search).toEqual({
      search_context_size: 'low',
      user_location: { type: 'approximate', approximate: { city: 'Bremen' } },
    });
    expect(places(refusal(record({ tools: [search, search] })))).toEqual(['error tool.web-search /tools/1']);
    const { entries } = made({ ...search, execution: 'client', strict: true, maxUses: 3 });
    expect(entries).toEqual([
      'warning tool.max-uses /tools/0/maxUses',
      'warning tool.hosted /tools/0/execution',
      'warning tool.strict /tools/0/strict',
    ]);
  });

  it('[U-TOOL-2][U-LOSS-2] that only a provider can run are an error', () => {
    const hosted: UnifiedToolDefinition = {
      type: 'code-execution',
      execution: 'provider',
      portability: 'provider-bound',
    };
    expect(places(refusal(record({ tools: [hosted] })))).toEqual(['error tool.code-execution /tools/0']);
    const foreign: UnifiedToolDefinition = {
      type: 'function',
      name: 'f',
      execution: 'provider',
      portability: 'provider-bound',
    };
    expect(places(refusal(record({ tools: [foreign] })))).toEqual(['error tool.hosted /tools/0/execution']);
  });
});

describe('the choice of tools of another dialect', () => {
  const choose = (value: UnifiedToolChoiceValue) =>
    record({
      toolChoice: { value, requirement: 'required' },
      tools: [{ type: 'function', name: 'f', ...CLIENT }],
    });
  const tool = { kind: 'function', name: 'f' } as const;

  it.each<readonly [UnifiedToolChoiceValue, JsonValue]>([
    [{ mode: 'auto' }, 'auto'],
    [{ mode: 'none' }, 'none'],
    [{ mode: 'required' }, 'required'],
    [
      { mode: 'tool', tool },
      { type: 'function', function: { name: 'f' } },
    ],
    [
      { mode: 'tool', tool: { kind: 'custom', name: 'c' } },
      { type: 'custom', custom: { name: 'c' } },
    ],
    [
      { mode: 'allowed', required: true, tools: [tool] },
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
    ],
  ])('[U-TOOL-3] %j is written', (value, written) => {
    const { wire, entries } = write(choose(value));
    expect(wire['tool_choice']).toEqual(written);
    expect(entries).toEqual([]);
  });

  it.each<readonly [UnifiedToolChoiceValue, string]>([
    [{ mode: 'tool', tool: { kind: 'web-search' } }, 'tool-choice.tool'],
    [{ mode: 'tool', tool: { kind: 'function', name: 'f', serverLabel: 's' } }, 'tool-choice.tool'],
    [{ mode: 'allowed', required: false, tools: [tool, { kind: 'mcp', serverLabel: 's' }] }, 'tool-choice.allowed'],
  ])('[U-LOSS-2] %j is an error, because another tool might be called', (value, feature) => {
    expect(places(refusal(choose(value)))).toEqual([`error ${feature} /toolChoice`]);
  });

  it('[U-LOSS-1] loses a validation, a ban on tools and marks that it cannot say', () => {
    const base = choose({ mode: 'tool', tool: { ...tool, cache: {} } });
    const { entries } = write(base);
    expect(places(entries)).toEqual(['info cache.breakpoint /toolChoice/value/tool/cache']);
    const validated = refusal(choose({ mode: 'validated' }));
    expect(places(validated)).toEqual(['error tool-choice.validated /toolChoice/value']);
  });
});

describe('a choice without tools', () => {
  const choose = (value: UnifiedToolChoiceValue, tools: readonly UnifiedToolDefinition[] = []) =>
    record({ toolChoice: { value, requirement: 'required' }, tools });

  it('[U-TOOL-3] is left out where it asks for nothing, because this wire refuses it', () => {
    for (const mode of ['auto', 'none'] as const) {
      const { wire, entries } = write(choose({ mode }));
      expect(wire).not.toHaveProperty('tool_choice');
      expect(places(entries)).toEqual(['info generation.normalization /toolChoice']);
    }
    const { wire, entries } = write(
      record({ generation: { parallelToolCalls: { value: false, requirement: 'required' } } }),
    );
    expect(wire).not.toHaveProperty('parallel_tool_calls');
    expect(places(entries)).toEqual(['info generation.normalization /generation/parallelToolCalls']);
  });

  it('[U-TOOL-3][U-LOSS-2] is an error where a call is demanded; a web search is no tool to choose', () => {
    expect(places(refusal(choose({ mode: 'required' })))).toEqual(['error tool-choice.combination /toolChoice']);
    const search = { type: 'web-search', execution: 'provider', portability: 'emulatable' } as const;
    expect(places(refusal(choose({ mode: 'required' }, [search])))).toEqual([
      'error tool-choice.combination /toolChoice',
    ]);
  });

  it('[U-PROF-10] stays where this dialect said it itself', () => {
    const wire = {
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
      tool_choice: 'auto',
      parallel_tool_calls: true,
    };
    expect(back(wire)).toMatchObject({ ok: true, wire });
  });
});

describe('a function that is called web_search', () => {
  const named = { type: 'function', name: 'web_search', ...CLIENT } as const;
  const search = { type: 'web-search', name: 'web_search', execution: 'provider', portability: 'emulatable' } as const;

  it('[U-TOOL-2] stands beside the web search of the provider, which has no name here', () => {
    expect(write(record({ tools: [search, named] })).wire).toMatchObject({
      tools: [{ type: 'function', function: { name: 'web_search' } }],
      web_search_options: {},
    });
  });

  it('[U-TOOL-2] is read beside it, and returns', () => {
    const wire = {
      model: 'm',
      messages: [{ role: 'user', content: 'q' }],
      tools: [{ type: 'function', function: { name: 'web_search' } }],
      tool_choice: { type: 'function', function: { name: 'web_search' } },
      web_search_options: {},
    };
    const { value } = read(wire);
    expect(value.tools.map(({ type }) => type)).toEqual(['function', 'web-search']);
    expect(value.tools[1]).not.toHaveProperty('name');
    expect(back(wire)).toMatchObject({ ok: true, wire });
  });
});

describe('what asks for nothing here', () => {
  const U = { role: 'user', content: 'q' };
  const project = (more: JsonObject) =>
    projectRequest(
      { from: { profile: anthropicMessages }, to: { profile: openaiChat } },
      { model: 'gpt-4o', max_tokens: 9, messages: [U], ...more },
    );

  it.each<readonly [string, JsonObject]>([
    ['stop texts of which there are none', { stop_sequences: [] }],
    ['tools that the model itself calls', { tools: [{ name: 'f', input_schema: {}, allowed_callers: ['direct'] }] }],
    ['other models of which there are none', { fallbacks: [] }],
    ['thinking that is switched off', { thinking: { type: 'disabled' } }],
    ['one call at a time without tools', { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }],
  ])('[U-LOSS-1] is no loss: %s', (_title, more) => {
    const { ok, loss } = project(more);
    expect([ok, loss.disposition]).toEqual([true, 'lossless']);
  });

  it('[U-TOOL-1][U-LOSS-1] is reported where it asks for something', () => {
    const { loss } = project({
      tools: [{ name: 'f', input_schema: {}, allowed_callers: ['code_execution_20250825'] }],
    });
    expect(places(loss.entries)).toEqual(['warning tool.allowed-callers /tools/0/allowedCallers']);
  });

  it('[U-TOOL-3][U-LOSS-2] is refused with a reason that is true', () => {
    const hosted = { type: 'web_search_20250305', name: 'web_search' };
    const { loss } = project({ tools: [hosted], tool_choice: { type: 'tool', name: 'web_search' } });
    const entry = loss.entries.find(({ feature }) => feature === 'tool-choice.combination');
    expect(entry?.reason).toContain('functions and custom tools only');
  });
});

describe('strict schemas of another dialect', () => {
  const closed = (inside: JsonObject): JsonObject => ({
    type: 'object',
    properties: { a: { type: 'string', ...inside } },
    required: ['a'],
    additionalProperties: false,
  });
  const project = (schema: JsonObject) =>
    projectRequest(
      { from: { profile: anthropicMessages }, to: { profile: openaiChat } },
      {
        model: 'gpt-4o',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'q' }],
        tools: [{ name: 'f', strict: true, input_schema: schema }],
        output_config: { format: { type: 'json_schema', schema } },
      },
    );

  it.each<JsonObject>([
    { default: 'q' },
    { examples: ['q'] },
    { deprecated: true },
    { $comment: 'c' },
    { $id: 'https://e.test/a' },
    { contentEncoding: 'base64' },
    { 'x-order': 1 },
  ])('[U-TOOL-1][U-LOSS-1] lose %o, which lets the same values pass, and stay strict', (inside) => {
    const emission = project(closed(inside));
    const schema = closed({});
    const keyword = Object.keys(inside)[0] ?? '';
    expect(emission).toMatchObject({
      ok: true,
      wire: {
        tools: [{ function: { strict: true, parameters: schema } }],
        response_format: { json_schema: { strict: true, schema } },
      },
    });
    const found = emission.loss.entries.filter(({ feature }) => feature === 'schema.keyword');
    expect(places(found).toSorted()).toEqual([
      `info schema.keyword /output/format/value/schema/schema/properties/a/${keyword}`,
      `info schema.keyword /tools/0/inputSchema/schema/properties/a/${keyword}`,
    ]);
    expect(JSON.stringify('wire' in emission ? emission.wire : '')).not.toContain(keyword);
  });

  it('[U-LOSS-2] are refused where they demand what cannot be enforced', () => {
    const emission = project(closed({ minLength: 1 }));
    expect(emission.ok).toBe(false);
    expect(places(emission.loss.entries)).toContain('error output.json-schema.strict /output/format/value/strict');
  });
});
