import { describe, expect, it } from 'vitest';
import { projectRequest } from '../../../../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../../../../src/projection/profile/index.ts';
import { back, body, OTHER, places, read, USER, write, written } from './support.ts';

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

const THINKING = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const USE = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const RESULT = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }] };
const ENABLED = { thinking: { type: 'enabled', budget_tokens: 2000 } };
const SWITCHED_OFF = [
  'warning generation.combination /generation/reasoning/mode',
  'warning generation.combination /generation/reasoning/budgetTokens',
];

/** A body of this dialect whose last calls stand behind this, and what follows their results. */
function open(behind: readonly object[], ...after: readonly object[]) {
  return body(JSON.parse(JSON.stringify([USER, { role: 'assistant', content: [...behind, USE] }, RESULT, ...after])), {
    ...ENABLED,
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
  });
}

describe('calls of this dialect whose thinking cannot be sent', () => {
  it('[U-REAS-3][U-LOSS-3] switch thinking off when it belongs to another owner', () => {
    const { wire, entries } = written(back(open([THINKING]), { owner: OTHER }));
    expect(wire['thinking']).toEqual({ type: 'disabled' });
    expect(places(entries)).toEqual(expect.arrayContaining(SWITCHED_OFF));
  });

  it('[U-REAS-3] switch thinking off where system text stands behind the results', () => {
    const { wire } = written(back(open([THINKING], { role: 'system', content: 'be brief' }), { owner: OTHER }));
    expect(wire['thinking']).toEqual({ type: 'disabled' });
  });

  it('[U-REAS-3] switch thinking off where the thinking is hidden from the model', () => {
    const { value, privateState } = read(open([THINKING]));
    const items = value.conversation.items.map((item) =>
      item.type === 'reasoning' ? { ...item, visibility: 'client' as const } : item,
    );
    const record = { ...value, conversation: { ...value.conversation, items } };
    expect(write(record, { privateState }).wire['thinking']).toEqual({ type: 'disabled' });
  });

  it('[U-PROF-3] are sent as they are when the wire had no thinking either, and when all of it is there', () => {
    for (const sent of [open([]), open([THINKING]), open([THINKING, { type: 'text', text: 'so' }])]) {
      const { wire, entries } = written(back(sent));
      expect(wire).toEqual(sent);
      expect(entries).toEqual([]);
    }
  });

  it('[U-REAS-3] leave a model alone that decides itself how much it thinks, and one whose calls are over', () => {
    const adaptive = { ...open([THINKING]), thinking: { type: 'adaptive' } };
    expect(written(back(adaptive, { owner: OTHER })).wire['thinking']).toEqual({ type: 'adaptive' });
    const over = open([THINKING], { role: 'assistant', content: 'so' }, USER);
    expect(written(back(over, { owner: OTHER })).wire['thinking']).toEqual(ENABLED.thinking);
  });
});

describe('a begun answer of this dialect whose thinking cannot be sent', () => {
  const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
  const NONE_FOUND = {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
  };
  const TEXT = { type: 'text', text: 'so' };

  it('[U-REAS-3][U-LOSS-3] switches thinking off, be it words or a search that a pause interrupted', () => {
    for (const content of [
      [THINKING, TEXT],
      [THINKING, SEARCH, NONE_FOUND],
    ]) {
      const begun = body([USER, { role: 'assistant', content }], ENABLED);
      const { wire, entries } = written(back(begun, { owner: OTHER }));
      expect(wire['thinking']).toEqual({ type: 'disabled' });
      expect(places(entries)).toEqual(expect.arrayContaining(SWITCHED_OFF));
      expect(written(back(begun)).wire).toEqual(begun);
    }
  });

  it('[U-REAS-3] leaves thinking on where nothing of the answer is left to go on from', () => {
    const begun = body([USER, { role: 'assistant', content: [THINKING] }], ENABLED);
    expect(written(back(begun, { owner: OTHER })).wire['thinking']).toEqual(ENABLED.thinking);
  });
});
