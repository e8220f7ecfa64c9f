import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { chunk, OWNER, pieces, readStream } from './streams.ts';

const call = (text: string): JsonObject => ({ id: 'a', type: 'function', function: { name: 'f', arguments: text } });

function whole(reason: string, ...calls: readonly JsonObject[]) {
  const message = { role: 'assistant', content: null, tool_calls: calls };
  const choices = [{ index: 0, message, finish_reason: reason }];
  return ingestResponse(openaiChat, { id: 'c', object: 'chat.completion', model: 'm', choices }, { owner: OWNER });
}

function stream(reason: string, ...calls: readonly JsonObject[]) {
  return readStream([...calls.map((one, index) => pieces({ index, ...one })), chunk({}, reason)]);
}

interface Ending {
  readonly reason: string;
  readonly calls: readonly unknown[];
}

/** What a result says of its calls and of its ending. */
function ending({ output, status }: UnifiedResultV2): Ending {
  const calls = output.map((item) => {
    if (item.type !== 'tool-call') return item.type;
    const { state, truncated, input, rawArguments } = item;
    return { status: item.status, state, truncated, input, rawArguments };
  });
  return { reason: status.reason, calls };
}

const ready = { status: 'completed', state: 'arguments-ready', truncated: undefined };
const unready = { status: 'incomplete', state: 'arguments-streaming', input: undefined };

const CASES: readonly (readonly [string, string, readonly JsonObject[], Ending])[] = [
  [
    'are truncated where the answer was cut in them',
    'length',
    [call('{"a":1}'), { ...call('{"b":'), id: 'b' }],
    {
      reason: 'length',
      calls: [
        { ...ready, input: { value: { a: 1 } }, rawArguments: '{"a":1}' },
        { ...unready, truncated: true, rawArguments: '{"b":' },
      ],
    },
  ],
  [
    'are truncated where the answer was cut before their arguments',
    'length',
    [call('')],
    { reason: 'length', calls: [{ ...unready, truncated: true, rawArguments: '' }] },
  ],
  [
    'are truncated where the answer was cut in the text of a custom call',
    'length',
    [{ id: 'a', type: 'custom', custom: { name: 'f', input: 'begun' } }],
    { reason: 'length', calls: [{ ...unready, truncated: true, rawArguments: 'begun' }] },
  ],
  [
    'end their answer as malformed where their arguments break off',
    'tool_calls',
    [call('{"a":')],
    { reason: 'malformed-tool-call', calls: [{ ...unready, truncated: true, rawArguments: '{"a":' }] },
  ],
  [
    'end their answer as malformed where their arguments are no JSON object',
    'stop',
    [call('[1]')],
    { reason: 'malformed-tool-call', calls: [{ ...unready, truncated: undefined, rawArguments: '[1]' }] },
  ],
  [
    'without arguments are ready where the answer is complete',
    'tool_calls',
    [call('')],
    { reason: 'tool-calls', calls: [{ ...ready, input: { value: {} }, rawArguments: '' }] },
  ],
];

describe('calls that an answer ends in', () => {
  it.each(CASES)('[U-TOOL-4][U-USE-3] %s', (_title, reason, calls, expected) => {
    expect(ending(whole(reason, ...calls).value)).toEqual(expected);
    expect(ending(stream(reason, ...calls).result)).toEqual(expected);
  });

  it('[U-EVT-2] are not told as ready in events where they are not', () => {
    const types = (reason: string, text: string) => stream(reason, call(text)).events.map(({ type }) => type);
    expect(types('length', '{"a":')).not.toContain('tool-arguments-ready');
    expect(types('tool_calls', '{"a":1}')).toContain('tool-arguments-ready');
  });

  it('[U-LOSS-1] go back to their owner as they came, without a loss', () => {
    const { value, privateState } = whole('length', call('{"a":'));
    const emission = emitResponse(openaiChat, value, { owner: OWNER, privateState });
    const choice = { message: { tool_calls: [call('{"a":')] }, finish_reason: 'length' };
    expect(emission).toMatchObject({ ok: true, wire: { choices: [choice] }, loss: { entries: [] } });
  });
});
