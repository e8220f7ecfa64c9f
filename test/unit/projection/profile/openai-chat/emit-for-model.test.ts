import { describe, expect, it } from 'vitest';
import type { UnifiedGenerationIntent, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
import { asked, back, places, write } from './support.ts';

const preferred = <T>(value: T) => ({ value, requirement: 'preferred' }) as const;
const TOOL = { type: 'function', name: 'f', execution: 'client', portability: 'portable' } as const;

function made(id: string, generation: UnifiedGenerationIntent, more: Partial<UnifiedRequestV2> = {}) {
  const { wire, entries } = write(sampleRecord([message('user', 'q')], { model: { id }, generation, ...more }));
  const { messages: _messages, model: _model, tools: _tools, ...rest } = wire;
  return { wire: rest, entries: places(entries) };
}

const SAMPLING: UnifiedGenerationIntent = {
  temperature: preferred(0.5),
  topP: preferred(1),
  presencePenalty: preferred(1),
  logitBias: preferred([{ token: '5', bias: 1 }]),
  logProbabilities: { ...preferred(true), top: 2 },
};
const ALL_LOST = [
  'warning generation.temperature /generation/temperature',
  'info generation.top-p /generation/topP',
  'warning generation.presence-penalty /generation/presencePenalty',
  'warning generation.logit-bias /generation/logitBias',
  'warning generation.log-probabilities /generation/logProbabilities',
];

describe('models that reason', () => {
  it.each([
    'o1',
    'o3-mini',
    'o4-mini-2025-04-16',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5.1-codex',
    'gpt-5.6',
    'openai/o3',
    'router/openai/gpt-5',
  ])('[U-GEN-1][U-LOSS-1] are sent no sampling settings, which %s refuses', (id) => {
    expect(made(id, SAMPLING)).toEqual({ wire: {}, entries: ALL_LOST });
  });

  it('[U-GEN-1] are sent those that GPT-5.1 and later take while they do not reason', () => {
    const { wire, entries } = made('gpt-5.2', { ...SAMPLING, reasoning: { effort: preferred('none') } });
    expect(wire).toEqual({ temperature: 0.5, top_p: 1, logprobs: true, top_logprobs: 2, reasoning_effort: 'none' });
    expect(entries).toEqual([ALL_LOST[2], ALL_LOST[3]]);
  });

  it.each(['gpt-5.1', 'gpt-5.2', 'gpt-5.1-2025-11-13', 'openai/gpt-5.2'])(
    '[U-GEN-1] are sent those as well by who says no effort, which is none for %s',
    (id) => {
      const { wire, entries } = made(id, SAMPLING);
      expect(wire).toEqual({ temperature: 0.5, top_p: 1, logprobs: true, top_logprobs: 2 });
      expect(entries).toEqual([ALL_LOST[2], ALL_LOST[3]]);
    },
  );

  it.each(['gpt-4o', 'gpt-5-chat-latest', 'o1x', 'model-a', 'deepseek-o3'])(
    '[U-GEN-1] are not what %s is, which takes all settings',
    (id) => {
      expect(made(id, SAMPLING).entries).toEqual([]);
    },
  );

  it.each<readonly [string, string, string | undefined]>([
    ['o3', 'none', 'low'],
    ['o3', 'max', 'high'],
    ['gpt-5', 'none', 'minimal'],
    ['gpt-5-pro', 'low', 'high'],
    ['gpt-5.1', 'minimal', 'none'],
    ['gpt-5.1', 'xhigh', 'high'],
    ['gpt-5.2-codex', 'none', 'low'],
    ['gpt-4o', 'high', undefined],
  ])('[U-GEN-1][U-LOSS-1] as %s does know no effort %s: the nearest one is sent', (id, effort, nearest) => {
    const { wire, entries } = made(id, { reasoning: { effort: preferred(effort) } });
    expect(wire['reasoning_effort']).toBe(nearest);
    expect(entries).toEqual(['warning generation.reasoning.effort /generation/reasoning/effort']);
  });

  it('[U-GEN-1] keep an effort that they know, and every effort where nothing is published', () => {
    for (const id of ['gpt-5.2', 'gpt-5.6', 'model-a']) {
      expect(made(id, { reasoning: { effort: preferred('xhigh') } })).toEqual({
        wire: { reasoning_effort: 'xhigh' },
        entries: [],
      });
    }
  });

  it('[U-GEN-1][U-LOSS-3] do without thinking as they are told, and lose a budget with one entry', () => {
    for (const [key, value] of [
      ['mode', 'disabled'],
      ['effort', 'none'],
    ] as const) {
      const entries = [`info generation.normalization /generation/reasoning/${key}`];
      expect(made('gpt-4o', { reasoning: { [key]: preferred(value) } })).toEqual({ wire: {}, entries });
    }
    const budget = made('gpt-4o', { reasoning: { budgetTokens: preferred(9000) } });
    expect(budget.wire).toEqual({});
    expect(budget.entries).toEqual(['warning generation.reasoning.budget /generation/reasoning/budgetTokens']);
    const on = made('gpt-4o', { reasoning: { mode: preferred('enabled'), budgetTokens: preferred(9000) } });
    expect(on.entries).toEqual([
      'warning generation.reasoning.mode /generation/reasoning/mode',
      'warning generation.reasoning.budget /generation/reasoning/budgetTokens',
    ]);
    const always = made('gpt-5', { reasoning: { mode: preferred('disabled') } });
    expect(always.entries).toEqual(['warning generation.reasoning.effort /generation/reasoning/mode']);
  });

  it('[U-GEN-1][U-LOSS-1] are sent neither stop texts nor a word on parallel calls where they refuse them', () => {
    const generation = { stopSequences: preferred(['x']), parallelToolCalls: preferred(false) };
    const more = { tools: [TOOL] };
    expect(made('o3', generation, more)).toEqual({
      wire: {},
      entries: [
        'warning generation.stop-sequences /generation/stopSequences',
        'warning generation.parallel-tool-calls /generation/parallelToolCalls',
      ],
    });
    expect(made('o3-mini', generation, more).wire).toEqual({ stop: ['x'] });
    expect(made('gpt-5', generation, more)).toEqual({ wire: { stop: ['x'], parallel_tool_calls: false }, entries: [] });
  });

  it('[U-PROF-10] are sent what this dialect wrote for them itself', () => {
    const wire: JsonObject = {
      ...asked({ temperature: 0.5, stop: 'x', reasoning_effort: 'max', prompt_cache_options: { mode: 'explicit' } }),
      model: 'o3',
    };
    expect(back(wire)).toMatchObject({ ok: true, wire, loss: { entries: [] } });
  });
});

describe('cache marks', () => {
  const marked = { type: 'text', text: 'q', cache: { ttl: '30m' } } as const;
  const writeFor = (id: string) =>
    write(sampleRecord([message('user', marked)], { model: { id }, cache: { mode: 'explicit', ttl: '30m' } }));

  it.each(['gpt-4o', 'o3', 'gpt-5', 'gpt-5.5'])('[U-CACHE-1][U-LOSS-1] are not sent to %s, which knows none', (id) => {
    const { wire, entries } = writeFor(id);
    expect(wire['messages']).toEqual([{ role: 'user', content: 'q' }]);
    expect(wire).not.toHaveProperty('prompt_cache_options');
    expect(places(entries)).toEqual([
      'info cache.breakpoint /conversation/items/0/content/0/cache',
      'info cache.mode /cache/mode',
      'info cache.ttl /cache/ttl',
    ]);
  });

  it.each(['gpt-5.6', 'gpt-5.10', 'model-a'])('[U-CACHE-1] are sent to %s', (id) => {
    const { wire, entries } = writeFor(id);
    expect(wire).toMatchObject({ prompt_cache_options: { mode: 'explicit', ttl: '30m' } });
    expect(JSON.stringify(wire)).toContain('prompt_cache_breakpoint');
    expect(entries).toEqual([]);
  });
});
