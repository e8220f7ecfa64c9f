import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { asked, chatRecord, fromChat, places, read, refusal, USER, write } from './support.ts';

function formatted(schema: JsonObject, more: JsonObject = {}) {
  return fromChat([USER], {
    response_format: { type: 'json_schema', json_schema: { name: 'r', strict: true, schema, ...more } },
  });
}

const CLOSED = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

describe('the form of the output', () => {
  it('[U-GEN-2] of another dialect is a schema here, without the names of that dialect', () => {
    const { wire, entries } = formatted(CLOSED);
    expect(wire).toEqual({
      model: 'model-a',
      max_tokens: 4000,
      messages: [USER],
      output_config: { format: { type: 'json_schema', schema: CLOSED } },
    });
    expect(places(entries).map((entry) => entry.split(' ')[0])).not.toContain('warning');
    expect(places(entries)).toContain('info output.json-schema.name /output/format/value/name');
  });

  it('[U-GEN-2][U-LOSS-1] is always enforced here: what was strict stays so, and what was not is named', () => {
    const strictness = (entries: readonly string[]) => entries.filter((entry) => entry.includes('strict'));
    expect(strictness(places(formatted(CLOSED).entries))).toEqual([]);
    expect(strictness(places(formatted(CLOSED, { strict: false }).entries))).toEqual([
      'info output.json-schema.strict /output/format/value/strict',
    ]);
  });

  it('[U-GEN-2][U-GEN-3] of this dialect is strict for another one, or says that it is not', () => {
    const asFormat = (schema: JsonObject) =>
      emitRequest(openaiChat, read(asked({ output_config: { format: { type: 'json_schema', schema } } })).value);
    const kept = asFormat(CLOSED);
    expect(kept.ok && kept.wire['response_format']).toMatchObject({ json_schema: { schema: CLOSED, strict: true } });
    const open = asFormat({ type: 'object', properties: { a: { type: 'string' } } });
    expect(places(open.loss.entries)).toContain('error output.json-schema.strict /output/format/value/strict');
  });

  it('[U-GEN-2][U-LOSS-1] keeps what the target enforces, and an entry names each keyword that it does not', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', format: 'email', maxLength: 9 },
        b: { type: 'array', items: { $ref: '#/$defs/c' }, minItems: 2 },
      },
      $defs: { c: { type: 'integer', exclusiveMinimum: 0 } },
    };
    const { wire, entries } = formatted(schema);
    const { format } = wire['output_config'] as { readonly format: JsonObject };
    expect(format['schema']).toMatchObject({
      properties: {
        a: { type: 'string', format: 'email' },
        b: { type: 'array', items: { $ref: '#/$defs/c' } },
      },
      $defs: { c: { type: 'integer' } },
      additionalProperties: false,
    });
    expect(JSON.stringify(format)).not.toMatch(/"maxLength":|"minItems":|"exclusiveMinimum":/);
    const at = '/output/format/value/schema/schema';
    const where = entries.filter(({ feature }) => feature.startsWith('schema.')).map(({ path }) => path);
    expect(where).toEqual(
      expect.arrayContaining([
        `${at}/properties/a/maxLength`,
        `${at}/properties/b/minItems`,
        `${at}/$defs/c/exclusiveMinimum`,
      ]),
    );
  });

  it('[U-GEN-3][U-LOSS-2] that is any JSON object has no word here: it stops the request where it is required', () => {
    const wire = { response_format: { type: 'json_object' } };
    expect(refusal(chatRecord([USER], wire))).toEqual(['error output.json-object /output/format/value']);
    const { output: _, ...rest } = chatRecord([USER], wire);
    const preferred = {
      ...rest,
      output: { format: { value: { type: 'json-object' }, requirement: 'preferred' } },
    } as const;
    const made = write(preferred);
    expect(made.wire).toEqual({ model: 'model-a', max_tokens: 4000, messages: [USER] });
    expect(places(made.entries)).toEqual(['warning output.json-object /output/format/value']);
  });

  it('[U-LOSS-2] that is a schema without one stops the request', () => {
    const wire = { response_format: { type: 'json_schema', json_schema: { name: 'r' } } };
    expect(refusal(chatRecord([USER], wire))).toEqual(['error output.json-schema /output/format']);
  });

  it('[U-PROF-3] of this dialect is sent as it is', () => {
    const own = asked({
      output_config: { format: { type: 'json_schema', schema: { type: 'object', minProperties: 2 } } },
    });
    const { wire, entries } = write(read(own).value);
    expect(wire).toEqual(own);
    expect(entries).toEqual([]);
  });
});
