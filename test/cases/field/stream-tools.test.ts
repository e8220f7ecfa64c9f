import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { projectResponse } from '../../../src/projection/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import {
  answered,
  blocks,
  CHAT_OWNER,
  chatAnswer,
  chatToChat,
  chunk,
  DONE,
  decoded,
  lossesAnywhere,
  messagesAnswer,
  said,
  sse,
  streamed,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const START = { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) };
const ended = (reason: string): readonly JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];
const textBlock = (index: number, words: string): readonly JsonObject[] => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...(words === '' ? [] : [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text: words } }]),
  { type: 'content_block_stop', index },
];
const toolBlock = (index: number, id: string, name: string, json?: string): readonly JsonObject[] => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
  ...(json === undefined
    ? []
    : [{ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } }]),
  { type: 'content_block_stop', index },
];
const piece = (index: number, id: string | null, name: string | null, args: string, more: JsonObject = {}) => ({
  index,
  ...(id === null ? { id } : { id, type: 'function' }),
  function: { name, arguments: args },
  ...more,
});
const pieces = (...calls: readonly JsonObject[]): JsonObject => chunk({ tool_calls: calls });
const BEGUN = chunk({ role: 'assistant', content: null });
const CALLED = chunk({}, 'tool_calls');

/** Every piece of a call in chunks of Chat. */
function callPieces(frames: readonly JsonObject[]): readonly JsonObject[] {
  // Chunks have choices, and those deltas.
  const choices = frames.flatMap(({ choices: all }) => all as unknown as readonly { delta: JsonObject }[]);
  return choices.flatMap(({ delta: { tool_calls: calls = [] } }) => calls as readonly JsonObject[]);
}

describe('calls in a stream', () => {
  it('[U-TOOL-5] FR-025: are counted among calls in Chat, whatever blocks stand before and between them', () => {
    const frames = [
      START,
      ...textBlock(0, ''),
      ...toolBlock(1, 'k1', 'fetch', '{"berth":4}'),
      ...toolBlock(2, 'k2', 'guess', '{"tide":2}'),
      ...ended('tool_use'),
    ];
    const { frames: written, result } = streamed(toChat, sse(frames));
    const found = callPieces(written).map(({ index, id, function: called }) => ({ index, id, ...(called as object) }));
    expect(new Set(found.map(({ index }) => index))).toEqual(new Set([0, 1]));
    expect(found.filter(({ id }) => id !== undefined)).toMatchObject([
      { index: 0, id: 'k1', name: 'fetch' },
      { index: 1, id: 'k2', name: 'guess' },
    ]);
    expect(said(result.output).slice(1)).toEqual(['tool-call fetch {"berth":4}', 'tool-call guess {"tide":2}']);
  });

  it('[U-TOOL-5] FR-026: the first call behind words is call zero, and has its identifier and name once', () => {
    const frames = [START, ...textBlock(0, 'Wait.'), ...toolBlock(1, 'k1', 'fetch', '{}'), ...ended('tool_use')];
    const found = callPieces(streamed(toChat, sse(frames)).frames);
    expect(found.map(({ index }) => index)).toEqual(found.map(() => 0));
    expect(found.filter(({ id }) => id !== undefined)).toHaveLength(1);
    const functions = found.map(({ function: called }) => called as JsonObject);
    expect(functions.filter(({ name }) => name !== undefined)).toHaveLength(1);
    expect(functions.map(({ arguments: text = '' }) => text).join('')).toBe('{}');
  });

  it('[U-FOLD-3] FR-027: three calls are three blocks that never overlap, and the same answer as one that came whole', () => {
    const calls = ['fetch', 'guess', 'hash'].map((name, index) => piece(index, `k${index}`, name, `{"at":${index}}`));
    const { frames, result } = streamed(toMessages, sse([BEGUN, ...calls.map((call) => pieces(call)), CALLED]) + DONE);
    expect(blocks(frames)).toEqual(['tool_use {"at":0}', 'tool_use {"at":1}', 'tool_use {"at":2}']);
    const whole = calls.map(({ index: _, ...call }) => call);
    const { value } = answered(toMessages, chatAnswer({ content: null, tool_calls: whole }, 'tool_calls'));
    expect(result.output).toEqual(value.output);
  });

  it('[U-TOOL-5] FR-028: another identifier at the same place is another call', () => {
    const text = sse([pieces(piece(0, 'x1', 'add', '{"a":1}')), pieces(piece(0, 'x2', 'get', '{"b":2}')), CALLED]);
    const { result } = decoded(openaiChat, text + DONE);
    expect(said(result.output)).toEqual(['tool-call add {"a":1}', 'tool-call get {"b":2}']);
    expect(blocks(streamed(toMessages, text + DONE).frames)).toEqual(['tool_use {"a":1}', 'tool_use {"b":2}']);
  });

  it('[U-TOOL-5] FR-029: a piece without an identifier goes on with the call of its place, not with the last one', () => {
    const text = sse([
      pieces(piece(0, 'a', 'fetch', '{"q":')),
      pieces(piece(1, 'b', 'guess', '{}')),
      pieces(piece(0, null, null, '"v"}')),
      CALLED,
    ]);
    const { result, losses } = streamed(toMessages, text + DONE);
    expect(said(result.output)).toEqual(['tool-call fetch {"q":"v"}', 'tool-call guess {}']);
    expect(losses.filter((line) => !line.startsWith('info'))).toEqual([]);
  });

  it('[U-ITEM-5] FR-030: words are closed before the first call, and a call without arguments is closed as well', () => {
    const text = sse([
      chunk({ role: 'assistant', content: 'One ' }),
      chunk({ content: 'moment.' }),
      pieces(piece(0, 'a', 'list', ''), piece(1, 'b', 'show', '{"at":"quay"}')),
      CALLED,
    ]);
    const { frames, result } = streamed(toMessages, text + DONE);
    expect(blocks(frames)).toEqual(['text One moment.', 'tool_use ', 'tool_use {"at":"quay"}']);
    expect(frames.find(({ type }) => type === 'message_delta')).toMatchObject({ delta: { stop_reason: 'tool_use' } });
    expect(result.output[1]).toMatchObject({ name: 'list', rawArguments: '', input: { value: {} } });
  });

  it('[U-EVT-2] FR-031: a role that is told twice begins and ends one message', () => {
    const text = sse([
      chunk({ role: 'assistant', content: '' }),
      chunk({ role: 'assistant', content: 'Ahoy' }),
      chunk({}, 'stop'),
    ]);
    const { frames } = streamed(toMessages, text + DONE);
    const types = frames.map(({ type }) => type);
    expect(types.filter((type) => type === 'message_start')).toHaveLength(1);
    expect(types.filter((type) => type === 'message_stop')).toHaveLength(1);
    expect([types[0], types.at(-1)]).toEqual(['message_start', 'message_stop']);
  });

  const signed = { extra_content: { google: { thought_signature: 'c2lnbmVkLWNhbGw=' } } };
  const signedText = sse([pieces(piece(0, 'a', 'fetch', '{}', { ...signed, vendor_note: 'n-1' })), CALLED]) + DONE;

  it('[U-REAS-2] FR-032: a signature beside a call is private state: in no event, and back for its owner alone', () => {
    const { events } = decoded(openaiChat, signedText, { owner: CHAT_OWNER });
    expect(JSON.stringify(events)).not.toContain('c2lnbmVkLWNhbGw=');
    const own = streamed(chatToChat, signedText, { owner: CHAT_OWNER, targetOwner: CHAT_OWNER });
    expect(callPieces(own.frames)).toContainEqual(expect.objectContaining(signed));
    const other = { ...CHAT_OWNER, provider: 'another' };
    const foreign = streamed(chatToChat, signedText, { owner: CHAT_OWNER, targetOwner: other });
    expect(foreign.text).not.toContain('c2lnbmVkLWNhbGw=');
    expect(foreign.losses).not.toEqual([]);
  });

  it('[U-LOSS-1] FR-032: what a call has beside it that another dialect has no place for is reported', () => {
    const { text, losses } = streamed(toMessages, signedText, { owner: CHAT_OWNER });
    expect(text).not.toMatch(/c2lnbmVkLWNhbGw|vendor_note|n-1/);
    expect(losses.filter((line) => line.includes('/output/0/'))).not.toEqual([]);
  });

  it.each([
    ['in a stream', true],
    ['whole', false],
  ])('[U-REAS-1] FR-035: tags in the words of the model are words, %s', (_, isStream) => {
    const text = sse([chunk({ content: '<think>pl' }), chunk({ content: 'an</think>Hi' }), chunk({}, 'stop')]) + DONE;
    const { output } = isStream
      ? streamed(toMessages, text).result
      : answered(toMessages, chatAnswer({ content: '<think>plan</think>Hi' })).value;
    expect(said(output)).toEqual(['assistant <think>plan</think>Hi']);
  });
});

describe('arguments of calls', () => {
  it('[U-TOOL-5] FR-088: an empty text is an empty object, whole and in a stream, and stays an empty text in the record', () => {
    const call = { id: 'a', type: 'function', function: { name: 'list', arguments: '' } };
    const whole = answered(toMessages, chatAnswer({ content: null, tool_calls: [call] }, 'tool_calls'));
    expect(whole.value.output[0]).toMatchObject({ rawArguments: '', input: { value: {} } });
    expect(wireOf(whole)['content']).toMatchObject([{ type: 'tool_use', id: 'a', name: 'list', input: {} }]);
    const live = streamed(toMessages, sse([BEGUN, pieces(piece(0, 'a', 'list', '')), CALLED]) + DONE);
    expect(live.result.output).toEqual(whole.value.output);
    const own = projectResponse(chatToChat, chatAnswer({ content: null, tool_calls: [call] }, 'tool_calls'));
    expect(wireOf(own)).toMatchObject({ choices: [{ message: { tool_calls: [call] } }] });
  });

  it('[U-TOOL-5] FR-089: a call without one piece of arguments is a call with an empty object', () => {
    const frames = [START, ...toolBlock(0, 'k', 'snapshot'), ...ended('tool_use')];
    const { frames: written, result } = streamed(toChat, sse(frames));
    const found = callPieces(written);
    expect(found[0]).toMatchObject({ index: 0, id: 'k', function: { name: 'snapshot' } });
    expect(found.map(({ function: called }) => (called as JsonObject)['arguments'] ?? '').join('')).toBe('{}');
    expect(result.output[0]).toMatchObject({ name: 'snapshot', input: { value: {} } });
    expect(result.status.reason).toBe('tool-calls');
  });

  it.each([
    ['', {}],
    ['{"a":1}', { a: 1 }],
  ])('[U-TOOL-5] FR-090: the text %j is a value', (json, value) => {
    const { result } = streamed(toChat, sse([START, ...toolBlock(0, 'k', 'fetch', json), ...ended('tool_use')]));
    expect(result.output[0]).toMatchObject({ type: 'tool-call', input: { value } });
  });

  it.each([['null'], ['[1]'], ['{"a":']])(
    '[U-TOOL-5] FR-090: %s is no input, kept as it came and never made empty',
    (json) => {
      const { result, frames } = streamed(
        toChat,
        sse([START, ...toolBlock(0, 'k', 'fetch', json), ...ended('tool_use')]),
      );
      expect(result.output[0]).toMatchObject({ type: 'tool-call', rawArguments: json });
      expect(result.output[0]).not.toHaveProperty('input');
      const texts = callPieces(frames).map(({ function: called }) => (called as JsonObject)['arguments'] ?? '');
      expect(texts.join('')).toBe(json);
    },
  );

  it('[U-LOSS-1] FR-090: arguments that are no object are never an empty object for a target that takes objects only', () => {
    const call = { id: 'a', type: 'function', function: { name: 'fetch', arguments: '{"a":' } };
    const made = projectResponse(toMessages, chatAnswer({ content: null, tool_calls: [call] }, 'tool_calls'));
    expect(JSON.stringify(made.ok && made.wire)).not.toContain('"input":{}');
    expect(lossesAnywhere(made.loss).join()).toContain('tool-call.arguments');
  });
});
