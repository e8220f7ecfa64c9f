import { describe, expect, it } from 'vitest';
import type { UnifiedReasoningIntent, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
import { asked, body, fromChat, places, read, refusal, USER, write } from './support.ts';

type Strength = 'required' | 'preferred' | 'optional';

/** A wish to reason of another dialect, to a model of this one. */
function wish(
  reasoning: Partial<Record<'mode' | 'effort' | 'budgetTokens' | 'summary' | 'display', string | number>>,
  { model = 'claude-sonnet-4-6', limit = 8000, requirement = 'preferred' as Strength, more = {} } = {},
): UnifiedRequestV2 {
  const intents = Object.entries(reasoning).map(([key, value]) => [key, { value, requirement }]);
  // The keys and the values are those of the intents.
  const made = Object.fromEntries(intents) as UnifiedReasoningIntent;
  return sampleRecord(
    [message('user', 'q')],
    {
      model: { id: model },
      generation: { maxOutputTokens: { value: limit, requirement: 'preferred' }, reasoning: made },
      ...more,
    },
    'openai-chat',
  );
}

/** What is sent of it, and what is said about that. */
function sent(...given: Parameters<typeof wish>) {
  const { wire, entries } = write(wish(...given));
  const { thinking, output_config: config } = wire;
  return { thinking, config, entries: places(entries) };
}

const EFFORT = '/generation/reasoning/effort';
const SWITCHED_ON = 'info generation.normalization /generation/reasoning/mode/value';

describe('an effort of another dialect', () => {
  it.each(['low', 'medium', 'high', 'xhigh', 'max'])('[U-GEN-1] is an effort here: %s', (effort) => {
    expect(sent({ effort })).toMatchObject({ thinking: { type: 'adaptive' }, config: { effort } });
  });

  it('[U-GEN-1] of none switches reasoning off', () => {
    expect(sent({ effort: 'none' })).toEqual({ thinking: { type: 'disabled' }, config: undefined, entries: [] });
  });

  it('[U-GEN-1][U-LOSS-1] that is minimal is the lowest one, and a warning says so', () => {
    expect(sent({ effort: 'minimal' })).toMatchObject({
      thinking: { type: 'adaptive' },
      config: { effort: 'low' },
      entries: [SWITCHED_ON, `warning generation.reasoning.effort ${EFFORT}/value`],
    });
  });

  it('[U-LOSS-1] that nobody knows is left out', () => {
    const { config, entries } = sent({ effort: 'heroic' });
    expect(config).toBeUndefined();
    expect(entries).toContain(`warning generation.reasoning.effort ${EFFORT}`);
  });

  it('[U-GEN-1] is a budget out of the limit of output for models that know budgets only', () => {
    const old = { model: 'claude-sonnet-4-20250514' };
    expect(sent({ effort: 'medium' }, old)).toEqual({
      thinking: { type: 'enabled', budget_tokens: 4000 },
      config: undefined,
      entries: [`info generation.reasoning.effort ${EFFORT}/value`],
    });
    expect(sent({ effort: 'low' }, { ...old, limit: 2000 }).thinking).toEqual({ type: 'enabled', budget_tokens: 1024 });
  });

  it('[U-LOSS-1][U-LOSS-2] is left out where the limit of output leaves no room for it', () => {
    const tight = { model: 'claude-sonnet-4-20250514', limit: 900 };
    expect(sent({ effort: 'high' }, tight)).toEqual({
      thinking: undefined,
      config: undefined,
      entries: [`warning generation.reasoning.effort ${EFFORT}`],
    });
    expect(refusal(wish({ effort: 'high' }, { ...tight, requirement: 'required' }))).toEqual([
      `error generation.reasoning.effort ${EFFORT}`,
    ]);
  });

  it('[U-LOSS-1] is left out for models that cannot reason', () => {
    expect(sent({ effort: 'high' }, { model: 'claude-3-5-haiku-20241022' })).toMatchObject({
      thinking: undefined,
      entries: [`warning generation.reasoning.effort ${EFFORT}`],
    });
  });
});

describe('an effort beside reasoning that is switched off', () => {
  it('[U-GEN-1][U-LOSS-1] is sent as long as it needs no reasoning', () => {
    expect(sent({ mode: 'disabled', effort: 'high' })).toEqual({
      thinking: { type: 'disabled' },
      config: { effort: 'high' },
      entries: [],
    });
    expect(sent({ mode: 'disabled', effort: 'xhigh' })).toEqual({
      thinking: { type: 'disabled' },
      config: undefined,
      entries: [`warning generation.combination ${EFFORT}`],
    });
  });
});

describe('a budget of another dialect', () => {
  it('[U-GEN-1] is a budget here', () => {
    expect(sent({ budgetTokens: 2000 }).thinking).toEqual({ type: 'enabled', budget_tokens: 2000 });
    expect(sent({ budgetTokens: 0 }).thinking).toEqual({ type: 'disabled' });
  });

  it.each([
    [100, 1024],
    [9000, 7999],
  ])('[U-GEN-1][U-LOSS-1] lies between 1024 tokens and the limit of output: %i', (wished, budget) => {
    expect(sent({ budgetTokens: wished })).toMatchObject({
      thinking: { budget_tokens: budget },
      entries: ['warning generation.range /generation/reasoning/budgetTokens/value'],
    });
  });

  it('[U-LOSS-2] that is required and does not fit stops the request', () => {
    expect(refusal(wish({ budgetTokens: 9000 }, { requirement: 'required' }))).toEqual([
      'error generation.range /generation/reasoning/budgetTokens/value',
    ]);
  });

  it('[U-LOSS-1] is left to models that decide themselves', () => {
    expect(sent({ budgetTokens: 2000 }, { model: 'claude-opus-4-7' })).toMatchObject({
      thinking: { type: 'adaptive' },
      entries: ['warning generation.reasoning.budget /generation/reasoning/budgetTokens', SWITCHED_ON],
    });
  });
});

describe('the story of a wish', () => {
  const OLD = { model: 'claude-sonnet-4-20250514' };

  /** The intents that entries are about: each once at most, whatever becomes of it. */
  function intentsOf(entries: readonly string[]): readonly string[] {
    return entries.flatMap((entry) => /reasoning\/([a-zA-Z]+)/.exec(entry)?.[1] ?? []);
  }

  it('[U-LOSS-3] is told once: what is switched off in the end was never derived', () => {
    const { conversation } = sampleRecord([message('user', 'q'), message('assistant', 'It')], {}, 'openai-chat');
    const made = write({ ...wish({ effort: 'high', summary: 'auto' }, OLD), conversation });
    expect(made.wire['thinking']).toEqual({ type: 'disabled' });
    const entries = places(made.entries).filter((entry) => entry.includes('reasoning'));
    expect(entries).toEqual([
      `warning generation.combination ${EFFORT}`,
      'warning generation.combination /generation/reasoning/summary',
    ]);
  });

  it('[U-LOSS-1] names each wish that a model with budgets has no word for', () => {
    const both = sent({ mode: 'adaptive', effort: 'high', budgetTokens: 2000 }, OLD);
    expect(both.thinking).toEqual({ type: 'enabled', budget_tokens: 2000 });
    expect(intentsOf(both.entries)).toEqual(['mode', 'effort']);
    const off = sent({ mode: 'disabled', effort: 'high' }, OLD);
    expect(off).toMatchObject({ thinking: { type: 'disabled' }, config: undefined });
    expect(off.entries).toEqual([`warning generation.combination ${EFFORT}`]);
  });

  it('[U-LOSS-1] names the wishes that contradict one that switches reasoning off', () => {
    const { thinking, entries } = sent({ mode: 'enabled', effort: 'none', budgetTokens: 2000 });
    expect(thinking).toEqual({ type: 'disabled' });
    expect(intentsOf(entries)).toEqual(['mode', 'budgetTokens']);
  });
});

describe('a summary of another dialect', () => {
  it('[U-GEN-1][U-LOSS-3] is thinking that is shown as a summary, and none is thinking that is not shown', () => {
    const at = '/generation/reasoning/summary/value';
    expect(sent({ effort: 'high', summary: 'detailed' })).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      entries: expect.arrayContaining([`info generation.reasoning.summary ${at}`]),
    });
    expect(sent({ effort: 'high', summary: 'none' }).thinking).toEqual({ type: 'adaptive', display: 'omitted' });
  });

  it('[U-GEN-1] is not invented', () => {
    expect(sent({ effort: 'high' }).thinking).toEqual({ type: 'adaptive' });
  });

  it('[U-LOSS-1] is lost where nothing is thought', () => {
    expect(sent({ effort: 'none', summary: 'auto' }).entries).toEqual([
      'warning generation.reasoning.summary /generation/reasoning/summary',
    ]);
  });
});

describe('reasoning beside what the target refuses with it', () => {
  const TOOL = {
    tools: [
      {
        type: 'function',
        name: 'f',
        execution: 'client',
        portability: 'portable',
        inputSchema: { schema: { type: 'object' } },
      },
    ],
  } as const;
  const forced = (requirement: Strength) => ({
    more: { ...TOOL, toolChoice: { value: { mode: 'required' }, requirement } },
  });

  it('[U-GEN-3][U-LOSS-1] gives way to a forced call that is wanted more', () => {
    const { thinking, config, entries } = sent({ effort: 'high' }, forced('required'));
    expect(thinking).toEqual({ type: 'disabled' });
    expect(config).toEqual({ effort: 'high' });
    expect(entries).toContain(`warning generation.combination ${EFFORT}`);
  });

  it('[U-GEN-3][U-LOSS-1] wins over a forced call that is wanted no more', () => {
    const { wire, entries } = write(wish({ effort: 'high' }, forced('preferred')));
    expect(wire['thinking']).toEqual({ type: 'adaptive' });
    expect(wire['tool_choice']).toEqual({ type: 'auto' });
    expect(places(entries)).toContain('warning tool-choice.combination /toolChoice/value');
  });

  it('[U-LOSS-2] stops the request when both are required', () => {
    expect(refusal(wish({ effort: 'high' }, { ...forced('required'), requirement: 'required' }))).toEqual([
      'error tool-choice.combination /toolChoice/value',
    ]);
  });

  it('[U-LOSS-1] is switched off for a begun answer', () => {
    const { conversation } = sampleRecord([message('user', 'q'), message('assistant', 'It')], {}, 'openai-chat');
    const { wire, entries } = write({ ...wish({ effort: 'max' }, { model: 'model-a' }), conversation });
    expect(wire['thinking']).toEqual({ type: 'disabled' });
    expect(wire).not.toHaveProperty('output_config');
    expect(places(entries)).toContain(`warning generation.combination ${EFFORT}`);
  });

  it('[U-PROF-3] of this dialect is sent as it is, whatever the target says to it', () => {
    const refused = asked({
      thinking: { type: 'enabled', budget_tokens: 10 },
      temperature: 0.2,
      top_k: 3,
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any' },
    });
    expect(write(read(refused).value).wire).toEqual(refused);
  });
});

describe('thinking of this dialect', () => {
  it('[U-REAS-3] is not made of thinking that was edited: a signature that is not there is not invented', () => {
    const signed = body([
      USER,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 'UzE=' },
          { type: 'text', text: 'a' },
        ],
      },
      USER,
    ]);
    const { wire, entries } = write(read(signed).value); // without the private state
    expect(JSON.stringify(wire)).not.toContain('thinking');
    expect(places(entries)).toContain('warning item.reasoning.unsigned /conversation/items/1');
  });

  it('[U-LOSS-3] calls reasoning without a word nothing that is missed', () => {
    const said = (reasoning: string) => ({ role: 'assistant', content: 'x', reasoning_content: reasoning });
    const asking = (reasoning: string) => fromChat([USER, said(reasoning), USER]).entries;
    expect(places(asking(''))).toEqual(['info item.empty /conversation/items/1']);
    expect(places(asking('hm'))).toEqual(['warning item.reasoning.unsigned /conversation/items/1']);
  });
});
