import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { type Aliases, emitRequest } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { call, message, result, sampleRecord } from '../../support/sample-record.ts';
import {
  answered,
  chatAnswer,
  chatBody,
  chatToChat,
  chunk,
  DONE,
  losses,
  lossesAnywhere,
  messagesAnswer,
  messagesBody,
  messagesToMessages,
  projected,
  said,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
  written,
} from './support.ts';

const ASK = { role: 'user', content: 'go' };
const PATCH = { type: 'custom', custom: { name: 'patch', description: 'Apply.' } };

const functionTool = (name: string, parameters: JsonObject = { type: 'object' }): JsonObject => ({
  type: 'function',
  function: { name, parameters },
});

const chatCall = (id: string, name: string, text: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

function aliasesOf(made: ReturnType<typeof projected>): Aliases {
  if (!made.ok) throw new Error('Refused.');
  return made.aliases;
}

function messagesOf(wire: JsonObject): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  return wire['messages'] as readonly JsonObject[];
}

describe('calls', () => {
  it('[U-TOOL-5] GC-026: parallel calls with words between them are one turn of Chat, a later call another', () => {
    const record = sampleRecord(
      [
        message('user', 'go'),
        call('A', 'r'),
        message('assistant', 'look'),
        call('B', 'g'),
        result('A', '1'),
        result('B', '2'),
        call('C', 'r'),
        result('C', '3'),
      ],
      {},
      'openai-responses',
    );
    const turns = messagesOf(written(openaiChat, record).wire ?? {});
    expect(turns).toMatchObject([
      ASK,
      { role: 'assistant', content: 'look', tool_calls: [{ id: 'A' }, { id: 'B' }] },
      { role: 'tool', tool_call_id: 'A', content: '1' },
      { role: 'tool', tool_call_id: 'B', content: '2' },
      { role: 'assistant', tool_calls: [{ id: 'C' }] },
      { role: 'tool', tool_call_id: 'C', content: '3' },
    ]);
    expect(turns).toHaveLength(6);
  });

  it('[U-TOOL-1] GC-027: a tool of free text goes out as a function of one text, and says so', () => {
    const made = projected(toMessages, chatBody([ASK], { tools: [PATCH] }));
    expect(made.value.tools).toMatchObject([{ type: 'custom', name: 'patch' }]);
    expect(wireOf(made)['tools']).toMatchObject([
      {
        name: 'patch',
        input_schema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    ]);
    expect(lossesAnywhere(made.loss).join()).toContain('tool.custom');
    expect(aliasesOf(made).wrappedTools).toEqual(['patch']);
  });

  const HEREDOC = '<<EOF\n*** Begin Patch ***\n+x\n*** End Patch ***\nEOF';

  it.each([['raw << text'], [HEREDOC], ['```js\n{"cmd": "ls"}\n```']])(
    '[U-TOOL-1] GC-027, GC-028: its call comes back as free text, every byte of it (%j)',
    (input) => {
      const aliases = aliasesOf(projected(toMessages, chatBody([ASK], { tools: [PATCH] })));
      const content = [{ type: 'tool_use', id: 'toolu_1', name: 'patch', input: { input } }];
      const back = answered(toChat, messagesAnswer(content, { stop_reason: 'tool_use' }), { aliases });
      const custom = { id: 'toolu_1', type: 'custom', custom: { name: 'patch', input } };
      expect(wireOf(back)).toMatchObject({ choices: [{ message: { tool_calls: [custom] } }] });
      expect(back.value.output).toMatchObject([{ type: 'tool-call', kind: 'custom', rawArguments: input }]);
    },
  );

  it('[U-FOLD-3] GC-027: its call in a stream is free text as well, wherever the pieces of its JSON are cut', () => {
    const aliases = aliasesOf(projected(toMessages, chatBody([ASK], { tools: [PATCH] })));
    const arguments_ = JSON.stringify({ input: 'a "b"\n\u00e9' });
    const pieces = [...arguments_].map((piece) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: piece },
    }));
    const text = sse([
      { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't1', name: 'patch', input: {} },
      },
      ...pieces,
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]);
    const { result: made, frames } = streamed(toChat, text, { aliases });
    expect(made.output).toMatchObject([{ type: 'tool-call', kind: 'custom', rawArguments: 'a "b"\n\u00e9' }]);
    const calls = piecesIn(frames);
    expect(calls.map(({ custom }) => (custom as JsonObject | undefined)?.['input'] ?? '').join('')).toBe(
      'a "b"\n\u00e9',
    );
    expect(calls.filter((piece) => 'function' in piece)).toEqual([]);
  });

  it('[U-LOSS-2] GC-027: a grammar that cannot be carried is an error where it is required', () => {
    const format = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } };
    const body = chatBody([ASK], { tools: [{ type: 'custom', custom: { name: 'patch', format } }] });
    const strict = projected(toMessages, body, { requirements: { 'tool.grammar': 'required' } });
    expect(strict.ok).toBe(false);
    expect(lossesAnywhere(strict.loss)).toContain('error tool.grammar');
  });

  it.each([
    ['a heredoc', JSON.stringify({ input: HEREDOC })],
    ['odd spaces and an order of its own', '{ "b" :1,\n"a":  [ ] }'],
    ['text that is no JSON', '{"cmd": "ls'],
  ])('[U-TOOL-5] GC-028: arguments that are %s go to the client as the model wrote them', (_, text) => {
    const calls = [chatCall('k1', 'sh', text)];
    const whole = answered(chatToChat, chatAnswer({ content: null, tool_calls: calls }, 'tool_calls'));
    expect(wireOf(whole)).toMatchObject({ choices: [{ message: { tool_calls: calls } }] });
    const pieces = [text.slice(0, 5), text.slice(5)].map((piece) => ({ index: 0, function: { arguments: piece } }));
    const begin = { index: 0, id: 'k1', type: 'function', function: { name: 'sh', arguments: '' } };
    const chunks = [begin, ...pieces].map((piece) => chunk({ tool_calls: [piece] }));
    const { result: made, frames } = streamed(chatToChat, sse([...chunks, chunk({}, 'tool_calls')]) + DONE);
    expect(made.output).toMatchObject([{ type: 'tool-call', rawArguments: text }]);
    const written = piecesIn(frames).map((piece) => (piece['function'] as JsonObject | undefined)?.['arguments'] ?? '');
    expect(written.join('')).toBe(text);
  });
});

/** The pieces of calls that frames of Chat have. */
function piecesIn(frames: readonly JsonObject[]): readonly JsonObject[] {
  // Frames of Chat that were just written.
  const choices = frames.flatMap((frame) => frame['choices'] as readonly { delta: { tool_calls?: JsonValue } }[]);
  return choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as readonly JsonObject[]);
}

describe('results', () => {
  it('[U-TOOL-6] GC-031: that are structured stay so in the record, and go out as their own JSON, with an entry', () => {
    const value = { k: [1, 2], s: 'a\nb' };
    const generation = { maxOutputTokens: { value: 50, requirement: 'required' } } as const;
    const items = [message('user', 'go'), call('c1'), result('c1', { type: 'json', value })];
    const record = sampleRecord(items, { generation }, 'gemini-generate-content');
    for (const profile of [openaiChat, anthropicMessages]) {
      const { wire = {}, loss } = written(profile, record);
      expect(JSON.stringify(messagesOf(wire).at(-1))).toContain(JSON.stringify(JSON.stringify(value)));
      expect(loss.join()).toMatch(/^info \S*json\S* .conversation.items.2.output.0$/);
    }
  });
});

describe('tools', () => {
  it.each([
    ['required', false],
    ['optional', true],
  ] as const)('[U-TOOL-2] GC-029: a search in files that is %s is never made a function', (requirement, goesOn) => {
    const owner = { profile: { family: 'openai-responses' }, provider: 'openai' };
    const stores = [{ resourceType: 'vector-store', resourceId: 'kept', providerId: 'vs1', owner }];
    const tool = { type: 'file-search', execution: 'provider', portability: 'provider-bound', requirement, stores };
    // A definition of the hosted search, with all that its type demands.
    const record = sampleRecord([message('user', 'go')], { tools: [tool as never] }, 'openai-responses');
    for (const profile of [openaiChat, anthropicMessages]) {
      const { loss, ok, ...made } = emitRequest(profile, record);
      expect(ok).toBe(goesOn);
      expect(losses(loss).filter((entry) => entry.includes('tool.file-search'))).toEqual([
        `${goesOn ? 'info' : 'error'} tool.file-search /tools/0`,
      ]);
      expect(JSON.stringify(made)).not.toMatch(/file_search|vs1/);
    }
  });

  it('[U-TOOL-2] GC-030: a function that is named like a hosted search stays one of the client', () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } };
    const made = projected(toMessages, chatBody([ASK], { tools: [functionTool('web_search', schema)] }));
    expect(made.value.tools).toMatchObject([{ type: 'function', execution: 'client' }]);
    expect(wireOf(made)['tools']).toEqual([{ name: 'web_search', input_schema: schema }]);
    const there = projected(toChat, messagesBody([ASK], { tools: [{ name: 'web_search', input_schema: schema }] }));
    expect(wireOf(there)['tools']).toMatchObject([functionTool('web_search', schema)]);
    expect(wireOf(there)).not.toHaveProperty('web_search_options');
  });

  it('[U-TOOL-1] GC-035: an alias is one in definitions, history and choice, and undone once in the answer', () => {
    const long = `mcp__${'s'.repeat(70)}__look`;
    const input = { command: 'echo later' };
    const use = { type: 'tool_use', id: 'toolu_1', name: long, input };
    const body = messagesBody(
      [
        ASK,
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '1' }] },
      ],
      {
        tools: [
          { name: 'Bash', input_schema: { type: 'object' } },
          { name: long, input_schema: { type: 'object' } },
        ],
        tool_choice: { type: 'tool', name: long },
      },
    );
    const made = projected(toChat, body);
    const [[, alias] = ['', '']] = aliasesOf(made).toolNames;
    expect(alias).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const wire = wireOf(made);
    expect(wire).toMatchObject({
      tools: [{ function: { name: 'Bash' } }, { function: { name: alias } }],
      tool_choice: { function: { name: alias } },
    });
    expect(messagesOf(wire)[1]).toMatchObject({ tool_calls: [{ function: { name: alias } }] });
    const reply = chatAnswer(
      { content: null, tool_calls: [chatCall('k', alias, `{"command":"echo ${alias}"}`)] },
      'tool_calls',
    );
    const back = wireOf(answered(toMessages, reply, { aliases: aliasesOf(made) }));
    expect(back['content']).toMatchObject([
      { type: 'tool_use', id: 'k', name: long, input: { command: `echo ${alias}` } },
    ]);
    const begin = { index: 0, ...chatCall('k', alias, `{"command":"echo ${alias}"}`) };
    const text = sse([chunk({ tool_calls: [begin] }), chunk({}, 'tool_calls')]) + DONE;
    expect(said(streamed(toMessages, text, { aliases: aliasesOf(made) }).result.output)).toEqual([
      `tool-call ${long} {"command":"echo ${alias}"}`,
    ]);
  });

  it('[U-TOOL-2] GC-035: a tool of the provider keeps its type, its name and its options', () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }];
    expect(wireOf(projected(messagesToMessages, messagesBody([ASK], { tools })))['tools']).toEqual(tools);
  });

  it('[U-TOOL-3] GC-032: a choice of one function is that choice on the other side, and turns in a row keep their order', () => {
    const body = chatBody([ASK, { role: 'user', content: 'on' }], {
      tools: [functionTool('only'), functionTool('other')],
      tool_choice: { type: 'function', function: { name: 'only' } },
    });
    const made = projected(toMessages, body);
    expect(wireOf(made)['tool_choice']).toEqual({ type: 'tool', name: 'only' });
    expect(said(made.value.conversation.items)).toEqual(['user go', 'user on']);
    expect(messagesOf(wireOf(made))).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'go' },
          { type: 'text', text: 'on' },
        ],
      },
    ]);
  });
});
