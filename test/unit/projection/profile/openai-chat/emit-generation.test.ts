import { describe, expect, it } from 'vitest';
import type {
  UnifiedGenerationIntent,
  UnifiedOutputIntent,
  UnifiedRequestV2,
} from '../../../../../generated/unified/types.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
import { places, refusal, write } from './support.ts';

const record = (more: Partial<UnifiedRequestV2>) => sampleRecord([message('user', 'q')], more);

function made(generation: UnifiedGenerationIntent) {
  const { wire, entries } = write(record({ generation }));
  const { messages: _messages, model: _model, ...rest } = wire;
  return { wire: rest, entries: places(entries) };
}

const preferred = <T>(value: T) => ({ value, requirement: 'preferred' }) as const;

describe('generation of another dialect', () => {
  it('[U-GEN-1] says under the name of this wire that the standard tier alone is meant', () => {
    expect(made({ serviceTier: preferred('standard_only') })).toEqual({
      wire: { service_tier: 'default' },
      entries: ['info generation.normalization /generation/serviceTier/value'],
    });
    expect(made({ serviceTier: preferred('auto') })).toEqual({ wire: { service_tier: 'auto' }, entries: [] });
  });

  it('[U-GEN-1] has a member for each intent that this wire knows', () => {
    expect(
      made({
        maxOutputTokens: preferred(10),
        temperature: preferred(0.5),
        topP: preferred(1),
        candidateCount: preferred(2),
        seed: preferred(1),
        frequencyPenalty: preferred(-2),
        presencePenalty: preferred(2),
        stopSequences: preferred(['a']),
        logitBias: preferred([{ token: '5', bias: 1 }]),
        logProbabilities: { ...preferred(true), top: 3 },
        serviceTier: preferred('flex'),
        verbosity: preferred('high'),
        reasoning: { effort: preferred('low') },
        moderation: { value: 'm', input: 'block', requirement: 'required' },
      }),
    ).toEqual({
      wire: {
        max_completion_tokens: 10,
        temperature: 0.5,
        top_p: 1,
        n: 2,
        seed: 1,
        frequency_penalty: -2,
        presence_penalty: 2,
        stop: ['a'],
        logit_bias: { '5': 1 },
        logprobs: true,
        top_logprobs: 3,
        service_tier: 'flex',
        verbosity: 'high',
        reasoning_effort: 'low',
        moderation: { model: 'm', policy: { input: { mode: 'block' } } },
      },
      entries: [],
    });
  });

  it('[U-GEN-3] brings numbers into the range of this wire, as strongly as they are meant', () => {
    expect(
      made({
        temperature: preferred(2.5),
        topP: preferred(-1),
        candidateCount: { value: 0, requirement: 'optional' },
        frequencyPenalty: preferred(3),
        logProbabilities: { ...preferred(true), top: 50 },
        logitBias: preferred([
          { token: '5', bias: 1 },
          { token: '6', bias: -1000 },
        ]),
      }),
    ).toEqual({
      wire: {
        temperature: 2,
        top_p: 0,
        n: 1,
        frequency_penalty: 2,
        logit_bias: { '5': 1, '6': -100 },
        logprobs: true,
        top_logprobs: 20,
      },
      entries: [
        'warning generation.range /generation/temperature',
        'warning generation.range /generation/topP',
        'info generation.range /generation/candidateCount',
        'warning generation.range /generation/frequencyPenalty',
        'warning generation.range /generation/logitBias/value/1/bias',
        'warning generation.range /generation/logProbabilities/top',
      ],
    });
    const required = { temperature: { value: 3, requirement: 'required' } } as const;
    expect(places(refusal(record({ generation: required })))).toEqual([
      'error generation.range /generation/temperature',
    ]);
  });

  it('[U-GEN-3] keeps the first four stop sequences, and names each of the others', () => {
    expect(made({ stopSequences: preferred(['1', '2', '3', '4', '5', '6']) })).toEqual({
      wire: { stop: ['1', '2', '3', '4'] },
      entries: [4, 5].map(
        (index) => `warning generation.stop-sequences.limit /generation/stopSequences/value/${index}`,
      ),
    });
  });

  it('[U-LOSS-1] says when reasoning does not count against a limit elsewhere', () => {
    expect(made({ maxOutputTokens: { ...preferred(5), includesReasoning: true } }).entries).toEqual([]);
    expect(made({ maxOutputTokens: { ...preferred(5), includesReasoning: false } }).entries).toEqual([
      'warning generation.max-output-tokens.includes-reasoning /generation/maxOutputTokens/includesReasoning',
    ]);
  });

  it('[U-LOSS-1] drops words that this wire does not know', () => {
    expect(
      made({
        reasoning: { effort: preferred('extra-high') },
        serviceTier: { value: 'ultrafast', requirement: 'optional' },
        verbosity: preferred('chatty'),
      }),
    ).toEqual({
      wire: {},
      entries: [
        'warning generation.reasoning.effort /generation/reasoning/effort',
        'info generation.service-tier /generation/serviceTier',
        'warning generation.verbosity /generation/verbosity',
      ],
    });
  });

  it.each([
    [0, 'none'],
    [1024, 'low'],
    [2048, 'low'],
    [8192, 'medium'],
    [8193, 'high'],
    [-1, undefined],
  ])('[U-LOSS-1] turns a budget of %i into the nearest effort, %s, and says so', (budget, effort) => {
    expect(made({ reasoning: { budgetTokens: preferred(budget) } })).toEqual({
      wire: effort === undefined ? {} : { reasoning_effort: effort },
      entries: ['warning generation.reasoning.budget /generation/reasoning/budgetTokens'],
    });
  });

  it('[U-GEN-1] switches thinking off by an effort, and has no other switch', () => {
    expect(made({ reasoning: { mode: preferred('disabled') } })).toEqual({
      wire: { reasoning_effort: 'none' },
      entries: [],
    });
    expect(made({ reasoning: { mode: preferred('adaptive'), effort: preferred('high') } })).toEqual({
      wire: { reasoning_effort: 'high' },
      entries: ['warning generation.reasoning.mode /generation/reasoning/mode'],
    });
    expect(made({ reasoning: { mode: preferred('disabled'), effort: preferred('high') } })).toEqual({
      wire: { reasoning_effort: 'high' },
      entries: ['warning generation.reasoning.mode /generation/reasoning/mode'],
    });
    expect(made({ reasoning: { effort: preferred('low'), budgetTokens: preferred(9000) } }).wire).toEqual({
      reasoning_effort: 'low',
    });
  });

  it('[U-LOSS-1] reports what this wire cannot say at all', () => {
    expect(made({ topK: preferred(5), taskBudget: preferred(9) }).entries.toSorted()).toEqual([
      'warning generation.task-budget /generation/taskBudget',
      'warning generation.top-k /generation/topK',
    ]);
  });

  it('[U-GEN-1] writes predicted text, alone or in parts', () => {
    const part = (text: string) => ({ id: text, type: 'text', text }) as const;
    expect(made({ prediction: preferred([part('a')]) }).wire).toEqual({
      prediction: { type: 'content', content: 'a' },
    });
    expect(made({ prediction: preferred([part('a'), { ...part('b'), cache: { ttl: '1h' } }]) })).toEqual({
      wire: {
        prediction: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit' } },
          ],
        },
      },
      entries: ['info cache.ttl /generation/prediction/value/1/cache/ttl'],
    });
  });
});

describe('output of another dialect', () => {
  const STRICT = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const required = <T>(value: T) => ({ value, requirement: 'required' }) as const;
  const output = (intent: UnifiedOutputIntent) => record({ output: intent });
  const format = (more: object, requirement: 'required' | 'preferred' = 'required') =>
    output({ format: { value: { type: 'json-schema', schema: { schema: STRICT }, ...more }, requirement } });

  it('[U-GEN-2] is JSON of a schema, under the name that this wire demands', () => {
    const { wire, entries } = write(format({ strict: true }));
    expect(wire['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema: STRICT, strict: true },
    });
    expect(places(entries)).toEqual(['info output.json-schema.name /output/format/value']);
    const named = write(format({ name: 'my answer', description: 'd' }));
    expect(named.wire['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: expect.stringMatching(/^my_answer_[0-9a-f]{12}$/), description: 'd', schema: STRICT },
    });
    expect(places(named.entries)).toEqual(['info output.json-schema.name /output/format/value/name']);
  });

  it.each([
    ['an optional property', { ...STRICT, required: [] }],
    ['a root that is no object', { type: 'array', items: STRICT }],
    ['a choice at the root', { ...STRICT, anyOf: [STRICT] }],
  ])('[U-GEN-3][U-LOSS-2] is refused where a required strictness cannot be kept for %s', (_title, schema) => {
    const loose = { name: 'r', strict: true, schema: { schema } };
    expect(places(refusal(format(loose)))).toEqual(['error output.json-schema.strict /output/format/value/strict']);
    const { wire, entries } = write(format(loose, 'preferred'));
    expect(wire['response_format']).toEqual({ type: 'json_schema', json_schema: { name: 'r', schema } });
    expect(places(entries)).toEqual(['warning output.json-schema.strict /output/format/value/strict']);
  });

  it('[U-GEN-2] is text or a JSON object as well, and nothing else', () => {
    expect(write(output({ format: required({ type: 'text' }) })).wire['response_format']).toEqual({ type: 'text' });
    expect(write(output({ format: required({ type: 'json-object' }) })).wire['response_format']).toEqual({
      type: 'json_object',
    });
    const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } as const;
    expect(places(refusal(output({ format: required(grammar) })))).toEqual([
      'error output.grammar /output/format/value',
    ]);
  });

  it('[U-GEN-2] is text and speech, in a format of this wire', () => {
    const { wire, entries } = write(
      output({ modalities: required(['text', 'audio']), audio: { ...required('wav'), voiceId: 'v' } }),
    );
    expect(wire).toMatchObject({ modalities: ['text', 'audio'], audio: { format: 'wav', voice: { id: 'v' } } });
    expect(entries).toEqual([]);
    expect(places(refusal(output({ modalities: required(['text', 'image']) })))).toEqual([
      'error output.modalities /output/modalities/value/1',
    ]);
    expect(places(refusal(output({ audio: required('ogg') })))).toEqual(['error output.audio /output/audio']);
  });
});
