import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../../../../../src/core/errors.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import type { IngestOptions } from '../../../../../src/projection/ingest.ts';
import { call, sampleRecord } from '../../../../support/sample-record.ts';
import { asked, back, body, read, write } from './support.ts';

const SECRET = 'what the payload says';

function faultOf(wire: JsonValue, options?: IngestOptions): JsonObject {
  try {
    read(wire, options);
  } catch (error) {
    if (!WireFormatError.isInstance(error)) throw error;
    expect(error.message).not.toContain(SECRET);
    expect(JSON.stringify(error.details)).not.toContain(SECRET);
    return error.details;
  }
  throw new Error('It was read.');
}

const assistant = (more: JsonObject) => body([{ role: 'assistant', ...more }]);
const user = (part: JsonObject) => body([{ role: 'user', content: [part] }]);

describe('a body that is none of this dialect', () => {
  it.each<readonly [string, JsonValue, string, string]>([
    ['no messages', { model: 'm' }, '/messages', 'a list of objects'],
    ['messages as a text', body(SECRET as never), '/messages', 'a list'],
    ['a message that is a text', body([SECRET]), '/messages/0', 'an object'],
    [
      'a message without a role',
      body([{ content: SECRET }]),
      '/messages/0/role',
      'one of developer, system, user, assistant, tool, function',
    ],
    [
      'a role that is none',
      body([{ role: SECRET }]),
      '/messages/0/role',
      'one of developer, system, user, assistant, tool, function',
    ],
    [
      'content that is a number',
      body([{ role: 'user', content: 5 }]),
      '/messages/0/content',
      'a string or a list of objects',
    ],
    [
      'content that is a list of texts',
      body([{ role: 'user', content: [SECRET] }]),
      '/messages/0/content/0',
      'an object',
    ],
    ['a part without a type', user({ text: SECRET }), '/messages/0/content/0/type', 'a string'],
    ['a text that is an object', user({ type: 'text', text: { a: SECRET } }), '/messages/0/content/0/text', 'a string'],
    ['a text that is missing', user({ type: 'text' }), '/messages/0/content/0/text', 'a string'],
    [
      'an image that is a list',
      user({ type: 'image_url', image_url: [] }),
      '/messages/0/content/0/image_url',
      'an object',
    ],
    [
      'an image without an address',
      user({ type: 'image_url', image_url: {} }),
      '/messages/0/content/0/image_url/url',
      'a string',
    ],
    [
      'audio without a format',
      user({ type: 'input_audio', input_audio: { data: SECRET } }),
      '/messages/0/content/0/input_audio/format',
      'the name of a format',
    ],
    ['a name that is a number', body([{ role: 'user', content: '', name: 7 }]), '/messages/0/name', 'a string'],
    ['calls that are an object', assistant({ tool_calls: {} }), '/messages/0/tool_calls', 'a list'],
    [
      'a call without a function',
      assistant({ tool_calls: [{ type: 'function' }] }),
      '/messages/0/tool_calls/0/function',
      'an object',
    ],
    [
      'a call without a name',
      assistant({ tool_calls: [{ function: { arguments: SECRET } }] }),
      '/messages/0/tool_calls/0/function/name',
      'a name',
    ],
    [
      'a call with an empty name',
      assistant({ function_call: { name: '' } }),
      '/messages/0/function_call/name',
      'a name',
    ],
    [
      'arguments that are an object',
      assistant({ tool_calls: [{ function: { name: 'f', arguments: { a: SECRET } } }] }),
      '/messages/0/tool_calls/0/function/arguments',
      'a string',
    ],
    [
      'an identifier that is a number',
      assistant({ tool_calls: [{ id: 5, function: { name: 'f' } }] }),
      '/messages/0/tool_calls/0/id',
      'a string',
    ],
    ['a refusal that is an object', assistant({ refusal: {} }), '/messages/0/refusal', 'a string'],
    ['tools that are an object', asked({ tools: {} }), '/tools', 'a list'],
    ['a tool without a type', asked({ tools: [{ name: SECRET }] }), '/tools/0/type', 'a string'],
    [
      'a tool without a name',
      asked({ tools: [{ type: 'function', function: {} }] }),
      '/tools/0/function/name',
      'a name',
    ],
    [
      'parameters that are a text',
      asked({ tools: [{ type: 'function', function: { name: 'f', parameters: SECRET } }] }),
      '/tools/0/function/parameters',
      'a JSON Schema',
    ],
    [
      'a strictness that is a text',
      asked({ tools: [{ type: 'function', function: { name: 'f', strict: 'yes' } }] }),
      '/tools/0/function/strict',
      'true or false',
    ],
    ['a choice that is a number', asked({ tool_choice: 5 }), '/tool_choice', 'an object'],
    ['a temperature that is a text', asked({ temperature: SECRET }), '/temperature', 'a number'],
    ['candidates below zero', asked({ n: -1 }), '/n', 'a whole number, zero or more'],
    ['half a candidate', asked({ n: 0.5 }), '/n', 'a whole number'],
    ['a stop that is a number', asked({ stop: 5 }), '/stop', 'a list'],
    ['a stop in a list that is a number', asked({ stop: ['a', 5] }), '/stop/1', 'a string'],
    ['a bias that is a text', asked({ logit_bias: { '5': SECRET } }), '/logit_bias/5', 'a number'],
    ['a stream that is a text', asked({ stream: 'true' }), '/stream', 'true or false'],
    ['a format that is a text', asked({ response_format: SECRET }), '/response_format', 'an object'],
    ['modalities that are a text', asked({ modalities: SECRET }), '/modalities', 'a list'],
    ['metadata that are a list', asked({ metadata: [] }), '/metadata', 'an object'],
  ])(
    '[U-VAL-1] is refused with its place, what was expected and what was found: %s',
    (_title, wire, path, expected) => {
      expect(faultOf(wire)).toEqual({ path, expected, found: expect.any(String) });
    },
  );

  it('[U-VAL-1] is refused where a schema, a member or a part nests without end', () => {
    let deep: JsonObject = { type: 'object' };
    for (let level = 0; level < 10_000; level++) deep = { items: deep };
    const tools = [{ type: 'function', function: { name: 'f', parameters: deep } }];
    expect(faultOf(asked({ tools }))).toMatchObject({ rule: 'json-depth' });
    expect(faultOf(asked({ novel: deep }))).toMatchObject({ rule: 'json-depth' });
    expect(faultOf(user({ type: 'novel', deep }))).toMatchObject({ rule: 'json-depth' });
    expect(faultOf(JSON.stringify(asked({ novel: 1 })).replace('1', '['.repeat(10_000)))).toMatchObject({
      rule: 'json-depth',
    });
  });

  it('[U-VAL-1] is refused where it names a prototype, parsed or as text', () => {
    for (const text of [
      '{"messages":[],"__proto__":{"a":1}}',
      '{"messages":[{"role":"user","content":"x","__proto__":{}}]}',
      '{"messages":[],"metadata":{"__proto__":"x"}}',
      '{"messages":[],"tools":[{"type":"function","function":{"name":"f","parameters":{"properties":{"__proto__":{}}}}}]}',
      '{"messages":[],"novel":{"__proto__":1}}',
    ]) {
      expect(() => read(text)).toThrow(WireFormatError);
      expect(() => read(JSON.parse(text))).toThrow(WireFormatError);
    }
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('[U-VAL-1] is refused where it has more items than the limit says', () => {
    const many = body(Array(11).fill({ role: 'user', content: 'x' }));
    expect(faultOf(many, { limits: { items: 10 } })).toMatchObject({
      path: '/messages/10',
      expected: 'at most 10 items',
    });
    expect(read(many, { limits: { items: 11 } }).value.conversation.items).toHaveLength(11);
  });
});

describe('a body that is strange and still of this dialect', () => {
  it('[U-VAL-1] takes constructor and prototype for names like any other', () => {
    const wire = asked({
      metadata: { constructor: 'a', toString: 'b' },
      logit_bias: { constructor: 1 },
      tools: [{ type: 'function', function: { name: 'constructor', parameters: { properties: { constructor: {} } } } }],
      prototype: { constructor: 1 },
    });
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(wire);
  });

  it('[U-SEC-5] comes back when it is large: many messages, a long text, a wide schema', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const wire = body(
      [
        { role: 'user', content: 'x'.repeat(5_000_000) },
        ...Array.from({ length: 20_000 }, (_, index) => ({ role: 'user', content: `m${index}` })),
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(5_000_000)}` } }],
        },
      ],
      { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties } } }] },
    );
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(wire);
  }, 20_000);

  it('[U-SEC-5] is read in time that grows with its size, whatever its calls look like', () => {
    const many = 20_000;
    const calls = Array.from({ length: many }, () => ({
      id: 'same',
      type: 'function',
      function: { name: 'f', arguments: '{"n":9007199254740993}' },
    }));
    const results = Array.from({ length: many }, () => ({ role: 'tool', tool_call_id: 'same', content: 'x' }));
    const text = JSON.stringify(
      body([{ role: 'assistant', content: null, tool_calls: calls }, ...results], { seeds: Array(many).fill(0) }),
    ).replaceAll('0,', '9007199254740993,');
    expect(read(text).value.conversation.items).toHaveLength(2 * many);
  }, 20_000);
});

describe('a record that is hostile', () => {
  it('[U-SEC-5] is written in time that grows with its size: calls, notes in between and late results', () => {
    const many = 20_000;
    const runs = Array.from({ length: many }, (_, index) => [
      call(`c${index}`),
      { type: 'message', role: 'user', content: [{ id: 'p', type: 'text', text: 'note' }] } as const,
    ]);
    const results = Array.from(
      { length: many },
      (_, index) =>
        ({ type: 'tool-result', role: 'tool', callId: `c${index}`, executionOwner: 'client', output: [] }) as const,
    );
    const { wire } = write(
      sampleRecord([
        call('first'),
        ...runs.flat(),
        { type: 'tool-result', role: 'tool', callId: 'first', executionOwner: 'client' },
        ...results,
      ]),
    );
    expect(wire['messages']).toHaveLength(3 * many + 1);
  }, 20_000);

  it('[U-SEC-6] cannot reach outside of the body through the pointer of unknown content', () => {
    const { value, privateState } = read(asked({ novel: { admin: true } }));
    for (const wirePointer of [
      '/__proto__',
      '/constructor/prototype/admin',
      '/messages/__proto__/admin',
      '/messages/-1',
    ]) {
      const [reference] = value.metadata?.providerData ?? [];
      if (reference?.scope !== 'owner-private') throw new Error('it is there');
      const hostile = { ...value, metadata: { providerData: [{ ...reference, wirePointer }] } };
      const { wire, entries } = write(hostile, {
        owner: { profile: { family: 'openai-chat' }, provider: 'openai' },
        privateState,
      });
      expect(wire).toEqual(asked({}));
      expect(entries).toMatchObject([{ feature: 'wire.unknown-content', path: '/metadata/providerData/0' }]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
