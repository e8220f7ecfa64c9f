import { describe, expect, it } from 'vitest';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { ingestRequest } from '../../../../../src/projection/ingest.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { asked, back, places, read } from './support.ts';

describe('numbers in a Chat body', () => {
  it('[U-TOOL-5] stay as they were written in the arguments of a call', () => {
    const text = '{"n":10038000307000729,"big":9007199254740993123,"z":-0,"d":0.1000,"e":1E2}';
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } };
    const wire = { messages: [{ role: 'assistant', content: null, tool_calls: [call] }] };
    const { value, loss } = read(wire);
    expect(value.conversation.items[0]).toMatchObject({ rawArguments: text });
    expect(loss.entries).toEqual([]);
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(wire);
  });

  it('[U-TOOL-5] beyond what a double can be stay in the text of arguments alone', () => {
    const text = '{"x":1e400}';
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: text } };
    const wire = { messages: [{ role: 'assistant', content: null, tool_calls: [call] }] };
    const [item] = read(wire).value.conversation.items;
    expect(item).toMatchObject({ rawArguments: text });
    expect(item).not.toHaveProperty('input');
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(wire);
  });

  it('[U-VAL-3] keep their digits beyond 2^53 where they stay with their owner', () => {
    const text =
      '{"messages":[],"seed":12345678901234567890,"novel":{"n":[9007199254740993]},"max_tokens":9007199254740993}';
    expect(read(text).loss.entries).toEqual([]);
    const emission = back(text);
    expect(emission.loss.entries).toEqual([]);
    expect(emission.ok && JSON.parse(emission.text(), digits)).toEqual(JSON.parse(text, digits));
  });

  it('[U-VAL-3][U-LOSS-1] that nobody can give back with every digit are left out and reported as such', () => {
    const { value, loss } = ingestRequest(openaiChat, '{"messages":[],"seed":9007199254740993,"n":2}');
    expect(places(loss.entries)).toEqual(['warning number.unsafe /seed']);
    expect(value.generation).not.toHaveProperty('seed');
    const emission = emitRequest(openaiChat, value);
    expect(emission).toMatchObject({ ok: true, wire: { messages: [], n: 2 }, loss: { entries: [] } });
  });

  it('[U-LOSS-1] that lost digits on the way into the record are reported', () => {
    const { loss } = read('{"messages":[],"temperature":0.10000000000000000001}');
    expect(places(loss.entries)).toEqual(['warning number.unsafe /temperature']);
    expect(loss.entries[0]?.reason).toBe('a double does not hold every digit of this number');
  });

  it('[U-VAL-3] keep their digits in the schemas of tools and of the output', () => {
    const properties =
      '{"n":{"type":"integer","maximum":9007199254740993},"d":{"type":"number","const":0.10000000000000000001}}';
    const schema = `{"type":"object","minProperties":9007199254740995,"properties":${properties}}`;
    const tools = `[{"type":"function","function":{"name":"f","parameters":${schema}}}]`;
    const format = `{"type":"json_schema","json_schema":{"name":"o","schema":${schema}}}`;
    const text = `{"messages":[{"role":"user","content":"q"}],"tools":${tools},"response_format":${format}}`;
    expect(read(text).loss.entries).toEqual([]);
    const emission = back(text);
    expect(emission.loss.entries).toEqual([]);
    expect(emission.ok && JSON.parse(emission.text(), digits)).toEqual(JSON.parse(text, digits));
  });

  it('[U-LOSS-1] that a rewritten schema gives to the target as doubles are reported', () => {
    const schema = '{"type":"object","properties":{"n":{"type":"integer","oneOf":[],"maximum":9007199254740993}}}';
    const tool = `{"type":"function","function":{"name":"f","strict":true,"parameters":${schema}}}`;
    const { value } = read(`{"model":"m","messages":[{"role":"user","content":"q"}],"max_tokens":9,"tools":[${tool}]}`);
    const { loss } = emitRequest(anthropicMessages, value);
    expect(places(loss.entries)).toContain('warning number.unsafe /tools/0/inputSchema/schema/properties/n/maximum');
  });

  it('[U-LOSS-1] that came as doubles beyond 2^53 are reported, wherever they stay', () => {
    const parameters = { maximum: 2 ** 60 };
    const wire = asked({
      seed: 2 ** 60,
      novel: [2 ** 60],
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
    });
    expect(places(read(wire).loss.entries)).toEqual([
      'warning number.unsafe /tools/0/function/parameters/maximum',
      'warning number.unsafe /seed',
      'warning number.unsafe /novel/0',
    ]);
  });
});

/** Shows numbers by their text. */
function digits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value;
}
