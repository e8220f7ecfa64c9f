import { describe, expect, it } from 'vitest';
import { ingestRequest } from '../../../../../src/projection/index.ts';
import { takesFormats, thinkingStyleOf } from '../../../../../src/projection/profile/anthropic-messages/quirks.ts';
import { anthropicMessages, openaiChat } from '../../../../../src/projection/profile/index.ts';
import { projectRequest } from '../../../../../src/projection/project.ts';
import { asked, body, chatRecord, fromChat, places, refusal, USER, write } from './support.ts';

const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const BEGUN = { role: 'assistant', content: '{' };
const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };
const format = (strict: boolean) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'n', strict, schema: SCHEMA } },
});

describe('wishes of another dialect that change nothing', () => {
  it.each([
    ['claude-opus-4-7', { temperature: 1, top_p: 1 }, {}],
    ['claude-sonnet-4-5', { temperature: 0.5, top_p: 1 }, { temperature: 0.5 }],
  ])('[U-GEN-1][U-LOSS-1] are left out without a word: %s', (model, wishes, sent) => {
    const { wire, entries } = fromChat([USER], { model, ...wishes });
    expect(wire).toEqual({ model, max_tokens: 4000, messages: [USER], ...sent });
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-2] buy no caching: the customary mode with its customary time to live', () => {
    const { wire } = fromChat([USER], { prompt_cache_options: { mode: 'implicit', ttl: '30m' } });
    expect(JSON.stringify(wire)).not.toContain('cache_control');
  });
});

describe('models and what they take', () => {
  it('[U-GEN-1] are known by the names that routers give them', () => {
    expect(thinkingStyleOf('anthropic/claude-opus-4.7')).toBe('adaptive');
    expect(thinkingStyleOf('anthropic/claude-opus-4.5')).toBe('budget');
    expect(thinkingStyleOf('anthropic/claude-3.5-sonnet')).toBe('none');
    expect(takesFormats('anthropic/claude-3.7-sonnet')).toBe(false);
    expect(takesFormats('claude-sonnet-4-5')).toBe(true);
  });

  it('[U-OUT-1][U-LOSS-2] refuse a form that is required, or get none where it is not', () => {
    const record = chatRecord([USER], { model: 'claude-3-5-haiku-20241022', ...format(true) });
    expect(refusal(record)).toEqual(['error output.json-schema /output/format']);
    const { format: intent } = record.output ?? {};
    if (intent === undefined) throw new Error('There is no format.');
    const { wire, entries } = write({ ...record, output: { format: { ...intent, requirement: 'preferred' } } });
    expect(wire).not.toHaveProperty('output_config');
    expect(places(entries)).toEqual(['warning output.json-schema /output/format']);
  });

  it('[U-OUT-1][U-LOSS-3] do not go on from a begun answer in a form: a sentence of the user stands behind it', () => {
    const { wire, entries } = fromChat([USER, BEGUN], { model: 'claude-sonnet-4-5', ...format(true) });
    expect(wire['messages']).toEqual([USER, BEGUN, { role: 'user', content: 'Go on.' }]);
    expect(wire['output_config']).toMatchObject({ format: { type: 'json_schema' } });
    expect(places(entries)).toContain('warning generation.combination /conversation/items/1');
  });

  it('[U-GEN-1] get a default limit that thinking takes nothing from', () => {
    const { wire } = fromChat([USER], {
      model: 'claude-sonnet-4-5',
      max_completion_tokens: null,
      reasoning_effort: 'high',
    });
    expect(wire).toMatchObject({ max_tokens: 20_480, thinking: { type: 'enabled', budget_tokens: 16_384 } });
  });
});

describe('what entries say', () => {
  it('[U-LOSS-1] does not say of a message that calls a tool that it is left out', () => {
    const called = { role: 'assistant', content: '', tool_calls: [CALL] };
    const { entries } = fromChat([USER, called, { role: 'tool', tool_call_id: 'c', content: 'r' }], { tools: [TOOL] });
    expect(entries.map(({ reason }) => reason).join()).not.toContain('the message has nothing');
  });

  it('[U-LOSS-1] does not say of an empty system message that it is sent at its place', () => {
    const { entries } = fromChat([USER, { role: 'assistant', content: 'x' }, { role: 'system', content: '' }, USER]);
    expect(places(entries).join()).not.toContain('system-position');
  });

  it('[U-TOOL-4][U-LOSS-1] leaves out the choice of a tool that is not defined', () => {
    const choice = { type: 'function', function: { name: 'g' } };
    const { wire, entries } = fromChat([USER], { tools: [TOOL], tool_choice: choice });
    expect(wire).not.toHaveProperty('tool_choice');
    expect(places(entries)).toEqual(['warning tool-choice.tool /toolChoice']);
  });

  it('[U-LOSS-1] has the places of the wire', () => {
    const sent = body([USER, { role: 'assistant', content: 'x' }], {
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none', disable_parallel_tool_use: true },
      output_config: { task_budget: { type: 'tokens', total: 5 } },
    });
    const { loss } = projectRequest({ from: { profile: anthropicMessages }, to: { profile: openaiChat } }, sent);
    const found = new Map(loss.entries.map(({ path, sourcePath }) => [path, sourcePath]));
    expect(found.get('/generation/prefill')).toBe('/messages/1');
    expect(found.get('/generation/taskBudget')).toBe('/output_config/task_budget');
    expect([...found.values()]).not.toContain('/tool_choice/tool_choice');
  });

  it('[U-CACHE-2] takes a question about the cache for no mode that anybody chose', () => {
    const { value } = ingestRequest(anthropicMessages, asked({ diagnostics: { previous_message_id: 'msg_1' } }));
    expect(value.cache?.compareWith).toBeDefined();
  });
});
