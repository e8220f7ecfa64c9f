import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { coveredRange } from '../../../src/fold/index.ts';
import { ingestRequest } from '../../../src/projection/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { validateRequest } from '../../../src/validate/index.ts';
import {
  chatBody,
  losses,
  lossesAnywhere,
  messagesBody,
  messagesToMessages,
  projected,
  said,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Inspect the dock.' };
const GO_ON = { role: 'user', content: 'Carry on.' };
const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

const calling = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'probe', arguments: '{}' } })),
});
const answer = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const use = (id: string, name = 'probe'): JsonObject => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
const madeUp = (id: string) => expect.objectContaining({ type: 'tool_result', tool_use_id: id, is_error: true });

function messagesOf(wire: JsonObject): readonly JsonValue[] {
  // Both dialects have their messages in a list.
  return wire['messages'] as readonly JsonValue[];
}

describe('calls and their results', () => {
  it('[U-LOSS-1] FR-018: a batch that broke off keeps the result there is, and the others are told as interrupted', () => {
    const made = projected(toMessages, chatBody([ASK, calling('a', 'b', 'c'), answer('b', 'sound'), GO_ON]));
    const [, calls, results, ...more] = messagesOf(wireOf(made));
    expect(calls).toEqual({ role: 'assistant', content: [use('a'), use('b'), use('c')] });
    expect(more).toEqual([]);
    // A message of this dialect has its blocks in a list.
    const { content } = results as { content: readonly JsonObject[] };
    expect(content.slice(0, 3)).toEqual(expect.arrayContaining([madeUp('a'), result('b', 'sound'), madeUp('c')]));
    expect(content.slice(3)).toEqual([{ type: 'text', text: 'Carry on.' }]);
    expect(losses(made.loss)).toEqual([
      'warning tool-call.unanswered /conversation/items/1',
      'warning tool-call.unanswered /conversation/items/3',
    ]);
    expect(said(made.value.conversation.items).filter((line) => line.startsWith('tool-result'))).toEqual([
      'tool-result sound',
    ]);
  });

  it('[U-ITEM-5] FR-019: parallel calls that nobody answered are answered before the model speaks again', () => {
    const body = chatBody([ASK, calling('a', 'b'), { role: 'assistant', content: 'Odd.' }, GO_ON]);
    const made = projected(toMessages, body);
    expect(messagesOf(wireOf(made)).slice(1)).toEqual([
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [madeUp('a'), madeUp('b')] },
      { role: 'assistant', content: 'Odd.' },
      GO_ON,
    ]);
    expect(lossesAnywhere(made.loss)).toEqual(['warning tool-call.unanswered', 'warning tool-call.unanswered']);
  });

  const interleaved = messagesBody([
    ASK,
    { role: 'assistant', content: [use('t1'), use('t2', 'scan')] },
    { role: 'user', content: [result('t1', 'dry'), { type: 'text', text: 'Faster!' }, result('t2', 'clear')] },
  ]);

  it('[U-ITEM-5] FR-022: words between results go behind the last one, where the target takes nothing between', () => {
    const made = projected(toChat, interleaved);
    expect(messagesOf(wireOf(made)).slice(2)).toEqual([
      answer('t1', 'dry'),
      answer('t2', 'clear'),
      { role: 'user', content: 'Faster!' },
    ]);
    expect(losses(made.loss)).toEqual(['info items.order /conversation/items/4']);
  });

  it('[U-ITEM-5] FR-022: the dialect that wrote words between results gets them back there', () => {
    expect(wireOf(projected(messagesToMessages, interleaved))).toEqual(interleaved);
  });

  it('[U-ITEM-5] FR-023: results lead the turn of the user, and a picture that stood between them follows', () => {
    const picture = { role: 'user', content: [PICTURE] };
    const made = projected(
      toMessages,
      chatBody([ASK, calling('a', 'b'), answer('a', 'one'), picture, answer('b', 'two')]),
    );
    expect(messagesOf(wireOf(made))[2]).toEqual({
      role: 'user',
      content: [
        result('a', 'one'),
        result('b', 'two'),
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      ],
    });
    expect(losses(made.loss)).toEqual(['info items.order /conversation/items/4']);
  });

  it.each([
    ['in the same words, is information', 'sunny', 'info'],
    ['in other words, is a warning', 'rainy', 'warning'],
  ])('[U-LOSS-1] FR-024: a call that was answered twice, %s, and the first answer goes out', (_, second, severity) => {
    const history = [ASK, calling('dup'), answer('dup', 'sunny'), answer('dup', second), GO_ON];
    const made = projected(toMessages, chatBody(history));
    expect(messagesOf(wireOf(made))[2]).toEqual({
      role: 'user',
      content: [result('dup', 'sunny'), { type: 'text', text: 'Carry on.' }],
    });
    expect(losses(made.loss)).toEqual([`${severity} tool-result.repeated /conversation/items/3`]);
    expect(made.loss.entries[0]?.reason).toContain('/conversation/items/2');
  });

  it('[U-ITEM-4] FR-021: a summary that would part a call from its result is refused, one behind both is taken', () => {
    const { value } = ingestRequest(openaiChat, chatBody([ASK, calling('c'), answer('c', 'dry'), GO_ON]));
    const { items } = value.conversation;
    const judge = (count: number) => {
      const base = { ...items[0], id: 'summary', sequence: items.length, parentId: items.at(-1)?.id };
      const covered = coveredRange(items.slice(0, count));
      const summary = { ...base, type: 'compaction-summary', content: [], covered };
      const conversation = { ...value.conversation, headItemId: 'summary', items: [...items, summary] };
      const judged = validateRequest({ ...value, conversation });
      return judged.ok ? [] : judged.issues.map(({ path, rule }) => `${rule} ${path}`);
    };
    expect(items.map(({ type }) => type)).toEqual(['message', 'tool-call', 'tool-result', 'message']);
    expect(judge(2)).toEqual(['compaction /conversation/items/4/covered/lastItemId']);
    expect([judge(1), judge(3)]).toEqual([[], []]);
  });
});
