import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { emitRequest, ingestRequest, projectRequest } from '../../../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../../../src/projection/profile/index.ts';
import { validateRequest } from '../../../../src/validate/index.ts';

const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const user = { role: 'user', content: 'q' };
const answer = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const use = { type: 'tool_use', id: 'c1', name: 'f', input: {} };
const used = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });

const chat = (...messages: readonly JsonObject[]): JsonObject => ({ model: 'm', messages });
const messages = (...blocks: readonly JsonObject[]): JsonObject => ({
  model: 'm',
  max_tokens: 5,
  messages: [user, { role: 'assistant', content: [use] }, { role: 'user', content: blocks }],
});

/** A history that was cut behind the code that called. */
const calledBy = (caller: JsonObject): JsonObject => ({
  model: 'm',
  max_tokens: 5,
  messages: [user, { role: 'assistant', content: [{ ...use, caller }] }, { role: 'user', content: [used('c1', 'v')] }],
});

/** Histories as clients send them: with a result that is there twice, differs, answers nothing, or
 * stands too early, or with a call by code that is not there. */
const BODIES = [
  {
    profile: openaiChat,
    body: chat(user, { role: 'assistant', tool_calls: [call] }, answer('c1', '1'), answer('c1', '1')),
  },
  { profile: openaiChat, body: chat(user, answer('gone', '1'), user) },
  { profile: openaiChat, body: chat(answer('c1', '1'), { role: 'assistant', tool_calls: [call] }, answer('c1', '2')) },
  { profile: openaiChat, body: chat(user, { role: 'function', name: 'f', content: '1' }) },
  { profile: anthropicMessages, body: messages(used('c1', 'v1'), used('c1', 'v2')) },
  { profile: anthropicMessages, body: messages(used('gone', '1'), used('c1', 'v2')) },
  { profile: anthropicMessages, body: calledBy({ type: 'code_execution_20250825', tool_id: 'gone' }) },
] as const;

describe('a history whose results repeat or have no calls', () => {
  it.each(BODIES)('[U-VAL-1] is a valid record: $profile.family $body.messages', ({ profile, body }) => {
    const { value } = ingestRequest(profile, body);
    expect(validateRequest(value)).toMatchObject({ ok: true });
  });

  it.each(BODIES)('[U-PROF-10] goes out as it came: $profile.family $body.messages', ({ profile, body }) => {
    const projection = projectRequest({ from: { profile }, to: { profile } }, body);
    expect(projection.ok && projection.wire).toEqual(body);
    expect(projection.loss.entries).toEqual([]);
  });

  it('[U-CONV-1] says in the record where a call is missing', () => {
    const { value } = ingestRequest(openaiChat, chat(user, answer('gone', '1')), { requestId: 'req' });
    expect(value.conversation).toMatchObject({
      completeness: 'partial',
      missing: [{ afterItemId: 'req.item.0', beforeItemId: 'req.item.1' }],
    });
  });

  it('[U-CONV-1][U-LOSS-3] that is missing for another reason is reported for itself', () => {
    const { value } = ingestRequest(openaiChat, chat(user), { requestId: 'req' });
    const missing = [{ beforeItemId: 'req.item.0', reason: 'dropped' }];
    const record = { ...value, conversation: { ...value.conversation, completeness: 'partial' as const, missing } };
    for (const profile of [openaiChat, anthropicMessages]) {
      const { loss } = emitRequest(profile, record);
      const places = loss.entries.filter(({ severity }) => severity === 'error').map(({ path }) => path);
      expect(places).toEqual(['/conversation/completeness', '/conversation/missing/0']);
    }
  });

  it('[U-LOSS-2] goes to no other dialect when a call is missing, and as one result when one repeats', () => {
    const to = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
    const orphan = projectRequest(to, chat(user, answer('gone', '1')));
    expect(orphan.ok).toBe(false);
    const errors = orphan.loss.entries.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ feature }) => feature)).toEqual(['tool-result.orphan']);
    const twice = [user, { role: 'assistant', tool_calls: [call] }, answer('c1', '1'), answer('c1', '1')];
    const repeated = projectRequest(to, chat(...twice));
    expect(repeated.ok && repeated.wire['messages']).toEqual([
      user,
      { role: 'assistant', content: [use] },
      { role: 'user', content: [used('c1', '1')] },
    ]);
    expect(repeated.loss.entries).toContainEqual(
      expect.objectContaining({ feature: 'tool-result.repeated', severity: 'info' }),
    );
  });
});
