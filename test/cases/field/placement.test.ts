import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import {
  chatBody,
  losses,
  messagesBody,
  messagesToMessages,
  projected,
  said,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Inspect the dock.' };
const DONE = { role: 'assistant', content: 'Done.' };
const PIXEL = 'iVBORw0KGgo=';

const probe = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'probe', arguments: '{}' } });
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'probe', input: {} });
const text = (words: string): JsonObject => ({ type: 'text', text: words });

describe('system text', () => {
  const body = chatBody([
    { role: 'system', content: 'You run a harbour.' },
    ASK,
    DONE,
    { role: 'system', content: 'Answer in one word.' },
    { role: 'user', content: 'Which tide?' },
  ]);

  it('[U-ITEM-5] FR-076: what comes later stays at its place as a marked text, and is never joined to the first one', () => {
    const made = projected(toMessages, body);
    const wire = wireOf(made);
    expect(wire['system']).toBe('You run a harbour.');
    expect(wire['messages']).toEqual([
      ASK,
      DONE,
      { role: 'user', content: [text('<system>\nAnswer in one word.\n</system>'), text('Which tide?')] },
    ]);
    expect(losses(made.loss)).toEqual(['warning item.role.system-position /conversation/items/3']);
  });

  it('[U-ITEM-5] FR-076: a target that takes system messages in the middle gets one', () => {
    const made = projected(toMessages, body, { targetBetas: ['mid-conversation-system-2026-04-01'] });
    expect(wireOf(made)).toMatchObject({
      system: 'You run a harbour.',
      messages: [ASK, DONE, { role: 'system' }, { role: 'user' }],
    });
    expect(made.loss.entries).toEqual([]);
  });

  it('[U-ITEM-5] FR-077: a system message in the middle of Messages is one in Chat, which takes it there', () => {
    const made = projected(toChat, messagesBody([ASK, DONE, { role: 'system', content: 'Be brief.' }, ASK]));
    expect(wireOf(made)['messages']).toEqual([ASK, DONE, { role: 'system', content: 'Be brief.' }, ASK]);
    expect(made.loss.entries).toEqual([]);
  });
});

describe('turns', () => {
  it('[U-ITEM-5] FR-078: messages of one role in a row are one turn of Messages, and items apart in the record', () => {
    const made = projected(
      toMessages,
      chatBody([
        ASK,
        { role: 'assistant', content: 'First a look.' },
        { role: 'assistant', content: null, tool_calls: [probe('k')] },
        { role: 'tool', tool_call_id: 'k', content: 'dry' },
        { role: 'user', content: 'Well?' },
        { role: 'user', content: 'And the tide?' },
      ]),
    );
    expect(wireOf(made)['messages']).toEqual([
      ASK,
      { role: 'assistant', content: [text('First a look.'), use('k')] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'k', content: 'dry' }, text('Well?'), text('And the tide?')],
      },
    ]);
    expect(said(made.value.conversation.items).slice(-2)).toEqual(['user Well?', 'user And the tide?']);
    expect(made.loss.entries).toEqual([]);
  });

  it('[U-VAL-3] FR-079: a target that refuses texts without words gets none, for the model and for results', () => {
    const made = projected(
      toMessages,
      chatBody([
        ASK,
        { role: 'assistant', content: '', tool_calls: [probe('k')] },
        { role: 'tool', tool_call_id: 'k', content: ' \n\t' },
        ASK,
      ]),
    );
    expect(wireOf(made)['messages']).toEqual([
      ASK,
      { role: 'assistant', content: [use('k')] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k' }, text('Inspect the dock.')] },
    ]);
    expect(losses(made.loss)).toContain('info part.empty-text /conversation/items/3/output/0');
    expect(said(made.value.conversation.items)).toContain('tool-result  \n\t');
  });

  it('[U-VAL-3] FR-080: a picture without words goes out alone, and the record keeps the empty text beside it', () => {
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } };
    const made = projected(toMessages, chatBody([{ role: 'user', content: [text(''), picture] }]));
    const source = { type: 'base64', media_type: 'image/png', data: PIXEL };
    expect(wireOf(made)['messages']).toEqual([{ role: 'user', content: [{ type: 'image', source }] }]);
    expect(losses(made.loss)).toEqual(['info part.empty-text /conversation/items/0/content/0']);
    expect(made.value.conversation.items[0]).toMatchObject({
      content: [{ type: 'text', text: '' }, { type: 'image' }],
    });
  });

  it('[U-VAL-3] FR-056: a turn in which the model said nothing stays in the record and out of the body, reported', () => {
    const history = [ASK, { role: 'assistant', content: [] }, { role: 'user', content: 'Once more.' }];
    for (const route of [messagesToMessages, toChat]) {
      const made = projected(route, messagesBody(history));
      expect(wireOf(made)['messages']).toEqual([ASK, { role: 'user', content: 'Once more.' }]);
      expect(made.value.conversation.items).toHaveLength(3);
      expect(losses(made.loss)).toEqual(['info item.empty /conversation/items/1']);
    }
  });
});
