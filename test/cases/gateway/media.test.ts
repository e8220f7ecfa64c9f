import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import {
  CHAT_OWNER,
  chatBody,
  chatToChat,
  losses,
  lossesAnywhere,
  MESSAGES_OWNER,
  messagesBody,
  messagesToMessages,
  projected,
  toChat,
  toMessages,
  wireOf,
} from './support.ts';

const PNG = 'iVBORw0KGgo=';
const PDF = 'JVBERi0xLjc=';

function messagesOf(wire: JsonObject): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  return wire['messages'] as readonly JsonObject[];
}

describe('files that a provider keeps', () => {
  const CHAT = chatBody([{ role: 'user', content: [{ type: 'file', file: { file_id: 'file_9' } }] }]);
  const MESSAGES = messagesBody([
    { role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: 'file_9' } }] },
  ]);

  it('[U-PART-3] GC-073: go back to their owner as they came', () => {
    const own = { owner: CHAT_OWNER, targetOwner: CHAT_OWNER };
    const chat = projected(chatToChat, CHAT, own);
    expect(wireOf(chat)).toEqual(CHAT);
    expect(chat.value.conversation.items[0]).toMatchObject({
      content: [{ source: { kind: 'provider-resource', resource: { owner: CHAT_OWNER } } }],
    });
    const theirs = { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER, betas: ['files-api-2025-04-14'] };
    expect(wireOf(projected(messagesToMessages, MESSAGES, theirs))).toEqual(MESSAGES);
  });

  it('[U-LOSS-2][U-CONT-7] GC-073: stop a request to anybody else, and are no address and no empty image there', () => {
    const foreign = [
      projected(toMessages, CHAT, { owner: CHAT_OWNER, targetOwner: MESSAGES_OWNER }),
      projected(toChat, MESSAGES, { owner: MESSAGES_OWNER, targetOwner: CHAT_OWNER }),
      projected(messagesToMessages, MESSAGES, {
        owner: MESSAGES_OWNER,
        targetOwner: { ...MESSAGES_OWNER, provider: 'another' },
      }),
    ];
    for (const { ok, loss } of foreign) {
      expect(ok).toBe(false);
      expect(
        losses(loss)
          .filter((entry) => entry.startsWith('error '))
          .join(),
      ).toMatch(/error \S+ .conversation.items.0.content.0/);
    }
  });
});

describe('results that show something', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
  const document = {
    type: 'document',
    title: 'r.pdf',
    source: { type: 'base64', media_type: 'application/pdf', data: PDF },
  };
  const answeredWith = (...content: readonly JsonObject[]) =>
    messagesBody([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c1', name: 'see', input: {} },
          { type: 'tool_use', id: 'c2', name: 'see', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content },
          { type: 'tool_result', tool_use_id: 'c2', content: 'other' },
        ],
      },
    ]);

  it('[U-TOOL-6] GC-075: come back with text, image and document in their order', () => {
    const body = answeredWith({ type: 'text', text: 'shot' }, image, document);
    expect(wireOf(projected(messagesToMessages, body))).toEqual(body);
  });

  it('[U-TOOL-6][U-LOSS-1] GC-075: leave text in the results of Chat, and the rest to one turn behind all of them', () => {
    const made = projected(toChat, answeredWith({ type: 'text', text: 'shot' }, image));
    const tail = messagesOf(wireOf(made)).slice(2);
    expect(tail).toMatchObject([
      { role: 'tool', tool_call_id: 'c1', content: 'shot' },
      { role: 'tool', tool_call_id: 'c2', content: 'other' },
      { role: 'user' },
    ]);
    expect(JSON.stringify(tail[2])).toContain(`data:image/png;base64,${PNG}`);
    expect(lossesAnywhere(made.loss).join()).toMatch(/warning tool-result\.|warning part\.image|warning items\.order/);
  });

  it('[U-LOSS-1] GC-075: have no words in place of a document', () => {
    const made = projected(toChat, answeredWith({ type: 'text', text: 'shot' }, document));
    expect(lossesAnywhere(made.loss).join()).toMatch(/warning|error/);
    const text = JSON.stringify(made.ok ? made.wire : {});
    expect(text).not.toMatch(/\[(?:Attached|file)/i);
    if (made.ok) expect(text).toContain(`data:application/pdf;base64,${PDF}`);
  });

  it('[U-PART-3] GC-075: have bytes where bytes belong, and addresses where addresses do', () => {
    const parts = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      { type: 'image_url', image_url: { url: 'https://e.test/a.png' } },
    ];
    const body = chatBody([{ role: 'user', content: parts }]);
    expect(messagesOf(wireOf(projected(toMessages, body)))).toEqual([
      {
        role: 'user',
        content: [image, { type: 'image', source: { type: 'url', url: 'https://e.test/a.png' } }],
      },
    ]);
    expect(wireOf(projected(chatToChat, body))).toEqual(body);
  });

  it('[U-CACHE-1] GC-075: with one text keep the form of a list for its mark', () => {
    const marked = { type: 'text', text: 'shot', cache_control: { type: 'ephemeral' } };
    const body = answeredWith(marked);
    expect(wireOf(projected(messagesToMessages, body))).toEqual(body);
    const [result] = messagesOf(wireOf(projected(toChat, body))).slice(2);
    expect(result?.['content']).toMatchObject([{ type: 'text', text: 'shot' }]);
  });
});

describe('documents', () => {
  it('[U-PART-4] GC-076: behind an address have neither a name nor a type that nobody gave', () => {
    const document = { type: 'document', source: { type: 'url', url: 'https://e.test/d' } };
    const body = messagesBody([{ role: 'user', content: [document] }]);
    const made = projected(messagesToMessages, body);
    expect(wireOf(made)).toEqual(body);
    const [item] = made.value.conversation.items;
    expect(item).toMatchObject({ content: [{ type: 'document', source: { kind: 'url', url: 'https://e.test/d' } }] });
    expect(JSON.stringify(item)).not.toMatch(/"(?:title|name|mediaType)":/);
  });

  it('[U-LOSS-1] GC-076: that need a name in Chat get one by their title, or are told to have none', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: PDF };
    const write = (more: JsonObject) =>
      projected(toChat, messagesBody([{ role: 'user', content: [{ type: 'document', source, ...more }] }]));
    expect(JSON.stringify(wireOf(write({ title: 'r.pdf' })))).toContain('"filename":"r.pdf"');
    const nameless = write({});
    const isNamed = JSON.stringify(wireOf(nameless)).includes('"filename"');
    expect(isNamed).toBe(nameless.loss.entries.length > 0);
  });
});
