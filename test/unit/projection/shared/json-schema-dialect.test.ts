import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/core/json.ts';
import { resolvePointer } from '../../../../src/core/pointer.ts';
import { restrictSchema, type SchemaRules, violations } from '../../../../src/projection/shared/json-schema-dialect.ts';

const RULES: SchemaRules = {
  enforced: new Set([
    '$defs',
    '$ref',
    'additionalProperties',
    'anyOf',
    'const',
    'format',
    'items',
    'properties',
    'required',
    'type',
  ]),
  renamed: { oneOf: 'anyOf' },
  accepts: { format: (value) => value === 'date', $ref: (value) => typeof value === 'string' && value.startsWith('#') },
};

describe('restrictSchema', () => {
  it('[U-LOSS-1] gives back the very schema when the dialect takes all of it', () => {
    const schema = { type: 'object', properties: { day: { type: 'string', format: 'date' } }, required: ['day'] };
    expect(restrictSchema(schema, RULES).schema).toBe(schema);
    expect(violations(schema, RULES)).toEqual([]);
  });

  it('[U-LOSS-1] removes each keyword that the dialect does not take, with its pointer', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'string', minLength: 2, format: 'uri' } },
      dependentRequired: { x: ['y'] },
    };
    expect(restrictSchema(schema, RULES)).toEqual({
      schema: { type: 'object', properties: { 'a/b': { type: 'string' } } },
      changes: [
        { pointer: '/properties/a~1b/minLength', keyword: 'minLength', kind: 'removed' },
        { pointer: '/properties/a~1b/format', keyword: 'format', kind: 'removed' },
        { pointer: '/dependentRequired', keyword: 'dependentRequired', kind: 'removed' },
      ],
    });
  });

  it('[U-LOSS-1] renames a keyword that the dialect knows under another name, unless that name is taken', () => {
    const schema = { items: { oneOf: [{ type: 'string', minLength: 1 }] }, anyOf: [{}], oneOf: [{}] };
    expect(restrictSchema(schema, RULES)).toEqual({
      schema: { items: { anyOf: [{ type: 'string' }] }, anyOf: [{}] },
      changes: [
        { pointer: '/items/oneOf', keyword: 'oneOf', kind: 'rewritten' },
        { pointer: '/items/oneOf/0/minLength', keyword: 'minLength', kind: 'removed' },
        { pointer: '/oneOf', keyword: 'oneOf', kind: 'removed' },
      ],
    });
  });

  it('[U-LOSS-1] leaves data alone that looks like schemas', () => {
    const schema = { const: { minLength: 1 }, properties: { minLength: { type: 'string' } } };
    expect(restrictSchema(schema, RULES)).toEqual({ schema, changes: [] });
  });

  it('[U-LOSS-1] reduces a recursive definition once, and refuses a reference to elsewhere', () => {
    const schema = {
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          type: 'object',
          title: 'Node',
          properties: { next: { $ref: '#/$defs/Node' }, far: { $ref: 'https://schema.example/a' } },
        },
      },
    };
    expect(restrictSchema(schema, RULES)).toEqual({
      schema: {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, far: {} } } },
      },
      changes: [
        { pointer: '/$defs/Node/title', keyword: 'title', kind: 'removed' },
        { pointer: '/$defs/Node/properties/far/$ref', keyword: '$ref', kind: 'removed' },
      ],
    });
  });

  it('[U-LOSS-1] closes objects and requires their properties where the dialect demands it', () => {
    const rules = { ...RULES, closedObjects: true, allPropertiesRequired: true };
    const schema = {
      type: 'object',
      additionalProperties: true,
      properties: { a: {}, b: { type: ['object', 'null'] } },
      required: ['a'],
    };
    expect(restrictSchema(schema, rules)).toEqual({
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { a: {}, b: { type: ['object', 'null'], additionalProperties: false } },
        required: ['a', 'b'],
      },
      changes: [
        { pointer: '/properties/b/additionalProperties', keyword: 'additionalProperties', kind: 'rewritten' },
        { pointer: '/additionalProperties', keyword: 'additionalProperties', kind: 'rewritten' },
        { pointer: '/required', keyword: 'required', kind: 'rewritten' },
      ],
    });
  });

  it('[U-LOSS-1] cuts a schema that is nested deeper than the bound, and leaves its input unchanged', () => {
    let schema: JsonValue = { type: 'string' };
    for (let level = 0; level < 64; level++) schema = { items: schema };
    const before = structuredClone(schema);
    const pointer = '/items'.repeat(64);
    const { schema: cut, changes } = restrictSchema(schema, RULES);
    expect(changes).toEqual([{ pointer, keyword: 'items', kind: 'removed' }]);
    expect(resolvePointer(cut, pointer)).toEqual({});
    expect(schema).toEqual(before);
  });

  it('[U-LOSS-1] lets boolean schemas pass', () => {
    expect(restrictSchema(true, RULES)).toEqual({ schema: true, changes: [] });
    expect(restrictSchema({ items: false }, RULES)).toEqual({ schema: { items: false }, changes: [] });
  });
});

describe('violations', () => {
  const object = { type: 'object', properties: {} } as const;

  it('[U-LOSS-1] names a root that is no object, or a choice, where the dialect demands one object', () => {
    const rules = { ...RULES, objectAtRoot: true };
    expect(violations(object, rules)).toEqual([]);
    expect(violations({ ...object, properties: { a: { anyOf: [{ type: 'string' }] } } }, rules)).toEqual([]);
    expect(violations({ type: 'array', items: object }, rules)).toEqual(['/type']);
    expect(violations({ $ref: '#/$defs/a' }, rules)).toEqual(['/type']);
    expect(violations({ ...object, anyOf: [object] }, rules)).toEqual(['/anyOf']);
    expect(violations(true, rules)).toEqual(['']);
    expect(violations(true, RULES)).toEqual([]);
  });

  it('[U-LOSS-1] names a list that does not say what it holds, and a required member that is no property', () => {
    const rules = { ...RULES, describedItems: true, allPropertiesRequired: true };
    expect(violations({ type: ['array', 'null'] }, rules)).toEqual(['/items']);
    expect(violations({ type: 'array', items: {} }, rules)).toEqual([]);
    expect(violations({ type: 'object', properties: { a: {} }, required: ['a', 'b'] }, rules)).toEqual(['/required']);
  });
});
