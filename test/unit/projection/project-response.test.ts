import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../../../src/core/errors.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { projectResponse } from '../../../src/projection/project.ts';
import { validateResult } from '../../../src/validate/index.ts';
import { silentProfile } from './sample-profile.ts';

const ROUTE = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
const ANSWER = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_770_000_000,
  model: 'gpt-5.1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Tide at noon.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 },
};

describe('projectResponse', () => {
  it('[U-PROF-10] reads an answer in one dialect and writes it in another, with the status of its exchange', () => {
    const projection = projectResponse(ROUTE, ANSWER, { operationId: 'op' });
    expect(projection).toMatchObject({
      ok: true,
      status: 200,
      value: { operationId: 'op', status: { reason: 'stop' } },
      wire: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Tide at noon.' }],
        stop_reason: 'end_turn',
      },
    });
    expect(projection.ok && JSON.parse(projection.text())).toEqual(projection.ok && projection.wire);
  });

  it('[U-LOSS-1] writes an error as an error, with its status', () => {
    const error = {
      error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null },
    };
    expect(projectResponse(ROUTE, error, { httpStatus: 429 })).toMatchObject({
      ok: true,
      status: 429,
      wire: { type: 'error', error: { type: 'rate_limit_error' } },
    });
  });

  it('[U-LOSS-1] joins the reports of both halves; entries of the second name the place in the body', () => {
    const { loss } = projectResponse(ROUTE, { ...ANSWER, novel: { deep: 1 } });
    const unknown = loss.entries.find(({ stage, feature }) => stage === 'emit' && feature === 'wire.unknown-content');
    expect(unknown).toMatchObject({ sourcePath: '/novel' });
  });

  it('[U-LOSS-2] refuses what was answered only where the caller says that it is required', () => {
    const body = { ...ANSWER, novel: 1 };
    expect(projectResponse(ROUTE, body).ok).toBe(true);
    expect(projectResponse(ROUTE, body, { requirements: { 'wire.unknown-content': 'required' } })).toMatchObject({
      ok: false,
      loss: { disposition: 'unsupported' },
    });
  });

  it.each([
    ['a page of an edge', '<html>bad gateway: secret</html>', 502, 'provider', true],
    ['nothing', '', 503, 'unavailable', true],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe]), 500, 'provider', true],
    ['words', 'upstream secret', 429, 'rate-limit', true],
    ['a list', '["secret"]', 401, 'authentication', false],
    ['an object of no dialect', { secret: { deep: 1 } }, 418, 'invalid-request', false],
    ['an answer without an answer', { ...ANSWER, choices: [] }, 500, 'provider', true],
  ] as const)(
    '[U-LOSS-1] projects %s in place of an error by the status alone',
    (_title, body, status, category, retryable) => {
      const projection = projectResponse(ROUTE, body, { httpStatus: status, operationId: 'op', requestedModel: 'm' });
      expect(projection).toMatchObject({
        ok: true,
        status,
        value: {
          operationId: 'op',
          model: { requested: 'm' },
          status: { reason: 'failed' },
          output: [],
          error: { category, code: category, retryable, httpStatus: status, operationId: 'op' },
        },
        wire: { type: 'error', error: { message: expect.stringContaining(`status ${status}`) } },
      });
      expect(projection.loss.entries).toContainEqual(
        expect.objectContaining({ path: '', feature: 'response.malformed', stage: 'ingest' }),
      );
      expect(JSON.stringify([projection.value, projection.loss])).not.toContain('secret');
      expect(validateResult(projection.value)).toMatchObject({ ok: true });
    },
  );

  it('[U-LOSS-1] keeps an answer that has content, and the error that a body tells, whatever the status says', () => {
    expect(projectResponse(ROUTE, ANSWER, { httpStatus: 500 })).toMatchObject({ status: 200, ok: true });
    const told = projectResponse(ROUTE, { detail: 'No such field.' }, { httpStatus: 422 });
    expect(told.value.error).toMatchObject({ category: 'invalid-request', message: 'No such field.' });
  });

  it('[U-LOSS-1] throws for a body that is none where no status says that the exchange failed', () => {
    for (const options of [{}, { httpStatus: 200 }]) {
      expect(() => projectResponse(ROUTE, '<html>', options)).toThrow(WireFormatError);
      expect(() => projectResponse(ROUTE, { secret: 1 }, options)).toThrow(WireFormatError);
    }
  });

  it('[U-PROF-9] refuses a profile without responses', () => {
    expect(() => projectResponse({ ...ROUTE, to: { profile: silentProfile } }, ANSWER)).toThrow(/has no responses/);
  });
});
