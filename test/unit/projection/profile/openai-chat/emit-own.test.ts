import { describe, expect, it } from 'vitest';
import type { UnifiedItem, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { PrivateState, PrivateStateSet } from '../../../../../src/core/private-state.ts';
import { chunk, pieces, readStream } from './streams.ts';
import { asked, back, body, OWNER, places, read, write } from './support.ts';

/** The record of a body, with its items changed by hand. */
function edited(record: UnifiedRequestV2, edit: (item: UnifiedItem) => UnifiedItem): UnifiedRequestV2 {
  return { ...record, conversation: { ...record.conversation, items: record.conversation.items.map(edit) } };
}

describe('a record of this dialect that was edited', () => {
  it('[U-LOSS-1] loses what reasoning cannot say here', () => {
    const { value } = read(body([{ role: 'assistant', content: 'a', reasoning_content: 'r' }]));
    const state = {
      scope: 'owner-private',
      profile: { family: 'openai-chat' },
      schema: 'openai-chat/x',
      resourceId: 'r',
      kind: 'signature',
    } as const;
    const record = edited(value, (item) => {
      if (item.type !== 'reasoning') return item;
      const content = item.content.map((part) => ({ ...part, channel: 'summary', privateState: state }) as const);
      return { ...item, content, participantName: 'bot' };
    });
    const { wire, entries } = write(record, { owner: OWNER });
    expect(wire['messages']).toEqual([{ role: 'assistant', content: 'a', reasoning_content: 'r' }]);
    expect(places(entries)).toEqual([
      'warning item.participant-name /conversation/items/0/participantName',
      'warning part.reasoning /conversation/items/0/content/0/channel',
      'info reasoning.private-state /conversation/items/0/content/0/privateState',
    ]);
  });

  it('[U-REAS-1] has no place for reasoning that no server of this dialect disclosed', () => {
    const { value } = read(body([{ role: 'assistant', content: 'a', reasoning_content: 'r' }]));
    const record = edited(value, (item) => {
      const { providerData: _data, ...rest } = item;
      return item.type === 'reasoning' ? { ...rest, type: 'reasoning', content: item.content } : item;
    });
    const { wire, entries } = write(record);
    expect(wire['messages']).toEqual([{ role: 'assistant', content: 'a' }]);
    expect(places(entries)).toEqual(['warning item.reasoning /conversation/items/0']);
  });

  it('[U-LOSS-1] has one spoken answer in a message, and hears it again only', () => {
    const { value } = read(body([{ role: 'assistant', audio: { id: 'audio_1' } }]));
    const record = edited(value, (item) => {
      if (item.type !== 'message') return item;
      const [spoken] = item.content;
      if (spoken?.type !== 'artifact-reference') throw new Error('it is one');
      const content = [{ ...spoken, purpose: 'output', name: 'x.wav' } as const, { ...spoken, id: 'other' }];
      return { ...item, content };
    });
    const { wire, entries } = write(record, { owner: OWNER, requirements: { 'part.artifact-reference': 'optional' } });
    expect(wire['messages']).toEqual([{ role: 'assistant', audio: { id: 'audio_1' } }]);
    expect(places(entries)).toEqual([
      'info part.media.name /conversation/items/0/content/0/name',
      'warning part.artifact-reference.purpose /conversation/items/0/content/0/purpose',
      'info part.artifact-reference /conversation/items/0/content/1',
    ]);
  });

  it('[U-LOSS-1] loses a citation that got more than this wire takes back', () => {
    const citation = { start_index: 0, end_index: 1, title: 'A', url: 'https://a.test' };
    const { value } = read(
      body([{ role: 'assistant', content: 'a', annotations: [{ type: 'url_citation', url_citation: citation }] }]),
    );
    const record = edited(value, (item) => {
      if (item.type !== 'message') return item;
      const content = item.content.map((part) => {
        if (part.type !== 'text') return part;
        return { ...part, annotations: part.annotations?.map((known) => ({ ...known, citedText: 'a' })) ?? [] };
      });
      return { ...item, content };
    });
    const { wire, entries } = write(record);
    expect(wire['messages']).toEqual([{ role: 'assistant', content: 'a' }]);
    expect(places(entries)).toEqual([
      'info citation.cited-text /conversation/items/0/content/0/annotations/0/citedText',
      'warning part.text.annotations /conversation/items/0/content/0/annotations/0',
    ]);
  });

  it('[U-LOSS-1] says when private state beside it is broken', () => {
    const { value } = read(body([{ role: 'assistant', content: 'a', reasoning_details: [{ x: 1 }] }], { novel: 1 }));
    const broken = ['req.item.0.private.details', 'req.private.%2Fnovel'].map(
      (resourceId) => new PrivateState({ resourceId, kind: 'signature', owner: OWNER, payload: '{"no' }),
    );
    const { wire, entries } = write(value, { owner: OWNER, privateState: new PrivateStateSet(broken) });
    expect(wire).toEqual(body([{ role: 'assistant', content: 'a' }]));
    expect(places(entries)).toEqual([
      'info reasoning.private-state /conversation/items/0/privateState',
      'warning wire.unknown-content /metadata/providerData/0',
    ]);
  });

  it('[U-VAL-3] takes out what unknown content needs, and says that it has no place', () => {
    const { value, privateState } = read(asked({ response_format: { type: 'text', novel: 1 } }));
    const { output: _output, ...rest } = value;
    const { wire, entries } = write(rest, { owner: OWNER, privateState });
    expect(wire).toEqual(asked({}));
    expect(places(entries)).toEqual(['warning wire.unknown-content /metadata/providerData/0']);
  });

  it('[U-VAL-3] is written by what it says now: an added message, another tool, a list that is no longer empty', () => {
    const { value } = read(asked({ tools: [], stop: 'x', max_tokens: 5 }));
    const record: UnifiedRequestV2 = {
      ...value,
      tools: [{ type: 'function', name: 'f', execution: 'client', portability: 'portable' }],
      generation: {
        maxOutputTokens: { value: 7, requirement: 'preferred' },
        stopSequences: { value: ['x', 'y'], requirement: 'preferred' },
      },
    };
    expect(write(record).wire).toEqual(
      asked({ tools: [{ type: 'function', function: { name: 'f' } }], stop: ['x', 'y'], max_tokens: 7 }),
    );
  });
});

describe('identifiers of calls that are empty', () => {
  const called = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: '', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const answer = { role: 'tool', tool_call_id: '', content: 'x' };

  it('[U-TOOL-5] are derived from where the call stands, where nobody says whom the body goes to', () => {
    const { value } = read(body([called, answer, called, answer]), { requestId: 'any' });
    const { wire, entries, emission } = write(value);
    const ids = (wire['messages'] as readonly JsonObject[]).map(
      ({ tool_call_id: id, tool_calls: calls }) => id ?? (calls as readonly JsonObject[])[0]?.['id'],
    );
    expect(ids).toEqual(['call_at_0', 'call_at_0', 'call_at_1', 'call_at_1']);
    expect(places(entries)).toEqual([
      'info tool-call.id /conversation/items/0/callId',
      'info tool-call.id /conversation/items/2/callId',
    ]);
    expect(emission.loss.disposition).toBe('lossless');
  });

  it('[U-TOOL-5] go back as they came to the server that wrote them, also in a stream', () => {
    const piece = { index: 0, id: '', type: 'function', function: { name: 'f', arguments: '{}' } };
    const { result, written } = readStream([pieces(piece), chunk({}, 'tool_calls')]);
    expect(result.output[0]).toMatchObject({ provenance: { derivedIds: true } });
    expect(JSON.stringify(written)).toContain('"tool_calls":[{"index":0,"id":"",');
  });
});

describe('the text of a body of this dialect', () => {
  it('[U-REAS-2] has every digit of reasoning details', () => {
    const text = '{"messages":[{"role":"assistant","reasoning_details":[{"index":9007199254740993}],"content":"a"}]}';
    const emission = back(text);
    expect(emission.ok && emission.text()).toBe(text);
  });
});
