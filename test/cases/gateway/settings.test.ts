import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { WireFormatError } from '../../../src/index.ts';
import { projectRequest } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { message, sampleRecord } from '../../support/sample-record.ts';
import {
  chatBody,
  chatToChat,
  losses,
  lossesAnywhere,
  messagesBody,
  messagesToMessages,
  projected,
  toMessages,
  wireOf,
  written,
} from './support.ts';

const ASK = { role: 'user', content: 'x' };

describe('thinking', () => {
  const thinking = (display: string) => messagesBody([ASK], { thinking: { type: 'adaptive', display } });

  it('[U-GEN-1] GC-068: is shown where that was asked for, and no display is made up', () => {
    expect(wireOf(projected(messagesToMessages, thinking('summarized')))).toEqual(thinking('summarized'));
    expect(wireOf(projected(messagesToMessages, thinking('omitted')))).toEqual(thinking('omitted'));
    const effort = projected(toMessages, chatBody([ASK], { reasoning_effort: 'high' }));
    expect(JSON.stringify(wireOf(effort))).not.toMatch(/display|summary/);
    expect(JSON.stringify(effort.value)).not.toMatch(/"summary"|"display"/);
  });

  it.each([
    ['auto', 'summarized'],
    ['concise', 'summarized'],
    ['detailed', 'summarized'],
    ['none', 'omitted'],
  ])('[U-GEN-1] GC-068: a summary that is %s is %s in Messages', (summary, display) => {
    const reasoning = {
      mode: { value: 'adaptive', requirement: 'preferred' },
      effort: { value: 'high', requirement: 'preferred' },
      summary: { value: summary, requirement: 'preferred' },
    };
    // The intent as another dialect would have it.
    const generation = { maxOutputTokens: { value: 4000, requirement: 'required' }, reasoning } as never;
    const record = sampleRecord([message('user', 'x')], { generation }, 'openai-responses');
    const { wire, loss } = written(anthropicMessages, record);
    expect(wire).toMatchObject({ thinking: { display } });
    expect(loss.some((entry) => entry.includes('summary'))).toBe(summary === 'detailed' || summary === 'concise');
  });

  it('[U-GEN-1] GC-070: is a budget on a model that knows nothing else, below the limit, and says so', () => {
    const body = chatBody([ASK], {
      model: 'claude-3-7-sonnet',
      reasoning_effort: 'medium',
      max_completion_tokens: 8000,
    });
    const made = projected(toMessages, body);
    const { thinking: given, max_tokens: limit } = wireOf(made) as { thinking: JsonObject; max_tokens: number };
    expect(given).toMatchObject({ type: 'enabled' });
    expect(given['budget_tokens']).toBeGreaterThanOrEqual(1024);
    expect(given['budget_tokens']).toBeLessThan(8000);
    expect(limit).toBe(8000);
    expect(lossesAnywhere(made.loss).join()).toContain('generation.reasoning.');
  });

  it('[U-LOSS-3][U-LOSS-2] GC-070: that fits in no budget is left out with a warning, or stops the request', () => {
    const body = chatBody([ASK], { model: 'claude-3-7-sonnet', reasoning_effort: 'high', max_completion_tokens: 900 });
    const made = projected(toMessages, body);
    expect(wireOf(made)).not.toHaveProperty('thinking');
    expect(wireOf(made)['max_tokens']).toBe(900);
    expect(lossesAnywhere(made.loss).join()).toMatch(/warning generation\.reasoning\./);
    const requirements = {
      'generation.reasoning.effort': 'required',
      'generation.reasoning.mode': 'required',
    } as const;
    expect(projected(toMessages, body, { requirements }).ok).toBe(false);
  });

  it('[U-GEN-1] GC-070: is adaptive with its effort on a model that decides itself', () => {
    const body = chatBody([ASK], { model: 'claude-opus-4-7', reasoning_effort: 'high', max_completion_tokens: 9000 });
    expect(wireOf(projected(toMessages, body))).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
      max_tokens: 9000,
    });
  });

  it('[U-GEN-1] GC-070: and limits of a model that nobody knows pass as they are', () => {
    const body = chatBody([ASK], { model: 'someone-else-1', max_completion_tokens: 999_999 });
    const made = projected(toMessages, body);
    expect(wireOf(made)['max_tokens']).toBe(999_999);
    expect(losses(made.loss)).toEqual([]);
  });
});

describe('fields that are rare', () => {
  const RARE = chatBody([ASK], { n: 2, logprobs: true, frequency_penalty: 0.4, store: true });

  it('[U-GEN-1] GC-071: are intents of the record, and come back to their dialect', () => {
    const made = projected(chatToChat, RARE);
    expect(made.value.generation).toMatchObject({
      candidateCount: { value: 2 },
      frequencyPenalty: { value: 0.4 },
      logProbabilities: expect.anything(),
    });
    expect(wireOf(made)).toEqual(RARE);
  });

  it('[U-LOSS-2][U-LOSS-3] GC-071: are named one by one where the target lacks them, and stop it where required', () => {
    const requirements = {
      'generation.candidate-count': 'preferred',
      'generation.log-probabilities': 'preferred',
      'generation.frequency-penalty': 'preferred',
    } as const;
    const made = projected(toMessages, RARE, { requirements });
    for (const feature of Object.keys(requirements)) {
      expect(lossesAnywhere(made.loss)).toContain(`warning ${feature}`);
      const strict = projected(toMessages, RARE, { requirements: { ...requirements, [feature]: 'required' } });
      expect(strict.ok).toBe(false);
      expect(lossesAnywhere(strict.loss)).toContain(`error ${feature}`);
    }
    expect(Object.keys(wireOf(made)).sort()).toEqual(['max_tokens', 'messages', 'model']);
  });

  it('[U-VAL-1] GC-071: two limits that agree are one, and two that differ are refused by both their names', () => {
    const limits = (one: number, other: number) => ({
      model: 'm',
      messages: [ASK],
      max_tokens: one,
      max_completion_tokens: other,
    });
    expect(projected(chatToChat, limits(10, 10)).value.generation.maxOutputTokens).toMatchObject({ value: 10 });
    const refuse = () => projectRequest(chatToChat, limits(10, 20));
    expect(refuse).toThrow(WireFormatError);
    expect(refuse).toThrow(/max_tokens.*max_completion_tokens|max_completion_tokens.*max_tokens/);
  });

  it('[U-VAL-1] GC-071, GC-034: a result without an identifier answers no call that it could name', () => {
    const lone = chatBody([ASK, { role: 'tool', content: 'worker says 7' }]);
    for (const route of [toMessages, chatToChat]) {
      let made: ReturnType<typeof projectRequest> | undefined;
      try {
        made = projectRequest(route, lone);
      } catch (error) {
        expect(error).toBeInstanceOf(WireFormatError);
      }
      expect(JSON.stringify(made?.ok === true ? made.wire : {})).not.toMatch(/"tool_(?:call|use)_id":"/);
    }
  });

  it.each([[7], [true], [{ text: 'x' }]])(
    '[U-VAL-1] GC-071: content that is %j is refused where it stands',
    (content) => {
      expect(() => projectRequest(chatToChat, chatBody([{ role: 'user', content }]))).toThrow(/\/messages\/0\/content/);
    },
  );
});

describe('state that a provider keeps', () => {
  it('[U-CONV-3] GC-080: is no history: without it in the record, no other provider is asked', () => {
    const owner = { profile: { family: 'openai-responses' }, provider: 'openai' };
    const items = sampleRecord([message('user', 'next')]).conversation.items;
    const continuations = [{ resourceType: 'response', resourceId: 'kept', providerId: 'resp_7', owner }];
    const base = { conversationId: 'conv', branchId: 'main', headItemId: 'i0', items };
    const conversation = { ...base, completeness: 'reference-only', continuations } as const;
    const generation = { maxOutputTokens: { value: 50, requirement: 'required' } } as const;
    const record = sampleRecord([], { conversation, generation }, 'openai-responses');
    for (const profile of [openaiChat, anthropicMessages]) {
      const { wire, loss } = written(profile, record);
      expect(wire).toBeUndefined();
      expect(loss.filter((entry) => entry.startsWith('error ')).join()).toContain('conversation.');
    }
  });
});
