import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { anthropicMessages } from '../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../src/projection/profile/openai-chat/index.ts';
import { createStreamProjection, projectStream } from '../../../../src/projection/stream/project-stream.ts';
import { collect } from '../../../support/collect.ts';

const TO_MESSAGES = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
const TO_CHAT = { from: { profile: anthropicMessages }, to: { profile: openaiChat } };

const chunk = (choices: readonly JsonObject[], members: JsonObject = {}): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...members })}\n\n`;
const FINISHED = chunk([{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }]);
const USAGE = chunk([], { usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } });
const DONE = 'data: [DONE]\n\n';

const event = (data: JsonObject): string => `event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`;
const MESSAGE = [
  { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 8 } },
  { type: 'message_stop' },
].map(event);

const eventNames = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);

/** A source that stays open behind its chunks. */
async function* open(chunks: readonly string[]) {
  yield* chunks;
  await new Promise<never>(() => {});
}

describe('the end of a stream', () => {
  it('[U-EVT-2] of Chat is its marker: everything is written then, though the source stays open', async () => {
    const written = (await collect(projectStream(TO_MESSAGES, open([FINISHED, USAGE, DONE])))).join('');
    expect(eventNames(written).slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
    expect(written).toContain('"output_tokens":2');
    const projection = createStreamProjection(TO_MESSAGES);
    const before = projection.push(FINISHED + USAGE);
    expect(eventNames(before)).not.toContain('message_stop');
    expect(projection.isOver()).toBe(false);
    expect(eventNames(projection.push(DONE))).toContain('message_stop');
    expect(projection.isOver()).toBe(true);
    expect(projection.end()).toBe('');
  });

  it('[U-EVT-2] of Chat without a marker is the end of its bytes', () => {
    const projection = createStreamProjection(TO_MESSAGES);
    projection.push(FINISHED);
    projection.push(USAGE);
    expect(eventNames(projection.end())).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
    expect(projection.result().usage).toMatchObject({ output: { total: { value: 2 } } });
  });

  it('[U-FOLD-1] of Chat that is a marker without a finish reason is an interruption', () => {
    const projection = createStreamProjection(TO_MESSAGES);
    projection.push(chunk([{ index: 0, delta: { content: 'x' } }]) + DONE);
    expect(projection.isOver()).toBe(true);
    expect(projection.result().status.reason).toBe('interrupted');
  });

  it('[U-EVT-2] of Messages is its stop, though the source stays open', async () => {
    const written = (await collect(projectStream(TO_CHAT, open(MESSAGE)))).join('');
    expect(written.endsWith(DONE)).toBe(true);
  });

  it('[U-LOSS-1] is followed by frames that are counted, and by nothing that is written', () => {
    const projection = createStreamProjection(TO_MESSAGES);
    projection.push(FINISHED + DONE);
    for (let index = 0; index < 1000; index++) expect(projection.push(USAGE)).toBe('');
    const late = projection.loss().entries.filter(({ feature }) => feature === 'wire.unknown-content');
    expect(late).toMatchObject([{ path: '/1', reason: 'a frame came after the end of the answer (1000 times)' }]);
  });
});
