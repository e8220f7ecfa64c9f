import { describe, expect, it } from 'vitest';
import type { UnifiedUsage } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { createFold } from '../../../src/fold/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { eventAt, eventLog, startedText, text } from '../../support/event-log.ts';
import {
  answered,
  chatAnswer,
  chatToChat,
  chunk,
  DONE,
  decoded,
  messagesAnswer,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const started = (usage: JsonObject): JsonObject => ({
  type: 'message_start',
  message: messagesAnswer([], { stop_reason: null, usage }),
});
const ended = (usage: JsonObject): readonly JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

/** The usage of a stream of Messages that begins and ends with these. */
function usageOf(first: JsonObject, last: JsonObject): UnifiedUsage | undefined {
  return decoded(anthropicMessages, sse([started(first), ...ended(last)])).result.usage;
}

const counted = (value: number, source = 'reported') => expect.objectContaining({ value, source });

describe('usage of Messages in streams', () => {
  it('[U-USE-2] FR-036: the last report is about the whole answer, and is not added to the first one', () => {
    const usage = usageOf({ input_tokens: 31, output_tokens: 1 }, { output_tokens: 12 });
    expect(usage?.input).toMatchObject({ uncached: counted(31), total: counted(31, 'derived') });
    expect(usage?.output).toMatchObject({ total: counted(12) });
    const { frames } = streamed(
      toChat,
      sse([started({ input_tokens: 31, output_tokens: 1 }), ...ended({ output_tokens: 12 })]),
    );
    expect(frames.at(-1)?.['usage']).toMatchObject({ prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 });
  });

  it('[U-CACHE-3] FR-038: counters that are true only at the end replace the zeros of the beginning', () => {
    const last = { input_tokens: 4100, cache_creation_input_tokens: 4000, output_tokens: 6 };
    const usage = usageOf({ input_tokens: 0, output_tokens: 0 }, last);
    expect(usage?.input).toMatchObject({
      uncached: counted(4100),
      cacheWrite: counted(4000),
      total: counted(8100, 'derived'),
    });
    expect(JSON.stringify(usage)).not.toContain('cacheRead');
    expect(usage?.output).toMatchObject({ total: counted(6) });
  });

  it('[U-USE-1] FR-039: input that grew while tools of the provider ran is what the last report says', () => {
    const last = { input_tokens: 6200, output_tokens: 480, server_tool_use: { web_search_requests: 2 } };
    const usage = usageOf({ input_tokens: 90, output_tokens: 1 }, last);
    expect(usage?.input).toMatchObject({ uncached: counted(6200) });
    expect(usage?.output).toMatchObject({ total: counted(480) });
    expect(JSON.stringify(usage?.serverTools)).toContain('"value":2');
  });

  const cached = { input_tokens: 6, cache_read_input_tokens: 1800, cache_creation_input_tokens: 0, output_tokens: 1 };

  it('[U-CACHE-3] FR-042: Chat is told cached input as a part of all input, in a stream as in a whole answer', () => {
    const told = { prompt_tokens: 1806, completion_tokens: 21, prompt_tokens_details: { cached_tokens: 1800 } };
    const live = streamed(toChat, sse([started(cached), ...ended({ output_tokens: 21 })])).frames.at(-1)?.['usage'];
    const body = messagesAnswer([{ type: 'text', text: 'Ahoy' }], { usage: { ...cached, output_tokens: 21 } });
    const whole = wireOf(answered(toChat, body))['usage'];
    expect(live).toMatchObject(told);
    expect(whole).toEqual(live);
  });

  it('[U-USE-1] FR-046: a counter that the last report does not name keeps its value', () => {
    const first = { input_tokens: 12, cache_creation_input_tokens: 1500, cache_read_input_tokens: 0, output_tokens: 1 };
    expect(usageOf(first, { output_tokens: 33 })).toMatchObject({
      input: { uncached: counted(12), cacheRead: counted(0), cacheWrite: counted(1500) },
      output: { total: counted(33) },
    });
  });
});

describe('usage of Chat', () => {
  it('[U-CACHE-3] FR-043: cached input is taken out of all input for Messages, and what is unknown stays away', () => {
    const usage = {
      prompt_tokens: 900,
      completion_tokens: 4,
      total_tokens: 904,
      prompt_tokens_details: { cached_tokens: 640 },
    };
    const made = answered(toMessages, chatAnswer({ content: 'Ahoy' }, 'stop', { usage }));
    expect(wireOf(made)['usage']).toMatchObject({ input_tokens: 260, cache_read_input_tokens: 640, output_tokens: 4 });
    expect((wireOf(made)['usage'] as JsonObject)['cache_creation_input_tokens'] ?? null).toBeNull();
    expect(made.value.usage?.input).not.toHaveProperty('cacheWrite');
  });

  it('[U-VAL-3] FR-044: an answer without usage has none, and no counter is zero', () => {
    const { value } = answered(chatToChat, chatAnswer({ content: 'Ahoy' }));
    expect(value).not.toHaveProperty('usage');
    expect(wireOf(answered(chatToChat, chatAnswer({ content: 'Ahoy' })))).not.toHaveProperty('usage');
    const told = answered(toMessages, chatAnswer({ content: 'Ahoy' }));
    expect(told.loss.entries.map(({ path }) => path)).toContain('/usage');
  });

  it('[U-USE-1] FR-045: null is no report, and the last chunk has the usage', () => {
    const usage = { prompt_tokens: 11, completion_tokens: 2, total_tokens: 13 };
    const frames = [
      { ...chunk({ content: 'Ahoy' }), usage: null },
      { ...chunk({}, 'stop'), usage: null },
      { ...chunk({}), choices: [], usage },
    ];
    const { result, events } = decoded(openaiChat, sse(frames) + DONE);
    expect(result.usage).toMatchObject({
      input: { total: counted(11) },
      output: { total: counted(2) },
      total: counted(13),
    });
    expect(events.filter(({ type }) => type === 'usage-updated')).toHaveLength(1);
  });
});

describe('folded usage', () => {
  const usage = (value: number): UnifiedUsage => ({
    output: { total: { value, scope: 'request', source: 'reported' } },
  });

  it('[U-EVT-3] FR-040: the last report wins, and a report that comes twice counts once', () => {
    const events = eventLog([
      { type: 'operation-created' },
      { type: 'response-started', responseId: 'r' },
      { type: 'usage-updated', usage: usage(3) },
      { type: 'usage-updated', usage: usage(74) },
    ]);
    const fold = createFold();
    for (const event of [...events, ...events.slice(-1)]) fold.push(event);
    expect(fold.result().usage?.output?.total).toMatchObject({ value: 74 });
  });

  it('[U-EVT-3] FR-041: usage that arrives behind the end of an operation is nothing that another operation takes', () => {
    const late = eventAt(2, { type: 'usage-updated', usage: usage(50) }, 'op-1');
    const other = createFold();
    for (const event of eventLog([{ type: 'operation-created' }, { type: 'usage-updated', usage: usage(60) }], 'op-2'))
      other.push(event);
    expect(() => other.push(late)).toThrow();
    expect(other.result().usage?.output?.total).toMatchObject({ value: 60 });
  });

  it('[U-EVT-3] FR-112: what is replayed twice is said once, and another event at a place that is taken is refused', () => {
    const begun = eventLog([{ type: 'operation-created' }, ...startedText('m1'), text('m1', 'Ahoy')]);
    const fold = createFold();
    for (const event of [...begun, ...begun]) fold.push(event);
    fold.push(eventAt(begun.length, text('m1', ' there')));
    expect(fold.items()).toMatchObject([{ id: 'm1', content: [{ text: 'Ahoy there' }] }]);
    expect(() => fold.push(eventAt(begun.length - 1, text('m1', 'Oh no')))).toThrow();
    expect(fold.items()).toMatchObject([{ id: 'm1', content: [{ text: 'Ahoy there' }] }]);
  });
});
