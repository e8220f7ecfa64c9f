import { describe, expect, it } from 'vitest';
import type { UnifiedRequestV2 } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Projection, ProjectOptions } from '../../../src/projection/index.ts';
import {
  chatBody,
  chatToChat,
  losses,
  lossesAnywhere,
  messagesBody,
  projected,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Name the berths.' };

const chat = (more: JsonObject, options: ProjectOptions = {}): Projection<UnifiedRequestV2> =>
  projected(toMessages, chatBody([ASK], more), options);
const messages = (more: JsonObject, options: ProjectOptions = {}): Projection<UnifiedRequestV2> =>
  projected(toChat, messagesBody([ASK], more), options);

const schemaOf = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: ['name'],
  additionalProperties: false,
});
const format = (schema: JsonObject): JsonObject => ({
  response_format: { type: 'json_schema', json_schema: { name: 'berth', strict: true, schema } },
});

describe('structured output', () => {
  const plain = schemaOf({ name: { type: 'string' } });

  it('[U-GEN-2] FR-095: a schema of Chat is a format of Messages, and no name of the source is in the body', () => {
    const wire = wireOf(chat(format(plain)));
    expect(wire['output_config']).toMatchObject({ format: { type: 'json_schema', schema: plain } });
    expect(JSON.stringify(wire)).not.toMatch(/response_format|strict|"json_schema":\{/);
  });

  it('[U-GEN-2] FR-095: and there and back it is the same schema', () => {
    const there = wireOf(chat(format(plain)));
    const back = wireOf(projected(toChat, there));
    expect(back['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema: plain } });
  });

  it('[U-LOSS-1] FR-017: a choice that must be exclusive and no longer is, is reported where it stands', () => {
    const depth = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
    const made = chat(format(schemaOf({ name: { type: 'string' }, depth })));
    expect(wireOf(made)['output_config']).toMatchObject({
      format: { schema: { properties: { depth: { anyOf: depth.oneOf } } } },
    });
    expect(losses(made.loss)).toContain(
      'warning schema.keyword /output/format/value/schema/schema/properties/depth/oneOf',
    );
    const same = projected(chatToChat, chatBody([ASK], format(schemaOf({ name: { type: 'string' }, depth }))));
    expect(wireOf(same)).toMatchObject(format(schemaOf({ name: { type: 'string' }, depth })));
  });

  it('[U-LOSS-2] FR-096: JSON without a schema is refused where there is none, or a warning where it is a wish', () => {
    const more = { response_format: { type: 'json_object' } };
    const refused = chat(more);
    expect(refused.ok).toBe(false);
    expect(losses(refused.loss)).toEqual(['error output.json-object /output/format/value']);
    const made = chat(more, { requirements: { 'output.json-object': 'preferred' } });
    expect(lossesAnywhere(made.loss)).toEqual(['warning output.json-object']);
    expect(wireOf(made)).toEqual({ model: 'model-a', max_tokens: 900, messages: [ASK] });
  });
});

describe('choice of tools', () => {
  it('[U-GEN-1] FR-097: at most one call at a time, out of any, is told to Chat in its own two members', () => {
    const made = messages({
      tools: [{ name: 'fetch', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    });
    expect(wireOf(made)).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });
    expect(made.loss.entries).toEqual([]);
  });

  const once = {
    parallel_tool_calls: false,
    tools: [{ type: 'function', function: { name: 'fetch', parameters: { type: 'object' } } }],
  };

  it('[U-GEN-1] FR-098: one call at a time reaches each target that knows it', () => {
    expect(wireOf(chat(once))).toMatchObject({ tool_choice: { type: 'auto', disable_parallel_tool_use: true } });
    expect(wireOf(projected(chatToChat, chatBody([ASK], once)))).toMatchObject({ parallel_tool_calls: false });
  });

  it('[U-LOSS-1] FR-098: a model that refuses the member gets none, and that is reported', () => {
    const body = { ...messagesBody([ASK]), model: 'o3' };
    const made = projected(toChat, {
      ...body,
      tools: [{ name: 'fetch', input_schema: { type: 'object' } }],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    expect(wireOf(made)).not.toHaveProperty('parallel_tool_calls');
    expect(made.loss.entries.map(({ feature }) => feature).join()).toContain('parallel');
  });
});

describe('settings of sampling', () => {
  const thinking = { temperature: 0.6, top_p: 0.8, reasoning_effort: 'medium', max_completion_tokens: 6000 };

  it('[U-LOSS-3] FR-099: a temperature beside thinking is left out with a warning', () => {
    const made = chat(thinking);
    const wire = wireOf(made);
    expect(wire).toHaveProperty('thinking');
    expect(wire).not.toHaveProperty('temperature');
    expect(wire).not.toHaveProperty('top_p');
    expect(losses(made.loss)).toEqual(
      expect.arrayContaining([
        'warning generation.combination /generation/temperature',
        'warning generation.combination /generation/topP',
      ]),
    );
  });

  it('[U-LOSS-2] FR-099: one that is required stops the request', () => {
    const made = chat(thinking, { requirements: { 'generation.temperature': 'required' } });
    expect(made.ok).toBe(false);
    expect(losses(made.loss)).toContain('error generation.combination /generation/temperature');
  });

  const everything = {
    stop: ['END', 'STOP'],
    seed: 11,
    n: 3,
    logprobs: true,
    top_logprobs: 4,
    presence_penalty: 0.4,
    frequency_penalty: 0.2,
    logit_bias: { '1234': -50 },
    user: 'harbour-master',
    service_tier: 'flex',
    top_p: 0.4,
    temperature: 1.6,
  };

  it('[U-LOSS-1] FR-101: each setting of the source is written or reported, and nothing is scaled in silence', () => {
    const made = chat(everything);
    const wire = wireOf(made);
    expect(wire).toMatchObject({ stop_sequences: ['END', 'STOP'], metadata: { user_id: 'harbour-master' } });
    expect([1, undefined]).toContain(wire['temperature']);
    const reported = made.loss.entries.map(({ sourcePath }) => sourcePath?.split('/')[1]);
    for (const name of Object.keys(everything)) {
      if (name === 'stop' || name === 'user') continue;
      // How many log probabilities are wanted is a part of wanting them: one entry is about both members.
      const place = name === 'top_logprobs' ? 'logprobs' : name;
      expect([name, reported.includes(place)]).toEqual([name, true]);
    }
    expect(losses(made.loss)).toContain('warning generation.range /generation/temperature/value');
  });

  it('[U-LOSS-1] FR-101: and to its own dialect all of them go as they are', () => {
    const made = projected(chatToChat, chatBody([ASK], everything));
    expect(wireOf(made)).toEqual(chatBody([ASK], everything));
    expect(made.loss.entries).toEqual([]);
  });

  const many = { stop_sequences: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] };

  it('[U-LOSS-1] FR-102: of more stop sequences than the target takes the first are kept, and each other one is named', () => {
    const made = messages(many);
    expect(wireOf(made)['stop']).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(losses(made.loss)).toEqual([
      'warning generation.stop-sequences.limit /generation/stopSequences/value/4',
      'warning generation.stop-sequences.limit /generation/stopSequences/value/5',
    ]);
  });

  it('[U-LOSS-2] FR-102: and where they are required, the request stops', () => {
    const made = messages(many, { requirements: { 'generation.stop-sequences': 'required' } });
    expect(made.ok).toBe(false);
  });

  const likely = { logprobs: true, top_logprobs: 2 };

  it('[U-LOSS-3] FR-103: log probabilities that the target has not are a warning, or stop the request that needs them', () => {
    const made = chat(likely);
    expect(JSON.stringify(wireOf(made))).not.toContain('logprobs');
    expect(losses(made.loss)).toEqual(['warning generation.log-probabilities /generation/logProbabilities']);
    const needed = chat(likely, { requirements: { 'generation.log-probabilities': 'required' } });
    expect([needed.ok, losses(needed.loss)]).toEqual([
      false,
      ['error generation.log-probabilities /generation/logProbabilities'],
    ]);
  });
});
