import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { call, message, reasoning, result, sampleRecord } from '../../support/sample-record.ts';
import {
  answered,
  blocks,
  chatAnswer,
  chatBody,
  chunk,
  DONE,
  lossesAnywhere,
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

const LIMIT = { generation: { maxOutputTokens: { value: 50, requirement: 'required' } } } as const;

function messagesOf(wire: JsonObject | undefined): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  return (wire?.['messages'] ?? []) as readonly JsonObject[];
}

/** Role and kinds of content of each message of Messages. */
function turns(wire: JsonObject | undefined): readonly string[] {
  return messagesOf(wire).map(({ role, content }) => {
    if (!Array.isArray(content)) return `${String(role)}: text`;
    return `${String(role)}: ${(content as readonly JsonObject[]).map(({ type }) => String(type)).join(' ')}`;
  });
}

describe('the order of an answer', () => {
  const CALL = { id: 'k1', type: 'function', function: { name: 'ls', arguments: '{}' } };
  const CITATION = {
    type: 'url_citation',
    url_citation: { url: 'https://e.test/x', title: 'X', start_index: 0, end_index: 6 },
  };
  const TOLD = { reasoning_content: 'why', content: 'see it', annotations: [CITATION], tool_calls: [CALL] };

  it('[U-ITEM-5][U-PART-5] GC-036: is thinking, words and calls, and a citation stays on its words', () => {
    const made = answered(toMessages, chatAnswer(TOLD, 'tool_calls'));
    expect(said(made.value.output)).toEqual(['reasoning why', 'assistant see it', 'tool-call ls {}']);
    expect(made.value.output[1]).toMatchObject({
      content: [{ annotations: [{ type: 'url-citation', source: { url: 'https://e.test/x', title: 'X' } }] }],
    });
    const content = wireOf(made)['content'] as readonly JsonObject[];
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
    const cited = JSON.stringify(content[1]).includes('https://e.test/x');
    expect(cited || lossesAnywhere(made.loss).some((entry) => entry.includes('citation'))).toBe(true);
  });

  it('[U-LOSS-1] GC-036: holds no tool that no provider ran', () => {
    const text = sse([
      chunk({ reasoning_content: 'why' }),
      chunk({ content: 'see it' }),
      chunk({ annotations: [CITATION] }),
      chunk({ tool_calls: [{ index: 0, ...CALL }] }),
      chunk({}, 'tool_calls'),
    ]);
    const { frames, text: out, result: made } = streamed(toMessages, text + DONE);
    expect(made.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'tool-call']);
    expect(blocks(frames).map((block) => block.split(' ')[0])).toEqual(['thinking', 'text', 'tool_use']);
    expect(out).not.toMatch(/"type":"(?:server_tool_use|web_search_tool_result)"/);
  });
});

describe('the order of a history', () => {
  it('[U-ITEM-5] GC-038: lets notes wait for the results of parallel calls, in their order, and says so', () => {
    const record = sampleRecord(
      [
        message('user', 'go'),
        call('c1', 'r'),
        call('c2', 'r'),
        message('user', 'first note'),
        message('user', 'second note'),
        result('c2', '2'),
        result('c1', '1'),
      ],
      LIMIT,
      'openai-responses',
    );
    const chat = written(openaiChat, record);
    expect(messagesOf(chat.wire)).toMatchObject([
      { role: 'user', content: 'go' },
      { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
      { role: 'tool', tool_call_id: 'c2', content: '2' },
      { role: 'tool', tool_call_id: 'c1', content: '1' },
      { role: 'user', content: 'first note' },
      { role: 'user', content: 'second note' },
    ]);
    const messages = written(anthropicMessages, record);
    expect(turns(messages.wire)).toEqual([
      'user: text',
      'assistant: tool_use tool_use',
      'user: tool_result tool_result text text',
    ]);
    for (const { loss } of [chat, messages]) {
      expect(loss.filter((entry) => entry.includes('items.order'))).toHaveLength(2);
    }
  });

  it('[U-ITEM-5] GC-038: waits for the results as well where the model spoke and thought in between', () => {
    const items = [
      message('user', 'go'),
      call('c1', 'r'),
      call('c2', 'r'),
      reasoning('quiet'),
      message('assistant', 'hm'),
      message('user', 'note'),
      result('c2', '2'),
      result('c1', '1'),
    ];
    const chat = written(openaiChat, sampleRecord(items, LIMIT, 'openai-responses'));
    const roles = messagesOf(chat.wire).map(({ role }) => role);
    const results = [roles.indexOf('tool'), roles.lastIndexOf('tool')];
    expect(results[1]).toBe((results[0] ?? 0) + 1);
    expect(messagesOf(chat.wire).at(-1)).toMatchObject({ role: 'user', content: 'note' });
    for (const words of ['"hm"', '"note"']) expect(JSON.stringify(chat.wire).split(words)).toHaveLength(2);
    const messages = written(anthropicMessages, sampleRecord(items, LIMIT, 'openai-responses'));
    const text = JSON.stringify(messages.wire);
    expect(turns(messages.wire).join()).toMatch(/tool_use tool_use.*,user: tool_result tool_result/);
    for (const words of ['"hm"', '"note"']) expect(text.split(words)).toHaveLength(2);
  });

  it('[U-ITEM-5] GC-039: puts each move of a turn into the report, and moves it the same way in every later turn', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://e.test/a.png' } } as const;
    const begun = [
      message('user', 'go'),
      message('assistant', 'first'),
      call('c1', 'look'),
      reasoning('late'),
      message('assistant', image),
      result('c1', 'ok'),
    ];
    const more = [...begun, message('user', 'and?'), message('assistant', 'so'), message('user', 'then?')];
    for (const profile of [openaiChat, anthropicMessages]) {
      const short = written(profile, sampleRecord(begun, LIMIT, 'openai-responses'));
      const long = written(profile, sampleRecord(more, LIMIT, 'openai-responses'));
      expect(messagesOf(long.wire).slice(0, messagesOf(short.wire).length - 1)).toEqual(
        messagesOf(short.wire).slice(0, -1),
      );
      expect(long.loss).toEqual(expect.arrayContaining([...short.loss]));
      expect(short.loss.filter((entry) => entry.includes('/items/4')).join()).toMatch(/warning .*image/);
      expect(JSON.stringify(short.wire)).toContain('first');
      expect(JSON.stringify(short.wire)).not.toContain('late');
    }
    const chat = written(openaiChat, sampleRecord(begun, LIMIT, 'openai-responses'));
    expect(messagesOf(chat.wire)[1]).toMatchObject({ content: 'first', tool_calls: [{ id: 'c1' }] });
  });
});

describe('instructions', () => {
  const marked = { type: 'text', text: 'c', cache_control: { type: 'ephemeral' } };

  it('[U-ITEM-5] GC-040: that lead a conversation are its system text, each once and in order, with their marks', () => {
    const made = projected(
      toMessages,
      chatBody([
        { role: 'system', content: 'a' },
        { role: 'developer', content: [{ type: 'text', text: 'b' }, marked] },
        { role: 'user', content: 'u' },
      ]),
    );
    const roles = made.value.conversation.items.map(({ role }) => role);
    expect(roles).toEqual(['system', 'developer', 'user']);
    expect(wireOf(made)['system']).toEqual([{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, marked]);
    expect(wireOf(made)['messages']).toEqual([{ role: 'user', content: 'u' }]);
    expect(lossesAnywhere(made.loss).join()).toMatch(/developer|role/);
  });

  it('[U-ITEM-5] GC-040: that come later stay where they stand, and no text is there twice', () => {
    const body = chatBody([
      { role: 'system', content: 'first-rule' },
      { role: 'user', content: 'question' },
      { role: 'developer', content: 'second-rule' },
    ]);
    const made = projected(toMessages, body);
    const text = JSON.stringify(wireOf(made));
    for (const words of ['first-rule', 'question', 'second-rule']) expect(text.split(words)).toHaveLength(2);
    expect(text.indexOf('second-rule')).toBeGreaterThan(text.indexOf('question'));
    expect(JSON.stringify(wireOf(made)['system'])).not.toContain('second-rule');
    expect(lossesAnywhere(made.loss)).not.toEqual([]);
  });
});

describe('the end of a turn that was interrupted', () => {
  const NOTICE = '[Request interrupted by user for tool use]';
  const stopped = (...after: readonly JsonObject[]) =>
    messagesBody([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'sh', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'declined' }, ...after],
      },
    ]);
  const text = (words: string): JsonObject => ({ type: 'text', text: words });

  it('[U-ITEM-5] GC-086: keeps the result, the notice of the client and what the user wants instead, in order', () => {
    const body = stopped(text(NOTICE), text('use v2 instead'));
    const made = projected(messagesToMessages, body);
    expect(made.value.conversation.items[2]).toMatchObject({ type: 'tool-result', isError: true });
    expect(said(made.value.conversation.items).slice(2)).toEqual([
      'tool-result declined',
      `user ${NOTICE} use v2 instead`,
    ]);
    expect(wireOf(made)).toEqual(body);
    const chat = projected(toChat, body);
    expect(messagesOf(wireOf(chat)).slice(2)).toMatchObject([
      { role: 'tool', tool_call_id: 't1', content: 'declined' },
      { role: 'user' },
    ]);
    expect(JSON.stringify(wireOf(chat))).toContain('use v2 instead');
  });

  it.each([[`  ${NOTICE}\n`], [`why print ${NOTICE} there?`], [NOTICE.toLowerCase()]])(
    '[U-ITEM-5] GC-087: takes %j of the user for words, which come back unchanged',
    (words) => {
      const asText = messagesBody([{ role: 'user', content: words }]);
      const asBlocks = messagesBody([{ role: 'user', content: [text(words)] }]);
      for (const body of [asText, asBlocks]) expect(wireOf(projected(messagesToMessages, body))).toEqual(body);
    },
  );

  it('[U-TOOL-6] GC-088: says which result failed, and reports it where the dialect has no mark for that', () => {
    const body = messagesBody([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't1', name: 'sh', input: {} },
          { type: 'tool_use', id: 't2', name: 'sh', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'no' },
          { type: 'tool_result', tool_use_id: 't2', is_error: false, content: [text('ok')] },
        ],
      },
    ]);
    const made = projected(toChat, body);
    const results = made.value.conversation.items.filter(({ type }) => type === 'tool-result');
    expect(results.map((item) => 'isError' in item && item.isError)).toEqual([true, false]);
    expect(lossesAnywhere(made.loss).filter((entry) => entry.endsWith('tool-result.error'))).toHaveLength(1);
    expect(wireOf(projected(messagesToMessages, body))).toEqual(body);
  });
});
