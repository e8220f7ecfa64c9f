import { describe, expect, it } from 'vitest';
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

  it('[U-LOSS-1] that lost digits on the way into the record are reported', () => {
    const schema = '{"type":"integer","maximum":9007199254740993}';
    const tools = `[{"type":"function","function":{"name":"f","parameters":${schema}}}]`;
    const { loss } = read(`{"messages":[],"temperature":0.10000000000000000001,"tools":${tools}}`);
    expect(places(loss.entries)).toEqual([
      'warning number.unsafe /tools/0/function/parameters/maximum',
      'warning number.unsafe /temperature',
    ]);
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
