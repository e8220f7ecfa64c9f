import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { asked, read } from './support.ts';

const generation = (more: JsonObject) => read(asked(more)).value.generation;

describe('settings of a Messages body', () => {
  it('[U-GEN-1] are intents with the published strength', () => {
    expect(generation({ temperature: 0, top_p: 0.9, top_k: 5, stop_sequences: ['x'] })).toEqual({
      maxOutputTokens: { value: 4000, requirement: 'preferred' },
      temperature: { value: 0, requirement: 'preferred' },
      topP: { value: 0.9, requirement: 'preferred' },
      topK: { value: 5, requirement: 'preferred' },
      stopSequences: { value: ['x'], requirement: 'preferred' },
    });
    expect(generation({ service_tier: 'standard_only', speed: 'fast', inference_geo: 'us' })).toMatchObject({
      serviceTier: { value: 'standard_only', requirement: 'optional' },
      speed: { value: 'fast', requirement: 'optional' },
      inferenceGeography: { value: 'us', requirement: 'required' },
    });
  });

  it('[U-GEN-1] tell a limit of none from a request that only writes the cache', () => {
    const prewarm = generation({ max_tokens: 0 });
    expect(prewarm).toMatchObject({ prewarm: { value: true } });
    expect(prewarm).not.toHaveProperty('maxOutputTokens');
  });

  it.each([
    ['enabled', 'enabled'],
    ['adaptive', 'adaptive'],
    ['disabled', 'disabled'],
    ['between_tools', 'between-tools'],
  ])('[U-GEN-1] say how the model thinks: %s', (type, mode) => {
    expect(generation({ thinking: { type } }).reasoning).toMatchObject({ mode: { value: mode } });
  });

  it('[U-GEN-1] say how much of it, and how it is shown', () => {
    const thinking = {
      type: 'enabled',
      budget_tokens: 1024,
      display: 'summarized',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    };
    expect(generation({ thinking, output_config: { effort: 'xhigh' } }).reasoning).toMatchObject({
      mode: { value: 'enabled' },
      budgetTokens: { value: 1024 },
      display: { value: 'summarized' },
      blockBinding: { value: 'drop_block' },
      effort: { value: 'xhigh' },
    });
  });

  it('[U-GEN-1] bound what a task may use', () => {
    const config = { task_budget: { type: 'tokens', total: 5, remaining: 3 } };
    expect(generation({ output_config: config }).taskBudget).toMatchObject({ value: 5, remaining: 3 });
  });

  it.each([['output_config'], ['output_format']])('[U-GEN-2] ask for a form of the output: %s', (key) => {
    const format = { type: 'json_schema', schema: { type: 'object' } };
    expect(read(asked({ [key]: key === 'output_config' ? { format } : format })).value.output).toEqual({
      format: {
        value: { type: 'json-schema', schema: { dialect: 'draft-2020-12', schema: { type: 'object' } }, strict: true },
        requirement: 'required',
      },
    });
  });

  it('[U-GEN-1] edit the context, each edit with the date of its version', () => {
    const edits = [
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: 3 },
        keep: { type: 'tool_uses', value: 1 },
        clear_tool_inputs: true,
        exclude_tools: ['f'],
      },
      { type: 'clear_thinking_20251015', keep: 'all' },
      { type: 'compact_20260112', pause_after_compaction: true, instructions: 'short' },
    ];
    expect(generation({ context_management: { edits } }).contextManagement?.value).toEqual([
      {
        type: 'clear-tool-uses',
        version: '20250919',
        trigger: { unit: 'input-tokens', value: 3 },
        keep: { unit: 'tool-uses', value: 1 },
        clearInputs: true,
        excludedTools: ['f'],
      },
      { type: 'clear-thinking', version: '20251015', keepAll: true },
      { type: 'compact', version: '20260112', pauseAfter: true, instructions: 'short' },
    ]);
    expect(generation({ compaction: { type: 'summarize', instructions: 'x' } }).compaction).toMatchObject({
      value: 'summarize',
      instructions: 'x',
    });
  });

  it('[U-CACHE-1][U-CACHE-2] keep the cache apart from what the provider holds', () => {
    const { value } = read(
      asked({
        cache_control: { type: 'ephemeral', ttl: '1h' },
        container: { id: 'container_1', skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
        thread: { type: 'continue', previous_message_id: 'msg_1' },
        diagnostics: { previous_message_id: 'msg_2' },
      }),
    );
    expect(value.cache).toMatchObject({
      mode: 'automatic',
      ttl: '1h',
      compareWith: { resourceType: 'message', providerId: 'msg_2' },
    });
    expect(value.cache).not.toHaveProperty('affinityKey');
    expect(value.state).toMatchObject({
      container: {
        resource: { resourceType: 'container', providerId: 'container_1', owner: { provider: 'anthropic' } },
        skills: [{ kind: 'anthropic', skillId: 'pptx', version: 'latest' }],
      },
      thread: { value: 'continue', previous: { resourceType: 'message', providerId: 'msg_1' } },
    });
  });

  it('[U-GEN-1] name who may take over, and keep the credit for it outside the record', () => {
    const fallbacks = [{ model: 'b', max_tokens: 5, output_config: { effort: 'low' } }];
    const { value, privateState } = read(
      asked({ fallbacks, fallback_credit_token: { token: 'CRED', mode: 'strict' } }),
    );
    expect(value.model).toMatchObject({
      id: 'model-a',
      fallbacks: {
        value: [
          {
            model: 'b',
            generation: { maxOutputTokens: { value: 5 }, reasoning: { effort: { value: 'low' } } },
          },
        ],
      },
      fallbackCredit: { kind: 'credit-token' },
      fallbackCreditMode: 'strict',
    });
    expect(JSON.stringify(value)).not.toContain('CRED');
    expect([...privateState].map(({ kind }) => kind)).toEqual(['credit-token']);
    expect(read(asked({ fallbacks: 'default' })).value.model.fallbacks).toMatchObject({ providerDefault: true });
  });

  it('[U-GEN-1] name the user, who pays, and whether the answer comes in pieces', () => {
    const { value } = read(
      asked({
        metadata: { user_id: 'u' },
        billing_policy: { type: 'billing_policy', bill_to: 'self' },
        stream: true,
      }),
    );
    expect(value.metadata).toMatchObject({ endUserId: 'u', billingPolicy: 'self' });
    expect(value.source.transport).toMatchObject({ stream: true });
  });
});
