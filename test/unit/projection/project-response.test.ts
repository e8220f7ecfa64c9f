import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { projectResponse } from '../../../src/projection/project.ts';
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

  it('[U-PROF-9] refuses a profile without responses', () => {
    expect(() => projectResponse({ ...ROUTE, to: { profile: silentProfile } }, ANSWER)).toThrow(/has no responses/);
  });
});
