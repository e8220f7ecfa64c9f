import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { call, message, result, sampleRecord } from '../../support/sample-record.ts';
import {
  chatBody,
  lossesAnywhere,
  messagesBody,
  messagesToMessages,
  projected,
  toChat,
  toMessages,
  wireOf,
  written,
} from './support.ts';

const EPHEMERAL = { type: 'ephemeral' };
const LIMIT = { generation: { maxOutputTokens: { value: 50, requirement: 'required' } } } as const;

/** How many marks a body has at all. */
function marks(wire: JsonObject | undefined): number {
  return JSON.stringify(wire).split('"cache_control":').length - 1;
}

function messagesOf(wire: JsonObject | undefined): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  return (wire?.['messages'] ?? []) as readonly JsonObject[];
}

describe('cache marks', () => {
  it('[U-CACHE-1] GC-042: a mark at the end of a loop stands on the last result, whose text stays a text', () => {
    const record = sampleRecord(
      [message('user', 'w?'), call('a'), call('b'), result('a', '1'), result('b', '2')],
      { ...LIMIT, cache: { mode: 'explicit', breakpoints: [{ itemId: 'i4' }] } },
      'openai-chat',
    );
    const { wire } = written(anthropicMessages, record);
    expect(messagesOf(wire).at(-1)).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: expect.anything() },
        { type: 'tool_result', tool_use_id: 'b', content: expect.anything(), cache_control: EPHEMERAL },
      ],
    });
    expect(marks(wire)).toBe(1);
  });

  it('[U-CACHE-1] GC-042: a prefix that a gateway names is marked wherever the text was written as one', () => {
    const bodies = [
      projected(
        toMessages,
        chatBody([
          { role: 'system', content: 's' },
          { role: 'user', content: 'q' },
        ]),
      ),
      projected(messagesToMessages, messagesBody([{ role: 'user', content: 'q' }], { system: 's' })),
    ];
    for (const { value } of bodies) {
      const breakpoints = value.conversation.items.map(({ id }) => ({ itemId: id }));
      const { wire } = written(anthropicMessages, { ...value, cache: { mode: 'explicit', breakpoints } });
      expect(wire?.['system']).toEqual([{ type: 'text', text: 's', cache_control: EPHEMERAL }]);
      expect(messagesOf(wire)).toEqual([
        { role: 'user', content: [{ type: 'text', text: 'q', cache_control: EPHEMERAL }] },
      ]);
    }
  });

  it('[U-CACHE-1] GC-042: a part that is named inside of a result stays a block with its mark', () => {
    const record = sampleRecord(
      [message('user', 'w?'), call('a'), result('a', '1')],
      { ...LIMIT, cache: { mode: 'explicit', breakpoints: [{ itemId: 'i2', partId: 'i2p0' }] } },
      'openai-chat',
    );
    const { wire } = written(anthropicMessages, record);
    const content = [{ type: 'text', text: '1', cache_control: EPHEMERAL }];
    expect(messagesOf(wire).at(-1)).toMatchObject({ content: [{ type: 'tool_result', content }] });
  });

  it('[U-CACHE-1] GC-043: a mark on what is not sent moves to what was sent before it, and says so', () => {
    const body = chatBody([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'text', text: '', cache_control: EPHEMERAL },
        ],
      },
    ]);
    const made = projected(toMessages, body);
    expect(wireOf(made)['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'q', cache_control: EPHEMERAL }] },
    ]);
    expect(lossesAnywhere(made.loss)).toContain('info cache.breakpoint');
  });

  it('[U-CACHE-1] GC-043: a mark on a turn of which nothing is sent moves to the turn before it', () => {
    const body = chatBody([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: [{ type: 'text', text: '', cache_control: EPHEMERAL }] },
    ]);
    const made = projected(toMessages, body);
    expect(messagesOf(wireOf(made)).slice(0, 2)).toEqual([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'text', text: 'a', cache_control: EPHEMERAL }] },
    ]);
    expect(marks(wireOf(made))).toBe(1);
    expect(lossesAnywhere(made.loss)).toContain('info cache.breakpoint');
  });

  it('[U-CACHE-1] GC-043: marks beyond four are not sent, and each is named', () => {
    const parts = [1, 2, 3, 4, 5, 6].map((at) => ({ type: 'text', text: `part ${at}`, cache_control: EPHEMERAL }));
    const made = projected(toMessages, chatBody([{ role: 'user', content: parts }]));
    expect(marks(wireOf(made))).toBe(4);
    expect(lossesAnywhere(made.loss).filter((entry) => entry.includes('cache.breakpoint'))).toHaveLength(2);
  });

  it('[U-CACHE-1] GC-044: words that look like a mark are data in arguments and in schemas', () => {
    const input = { cache_control: { type: 'ephemeral', ttl: '5m' } };
    const input_schema = { type: 'object', properties: { cache_control: { type: 'string' } } };
    const parts = [1, 2, 3, 4].map((at) => ({ type: 'text', text: `part ${at}`, cache_control: EPHEMERAL }));
    const body = messagesBody(
      [
        { role: 'user', content: parts },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
      ],
      { tools: [{ name: 'f', input_schema }] },
    );
    expect(wireOf(projected(messagesToMessages, body))).toEqual(body);
    const chat = wireOf(projected(toChat, body));
    expect(chat['tools']).toMatchObject([{ function: { parameters: input_schema } }]);
    expect(JSON.stringify(chat['messages'])).toContain(JSON.stringify(JSON.stringify(input)));
  });

  it('[U-CACHE-1] GC-044: words that look like a mark take none of the four places', () => {
    const parts = [1, 2, 3, 4].map((at) => ({ type: 'text', text: `part ${at}`, cache_control: EPHEMERAL }));
    const call = {
      id: 't1',
      type: 'function',
      function: { name: 'f', arguments: '{"cache_control":{"type":"ephemeral"}}' },
    };
    const body = chatBody([
      { role: 'user', content: parts },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 't1', content: 'ok' },
    ]);
    const [first, second] = messagesOf(wireOf(projected(toMessages, body)));
    expect(first?.['content']).toEqual(parts);
    expect(second?.['content']).toMatchObject([{ type: 'tool_use', input: { cache_control: EPHEMERAL } }]);
  });

  const MARKED = messagesBody([{ role: 'user', content: 'u' }], {
    system: [{ type: 'text', text: 'S', cache_control: EPHEMERAL }],
    tools: [{ name: 'rd', input_schema: { type: 'object' }, cache_control: EPHEMERAL }],
  });

  it('[U-CACHE-1] GC-045: a mark goes to Chat in its own spelling where it has one, and else is reported', () => {
    expect(wireOf(projected(messagesToMessages, MARKED))).toEqual(MARKED);
    const made = projected(toChat, MARKED);
    expect(wireOf(made)['messages']).toMatchObject([
      { role: 'system', content: [{ text: 'S', prompt_cache_breakpoint: { mode: 'explicit' } }] },
      { role: 'user', content: 'u' },
    ]);
    expect(marks(wireOf(made))).toBe(0);
    expect(lossesAnywhere(made.loss)).toContain('info cache.breakpoint');
  });

  it('[U-CACHE-1] GC-045: a model that takes no marks gets none, with an entry for each', () => {
    const made = projected(toChat, { ...MARKED, model: 'gpt-4.1' });
    expect(JSON.stringify(wireOf(made))).not.toMatch(/cache_control|prompt_cache_breakpoint/);
    expect(lossesAnywhere(made.loss).filter((entry) => entry === 'info cache.breakpoint')).toHaveLength(2);
  });

  it('[U-CACHE-1] GC-045: an image can carry a mark, and a call cannot', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://e.test/a.png' } } as const;
    const record = sampleRecord(
      [message('user', image), call('a'), result('a', '1'), message('user', 'go')],
      { ...LIMIT, cache: { mode: 'explicit', breakpoints: [{ itemId: 'i0' }, { itemId: 'i1' }] } },
      'openai-responses',
    );
    const { wire, loss } = written(openaiChat, record);
    const [first, second] = messagesOf(wire);
    expect(first).toMatchObject({ content: [{ type: 'image_url', prompt_cache_breakpoint: { mode: 'explicit' } }] });
    expect(JSON.stringify(second)).not.toContain('cache');
    expect(loss.filter((entry) => entry.includes('cache.breakpoint'))).toEqual([
      'info cache.breakpoint /cache/breakpoints/1',
    ]);
  });

  it('[U-CACHE-1] GC-047: a mark that lives longer may not follow a shorter one: it is made legal, or refused', () => {
    const items = [message('user', 'one'), message('assistant', 'two'), message('user', 'three')];
    const breakpoints = [
      { itemId: 'i0', ttl: '5m' },
      { itemId: 'i2', ttl: '1h' },
    ];
    const wish = (requirement: 'required' | 'preferred') =>
      written(
        anthropicMessages,
        sampleRecord(items, { ...LIMIT, cache: { mode: 'explicit', breakpoints, requirement } }, 'openai-responses'),
      );
    const lives = [...JSON.stringify(wish('preferred').wire).matchAll(/"ttl":"(\w+)"/g)].map(([, ttl]) => ttl);
    expect(lives.join(' ')).not.toMatch(/5m.*1h/);
    expect(wish('preferred').loss.join()).toMatch(/warning cache\.(?:ttl|breakpoint)/);
    expect(wish('required').wire).toBeUndefined();
    expect(wish('required').loss.join()).toMatch(/error cache\./);
  });

  it('[U-VAL-3] GC-047: a life that nobody named stays unnamed, and one that the target lacks is reported', () => {
    const plain = projected(
      toMessages,
      chatBody([{ role: 'user', content: [{ type: 'text', text: 'q', cache_control: EPHEMERAL }] }]),
    );
    expect(JSON.stringify(wireOf(plain))).not.toContain('ttl');
    const record = sampleRecord(
      [message('user', 'one')],
      { ...LIMIT, cache: { mode: 'explicit', breakpoints: [{ itemId: 'i0', ttl: 90 }] } },
      'openai-responses',
    );
    const { loss, wire } = written(anthropicMessages, record);
    expect(loss.join()).toContain('cache.ttl');
    expect(JSON.stringify(wire)).not.toMatch(/90|1h/);
  });
});
