import { describe, expect, it } from 'vitest';
import type { UnifiedToolDefinition } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { call, type ItemSketch, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { chatRecord, fromChat, places, refusal, USER, write } from './support.ts';

const CHAT = 'openai-chat';

/** A Chat history in which these calls, given as identifier and argument text, are answered in their order. */
function history(...calls: readonly (readonly [id: string, text: string])[]): readonly JsonObject[] {
  return [
    USER,
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map(([id, text], index) => ({
        id,
        type: 'function',
        function: { name: `f${index}`, arguments: text },
      })),
    },
    ...calls.map(([id], index) => ({ role: 'tool', tool_call_id: id, content: `result ${index}` })),
  ];
}

function blocksOf(wire: JsonObject): readonly JsonObject[] {
  const messages = wire['messages'] as readonly JsonObject[]; // it is a list of objects
  return messages.slice(1).flatMap(({ content }) => content as readonly JsonObject[]);
}

describe('identifiers of calls', () => {
  it('[U-TOOL-5] that this wire does not take become others, and never one', () => {
    const { wire, entries } = fromChat(history(['call:a', '{}'], ['call_a', '{}'], ['', '{}']));
    const blocks = blocksOf(wire);
    const ids = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
    expect(ids[1]).toBe('call_a');
    const results = blocks.filter(({ type }) => type === 'tool_result');
    expect(results.map(({ tool_use_id: id, content }) => [id, content])).toEqual(
      ids.map((id, index) => [id, `result ${index}`]),
    );
    expect(places(entries)).toContain('info tool-call.id /conversation/items/1/callId');
  });

  it('[U-LOSS-3] that were used before are told apart from those that this wire does not take', () => {
    const reasonOf = (messages: readonly JsonObject[]) =>
      fromChat(messages).entries.find(({ feature }) => feature === 'tool-call.id')?.reason;
    const [, ...again] = history(['call_a', '{}']);
    expect(reasonOf([...history(['call_a', '{}']), ...again])).toContain('used before');
    expect(reasonOf(history(['call:a', '{}']))).toContain('does not fit');
  });

  it('[U-TOOL-5] are mapped in the same way every time', () => {
    const id = `call_AbCdEf0123456789|fc_${'68af0123456789abcdef'.repeat(3)}`;
    const [first, second] = [1, 2].map(() => blocksOf(fromChat(history([id, '{}'])).wire));
    expect(first).toEqual(second);
    expect(first?.[0]?.['id']).toBe(first?.[1]?.['tool_use_id']);
  });
});

describe('arguments of calls', () => {
  it('[U-TOOL-5] are sent as the object that their text is', () => {
    const [block] = blocksOf(fromChat(history(['a', '{"a": [1, null], "b": "é"}'])).wire);
    expect(block).toEqual({ type: 'tool_use', id: 'a', name: 'f0', input: { a: [1, null], b: 'é' } });
  });

  it('[U-TOOL-5][U-VAL-3] keep numbers beyond doubles', () => {
    const { emission } = fromChat(history(['a', '{"n":12345678901234567890.123456789}']));
    expect(emission.text()).toContain('"input":{"n":12345678901234567890.123456789}');
  });

  it('[U-LOSS-3] in another spelling are sent as what they say, with a note', () => {
    const { entries } = fromChat(history(['a', '{ "a": 1 }']));
    expect(places(entries)).toEqual(['info tool-call.arguments-text /conversation/items/1/rawArguments']);
  });

  it('[U-TOOL-5] that are none are an empty object', () => {
    const [block] = blocksOf(fromChat(history(['a', ''])).wire);
    expect(block).toMatchObject({ input: {} });
  });

  it.each(['{"a":', '[1]', 'null', '"x"', '{"a":1}}'])('[U-LOSS-2] that are no object stop the request: %s', (text) => {
    expect(refusal(chatRecord(history(['a', text])))).toEqual(['error tool-call.arguments /conversation/items/1']);
  });
});

describe('names of tools', () => {
  const tool = (name: string): UnifiedToolDefinition => ({
    type: 'function',
    name,
    execution: 'client',
    portability: 'portable',
    inputSchema: { schema: { type: 'object' } },
  });

  it('[U-TOOL-1] that are too long follow one map in definitions, calls and choice', () => {
    const long = 'mcp__server__tool_'.repeat(8);
    const names = [`${long}1`, `${long}2`] as const;
    const record = sampleRecord(
      [message('user', 'q'), call('a', names[0]), result('a', '1')],
      {
        tools: names.map(tool),
        toolChoice: { value: { mode: 'tool', tool: { kind: 'function', name: names[0] } }, requirement: 'required' },
      },
      CHAT,
    );
    const { wire, entries, emission } = write(record);
    const [first, second] = (wire['tools'] as readonly JsonObject[]).map(({ name }) => name);
    expect(first).not.toBe(second);
    for (const name of [first, second]) expect(name).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
    expect(blocksOf(wire)[0]).toMatchObject({ name: first });
    expect(wire['tool_choice']).toEqual({ type: 'tool', name: first });
    expect(new Map([...emission.aliases.toolNames]).get(names[0])).toBe(first);
    expect(places(entries)).toContain('info tool.name /tools/0/name');
  });

  it('[U-TOOL-1] that are in the history only are replaced with a note there', () => {
    const { wire, entries } = write(
      sampleRecord([message('user', 'q'), call('a', 'look up'), result('a', '1')], {}, CHAT),
    );
    expect(blocksOf(wire)[0]?.['name']).toMatch(/^look_up_[0-9a-f]{12}$/);
    expect(places(entries)).toContain('info tool.name /conversation/items/1/name');
  });
});

describe('tools that take free text', () => {
  it('[U-TOOL-5][U-LOSS-3] become functions of one text, in their definitions and their calls', () => {
    const { wire, entries } = fromChat(
      [
        USER,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'patch', input: 'raw << text' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
      ],
      { tools: [{ type: 'custom', custom: { name: 'patch', description: 'Apply.' } }] },
    );
    expect(wire['tools']).toEqual([
      {
        name: 'patch',
        description: 'Apply.',
        input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    ]);
    expect(blocksOf(wire)[0]).toEqual({ type: 'tool_use', id: 'a', name: 'patch', input: { input: 'raw << text' } });
    expect(places(entries)).toContain('info tool.custom.wrapped /tools/0');
  });
});

describe('calls that a provider ran', () => {
  it('[U-CONT-7][U-LOSS-1] go back to that provider only', () => {
    const items: readonly ItemSketch[] = [
      message('user', 'q'),
      {
        type: 'server-tool-call',
        role: 'assistant',
        kind: 'web-search',
        callId: 's',
        name: 'web_search',
        state: 'arguments-ready',
        executionOwner: 'provider',
      },
      {
        type: 'server-tool-result',
        role: 'assistant',
        kind: 'web-search',
        callId: 's',
        executionOwner: 'provider',
        output: [],
      },
      message('assistant', 'found'),
      message('user', 'n'),
    ];
    const { wire, entries } = write(sampleRecord(items, {}, 'openai-responses'));
    expect((wire['messages'] as readonly unknown[])[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'found' }],
    });
    expect(places(entries)).toEqual(
      expect.arrayContaining([
        'warning item.server-tool-call /conversation/items/1',
        'warning item.server-tool-result /conversation/items/2',
      ]),
    );
  });
});
