import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import {
  CHAT_OWNER,
  chatBody,
  chatToChat,
  decoded,
  losses,
  MESSAGES_OWNER,
  messagesAnswer,
  messagesBody,
  messagesToMessages,
  projected,
  said,
  sse,
  streamed,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Which quay is free?' };
const GO_ON = { role: 'user', content: 'And tomorrow?' };
const LOOKALIKE = { ...MESSAGES_OWNER, provider: 'harbour-compatible' };
const OWN = { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER };

const thinking = (text: string, signature: string): JsonObject => ({ type: 'thinking', thinking: text, signature });
const text = (words: string): JsonObject => ({ type: 'text', text: words });
const call = (id: string, name: string): JsonObject => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
const turn = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content });

/** The blocks of every message of the model. */
function blocksOf(wire: JsonObject): readonly JsonObject[] {
  // The bodies of these tests have lists of blocks in every message of the model.
  const messages = wire['messages'] as readonly { role: string; content: readonly JsonObject[] }[];
  return messages.flatMap(({ role, content }) => (role === 'assistant' ? content : []));
}

describe('thinking that is sent back', () => {
  it('[U-REAS-1] FR-004: thinking with an empty signature counts as unsigned and never becomes words of the model', () => {
    const body = messagesBody([ASK, turn(thinking('check berth nine', ''), text('Berth nine.')), GO_ON]);
    const made = projected(messagesToMessages, body, OWN);
    expect(blocksOf(wireOf(made))).toEqual([text('Berth nine.')]);
    expect(JSON.stringify(wireOf(made))).not.toContain('check berth nine');
    expect(losses(made.loss)).toEqual(['warning item.reasoning.unsigned /conversation/items/1']);
    expect(said(made.value.conversation.items)).toContain('reasoning check berth nine');
  });

  const run = [
    thinking('tide first', 'c2lnLWE='),
    thinking('', 'c2lnLWI='),
    { type: 'redacted_thinking', data: 'aGlkZGVu' },
    text('At noon.'),
  ];

  it('[U-REAS-2] FR-005: a run of thinking, also without text, goes back to its owner whole and in order', () => {
    const made = projected(messagesToMessages, messagesBody([ASK, turn(...run), GO_ON]), OWN);
    expect(blocksOf(wireOf(made))).toEqual(run);
    expect(made.loss.entries).toEqual([]);
  });

  it('[U-REAS-2] FR-005: to another owner none of the run goes, and each block of it is reported', () => {
    const body = messagesBody([ASK, turn(...run), GO_ON]);
    const made = projected(messagesToMessages, body, { owner: MESSAGES_OWNER, targetOwner: LOOKALIKE });
    expect(blocksOf(wireOf(made))).toEqual([text('At noon.')]);
    const places = made.loss.entries.map(({ sourcePath = '' }) => sourcePath.split('/').slice(0, 5).join('/'));
    expect([...new Set(places)]).toEqual(['/messages/1/content/0', '/messages/1/content/1', '/messages/1/content/2']);
  });

  it('[U-REAS-2] FR-006: a thinking block that brings a signature alone is kept from the stream and sent back', () => {
    const frames = sse([
      { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'b25seS1zaWduZWQ=' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: text('') },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Quay four.' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 6 } },
      { type: 'message_stop' },
    ]);
    const { events, result: answer } = decoded(anthropicMessages, frames, { owner: MESSAGES_OWNER });
    expect(answer.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(answer.output[0]).toMatchObject({ content: [{ privateState: { resourceId: expect.any(String) } }] });
    expect(JSON.stringify(events)).not.toContain('b25seS1zaWduZWQ=');
    const again = streamed(messagesToMessages, frames, OWN);
    expect(again.frames.flatMap(({ content_block: block }) => (block === undefined ? [] : [block]))).toMatchObject([
      { type: 'thinking', thinking: '' },
      { type: 'text' },
    ]);
    expect(again.frames.map(({ delta }) => delta)).toContainEqual({
      type: 'signature_delta',
      signature: 'b25seS1zaWduZWQ=',
    });
  });

  it('[U-ITEM-5] FR-009: thinking between calls stays between them', () => {
    const blocks = [
      thinking('one', 'c2lnLTE='),
      call('toolu_k1', 'berths'),
      thinking('two', 'c2lnLTI='),
      call('toolu_k2', 'tides'),
    ];
    const answers = { role: 'user', content: [result('toolu_k1', '4'), result('toolu_k2', 'high')] };
    const wire = wireOf(projected(messagesToMessages, messagesBody([ASK, turn(...blocks), answers]), OWN));
    expect(blocksOf(wire)).toEqual(blocks);
  });

  it('[U-CONT-7] FR-008: the same dialect at another provider is another owner, for every block of a turn', () => {
    const blocks = [
      thinking('one', 'bG9vay1hbGlrZQ=='),
      text('Looking.'),
      thinking('two', 'bG9vay1hbGlrZQ=='),
      call('toolu_k1', 'berths'),
    ];
    const body = messagesBody([ASK, turn(...blocks), { role: 'user', content: [result('toolu_k1', '4')] }]);
    const made = projected(messagesToMessages, body, { owner: LOOKALIKE, targetOwner: MESSAGES_OWNER });
    expect(blocksOf(wireOf(made))).toEqual([text('Looking.'), call('toolu_k1', 'berths')]);
    expect(JSON.stringify(wireOf(made))).not.toMatch(/bG9vay1hbGlrZQ|"thinking"|"one"|"two"/);
    expect(made.loss.entries.length).toBeGreaterThanOrEqual(2);
    expect(made.loss.disposition).toBe('degraded');
  });
});

describe('reasoning as a text of Chat', () => {
  const history = [
    ASK,
    {
      role: 'assistant',
      content: '',
      reasoning_content: 'look it up',
      tool_calls: [{ id: 'k1', type: 'function', function: { name: 'berths', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'k1', content: '4' },
  ];

  it('[U-REAS-1] FR-011: goes back where it was disclosed, beside the calls', () => {
    const made = projected(chatToChat, chatBody(history), { owner: CHAT_OWNER, targetOwner: CHAT_OWNER });
    expect(wireOf(made)['messages']).toEqual(history);
    expect(made.loss.entries).toEqual([]);
  });
});
