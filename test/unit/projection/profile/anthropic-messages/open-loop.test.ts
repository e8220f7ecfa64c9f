import { expect, it } from 'vitest';
import { projectRequest } from '../../../../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../../../../src/projection/profile/index.ts';

const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };

it('[U-PROF-3][U-LOSS-3] switches thinking off while calls without thinking are answered, and says so', () => {
  const body = {
    model: 'claude-sonnet-4-5',
    reasoning_effort: 'high',
    max_completion_tokens: 8000,
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'done' },
    ],
  };
  const projection = projectRequest({ from: { profile: openaiChat }, to: { profile: anthropicMessages } }, body);
  expect(projection.ok && projection.wire['thinking']).toEqual({ type: 'disabled' });
  const entry = projection.loss.entries.find(({ feature }) => feature === 'generation.combination');
  expect(entry?.path).toBe('/generation/reasoning/effort');
});
