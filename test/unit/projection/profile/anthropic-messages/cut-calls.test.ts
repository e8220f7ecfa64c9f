import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { backAgain, begin, decode, delta, end, start, stop } from './streams.ts';

const CALL = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const TEXT = { type: 'text', text: 'so' };

const frames = (reason: string, ...fragments: readonly string[]): readonly JsonObject[] => [
  start(),
  begin(0, CALL),
  ...fragments.map((partial_json) => delta(0, { type: 'input_json_delta', partial_json })),
  stop(0),
  ...end(reason),
];

function whole(reason: string, ...content: readonly JsonValue[]) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, usage };
  return ingestResponse(anthropicMessages, { ...message, stop_reason: reason, stop_sequence: null });
}

/** What a result says of its call. */
function callOf({ output }: UnifiedResultV2) {
  const item = output.find(({ type }) => type === 'tool-call');
  if (item?.type !== 'tool-call') throw new Error('There is no call.');
  const { state, status, truncated, input, rawArguments } = item;
  return { state, status, truncated, input: input?.value, rawArguments };
}

const CUT = { state: 'arguments-streaming', status: 'incomplete', truncated: true, input: undefined };

describe('a call that the answer was cut off in', () => {
  it('[U-TOOL-5][U-EVT-4] is not complete, and keeps the text of its arguments', () => {
    const { events, result } = decode(frames('max_tokens', '{"at": ', '"no'));
    expect(callOf(result)).toEqual({ ...CUT, rawArguments: '{"at": "no' });
    expect(events.some(({ type }) => type === 'tool-arguments-ready')).toBe(false);
  });

  it('[U-TOOL-5] is not complete where nothing of its arguments came, be it as a stream or at once', () => {
    const expected = { ...CUT, rawArguments: undefined };
    expect(callOf(decode(frames('max_tokens')).result)).toEqual(expected);
    expect(callOf(whole('max_tokens', CALL).value)).toEqual(expected);
  });

  it('[U-TOOL-5] is complete where its arguments are, or where something stands behind it', () => {
    const ready = { state: 'arguments-ready', status: 'completed', truncated: undefined };
    expect(callOf(decode(frames('max_tokens', '{"a":1}')).result)).toMatchObject({ ...ready, input: { a: 1 } });
    expect(callOf(whole('max_tokens', { ...CALL, input: { a: 1 } }).value)).toMatchObject(ready);
    expect(callOf(whole('max_tokens', CALL, TEXT).value)).toMatchObject(ready);
    expect(callOf(decode(frames('tool_use')).result)).toMatchObject(ready);
    const between = [begin(1, TEXT), stop(1), ...end('max_tokens')];
    expect(callOf(decode([...frames('').slice(0, 3), ...between]).result)).toMatchObject(ready);
  });

  it('[U-PROF-3] goes back as it came, and nothing that matters is lost', () => {
    const { frames: again, losses } = backAgain(frames('max_tokens', '{"at": "no'));
    expect(again.find(({ type }) => type === 'content_block_delta')?.['delta']).toMatchObject({
      partial_json: '{"at": "no',
    });
    expect(again.at(-1)).toEqual({ type: 'message_stop' });
    expect(losses).toEqual(['info tool-call.state /output/0/state']);
    const { value, privateState } = whole('max_tokens', CALL);
    const emission = emitResponse(anthropicMessages, value, { privateState });
    expect(emission.ok && emission.wire['content']).toEqual([CALL]);
    expect(emission.loss.disposition).toBe('lossless');
  });
});

describe('a call whose arguments are no JSON object', () => {
  it('[U-TOOL-5] never becomes ready, however the answer ended', () => {
    const unready = { state: 'arguments-streaming', status: 'incomplete', truncated: undefined };
    expect(callOf(decode(frames('tool_use', '[1]')).result)).toMatchObject({ ...unready, rawArguments: '[1]' });
    expect(callOf(whole('tool_use', { ...CALL, input: [1] }).value)).toMatchObject({ ...unready, input: [1] });
  });
});
