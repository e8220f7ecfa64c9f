import { describe, expect, it } from 'vitest';
import {
  budgetOf,
  takesBegunAnswers,
  takesSampling,
  takesSystemMessages,
  takesTwoSamplingSettings,
  thinkingStyleOf,
} from '../../../../../src/projection/profile/anthropic-messages/quirks.ts';

describe('what models take', () => {
  it.each([
    ['claude-3-5-sonnet-20241022', 'none'],
    ['claude-3-opus-20240229', 'none'],
    ['claude-3-7-sonnet-20250219', 'budget'],
    ['claude-sonnet-4-20250514', 'budget'],
    ['anthropic.claude-opus-4-1-20250805-v1:0', 'budget'],
    ['claude-haiku-4-5@20251001', 'budget'],
    ['claude-sonnet-4-6', 'budget-or-adaptive'],
    ['claude-opus-4-7', 'adaptive'],
    ['us.anthropic.claude-opus-5-20270101-v1:0', 'adaptive'],
    ['somebody-elses-model', 'budget-or-adaptive'],
    [undefined, 'budget-or-adaptive'],
  ])('[U-GEN-1] says how a model takes the wish to reason: %s', (model, style) => {
    expect(thinkingStyleOf(model)).toBe(style);
  });

  it('[U-GEN-1] says which models take settings of sampling, and which take two of them', () => {
    expect(takesSampling('claude-opus-4-7')).toBe(false);
    expect(takesSampling('claude-sonnet-4-6')).toBe(true);
    expect(takesSampling('somebody-elses-model')).toBe(true);
    expect(takesTwoSamplingSettings('claude-3-7-sonnet-20250219')).toBe(true);
    expect(takesTwoSamplingSettings('claude-sonnet-4-20250514')).toBe(true);
    expect(takesTwoSamplingSettings('anthropic.claude-sonnet-4-20250514-v1:0')).toBe(true);
    expect(takesTwoSamplingSettings('claude-opus-4-1-20250805')).toBe(false);
    expect(takesTwoSamplingSettings('claude-sonnet-4-5-20250929')).toBe(false);
  });

  it('[U-GEN-1] says which models go on from a begun answer', () => {
    const newer = ['claude-opus-4-6', 'us.anthropic.claude-sonnet-4-6-v1', 'claude-opus-4-7', 'claude-haiku-5'];
    const older = ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-20250514', 'claude-3-7-sonnet-20250219', undefined];
    expect(newer.map(takesBegunAnswers)).toEqual(newer.map(() => false));
    expect(older.map(takesBegunAnswers)).toEqual(older.map(() => true));
  });

  it('[U-GEN-1] derives a budget from an effort: more for more, and less than the limit', () => {
    const budgets = ['minimal', 'low', 'medium', 'high'].map((effort) => budgetOf(effort, 10000));
    expect(budgets).toEqual([1000, 2500, 5000, 8000]);
    expect(budgetOf('toString', 10000)).toBe(5000);
  });

  it('[U-ITEM-2] knows the betas with system messages in the middle', () => {
    expect(takesSystemMessages(['mid-conversation-system-2026-04-07'])).toBe(true);
    expect(takesSystemMessages(['interleaved-thinking-2025-05-14'])).toBe(false);
    expect(takesSystemMessages(undefined)).toBe(false);
  });
});
