import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { projectRequest } from '../../../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../../../src/projection/profile/index.ts';
import type { Profile } from '../../../../src/projection/profile.ts';

const legacy: JsonObject = {
  model: 'm',
  max_tokens: 5,
  messages: [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: '1' },
    { role: 'assistant', content: null, tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', content: '2' },
  ],
};
const unnamed: JsonObject = {
  model: 'm',
  max_tokens: 5,
  messages: [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [{ type: 'tool_use', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', content: '1' }] },
  ],
};

function texts(from: Profile, to: Profile, body: JsonObject): readonly (string | false)[] {
  return ['req_1', 'another request', 'r'.repeat(509)].map((requestId) => {
    const projection = projectRequest({ from: { profile: from }, to: { profile: to } }, body, { requestId });
    return projection.ok && projection.text();
  });
}

describe('calls that had no identifier', () => {
  it.each([
    { from: openaiChat, to: anthropicMessages, body: legacy },
    { from: anthropicMessages, to: openaiChat, body: unnamed },
    { from: anthropicMessages, to: anthropicMessages, body: unnamed },
  ])('[U-CACHE-1] have the same bytes in every request: $from.family to $to.family', ({ from, to, body }) => {
    const [first, second, third] = texts(from, to, body);
    expect(first).toContain('call_at_0');
    expect(second).toBe(first);
    expect(third).not.toContain('rrr');
  });

  it('[U-TOOL-5] are told apart by their position, and answered under the same name', () => {
    const projection = projectRequest({ from: { profile: openaiChat }, to: { profile: anthropicMessages } }, legacy);
    const wire = projection.ok ? JSON.stringify(projection.wire['messages']) : '';
    expect(wire.match(/call_at_\d/g)).toEqual(['call_at_0', 'call_at_0', 'call_at_1', 'call_at_1']);
    expect(projection.loss.entries.filter(({ feature }) => feature === 'tool-call.id')).toEqual([]);
  });
});
