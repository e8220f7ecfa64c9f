import { describe, expect, it } from 'vitest';
import { definitionOf, type SchemaObject } from '../../../codegen/model.ts';
import { validatorSchemas } from '../../../codegen/validator-schemas.ts';
import { fixtureFamily } from './support/fixture.ts';

async function schemasOf(schemas: Readonly<Record<string, SchemaObject>>): Promise<Readonly<Record<string, unknown>>> {
  const any = definitionOf(await fixtureFamily(), 'SampleCount');
  return Object.fromEntries(
    validatorSchemas(Object.entries(schemas).map(([name, schema]) => ({ ...any, name, schema }))),
  );
}

describe('validatorSchemas', () => {
  it('[D-2] gives each schema inside a schema an address of its own, equal ones the same', async () => {
    const text = { type: 'string', maxLength: 9 };
    const schemas = await schemasOf({
      Thing: {
        type: 'object',
        properties: { a: text, b: { ...text, description: 'Also a text.' }, c: { type: 'null' } },
      },
    });
    expect(schemas['u:Thing']).toEqual({
      type: 'object',
      properties: { a: { $ref: 'u:part/1' }, b: { $ref: 'u:part/1' }, c: { $ref: 'u:part/2' } },
    });
    expect(schemas['u:part/1']).toEqual(text);
  });

  it('[D-2] uses a definition for the schemas that say the same', async () => {
    const id = { type: 'string', minLength: 1 };
    const schemas = await schemasOf({
      Id: { ...id, title: 'Id' },
      Name: { ...id, title: 'Name' },
      List: { type: 'array', items: { $ref: '#/$defs/Name' } },
      Texts: { type: 'array', items: id },
    });
    expect(schemas['u:List']).toEqual({ type: 'array', items: { $ref: 'u:Id' } });
    expect(schemas['u:Texts']).toEqual(schemas['u:List']);
    expect(Object.keys(schemas)).toEqual(['u:Id', 'u:Name', 'u:List', 'u:Texts']);
  });

  it('[D-2] lets a value that may be anything be anything, without a call', async () => {
    const schemas = await schemasOf({
      Json: { title: 'Json', description: 'Anything.' },
      Thing: { type: 'object', properties: { input: { $ref: '#/$defs/Json' } } },
    });
    expect(schemas['u:Thing']).toEqual({ type: 'object', properties: { input: {} } });
  });

  it('[D-2] asks the condition of values of the type around it', async () => {
    const condition = { required: ['kind'] };
    const schemas = await schemasOf({
      Thing: { type: 'object', if: condition, then: { type: 'object', ...condition } },
    });
    expect(schemas['u:Thing']).toEqual({ type: 'object', if: { $ref: 'u:part/1' }, then: { $ref: 'u:part/1' } });
    expect(schemas['u:part/1']).toEqual({ type: 'object', required: ['kind'] });
  });
});
