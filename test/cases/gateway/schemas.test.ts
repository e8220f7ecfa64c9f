import { describe, expect, it } from 'vitest';
import { chatBody, losses, projected, toMessages, wireOf } from './support.ts';

const ASK = { role: 'user', content: 'go' };

describe('schemas', () => {
  it('[U-LOSS-1] GC-033: a schema of a function passes with each of its keywords where the target takes them all', () => {
    const schema = {
      type: 'object',
      properties: {
        op: { const: 'go' },
        n: { type: 'integer', enum: [1, 2] },
        u: { type: 'string', format: 'uri' },
        l: { type: 'array' },
        r: { $ref: '#/$defs/t' },
      },
      patternProperties: { '^x': { not: { type: 'null' } } },
      $defs: { t: { type: 'string', pattern: '^a' } },
      required: ['op', 'zzz'],
    };
    const made = projected(
      toMessages,
      chatBody([ASK], { tools: [{ type: 'function', function: { name: 'f', parameters: schema } }] }),
    );
    expect(wireOf(made)['tools']).toEqual([{ name: 'f', input_schema: schema }]);
    expect(losses(made.loss)).toEqual([]);
  });

  it('[U-LOSS-1][U-LOSS-2] GC-033: each keyword that a strict format lacks is named with its place, or stops the request', () => {
    const n = { type: 'integer', minimum: 3, description: 'N' };
    const schema = { type: 'object', properties: { n }, required: ['n'], additionalProperties: false };
    const format = { type: 'json_schema', json_schema: { name: 'out', strict: true, schema } };
    const body = chatBody([ASK], { response_format: format });
    const made = projected(toMessages, body);
    expect(JSON.stringify(wireOf(made))).not.toContain('minimum');
    expect(losses(made.loss).filter((entry) => entry.endsWith('/properties/n/minimum'))).toHaveLength(1);
    const strict = projected(toMessages, body, { requirements: { 'schema.keyword': 'required' } });
    expect(strict.ok).toBe(false);
  });
});
