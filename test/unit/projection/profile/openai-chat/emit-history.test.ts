import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { NO_RESULT } from '../../../../../src/projection/shared/history-rules.ts';
import { call, type ItemSketch, message, reasoning, result, sampleRecord } from '../../../../support/sample-record.ts';
import { back, body, places, read, refusal, write } from './support.ts';

const written = (...items: readonly ItemSketch[]) => {
  const { wire, entries } = write(sampleRecord(items));
  return { messages: wire['messages'] as readonly JsonObject[], entries: places(entries) }; // it is a list of objects
};
const asked = (id: string, name = 'look', text = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});
const answer = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

describe('a history of another dialect', () => {
  it('[U-PROF-10] becomes messages, system text where it stands', () => {
    expect(
      written(
        message('system', 'base'),
        message('user', 'q'),
        message('assistant', 'a'),
        message('system', 'mid'),
        message('user', 'r'),
      ),
    ).toEqual({
      messages: [
        { role: 'system', content: 'base' },
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
        { role: 'system', content: 'mid' },
        { role: 'user', content: 'r' },
      ],
      entries: [],
    });
  });

  it('[U-PROF-10] becomes one message of the model for all that it said and called in a row', () => {
    const { messages, entries } = written(
      message('user', 'q'),
      message('assistant', 'part 1'),
      call('a'),
      call('b'),
      result('a', '1'),
      result('b', '2'),
      call('c'),
      result('c', '3'),
    );
    expect(messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'part 1', tool_calls: [asked('a'), asked('b')] },
      answer('a', '1'),
      answer('b', '2'),
      { role: 'assistant', content: null, tool_calls: [asked('c')] },
      answer('c', '3'),
    ]);
    expect(entries).toEqual([]);
  });

  it('[U-ITEM-5] says that a text behind a call was moved before it', () => {
    const { messages, entries } = written(
      call('a'),
      message('assistant', 'look'),
      call('b'),
      result('a', '1'),
      result('b', '2'),
    );
    expect(messages[0]).toEqual({ role: 'assistant', content: 'look', tool_calls: [asked('a'), asked('b')] });
    expect(entries).toEqual(['warning items.order /conversation/items/1']);
  });

  it('[U-ITEM-5] keeps several texts of the model apart in one message', () => {
    expect(written(message('assistant', 'a', 'b'), message('assistant', 'c')).messages).toEqual([
      { role: 'assistant', content: ['a', 'b', 'c'].map((text) => ({ type: 'text', text })) },
    ]);
  });

  it('[U-TOOL-6] answers calls that nobody answered before the next one speaks, and says so', () => {
    const { messages, entries } = written(call('a'), call('b'), call('c'), result('b', '2'), message('user', 'go on'));
    expect(messages.slice(1)).toEqual([
      answer('b', '2'),
      answer('a', NO_RESULT),
      answer('c', NO_RESULT),
      { role: 'user', content: 'go on' },
    ]);
    expect(entries).toEqual([
      'warning tool-call.unanswered /conversation/items/0',
      'warning tool-call.unanswered /conversation/items/2',
    ]);
  });

  it('[U-TOOL-6][U-LOSS-1] answers the calls at its end as well: nobody goes on from calls that wait', () => {
    expect(written(message('user', 'q'), call('a'))).toEqual({
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: null, tool_calls: [asked('a')] },
        answer('a', NO_RESULT),
      ],
      entries: ['warning tool-call.unanswered /conversation/items/1'],
    });
  });

  it('[U-ITEM-5] lets nobody speak between calls and their results: notes wait, in their order', () => {
    const { messages, entries } = written(
      call('a'),
      call('b'),
      message('user', 'note 1'),
      result('b', '2'),
      message('user', 'note 2'),
      result('a', '1'),
      message('user', 'after'),
    );
    expect(messages).toEqual([
      { role: 'assistant', content: null, tool_calls: [asked('a'), asked('b')] },
      answer('b', '2'),
      answer('a', '1'),
      ...['note 1', 'note 2', 'after'].map((content) => ({ role: 'user', content })),
    ]);
    expect(entries).toEqual(['info items.order /conversation/items/2', 'info items.order /conversation/items/4']);
  });

  it('[U-ITEM-5] lets a later turn of the model wait as well, together with its results', () => {
    const { messages } = written(
      call('a'),
      message('user', 'note'),
      message('assistant', 'meanwhile'),
      call('b'),
      result('b', '2'),
      message('user', 'so?'),
      result('a', '1'),
      message('user', 'done'),
    );
    expect(messages).toEqual([
      { role: 'assistant', content: null, tool_calls: [asked('a')] },
      answer('a', '1'),
      { role: 'user', content: 'note' },
      { role: 'assistant', content: 'meanwhile', tool_calls: [asked('b')] },
      answer('b', '2'),
      { role: 'user', content: 'so?' },
      { role: 'user', content: 'done' },
    ]);
  });

  it('[U-ITEM-5] brings a result that stands before its call behind it', () => {
    const { messages, entries } = written(message('user', 'q'), result('a', 'early'), call('a'), message('user', 'r'));
    expect(messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [asked('a')] },
      answer('a', 'early'),
      { role: 'user', content: 'r' },
    ]);
    expect(entries).toEqual(['info items.order /conversation/items/1']);
  });

  it('[U-LOSS-2] is refused with a result that answers nothing', () => {
    expect(places(refusal(sampleRecord([message('user', 'q'), result('x', '1')])))).toEqual([
      'error tool-result.orphan /conversation/items/1',
    ]);
  });

  it('[U-TOOL-6] keeps the first of two results; that they differ is worse than that there are two', () => {
    const { messages, entries } = written(
      call('a'),
      result('a', 'v1'),
      result('a', 'v1'),
      result('a', 'v2'),
      message('user', 'n'),
    );
    expect(messages.slice(1)).toEqual([answer('a', 'v1'), { role: 'user', content: 'n' }]);
    expect(entries).toEqual([
      'info tool-result.repeated /conversation/items/2',
      'warning tool-result.repeated /conversation/items/3',
    ]);
  });

  it('[U-TOOL-6] moves media of results into a message of the user behind all results of the turn', () => {
    const png = {
      type: 'image',
      source: { kind: 'inline', mediaType: 'image/png', data: 'AA', encoding: 'base64' },
    } as const;
    const pdf = {
      type: 'document',
      source: { kind: 'inline', mediaType: 'application/pdf', data: 'BB', encoding: 'base64' },
      title: 'r.pdf',
    } as const;
    const { messages, entries } = written(
      call('a'),
      call('b'),
      result('a', 'shot', png, pdf),
      result('b', png),
      message('user', 'n'),
    );
    expect(messages.slice(1)).toEqual([
      answer('a', 'shot'),
      answer('b', ''),
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,BB', filename: 'r.pdf' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
      { role: 'user', content: 'n' },
    ]);
    expect(entries).toEqual([
      'warning tool-result.media /conversation/items/2/output/1',
      'warning tool-result.media /conversation/items/2/output/2',
      'warning tool-result.media /conversation/items/3/output/0',
    ]);
  });

  it('[U-TOOL-6] moves media of the last results to the end', () => {
    const png = { type: 'image', source: { kind: 'url', url: 'https://a.test/x.png' } } as const;
    expect(written(call('a'), result('a', png)).messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'https://a.test/x.png' } }],
    });
  });

  it('[U-REAS-1][U-LOSS-1] never shows its reasoning as something else', () => {
    const { messages, entries } = written(reasoning('secret plan'), message('assistant', 'done'));
    expect(messages).toEqual([{ role: 'assistant', content: 'done' }]);
    expect(entries).toEqual(['warning item.reasoning /conversation/items/0']);
  });

  it('[U-LOSS-1] leaves out what has nothing left, and says so', () => {
    const { messages, entries } = written(
      reasoning('x'),
      message('user', 'q'),
      message('assistant'),
      message('user'),
      message('system'),
    );
    expect(messages).toEqual([{ role: 'user', content: 'q' }]);
    expect(entries).toEqual([
      'warning item.reasoning /conversation/items/0',
      ...[2, 3, 4].map((index) => `info item.empty /conversation/items/${index}`),
    ]);
  });

  it('[U-LOSS-1] leaves out what the model may not see, and nothing else for it', () => {
    const hidden = { ...message('user', 'Upstream ended the turn'), visibility: 'client' } as const;
    const { messages, entries } = written(message('user', 'q'), hidden, message('user', 'Upstream ended the turn'));
    expect(messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'user', content: 'Upstream ended the turn' },
    ]);
    expect(entries).toEqual(['info item.hidden /conversation/items/1']);
  });

  it('[U-LOSS-1] writes a message without an author as one of the user, and says so', () => {
    const { role: _role, ...unknown } = message('user', 'x');
    const { messages, entries } = written(unknown, message('tool', 'y'));
    expect(messages).toEqual([
      { role: 'user', content: 'x' },
      { role: 'user', content: 'y' },
    ]);
    expect(entries).toEqual([
      'warning item.role /conversation/items/0/role',
      'warning item.role /conversation/items/1/role',
    ]);
  });

  it('[U-LOSS-1] keeps the names of those who speak, as far as a message has one', () => {
    const named = (item: ItemSketch, participantName: string): ItemSketch => ({ ...item, participantName });
    const { messages, entries } = written(
      named(message('user', 'q'), 'ann'),
      named(message('assistant', 'a'), 'bot'),
      named(message('assistant', 'b'), 'other'),
      named(call('c'), 'bot'),
      named(result('c', '1'), 'tool'),
    );
    expect(messages.map(({ name }) => name)).toEqual(['ann', 'bot', undefined]);
    expect(entries).toEqual(
      [2, 3, 4].map((index) => `warning item.participant-name /conversation/items/${index}/participantName`),
    );
  });
});

describe('a history of several dialects', () => {
  const foreign = sampleRecord([call('a'), message('user', 'note')]).conversation.items;
  const own = read(
    body([
      { role: 'assistant', content: 'x', tool_calls: [asked('call_1')] },
      { role: 'user', content: 'in between' },
      { role: 'tool', tool_call_id: 'call_1', content: 'late' },
    ]),
  ).value;

  it('[U-CONT-2] repairs what another dialect left, and leaves its own as it was', () => {
    const items = [...foreign, ...own.conversation.items];
    const record = { ...own, conversation: { ...own.conversation, items } };
    const { wire, entries } = write(record);
    expect(wire['messages']).toEqual([
      { role: 'assistant', content: null, tool_calls: [asked('a')] },
      answer('a', NO_RESULT),
      { role: 'user', content: 'note' },
      { role: 'assistant', content: 'x', tool_calls: [asked('call_1')] },
      { role: 'user', content: 'in between' },
      answer('call_1', 'late'),
    ]);
    expect(places(entries)).toEqual(['warning tool-call.unanswered /conversation/items/0']);
  });

  it('[U-CONT-2] waits for results of its own calls before a message of another dialect', () => {
    const [said, asks, between, late] = own.conversation.items;
    if (said === undefined || asks === undefined || between === undefined || late === undefined)
      throw new Error('it has them');
    const note = {
      ...between,
      provenance: { origin: 'client', profile: { family: 'gemini-generate-content' } },
    } as const;
    const { wire, entries } = write({ ...own, conversation: { ...own.conversation, items: [said, asks, note, late] } });
    expect(wire['messages']).toEqual([
      { role: 'assistant', content: 'x', tool_calls: [asked('call_1')] },
      answer('call_1', 'late'),
      { role: 'user', content: 'in between' },
    ]);
    expect(places(entries)).toEqual(['info items.order /conversation/items/2']);
  });

  it('[U-ITEM-5] is not joined where one message ends and another begins', () => {
    const wire = body([
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: 'b' },
    ]);
    const emission = back(wire);
    expect(emission.ok && emission.wire).toEqual(wire);
  });
});

describe('a history of this dialect of which something is hidden', () => {
  const own = read(
    body([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'x', tool_calls: [asked('call_1'), asked('call_2')] },
      answer('call_1', '1'),
      answer('call_2', '2'),
      { role: 'assistant', function_call: { name: 'look', arguments: '{}' } },
      { role: 'function', name: 'look', content: '3' },
      { role: 'user', content: 'n' },
    ]),
  ).value;
  const hiding = (...hidden: readonly number[]) => {
    const items = own.conversation.items.map((item, index) =>
      hidden.includes(index) ? { ...item, visibility: 'client' as const } : item,
    );
    const { wire, entries } = write({ ...own, conversation: { ...own.conversation, items } });
    const messages = wire['messages'] as readonly JsonObject[]; // it is a list of objects
    return { messages, entries: places(entries).filter((entry) => !entry.includes('item.hidden')) };
  };

  it('[U-TOOL-6] answers a call whose result is hidden, in the spelling of the call', () => {
    const { messages, entries } = hiding(4, 7);
    expect(messages).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'x', tool_calls: [asked('call_1'), asked('call_2')] },
      answer('call_2', '2'),
      answer('call_1', NO_RESULT),
      { role: 'assistant', function_call: { name: 'look', arguments: '{}' } },
      { role: 'function', name: 'look', content: NO_RESULT },
      { role: 'user', content: 'n' },
    ]);
    expect(entries).toEqual([
      'warning tool-call.unanswered /conversation/items/2',
      'warning tool-call.unanswered /conversation/items/6',
    ]);
  });

  it('[U-TOOL-6] leaves out the result of a hidden call, and is not refused for it', () => {
    const { messages, entries } = hiding(2);
    expect(messages.slice(1, 3)).toEqual([
      { role: 'assistant', content: 'x', tool_calls: [asked('call_2')] },
      answer('call_2', '2'),
    ]);
    expect(entries).toEqual(['warning tool-result.orphan /conversation/items/4']);
  });

  it('[U-ITEM-5] is otherwise left as it came', () => {
    const odd = read(
      body([
        { role: 'user', content: 'hidden' },
        { role: 'assistant', tool_calls: [asked('call_1')] },
        { role: 'user', content: 'in between' },
        answer('call_1', 'late'),
        answer('call_1', 'again'),
        answer('gone', 'x'),
        { role: 'assistant', tool_calls: [asked('call_2')] },
      ]),
    ).value;
    const [first, ...others] = odd.conversation.items;
    if (first === undefined) throw new Error('it has one');
    const items = [{ ...first, visibility: 'client' as const }, ...others];
    const { wire } = write({ ...odd, conversation: { ...odd.conversation, items } });
    expect(wire['messages']).toEqual([
      { role: 'assistant', tool_calls: [asked('call_1')] },
      { role: 'user', content: 'in between' },
      answer('call_1', 'late'),
      answer('call_1', 'again'),
      answer('gone', 'x'),
      { role: 'assistant', tool_calls: [asked('call_2')] },
    ]);
  });
});

describe('a prefix of a history', () => {
  it('[U-CACHE-1] is written in the same bytes whatever follows', () => {
    const start: readonly ItemSketch[] = [
      message('system', 's'),
      message('user', 'q'),
      reasoning('r'),
      message('assistant', 'a'),
      {
        ...call('call with a very long identifier that no target takes as it is', 'mcp.server/tool'),
        providerExecuted: false,
      },
      result('call with a very long identifier that no target takes as it is', '1'),
    ];
    const before = written(...start).messages;
    const after = written(...start, message('user', 'n'), call('b', 'mcp.server/tool'), result('b', '2')).messages;
    expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
  });
});

describe('a history with nothing in it', () => {
  it('[U-LOSS-2] is an error where it comes from another dialect: this wire refuses an empty list', () => {
    expect(places(refusal(sampleRecord([])))).toEqual(['error conversation.history /conversation/items']);
    expect(back({ model: 'm', messages: [] })).toMatchObject({ ok: true, wire: { messages: [] } });
  });
});
