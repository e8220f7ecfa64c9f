import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../src/projection/profile/openai-chat/index.ts';
import { projectResponse } from '../../../../src/projection/project.ts';
import { createStreamDecoder } from '../../../../src/projection/stream/decode-stream.ts';
import { createStreamEncoder } from '../../../../src/projection/stream/encode-stream.ts';
import { createStreamProjection, type ProjectStreamOptions } from '../../../../src/projection/stream/project-stream.ts';
import { isGoodEnding, refusalOf } from '../../../../src/projection/stream/refusal.ts';
import { validateEventLog, validateResult } from '../../../../src/validate/index.ts';
import { TINY_OWNER, tinyDialect } from '../../../support/tiny-dialect.ts';

const TO_CHAT = { from: { profile: anthropicMessages }, to: { profile: openaiChat } };
const TO_MESSAGES = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };

const sse = (frames: readonly object[]) => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] };
const start = { type: 'message_start', message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } } };
const THINKING = [
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
];
const TEXT = [
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'At noon.' } },
  { type: 'content_block_stop', index: 1 },
];
const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 8 } },
  { type: 'message_stop' },
];
const ANSWER = sse([start, ...THINKING, ...TEXT, ...END]);
const SIGNED = { requirements: { 'reasoning.private-state': 'required' } } as const;

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const done = 'data: [DONE]\n\n';

function project(route: typeof TO_CHAT, text: string, options: ProjectStreamOptions = {}) {
  const projection = createStreamProjection(route, options);
  const written = projection.push(text) + projection.end();
  return { written, result: projection.result(), loss: projection.loss() };
}

describe('a stream that loses what is required', () => {
  it('[U-LOSS-2] ends in the error of Chat Completions, and no choice is said to have finished', () => {
    const { written, loss } = project(TO_CHAT, ANSWER, SIGNED);
    expect(loss.disposition).toBe('unsupported');
    expect(written).toContain('At noon.');
    expect(written).toContain(
      '"error":{"message":"The answer has what the caller requires and this stream cannot carry."',
    );
    expect(written).not.toMatch(/"finish_reason":"/);
    expect(written.match(/\[DONE\]/g)).toHaveLength(1);
  });

  it('[U-LOSS-2] ends in the error of Messages, and no message is said to have stopped', () => {
    const text = sse([chunk({ role: 'assistant', content: 'At noon.' }), chunk({}, 'stop', { novel: 1 })]) + done;
    const requirements = { 'wire.unknown-content': 'required' } as const;
    const { written, loss } = project(TO_MESSAGES, text, { requirements });
    expect(loss.disposition).toBe('unsupported');
    expect(written).toContain('event: error\ndata: {"type":"error"');
    expect(written).not.toContain('message_stop');
  });

  it('[U-LOSS-2] gives the verdict that the same answer gets when it comes at once, and the same value', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'text', text: 'At noon.' },
    ];
    const body = { ...message, content, stop_reason: 'end_turn', usage: { input_tokens: 9, output_tokens: 8 } };
    const whole = projectResponse(TO_CHAT, body, SIGNED);
    const streamed = project(TO_CHAT, ANSWER, SIGNED);
    expect(whole.ok).toBe(false);
    expect(streamed.loss.disposition).toBe(whole.loss.disposition);
    expect(streamed.result.status).toEqual(whole.value.status);
    expect(streamed.result.output).toEqual(whole.value.output);
    expect(validateResult(streamed.result).ok).toBe(true);
  });

  it.each(['result.effective-settings', 'part.text.log-probabilities'] as const)(
    '[U-LOSS-2] is refused where only its ending loses the %s that is required',
    (feature) => {
      const log = [{ token: 'x', logprob: -1, bytes: [120], top_logprobs: [] }];
      const choice = { index: 0, delta: { content: 'x' }, logprobs: { content: log }, finish_reason: 'stop' };
      const text = sse([chunk({}, null, { choices: [choice], service_tier: 'flex' })]) + done;
      const { written, loss } = project(TO_MESSAGES, text, { requirements: { [feature]: 'required' } });
      expect(loss.entries).toContainEqual(expect.objectContaining({ feature, severity: 'error' }));
      expect(loss.disposition).toBe('unsupported');
      expect(written).toContain('event: error');
      expect(written).not.toContain('message_stop');
    },
  );

  it('[U-LOSS-3] ends well where what is lost is not required', () => {
    const { written, loss } = project(TO_CHAT, ANSWER);
    expect(loss.disposition).toBe('degraded');
    expect(written).toContain('"finish_reason":"stop"');
    expect(written).not.toContain('"error"');
  });

  it('[U-LOSS-2] ends well where what is required is carried', () => {
    const owner = { profile: { family: 'anthropic-messages', revision: '2023-06-01' }, provider: 'anthropic' };
    const home = { from: { profile: anthropicMessages }, to: { profile: anthropicMessages } };
    const { written, loss } = project(home, ANSWER, { ...SIGNED, owner, targetOwner: owner });
    expect(loss.disposition).toBe('lossless');
    expect(written).toContain('event: message_stop');
  });

  it('[U-LOSS-2] leaves the error of a provider as it is', () => {
    const failed = sse([start, ...THINKING, { type: 'error', error: { type: 'api_error', message: 'Broken.' } }]);
    const { written, result } = project(TO_CHAT, failed, SIGNED);
    expect(written).toContain('"message":"Broken."');
    expect(result.error?.code).toBe('provider');
  });
});

describe('createStreamEncoder', () => {
  const profile = tinyDialect();
  const decode = (options = {}) => {
    const decoder = createStreamDecoder(profile, { owner: TINY_OWNER, ...options });
    return [{ say: 'a' }, { sign: 'secret' }, { lose: true }, { stop: true }]
      .flatMap((frame) => decoder.push(frame))
      .concat(decoder.end())
      .map(({ event }) => event);
  };

  it('[U-LOSS-2] writes one error and one marker, whatever comes after, and keeps the entry in its report', () => {
    const encoder = createStreamEncoder(profile, SIGNED);
    const events = decode();
    const frames = [...events, ...events].flatMap((event) => encoder.push(event)).concat(encoder.end());
    expect(frames).toEqual([
      { data: { say: 'a' } },
      { event: 'last', data: { fail: 'projection-unsupported' } },
      { marker: '[END]' },
    ]);
    expect(encoder.loss().entries.filter(({ severity }) => severity === 'error')).toMatchObject([
      { feature: 'reasoning.private-state' },
    ]);
  });

  it('[U-LOSS-2] refuses what the reader of the events has lost although it was required', () => {
    const encoder = createStreamEncoder(profile);
    const events = decode({ requirements: { 'wire.unknown-content': 'required' } });
    expect(events.flatMap((event) => encoder.push(event))).toContainEqual({
      event: 'last',
      data: { fail: 'projection-unsupported' },
    });
  });
});

describe('refusalOf', () => {
  it('[U-EVT-2] stands where the good ending would, so that the log stays valid', () => {
    const decoder = createStreamDecoder(tinyDialect());
    const events = [...decoder.push({ say: 'a' }), ...decoder.push({ stop: true }), ...decoder.end()].map(
      ({ event }) => event,
    );
    const at = events.findIndex(isGoodEnding);
    const ending = events[at];
    if (ending === undefined || !isGoodEnding(ending)) throw new Error('the answer does not end well');
    const refused = [...events.slice(0, at), ...refusalOf(ending)];
    expect(validateEventLog(refused)).toMatchObject({ ok: true });
    expect(refused.at(-2)).toMatchObject({
      type: 'operation-failed',
      error: { category: 'unsupported', code: 'projection-unsupported', retryable: false },
    });
  });
});
