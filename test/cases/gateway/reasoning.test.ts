import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { projectRequest } from '../../../src/projection/index.ts';
import {
  answered,
  blocks,
  CHAT_OWNER,
  chatAnswer,
  chatBody,
  chatToChat,
  chunk,
  DONE,
  losses,
  MESSAGES_OWNER,
  messagesBody,
  messagesToMessages,
  projected,
  said,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
} from './support.ts';

const ASK = { role: 'user', content: 'why?' };
const GO_ON = { role: 'user', content: 'and then?' };

const thinking = (text: string, signature?: string): JsonObject => ({
  type: 'thinking',
  thinking: text,
  ...(signature === undefined ? {} : { signature }),
});

/** What the model said in the messages of a body. */
function assistants(wire: JsonObject): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  const messages = wire['messages'] as readonly JsonObject[];
  return messages.filter(({ role }) => role === 'assistant');
}

describe('disclosed reasoning', () => {
  it.each([['reasoning_content'], ['reasoning']])(
    '[U-REAS-1] GC-013: %s in the history of Chat is reasoning before what was said',
    (field) => {
      const told = { role: 'assistant', content: 'ok', [field]: 'because' };
      const { value } = projected(chatToChat, chatBody([ASK, told, GO_ON]));
      expect(said(value.conversation.items)).toEqual([
        'user why?',
        'reasoning because',
        'assistant ok',
        'user and then?',
      ]);
    },
  );

  it('[U-REAS-1] GC-013: both spellings of a stream are one and the same answer', () => {
    const answerIn = (field: string) => {
      const text = sse([chunk({ [field]: 'be' }), chunk({ [field]: 'cause' }), chunk({ content: 'ok' }, 'stop')]);
      return streamed(toMessages, text + DONE);
    };
    const [one, other] = [answerIn('reasoning_content'), answerIn('reasoning')];
    expect(said(one.result.output)).toEqual(['reasoning because', 'assistant ok']);
    expect(other.text).toBe(one.text);
  });

  it('[U-REAS-2] GC-013: Chat tells thinking of Messages as a text, and nothing of its signature', () => {
    const text = sse([
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'x',
          content: [],
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: thinking('', '') },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'because' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'SIGNED-BY-LAB' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'ok' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ]);
    const { frames, text: out } = streamed(toChat, text, { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER });
    const deltas = frames.flatMap(({ choices }) =>
      (choices as readonly JsonObject[]).map(({ delta }) => delta as JsonObject),
    );
    expect(deltas.flatMap(({ reasoning_content: thought = '', content = '' }) => [thought, content]).join('')).toBe(
      'becauseok',
    );
    expect(out).not.toMatch(/SIGNED-BY-LAB|signature|"thinking"/);
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('[U-REAS-1] GC-014: thinking in a list of content is reasoning before the words, %s', (_, isStream) => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'th' }] },
      { type: 'text', text: 'an' },
    ];
    const { output } = isStream
      ? streamed(toMessages, sse([chunk({ content }), chunk({}, 'stop')]) + DONE).result
      : answered(toMessages, chatAnswer({ content })).value;
    expect(said(output)).toEqual(['reasoning th', 'assistant an']);
  });

  it('[U-LOSS-1] GC-014: a piece of thinking that is no text is not spelled out as reasoning', () => {
    const reference = { type: 'reference', reference_ids: [4, 9] };
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'th' }, reference] },
      { type: 'text', text: 'an' },
    ];
    const body = chatAnswer({ content });
    const { value, loss } = answered(toMessages, body);
    expect(JSON.stringify(value.output)).not.toContain('reference_ids');
    expect(loss.entries).not.toEqual([]);
    const back = answered(chatToChat, body, { owner: CHAT_OWNER, targetOwner: CHAT_OWNER });
    expect(wireOf(back)).toMatchObject({ choices: [{ message: { content } }] });
  });

  it('[U-REAS-1] GC-015: thinking in a list of content goes back to its peer as that list, and into no other member', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'th' }] },
      { type: 'text', text: 'an' },
    ];
    const history = [ASK, { role: 'assistant', content }, GO_ON];
    expect(wireOf(projected(chatToChat, chatBody(history)))).toEqual(chatBody(history));
  });

  it('[U-REAS-1] GC-016: reasoning beside calls and behind results goes to its peer with each of them', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
    const history = [
      ASK,
      { role: 'assistant', content: null, reasoning_content: 'th1', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      { role: 'assistant', content: 'fin', reasoning_content: 'th2' },
      GO_ON,
    ];
    const wire = wireOf(projected(chatToChat, chatBody(history)));
    expect(wire['messages']).toEqual(history);
  });

  it('[U-ITEM-5] GC-037: a turn that thinks and calls without a word has no text made up for it', () => {
    const call = { id: 'c9', type: 'function', function: { name: 'rd', arguments: '{}' } };
    const history = [
      ASK,
      { role: 'assistant', content: null, reasoning_content: 'need it', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c9', content: '1' },
    ];
    const there = projected(toMessages, chatBody(history));
    expect(said(there.value.conversation.items).slice(1, 3)).toEqual(['reasoning need it', 'tool-call rd {}']);
    const [turn] = assistants(wireOf(there));
    expect(turn?.['content']).toEqual([{ type: 'tool_use', id: 'c9', name: 'rd', input: {} }]);
    expect(assistants(wireOf(projected(chatToChat, chatBody(history))))).toEqual([history[1]]);
  });
});

describe('private reasoning state', () => {
  it('[U-REAS-2] GC-018: an identifier in the place of a signature is nobody’s, and goes to nobody', () => {
    const history = [
      ASK,
      { role: 'assistant', content: [thinking('t', 'rs_0ab'), { type: 'text', text: 'ok' }] },
      GO_ON,
    ];
    const cases = [
      [toChat, 'warning item.reasoning /conversation/items/1'],
      [messagesToMessages, 'warning item.reasoning.unsigned /conversation/items/1'],
    ] as const;
    for (const [route, lost] of cases) {
      const made = projected(route, messagesBody(history), { targetOwner: MESSAGES_OWNER });
      expect(JSON.stringify(wireOf(made))).not.toContain('rs_0ab');
      expect(JSON.stringify(made.value)).not.toContain('rs_0ab');
      expect(losses(made.loss)).toContain(lost);
    }
  });

  it('[U-REAS-2] GC-020: what only its owner can read leaves no trace and no empty block elsewhere', () => {
    const call = { type: 'tool_use', id: 'f1', name: 'rd', input: {} };
    const body = messagesBody([
      ASK,
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'LEAKCHECK' }, call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'f1', content: 'ok' }] },
    ]);
    const made = projected(toChat, body, { owner: MESSAGES_OWNER, targetOwner: CHAT_OWNER });
    const wire = wireOf(made);
    expect(JSON.stringify([wire, made.value])).not.toContain('LEAKCHECK');
    expect(assistants(wire)).toHaveLength(1);
    expect(Object.keys(assistants(wire)[0] ?? {}).sort()).toEqual(['content', 'role', 'tool_calls']);
    expect(losses(made.loss)).toEqual(['warning item.reasoning /conversation/items/1']);
  });

  it('[U-REAS-2] GC-021: reasoning that is sent again and again stays one, with the signature of its owner', () => {
    const body = messagesBody([
      ASK,
      { role: 'assistant', content: [thinking('s', 'E3'), { type: 'text', text: 'an' }] },
      GO_ON,
    ]);
    const options = { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER };
    const once = wireOf(projected(messagesToMessages, body, options));
    const twice = wireOf(projected(messagesToMessages, once, options));
    expect([once, twice]).toEqual([body, body]);
  });

  it('[U-REAS-3] GC-022: a client that needs a signature gets one that is marked, the same each time, in its place', () => {
    const text = sse([
      chunk({ reasoning_content: 'one' }),
      chunk({ reasoning_content: ' two' }),
      chunk({ content: 'done' }, 'stop'),
    ]);
    const { frames, losses: lost } = streamed(toMessages, text + DONE);
    expect(blocks(frames)).toEqual(['thinking one two (signature)', 'text done']);
    expect(lost.join()).toContain('info item.reasoning.unsigned /output/0/content/0');
    const whole = answered(toMessages, chatAnswer({ reasoning_content: 'one two', content: 'done' }));
    const [block] = wireOf(whole)['content'] as readonly JsonObject[];
    const signature = frames.flatMap(({ delta }) => ((delta as JsonObject | undefined)?.['signature'] as string) ?? []);
    expect(block).toMatchObject({ type: 'thinking', thinking: 'one two', signature: signature[0] });
  });

  it('[U-REAS-3] GC-022: a signature that was made up goes to no provider when the client sends it back', () => {
    const first = answered(toMessages, chatAnswer({ reasoning_content: 'one', content: 'done' }));
    const { content } = wireOf(first);
    const body = messagesBody([ASK, { role: 'assistant', content: content ?? [] }, GO_ON]);
    const [block] = content as readonly JsonObject[];
    for (const route of [toChat, messagesToMessages]) {
      const wire = wireOf(projectRequest(route, body, { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER }));
      expect(JSON.stringify(wire)).not.toContain(String(block?.['signature']));
    }
  });

  it('[U-REAS-1] GC-012: words that some gateway writes for nothing are words, whoever says them', () => {
    const words = '(no content)';
    const history = [
      { role: 'user', content: words },
      { role: 'assistant', content: words },
      { role: 'user', content: words },
    ];
    for (const route of [toMessages, chatToChat]) {
      expect(JSON.stringify(wireOf(projected(route, chatBody(history)))).split(words)).toHaveLength(4);
    }
  });
});
