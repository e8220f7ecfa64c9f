import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../../src/core/json.ts';
import { body, places, read } from './support.ts';

const items = (...messages: readonly JsonValue[]) => read(body(messages)).value.conversation.items;
const call = (id: string, name: string, text: string) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

describe('messages of a Chat body', () => {
  it('[U-ITEM-1][U-ITEM-5] become items in their order, each with its place, its origin and its group', () => {
    const [system, user] = items({ role: 'system', content: 's' }, { role: 'user', content: 'u', name: 'ann' });
    expect(system).toEqual({
      id: 'req.item.0',
      conversationId: 'req.conversation.0',
      branchId: 'main',
      sequence: 0,
      createdAt: '1970-01-01T00:00:00.000Z',
      type: 'message',
      role: 'system',
      visibility: 'model',
      status: 'completed',
      content: [{ id: 'req.item.0.part.0', type: 'text', text: 's' }],
      provenance: { origin: 'client', profile: { family: 'openai-chat' }, wireForm: 'text' },
      groupId: 'req.message.0',
    });
    expect(user).toMatchObject({
      role: 'user',
      participantName: 'ann',
      parentId: 'req.item.0',
      groupId: 'req.message.1',
    });
    expect(read(body([{ role: 'user', content: 'u' }])).value.conversation).toMatchObject({
      headItemId: 'req.item.0',
      completeness: 'complete',
    });
  });

  it('[U-ITEM-2] keep the developer role, and a system message in the middle where it stands', () => {
    const roles = items(
      { role: 'developer', content: 'd' },
      { role: 'user', content: 'u' },
      { role: 'system', content: 's' },
    ).map((item) => item.role);
    expect(roles).toEqual(['developer', 'user', 'system']);
  });

  it('[U-VAL-3] tell an empty text, no content and null apart', () => {
    const [empty, nothing, absent] = items(
      { role: 'user', content: '' },
      { role: 'user', content: null },
      { role: 'user' },
    );
    expect(empty).toMatchObject({ content: [{ text: '' }], provenance: { wireForm: 'text' } });
    expect(nothing).toMatchObject({ content: [], provenance: { wireForm: 'null' } });
    expect(absent).toMatchObject({ content: [], provenance: { wireForm: 'absent' } });
  });

  it('[U-PART-2][U-PART-3] read each kind of part', () => {
    const [item] = items({
      role: 'user',
      content: [
        { type: 'text', text: 't' },
        { type: 'image_url', image_url: { url: 'https://a.test/x.png', detail: 'high' } },
        { type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
        { type: 'input_audio', input_audio: { data: 'BBBB', format: 'novel' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC', filename: 'a.pdf' } },
        { type: 'file', file: { file_data: 'CCCC' } },
        { type: 'file', file: { file_id: 'file-9' } },
      ],
    });
    if (item?.type !== 'message') throw new Error('it is one');
    expect(item.content.map(({ id: _id, providerData: _data, ...part }) => part)).toEqual([
      { type: 'text', text: 't' },
      { type: 'image', source: { kind: 'url', url: 'https://a.test/x.png' }, detail: 'high' },
      { type: 'image', source: { kind: 'inline', mediaType: 'image/webp', data: 'AAAA', encoding: 'base64' } },
      {
        type: 'audio',
        source: { kind: 'inline', mediaType: 'audio/mpeg', data: 'BBBB', encoding: 'base64' },
        format: 'mp3',
      },
      {
        type: 'audio',
        source: { kind: 'inline', mediaType: 'application/octet-stream', data: 'BBBB', encoding: 'base64' },
        format: 'novel',
      },
      {
        type: 'file',
        source: { kind: 'inline', mediaType: 'application/pdf', data: 'CCCC', encoding: 'base64' },
        name: 'a.pdf',
      },
      {
        type: 'file',
        source: { kind: 'inline', mediaType: 'application/octet-stream', data: 'CCCC', encoding: 'base64' },
      },
      {
        type: 'file',
        source: {
          kind: 'provider-resource',
          resource: {
            resourceType: 'file',
            resourceId: 'req.item.0.part.7.resource.file',
            providerId: 'file-9',
            owner: { profile: { family: 'openai-chat' }, provider: 'openai' },
          },
        },
      },
    ]);
  });

  it('[U-CACHE-1] read cache marks of this dialect and of compatible servers alike', () => {
    const [item] = items({
      role: 'user',
      content: [
        { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
        { type: 'text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit' } },
        { type: 'text', text: 'c', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'text', text: 'd' },
      ],
    });
    if (item?.type !== 'message') throw new Error('it is one');
    expect(item.content.map(({ cache }) => cache)).toEqual([{ ttl: '12h' }, {}, { ttl: '1h' }, undefined]);
  });

  it('[U-REAS-1] does not take words of the user for marks or reasoning', () => {
    const text = '{"cache_control":{"type":"ephemeral"}}';
    const [user, asked] = items(
      { role: 'user', content: [{ type: 'text', text }] },
      { role: 'assistant', tool_calls: [call('a', 'f', text)] },
    );
    expect(user).toMatchObject({ content: [{ text }] });
    expect(user).not.toMatchObject({ content: [{ cache: {} }] });
    expect(asked).toMatchObject({ input: { value: { cache_control: { type: 'ephemeral' } } } });
    expect(asked).not.toHaveProperty('cache');
  });
});

describe('messages of the model', () => {
  it('[U-TOOL-5] become one item for what it said and one for each call, of one group', () => {
    const [said, first, second] = items({
      role: 'assistant',
      content: 'let me',
      tool_calls: [
        call('call_1', 'f', '{"a": 1}'),
        { id: 'call_2', type: 'custom', custom: { name: 'patch', input: 'raw {' } },
      ],
    });
    expect(said).toMatchObject({ type: 'message', role: 'assistant', groupId: 'req.message.0' });
    expect(first).toMatchObject({
      type: 'tool-call',
      kind: 'function',
      callId: 'req.call.0',
      name: 'f',
      input: { value: { a: 1 } },
      rawArguments: '{"a": 1}',
      state: 'arguments-ready',
      executionOwner: 'client',
      provenance: { providerCallId: 'call_1' },
      groupId: 'req.message.0',
    });
    expect(second).toMatchObject({ kind: 'custom', callId: 'req.call.1', name: 'patch', rawArguments: 'raw {' });
    expect(second).not.toHaveProperty('input');
  });

  it.each(['{"a":', 'null', '[1]', '"{}"'])('[U-TOOL-5] keep arguments %s as text: they are no JSON object', (text) => {
    const [asked] = items({ role: 'assistant', tool_calls: [call('a', 'f', text)] });
    expect(asked).toMatchObject({ rawArguments: text });
    expect(asked).not.toHaveProperty('input');
  });

  it('[U-TOOL-5] take an empty text of arguments for none, and keep that it was empty', () => {
    const [asked] = items({ role: 'assistant', tool_calls: [call('a', 'f', '')] });
    expect(asked).toMatchObject({ rawArguments: '', input: { value: {} } });
  });

  it('[U-REAS-1] show disclosed reasoning before what was said, in either spelling', () => {
    for (const field of ['reasoning_content', 'reasoning']) {
      const [thought, said] = items({ role: 'assistant', content: 'ok', [field]: 'because' });
      expect(thought).toMatchObject({
        type: 'reasoning',
        content: [{ type: 'reasoning', channel: 'text', state: 'disclosed', text: 'because' }],
      });
      expect(said).toMatchObject({ type: 'message', content: [{ text: 'ok' }] });
    }
  });

  it('[U-REAS-1] show thinking parts as reasoning, and keep a thinking part that is no text whole', () => {
    const { value, privateState } = read(
      body([
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'th' }] },
            { type: 'text', text: 'an' },
            { type: 'thinking', thinking: [{ type: 'reference', reference_ids: [1] }] },
          ],
        },
      ]),
    );
    const [thought, said] = value.conversation.items;
    expect(thought).toMatchObject({ type: 'reasoning', content: [{ text: 'th' }] });
    expect(said).toMatchObject({
      content: [{ text: 'an' }],
      providerData: [{ wireType: 'thinking', wirePointer: '/content/2' }],
    });
    expect([...privateState].map((state) => state.reveal())).toEqual([
      '{"type":"thinking","thinking":[{"type":"reference","reference_ids":[1]}]}',
    ]);
  });

  it('[U-REAS-2] keep encrypted reasoning beside the record', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'CIPHER' }];
    const { value, privateState } = read(body([{ role: 'assistant', content: 'a', reasoning_details: details }]));
    const [thought] = value.conversation.items;
    expect(thought).toMatchObject({ type: 'reasoning', content: [], privateState: { kind: 'encrypted-reasoning' } });
    expect(JSON.stringify(value)).not.toContain('CIPHER');
    expect([...privateState].map((state) => state.reveal())).toEqual([JSON.stringify(details)]);
  });

  it('[U-PART-2] show a refusal as a part, in the content and beside it', () => {
    const [beside, inside] = items(
      { role: 'assistant', content: null, refusal: 'no' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
    );
    for (const item of [beside, inside]) expect(item).toMatchObject({ content: [{ type: 'refusal', refusal: 'no' }] });
  });

  it('[U-PART-5] bind web citations to the text, with what is known of the span', () => {
    const citation = { start_index: 0, end_index: 5, title: 'A', url: 'https://a.test' };
    const [item] = items({
      role: 'assistant',
      content: 'see A',
      annotations: [{ type: 'url_citation', url_citation: citation }],
    });
    expect(item).toMatchObject({
      content: [
        {
          text: 'see A',
          annotations: [
            {
              type: 'url-citation',
              source: { url: 'https://a.test', title: 'A' },
              supports: [{ start: 0, end: 5, unit: 'unknown' }],
            },
          ],
        },
      ],
    });
  });

  it('[U-PART-3] show an earlier spoken answer as something that the provider holds', () => {
    const [item] = items({ role: 'assistant', audio: { id: 'audio_1' } });
    expect(item).toMatchObject({
      content: [{ type: 'artifact-reference', purpose: 'replay', source: { resource: { providerId: 'audio_1' } } }],
    });
  });

  it('[U-ITEM-3] leave an item behind even when they say nothing', () => {
    expect(items({ role: 'assistant', content: null })).toMatchObject([{ type: 'message', content: [] }]);
  });
});

describe('results in a Chat body', () => {
  it('[U-TOOL-6] find their calls by identifier, whatever their order', () => {
    const made = items(
      { role: 'assistant', tool_calls: [call('a', 'f', '{}'), call('b', 'g', '{}')] },
      { role: 'tool', tool_call_id: 'b', content: 'B' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'A' }] },
    );
    expect(made.map((item) => ('callId' in item ? item.callId : ''))).toEqual([
      'req.call.0',
      'req.call.1',
      'req.call.1',
      'req.call.0',
    ]);
    expect(made[2]).toMatchObject({
      type: 'tool-result',
      role: 'tool',
      output: [{ text: 'B' }],
      executionOwner: 'client',
    });
  });

  it('[U-TOOL-6] find the call of their own turn where an identifier is used again', () => {
    const turn = [
      { role: 'assistant', tool_calls: [call('call_0', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'call_0', content: 'x' },
    ];
    const made = items(...turn, ...turn);
    expect(made.map((item) => ('callId' in item ? item.callId : ''))).toEqual([
      'req.call.0',
      'req.call.0',
      'req.call.1',
      'req.call.1',
    ]);
  });

  it('[U-TOOL-6] answer calls of one message that share an identifier in their order', () => {
    const made = items(
      { role: 'assistant', tool_calls: [call('c', 'f', '{"n":1}'), call('c', 'f', '{"n":2}')] },
      { role: 'tool', tool_call_id: 'c', content: 'A' },
      { role: 'tool', tool_call_id: 'c', content: 'B' },
    );
    const ids = made.map((item) => ('callId' in item ? item.callId : ''));
    expect(ids).toEqual(['req.call.0', 'req.call.1', 'req.call.0', 'req.call.1']);
  });

  it('[U-TOOL-6] find their calls by order and name where there are no identifiers', () => {
    const made = items(
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: '1' },
      { role: 'assistant', tool_calls: [{ type: 'function', function: { name: 'g', arguments: '{}' } }] },
      { role: 'tool', content: '2' },
    );
    expect(made.map((item) => ('callId' in item ? item.callId : ''))).toEqual([
      'req.call.0',
      'req.call.0',
      'req.call.1',
      'req.call.1',
    ]);
    expect(made[1]).toMatchObject({ name: 'f' });
  });

  it('[U-TOOL-6] find their calls whose identifiers are alike, or empty', () => {
    const made = items(
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('call:a', 'f', '{}'), call('call_a', 'g', '{}'), call('', 'h', '{}')],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'G' },
      { role: 'tool', tool_call_id: 'call:a', content: 'F' },
      { role: 'tool', tool_call_id: '', content: 'H' },
    );
    expect(made.slice(3).map((item) => ('callId' in item ? item.callId : ''))).toEqual([
      'req.call.1',
      'req.call.0',
      'req.call.2',
    ]);
  });

  it('[U-TOOL-6] that answer nothing, or too much, stay what they are', () => {
    const made = items(
      { role: 'tool', tool_call_id: 'x', content: 'orphan' },
      { role: 'assistant', tool_calls: [call('a', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: 'v1' },
      { role: 'tool', tool_call_id: 'a', content: 'v2' },
    );
    expect(made.map((item) => ('callId' in item ? item.callId : ''))).toEqual([
      'req.call.0',
      'req.call.1',
      'req.call.1',
      'req.call.1',
    ]);
  });

  it('[U-VAL-3] tell an empty output from none', () => {
    const [, empty, none] = items(
      { role: 'assistant', tool_calls: [call('a', 'f', '{}'), call('b', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'tool', tool_call_id: 'b', content: null },
    ).slice(1);
    expect(empty).toMatchObject({ output: [{ text: '' }] });
    expect(none).not.toHaveProperty('output');
  });
});

describe('what a Chat body has more', () => {
  it('[U-PROF-9][U-LOSS-1] stays with its owner, at its place', () => {
    const { value, privateState } = read(
      body([
        { role: 'user', content: [{ type: 'video_url', video_url: { url: 'u' } }], hint: 1 },
        {
          role: 'assistant',
          tool_calls: [{ ...call('a', 'f', '{}'), extra_content: { google: { thought_signature: 'S' } } }],
        },
      ]),
    );
    const [user, asked] = value.conversation.items;
    expect(user?.providerData).toMatchObject([
      { kind: 'unknown-wire-content', wireType: 'video_url', wirePointer: '/content/0', placement: 'part' },
      { kind: 'unknown-wire-content', wireType: 'hint', wirePointer: '/hint' },
    ]);
    expect(asked?.providerData).toMatchObject([
      { wireType: 'extra_content', wirePointer: '/tool_calls/0/extra_content' },
    ]);
    expect([...privateState].map((state) => state.reveal())).toEqual([
      '{"type":"video_url","video_url":{"url":"u"}}',
      '1',
      '{"google":{"thought_signature":"S"}}',
    ]);
  });

  it('[U-LOSS-1] can be found again: each object of the record knows the place that it came from', () => {
    const { value, originOf } = read(
      body([
        { role: 'user', content: 'x' },
        { role: 'assistant', content: [{ type: 'text', text: 'y' }], tool_calls: [call('a', 'f', '{}')] },
      ]),
    );
    const [user, said, asked] = value.conversation.items;
    if (user === undefined || said?.type !== 'message' || asked === undefined) throw new Error('it has them');
    const [part] = said.content;
    expect([user, said, part ?? said, asked].map((made) => originOf(made))).toEqual([
      '/messages/0',
      '/messages/1',
      '/messages/1/content/0',
      '/messages/1/tool_calls/0',
    ]);
  });

  it('[U-VAL-1] is mended where it holds half of a surrogate pair, in a call’s text never', () => {
    const text =
      '{"model":"m","messages":[{"role":"user","content":"bad \\ud83d"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\\"a\\":\\"\\\\ud83d\\"}"}}]}]}';
    const { value, loss } = read(text);
    const [user, asked] = value.conversation.items;
    expect(user).toMatchObject({ content: [{ text: 'bad \ufffd' }] });
    expect(asked).toMatchObject({ rawArguments: '{"a":"\\ud83d"}', input: { value: { a: '\ufffd' } } });
    expect(places(loss.entries)).toEqual([
      'info text.lone-surrogate /messages/0/content',
      'info text.lone-surrogate /messages/1/tool_calls/0/function/arguments',
    ]);
  });
});
