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

/** The identifiers of calls and of results that a body of Messages has. */
function identifiers(wire: JsonObject): { readonly calls: readonly string[]; readonly results: readonly string[] } {
  const found = messagesOf(wire).flatMap(({ content }) => (Array.isArray(content) ? (content as JsonObject[]) : []));
  const all = (key: string) => found.flatMap(({ [key]: id }) => (typeof id === 'string' ? [id] : []));
  return { calls: all('id'), results: all('tool_use_id') };
}

/** A history of Chat in which calls with these identifiers are answered. */
function called(...ids: readonly string[]): readonly JsonObject[] {
  const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'out' }));
  return [ASK, { role: 'assistant', content: null, tool_calls: ids.map((id) => chatCall(id, 'sh', '{}')) }, ...results];
}

describe('identifiers of calls', () => {
  const ODD = 'call-7e2a-11\nfc_91bd-44_0____________________________________________x';

  it('[U-TOOL-5] GC-023: one that fits passes as it is, to the last character that it may have', () => {
    const longest = 'a'.repeat(256);
    expect(identifiers(wireOf(projected(toMessages, chatBody(called('k_1-A', longest)))))).toEqual({
      calls: ['k_1-A', longest],
      results: ['k_1-A', longest],
    });
  });

  it('[U-TOOL-5] GC-023: another one becomes one that fits, the same on both sides and when it is sent again', () => {
    const made = projected(toMessages, chatBody(called(ODD)));
    const { calls, results } = identifiers(wireOf(made));
    expect(calls).toEqual(results);
    expect(calls[0]).toMatch(/^[a-zA-Z0-9_-]{1,256}$/);
    expect(identifiers(wireOf(projected(toMessages, chatBody(called(...calls)))))).toEqual({ calls, results });
    expect(made.value.conversation.items[1]).toMatchObject({ provenance: { providerCallId: ODD } });
  });

  it('[U-TOOL-5] GC-023: two that have their first hundreds of characters in common stay two', () => {
    const { calls } = identifiers(
      wireOf(projected(toMessages, chatBody(called(`${'b'.repeat(300)}1`, `${'b'.repeat(300)}2`)))),
    );
    expect(new Set(calls).size).toBe(2);
  });

  it('[U-SEC-5] GC-023: a megabyte of underscores is named in time that grows with it', () => {
    const time = (length: number) => {
      const body = chatBody(called('_'.repeat(length)));
      const start = performance.now();
      projected(toMessages, body);
      return performance.now() - start;
    };
    time(1000);
    expect(time(1_000_000)).toBeLessThan(40 * Math.max(time(100_000), 5));
  });

  it('[U-TOOL-5] GC-024: one that equals the alias of another stays apart from it, whichever comes first', () => {
    const [alias = ''] = identifiers(wireOf(projected(toMessages, chatBody(called('bad id\n'))))).calls;
    for (const ids of [
      ['bad id\n', alias],
      [alias, 'bad id\n'],
    ]) {
      const made = projected(toMessages, chatBody(called(...ids)));
      const { calls, results } = identifiers(wireOf(made));
      expect(new Set(calls).size).toBe(2);
      expect(results).toEqual(calls);
      for (const id of calls) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    }
  });
});

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
    expect(argumentsIn(frames)).toBe(text);
  });
});

function argumentsIn(frames: readonly JsonObject[]): string {
  // Frames of Chat that were just written.
  const choices = frames.flatMap((frame) => frame['choices'] as readonly { delta: { tool_calls?: JsonValue } }[]);
  const calls = choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as readonly { function: JsonObject }[]);
  return calls.map((piece) => String(piece.function['arguments'] ?? '')).join('');
}

describe('tools', () => {
  it.each([
    ['required', false],
    ['optional', true],
  ] as const)('[U-TOOL-2] GC-029: a search in files that is %s is never made a function', (requirement, goesOn) => {
    const owner = { profile: { family: 'openai-responses' }, provider: 'openai' };
    const stores = [{ kind: 'vector-store', owner, resourceId: 'vs1' }];
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
    expect(back['content']).toEqual([{ type: 'tool_use', id: 'k', name: long, input: { command: `echo ${alias}` } }]);
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
