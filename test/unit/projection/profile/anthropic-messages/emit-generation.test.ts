import { describe, expect, it } from 'vitest';
import type { UnifiedGenerationIntent } from '../../../../../generated/unified/types.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
import { chatRecord, fromChat, places, refusal, USER, write } from './support.ts';

const LIMIT = { value: 100, requirement: 'preferred' } as const;

function record(generation: UnifiedGenerationIntent, model = 'claude-3-7-sonnet-20250219') {
  return sampleRecord([message('user', 'q')], { model: { id: model }, generation }, 'openai-chat');
}

describe('the limit of output', () => {
  it('[U-GEN-1] is the one of the caller', () => {
    const { wire, entries } = write(record({ maxOutputTokens: LIMIT }));
    expect(wire['max_tokens']).toBe(100);
    expect(entries).toEqual([]);
  });

  it('[U-GEN-1][U-LOSS-1] is a documented one where the caller has none, because the target demands one', () => {
    const { wire, entries } = write(record({}));
    expect(wire['max_tokens']).toBe(4096);
    expect(places(entries)).toEqual(['info generation.max-output-tokens.default /generation/maxOutputTokens/value']);
  });

  it('[U-GEN-1] leaves room for the budget of reasoning', () => {
    const budgetTokens = { value: 10000, requirement: 'preferred' } as const;
    expect(write(record({ reasoning: { budgetTokens } })).wire).toMatchObject({
      max_tokens: 14096,
      thinking: { type: 'enabled', budget_tokens: 10000 },
    });
  });

  it('[U-LOSS-1] is at least one token', () => {
    const { wire, entries } = write(record({ maxOutputTokens: { ...LIMIT, value: 0 } }));
    expect(wire['max_tokens']).toBe(1);
    expect(places(entries)).toEqual(['warning generation.range /generation/maxOutputTokens/value']);
  });

  it('[U-GEN-1] is none for a request that only writes the cache', () => {
    const prewarm = { value: true, requirement: 'required' } as const;
    expect(write(record({ prewarm })).wire['max_tokens']).toBe(0);
  });
});

describe('sampling', () => {
  const SAMPLED = {
    maxOutputTokens: LIMIT,
    temperature: { value: 0.7, requirement: 'preferred' },
    topP: { value: 0.9, requirement: 'preferred' },
    topK: { value: 5, requirement: 'preferred' },
  } as const;

  it('[U-GEN-1] is what it is on models that take all of it', () => {
    const { wire, entries } = write(record(SAMPLED));
    expect(wire).toMatchObject({ temperature: 0.7, top_p: 0.9, top_k: 5 });
    expect(entries).toEqual([]);
  });

  it('[U-LOSS-1] is a temperature alone on models that refuse it beside nucleus sampling', () => {
    const { wire, entries } = write(record(SAMPLED, 'claude-sonnet-4-5-20250929'));
    expect(wire).toMatchObject({ temperature: 0.7, top_k: 5 });
    expect(wire).not.toHaveProperty('top_p');
    expect(places(entries)).toEqual(['warning generation.combination /generation/topP']);
  });

  it('[U-LOSS-1] is nothing on models that refuse all of it', () => {
    const { wire, entries } = write(record(SAMPLED, 'claude-opus-4-7'));
    expect(wire).toEqual({
      model: 'claude-opus-4-7',
      max_tokens: 100,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }],
    });
    expect(places(entries)).toEqual([
      'warning generation.parameter /generation/temperature',
      'warning generation.parameter /generation/topP',
      'warning generation.parameter /generation/topK',
    ]);
  });

  it('[U-LOSS-1][U-LOSS-2] gives way to reasoning, or stops the request', () => {
    const chat = { temperature: 0.7, top_p: 0.9, reasoning_effort: 'medium', max_completion_tokens: 8000 };
    const { wire, entries } = fromChat([USER], chat);
    expect(wire).not.toHaveProperty('temperature');
    expect(wire).not.toHaveProperty('top_p');
    expect(wire['thinking']).toEqual({ type: 'adaptive' });
    expect(places(entries)).toEqual(
      expect.arrayContaining([
        'warning generation.combination /generation/temperature',
        'warning generation.combination /generation/topP',
      ]),
    );
    const { generation, ...rest } = chatRecord([USER], chat);
    const strict = { ...generation, temperature: { value: 0.7, requirement: 'required' as const } };
    expect(refusal({ ...rest, generation: strict })).toEqual(['error generation.combination /generation/temperature']);
  });

  it('[U-GEN-1] of one is what a model that thinks does anyway', () => {
    const effort = { value: 'high', requirement: 'preferred' } as const;
    const temperature = { value: 1, requirement: 'preferred' } as const;
    const { wire } = write(record({ maxOutputTokens: LIMIT, temperature, reasoning: { effort } }, 'claude-sonnet-4-6'));
    expect(wire['temperature']).toBe(1);
  });

  it('[U-LOSS-1] outside of the range is the nearest one inside, never scaled', () => {
    const { wire, entries } = fromChat([USER], { temperature: 1.7 });
    expect(wire['temperature']).toBe(1);
    expect(places(entries)).toEqual(['warning generation.range /generation/temperature/value']);
  });

  it('[U-GEN-3][U-LOSS-2] is an error in the newer revision where it is required', () => {
    const temperature = { value: 0.5, requirement: 'required' } as const;
    expect(refusal(record({ maxOutputTokens: LIMIT, temperature }), { revision: '2026-10-21' })).toEqual([
      'error generation.temperature /generation/temperature',
    ]);
  });
});

describe('settings of another dialect', () => {
  it('[U-LOSS-1] are written or reported, each one', () => {
    const chat = {
      stop: ['A', 'B'],
      seed: 7,
      n: 2,
      logprobs: true,
      top_logprobs: 3,
      presence_penalty: 0.5,
      frequency_penalty: 0.1,
      logit_bias: { '50256': -100 },
      user: 'u',
      service_tier: 'flex',
    };
    const { wire, entries } = fromChat([USER], chat);
    expect(wire).toEqual({
      model: 'model-a',
      max_tokens: 4000,
      messages: [USER],
      stop_sequences: ['A', 'B'],
      metadata: { user_id: 'u' },
    });
    expect(new Set(entries.map(({ feature }) => feature))).toEqual(
      new Set([
        'generation.seed',
        'generation.candidate-count',
        'generation.log-probabilities',
        'generation.presence-penalty',
        'generation.frequency-penalty',
        'generation.logit-bias',
        'generation.service-tier',
      ]),
    );
  });

  it('[U-GEN-1][U-LOSS-3] have a tier with another name, or none', () => {
    expect(fromChat([USER], { service_tier: 'default' }).wire['service_tier']).toBe('standard_only');
    expect(fromChat([USER], { service_tier: 'auto' }).wire['service_tier']).toBe('auto');
    const { wire, entries } = fromChat([USER], { service_tier: 'priority' });
    expect(wire).not.toHaveProperty('service_tier');
    expect(places(entries)).toEqual(['info generation.service-tier /generation/serviceTier']);
  });

  it('[U-LOSS-1] stop at sequences that the target takes', () => {
    const { wire, entries } = fromChat([USER], { stop: ['\n', 'END'] });
    expect(wire['stop_sequences']).toEqual(['END']);
    expect(places(entries)).toEqual(['warning generation.stop-sequences /generation/stopSequences/value/0']);
  });

  it('[U-GEN-1] stream as they did', () => {
    expect(fromChat([USER], { stream: true }).wire['stream']).toBe(true);
  });
});
