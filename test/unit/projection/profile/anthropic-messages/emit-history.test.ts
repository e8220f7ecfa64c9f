import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { NO_BEGINNING, NO_RESULT } from '../../../../../src/projection/shared/history-rules.ts';
import { call, message, reasoning, result, sampleRecord } from '../../../../support/sample-record.ts';
import { body, chatRecord, fromChat, places, read, refusal, USER, write } from './support.ts';

const CHAT = 'openai-chat';

function toolCall(id: string, name = 'f', text = '{}'): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } };
}

function calls(...ids: readonly string[]): JsonObject {
  return { role: 'assistant', content: null, tool_calls: ids.map((id) => toolCall(id)) };
}

function answer(id: string, content: JsonValue): JsonObject {
  return { role: 'tool', tool_call_id: id, content };
}

function use(id: string, name = 'f'): JsonObject {
  return { type: 'tool_use', id, name, input: {} };
}

function used(id: string, content: JsonValue, more: JsonObject = {}): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content, ...more };
}

describe('the order of messages', () => {
  it('[U-ITEM-5] merges neighbours of one role, and the record keeps them apart', () => {
    const messages = [
      USER,
      { role: 'assistant', content: 'part 1' },
      calls('a'),
      answer('a', '1'),
      { role: 'user', content: 'x' },
      { role: 'user', content: 'y' },
    ];
    const { wire, entries } = fromChat(messages);
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: [{ type: 'text', text: 'part 1' }, use('a')] },
      { role: 'user', content: [used('a', '1'), { type: 'text', text: 'x' }, { type: 'text', text: 'y' }] },
    ]);
    expect(entries).toEqual([]);
    expect(chatRecord(messages).conversation.items).toHaveLength(6);
  });

  it('[U-TOOL-6] answers parallel calls in one message, results first', () => {
    const { wire, entries } = fromChat([
      USER,
      calls('a', 'b'),
      answer('a', '1'),
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.test/i.png' } }] },
      answer('b', '2'),
      { role: 'user', content: 'n' },
    ]);
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: [use('a'), use('b')] },
      {
        role: 'user',
        content: [
          used('a', '1'),
          used('b', '2'),
          { type: 'image', source: { type: 'url', url: 'https://a.test/i.png' } },
          { type: 'text', text: 'n' },
        ],
      },
    ]);
    expect(places(entries)).toEqual(['info items.order /conversation/items/4']);
  });

  it('[U-TOOL-6][U-LOSS-1] fills in for calls that nobody answered, and leaves their neighbour alone', () => {
    const { wire, entries } = fromChat([
      USER,
      calls('a', 'b', 'c'),
      answer('b', '2'),
      { role: 'user', content: 'go on' },
    ]);
    const failed = { is_error: true };
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: [use('a'), use('b'), use('c')] },
      {
        role: 'user',
        content: [
          used('b', '2'),
          used('a', NO_RESULT, failed),
          used('c', NO_RESULT, failed),
          { type: 'text', text: 'go on' },
        ],
      },
    ]);
    expect(places(entries)).toEqual([
      'warning tool-call.unanswered /conversation/items/1',
      'warning tool-call.unanswered /conversation/items/3',
    ]);
  });

  it('[U-ITEM-5] sends what comes between calls and their results after the results, in its own order', () => {
    const items = [
      message('user', 'q'),
      call('c1'),
      call('c2'),
      message('user', 'first note'),
      message('user', 'second note'),
      result('c2', '2'),
      result('c1', '1'),
    ];
    const { wire, entries } = write(sampleRecord(items, {}, CHAT));
    expect((wire['messages'] as readonly JsonObject[]).slice(1)).toEqual([
      { role: 'assistant', content: [use('c1', 'look'), use('c2', 'look')] },
      {
        role: 'user',
        content: [
          used('c2', '2'),
          used('c1', '1'),
          { type: 'text', text: 'first note' },
          { type: 'text', text: 'second note' },
        ],
      },
    ]);
    expect(places(entries)).toContain('info items.order /conversation/items/3');
  });

  it('[U-ITEM-5] lets the model speak between its parallel calls', () => {
    const items = [
      message('user', 'q'),
      call('a'),
      message('assistant', 'look'),
      call('b'),
      result('a', '1'),
      result('b', '2'),
      call('c'),
      result('c', '3'),
    ];
    const { wire } = write(sampleRecord(items, {}, CHAT));
    expect((wire['messages'] as readonly JsonObject[]).slice(1)).toEqual([
      { role: 'assistant', content: [use('a', 'look'), { type: 'text', text: 'look' }, use('b', 'look')] },
      { role: 'user', content: [used('a', '1'), used('b', '2')] },
      { role: 'assistant', content: [use('c', 'look')] },
      { role: 'user', content: [used('c', '3')] },
    ]);
  });

  it('[U-TOOL-6][U-LOSS-1] sends the first of several results of one call', () => {
    const twice = (second: string) =>
      write(sampleRecord([message('user', 'q'), call('a'), result('a', 'v1'), result('a', second)], {}, CHAT));
    expect((twice('v1').wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [used('a', 'v1')],
    });
    expect(places(twice('v1').entries)).toContain('info tool-result.repeated /conversation/items/3');
    expect((twice('v2').wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [used('a', 'v1')],
    });
    expect(places(twice('v2').entries)).toContain('warning tool-result.repeated /conversation/items/3');
  });

  it('[U-LOSS-2] refuses a result without its call, and a history without a message', () => {
    expect(refusal(sampleRecord([message('user', 'q'), result('gone', '1')], {}, CHAT))).toEqual([
      'error tool-result.orphan /conversation/items/1',
    ]);
    expect(refusal(chatRecord([]))).toEqual(['error conversation.history /conversation/items']);
  });

  it('[U-LOSS-1] lets the user begin where the model did, with a documented sentence, and says so', () => {
    const { wire, entries } = fromChat([{ role: 'system', content: 's' }, { role: 'assistant', content: 'hi' }, USER]);
    expect(wire['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: NO_BEGINNING }] },
      { role: 'assistant', content: 'hi' },
      USER,
    ]);
    expect(places(entries)).toEqual(['warning conversation.beginning /conversation/items/1']);
    expect(fromChat([calls('a'), answer('a', '1')]).wire['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: NO_BEGINNING }] },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [used('a', '1')] },
    ]);
  });

  it('[U-TOOL-6] answers calls before the model speaks again, and lets it speak in a turn of its own', () => {
    const items = [message('user', 'q'), call('a'), call('b'), message('assistant', 'hm'), message('user', 'n')];
    const { wire, entries } = write(sampleRecord(items, {}, CHAT));
    const failed = { is_error: true };
    expect((wire['messages'] as readonly JsonObject[]).slice(1)).toEqual([
      { role: 'assistant', content: [use('a', 'look'), use('b', 'look')] },
      { role: 'user', content: [used('a', NO_RESULT, failed), used('b', NO_RESULT, failed)] },
      { role: 'assistant', content: [{ type: 'text', text: 'hm' }] },
      { role: 'user', content: [{ type: 'text', text: 'n' }] },
    ]);
    expect(places(entries).filter((entry) => !entry.startsWith('info'))).toEqual([
      'warning tool-call.unanswered /conversation/items/1',
      'warning tool-call.unanswered /conversation/items/2',
    ]);
  });

  it('[U-TOOL-6] answers the calls at its end', () => {
    const { wire, entries } = fromChat([USER, calls('a')]);
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [used('a', NO_RESULT, { is_error: true })] },
    ]);
    expect(places(entries)).toEqual(['warning tool-call.unanswered /conversation/items/1']);
  });

  it('[U-ITEM-1][U-TOOL-6] of this dialect is repaired where a result, a call or its beginning is hidden', () => {
    const { value } = read(
      body([
        USER,
        { role: 'assistant', content: 'hi' },
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [use('a'), use('b')] },
        { role: 'user', content: [used('a', '1'), used('b', '2'), { type: 'text', text: 'n' }] },
      ]),
    );
    const hiding = (...hidden: readonly number[]) => {
      const items = value.conversation.items.map((item, index) =>
        hidden.includes(index) ? { ...item, visibility: 'client' as const } : item,
      );
      const { wire, entries } = write({ ...value, conversation: { ...value.conversation, items } });
      const messages = wire['messages'] as readonly JsonObject[]; // it is a list of objects
      return { messages, entries: places(entries).filter((entry) => !entry.includes('item.hidden')) };
    };
    const unanswered = hiding(5);
    expect(unanswered.messages.at(-1)?.['content']).toEqual([
      used('b', '2'),
      used('a', NO_RESULT, { is_error: true }),
      { type: 'text', text: 'n' },
    ]);
    expect(unanswered.entries).toEqual(['warning tool-call.unanswered /conversation/items/3']);
    const orphan = hiding(3);
    expect(orphan.messages.slice(-2)).toEqual([
      { role: 'assistant', content: [use('b')] },
      { role: 'user', content: [used('b', '2'), { type: 'text', text: 'n' }] },
    ]);
    expect(orphan.entries).toEqual(['warning tool-result.orphan /conversation/items/5']);
    const beginning = hiding(0);
    expect(beginning.messages.slice(0, 2)).toEqual([
      { role: 'user', content: [{ type: 'text', text: NO_BEGINNING }] },
      { role: 'assistant', content: 'hi' },
    ]);
    expect(beginning.entries).toEqual(['warning conversation.beginning /conversation/items/1']);
  });

  it('[U-ITEM-5] of this dialect is not touched, whatever it is', () => {
    const odd = body([
      { role: 'assistant', content: 'hi' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: 'x' },
      { role: 'user', content: [used('a', '1')] },
    ]);
    const { value } = read(odd);
    expect(write(value).wire).toEqual(odd);
  });
});

describe('system text', () => {
  it('[U-ITEM-2] at the head stands outside of the messages', () => {
    const { wire, entries } = fromChat([{ role: 'system', content: 's' }, USER]);
    expect(wire['system']).toBe('s');
    expect(wire['messages']).toEqual([USER]);
    expect(entries).toEqual([]);
  });

  it('[U-ITEM-2][U-LOSS-1] in the middle stays at its place as a marked text of the user, and a warning says so', () => {
    const { wire, entries } = fromChat([
      { role: 'system', content: 'base' },
      USER,
      { role: 'assistant', content: 'a' },
      { role: 'system', content: 'be brief now' },
      { role: 'user', content: 'r' },
      { role: 'system', content: 'and polite' },
    ]);
    expect(wire['system']).toBe('base');
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: 'a' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system>\nbe brief now\n</system>' },
          { type: 'text', text: 'r' },
          { type: 'text', text: '<system>\nand polite\n</system>' },
        ],
      },
    ]);
    expect(places(entries)).toEqual([
      'warning item.role.system-position /conversation/items/3',
      'warning item.role.system-position /conversation/items/5',
    ]);
  });

  it('[U-ITEM-2] in the middle stays where the beta allows it', () => {
    const { wire, entries } = fromChat(
      [USER, { role: 'system', content: 'be brief' }, { role: 'user', content: 'r' }],
      {},
      { betas: ['mid-conversation-system-2026-04-07'] },
    );
    expect(wire).not.toHaveProperty('system');
    expect(wire['messages']).toEqual([USER, { role: 'system', content: 'be brief' }, { role: 'user', content: 'r' }]);
    expect(entries).toEqual([]);
  });

  it('[U-ITEM-2][U-LOSS-3] of a developer is system text, and a note says so', () => {
    const { wire, entries } = fromChat([
      { role: 'system', content: 'a' },
      USER,
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'b' },
          { type: 'text', text: 'c', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
    expect(wire['system']).toBe('a');
    expect(wire['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'text', text: '<system>\nb\n</system>' },
          { type: 'text', text: '<system>\nc\n</system>', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
    expect(places(entries)).toContain('info item.role.developer /conversation/items/2/role');
  });

  it('[U-CACHE-1] that comes later leaves the prefix before it as it was', () => {
    const before = [{ role: 'system', content: 'base' }, USER, { role: 'assistant', content: 'a' }];
    const shorter = fromChat([...before, { role: 'user', content: 'r' }]).wire;
    const longer = fromChat([...before, { role: 'system', content: 'be brief' }, { role: 'user', content: 'r' }]).wire;
    expect(longer['system']).toEqual(shorter['system']);
    expect((longer['messages'] as readonly unknown[]).slice(0, 2)).toEqual(
      (shorter['messages'] as readonly unknown[]).slice(0, 2),
    );
  });

  it('[U-ITEM-2][U-TOOL-6] between a call and its result stands behind the result', () => {
    const { wire } = fromChat([USER, calls('a'), { role: 'system', content: 's' }, answer('a', '1')]);
    expect((wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [used('a', '1'), { type: 'text', text: '<system>\ns\n</system>' }],
    });
  });
});

describe('what is not sent', () => {
  it('[U-REAS-2][U-LOSS-1] reasoning of another provider is in no block and in no text', () => {
    const items = [message('user', 'q'), reasoning('secret plan'), message('assistant', 'a'), message('user', 'n')];
    const { wire, entries } = write(sampleRecord(items, {}, CHAT));
    expect(JSON.stringify(wire)).not.toContain('secret plan');
    expect(places(entries)).toContain('warning item.reasoning.unsigned /conversation/items/1');
  });

  it('[U-ITEM-5][U-VAL-3] empty texts and the messages that have nothing else', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    const { wire, entries } = fromChat([
      {
        role: 'user',
        content: [
          { type: 'text', text: '' },
          { type: 'image_url', image_url: { url: png } },
        ],
      },
      { role: 'assistant', content: '', tool_calls: [toolCall('a')] },
      answer('a', '  \n'),
      { role: 'user', content: 'n' },
    ]);
    expect(wire['messages']).toEqual([
      {
        role: 'user',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
      { role: 'assistant', content: [use('a')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'text', text: 'n' },
        ],
      },
    ]);
    expect(places(entries)).toEqual([
      'info part.empty-text /conversation/items/0/content/0',
      'info part.empty-text /conversation/items/1/content/0',
      'info item.empty /conversation/items/1/role',
      'info part.empty-text /conversation/items/3/output/0',
    ]);
  });

  it('[U-ITEM-1] items that the model may not see', () => {
    const hidden = { ...message('user', 'for the audit'), visibility: 'internal' as const };
    const { wire } = write(sampleRecord([message('user', 'q'), hidden], {}, CHAT));
    expect(JSON.stringify(wire)).not.toContain('audit');
    expect(wire['messages']).toHaveLength(1);
  });
});

describe('the end of the messages', () => {
  it('[U-GEN-1][U-LOSS-1] is a begun answer when the model spoke last, and a warning says so', () => {
    const { wire, entries } = fromChat([USER, { role: 'assistant', content: 'The answer is ' }]);
    expect(wire['messages']).toEqual([USER, { role: 'assistant', content: 'The answer is' }]);
    expect(places(entries)).toEqual([
      'warning generation.prefill /conversation/items/1',
      'info generation.prefill /conversation/items/1/content/0/text',
    ]);
  });

  it('[U-GEN-1] is no begun answer when text of the system stands after it', () => {
    const { wire, entries } = fromChat([
      USER,
      { role: 'assistant', content: 'The answer is ' },
      { role: 'system', content: 'Be brief.' },
    ]);
    expect((wire['messages'] as readonly unknown[]).slice(1)).toEqual([
      { role: 'assistant', content: 'The answer is ' },
      { role: 'user', content: '<system>\nBe brief.\n</system>' },
    ]);
    expect(places(entries)).toEqual(['warning item.role.system-position /conversation/items/2']);
  });

  it('[U-GEN-1][U-LOSS-1] is a sentence of the user for models that refuse to go on from a begun answer', () => {
    const newer = { model: 'claude-opus-4-6' };
    const { wire, entries } = fromChat([USER, { role: 'assistant', content: 'The answer is ' }], newer);
    expect(wire['messages']).toEqual([
      USER,
      { role: 'assistant', content: 'The answer is ' },
      { role: 'user', content: 'Go on.' },
    ]);
    expect(places(entries)).toEqual(['warning generation.prefill /conversation/items/1']);
    const items = [message('user', 'q'), message('assistant', 'It')];
    const begun = (requirement: 'preferred' | 'required') =>
      sampleRecord(
        items,
        { model: { id: newer.model }, generation: { prefill: { value: true, requirement }, maxOutputTokens: LIMIT } },
        CHAT,
      );
    expect(places(write(begun('preferred')).entries)).toEqual(['warning generation.prefill /generation/prefill']);
    expect(refusal(begun('required'))).toEqual(['error generation.prefill /generation/prefill']);
  });

  it('[U-PROF-3] is what this dialect wrote, whatever the model says to it', () => {
    const own = { ...body([USER, { role: 'assistant', content: 'It' }]), model: 'claude-opus-4-6' };
    expect(write(read(own).value).wire).toEqual(own);
  });

  it('[U-LOSS-2] is not there where there are no messages: such a body is refused, also one of this dialect', () => {
    expect(refusal(read(body([])).value)).toEqual(['error conversation.history /conversation/items']);
  });

  it('[U-GEN-1][U-LOSS-1] is the begun answer even when a message that is not sent stood after it', () => {
    const { wire, entries } = fromChat([
      USER,
      { role: 'assistant', content: null, refusal: 'No, ' },
      { role: 'system', content: '' },
    ]);
    expect(wire['messages']).toEqual([USER, { role: 'assistant', content: [{ type: 'text', text: 'No,' }] }]);
    expect(places(entries)).toContain('warning generation.prefill /conversation/items/1');
    expect(places(entries)).toContain('info generation.prefill /conversation/items/1/content/0/refusal');
  });

  it('[U-GEN-1] is a begun answer without a remark when that was meant', () => {
    const begun = sampleRecord(
      [message('user', 'q'), message('assistant', 'The answer is')],
      { generation: { prefill: { value: true, requirement: 'required' }, maxOutputTokens: LIMIT } },
      CHAT,
    );
    expect(write(begun).entries).toEqual([]);
    const missing = { ...begun, conversation: sampleRecord([message('user', 'q')], {}, CHAT).conversation };
    expect(refusal(missing)).toEqual(['error generation.prefill /generation/prefill']);
  });
});

const LIMIT = { value: 100, requirement: 'preferred' } as const;
