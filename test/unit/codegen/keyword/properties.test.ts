import { describe, expect, it } from 'vitest';
import { faultFinder } from '../support/compiled.ts';

const closed = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1 },
    parent: { type: 'string', minLength: 1 },
    size: { type: 'integer' },
    input: {},
    'a/b': { type: 'boolean' },
    constructor: { type: 'string' },
  },
  required: ['id', 'input'],
  additionalProperties: false,
};

describe('propertiesKeyword', () => {
  it('[U-VAL-1] accepts the properties of an object in any order, with those that need not be there or without', async () => {
    const faultsOf = await faultFinder({ Thing: closed });
    expect(faultsOf({ id: 'a', input: null })).toEqual([]);
    expect(faultsOf({ size: 1, input: [], 'a/b': true, parent: 'b', id: 'a', ['constructor']: 'c' })).toEqual([]);
  });

  it('[U-VAL-1] names the place of a wrong value, with the name of the property escaped', async () => {
    const faultsOf = await faultFinder({ Thing: closed });
    expect(faultsOf({ id: 'a', input: 1, parent: '' })).toEqual([['minLength', '/parent', { limit: 1 }]]);
    expect(faultsOf({ id: 'a', input: 1, 'a/b': 1 })).toEqual([['type', '/a~1b', { type: 'boolean' }]]);
    expect(faultsOf({ id: 'a', input: 1, ['constructor']: 1 })).toEqual([['type', '/constructor', { type: 'string' }]]);
  });

  it('[U-VAL-1] tells of a missing property before an unknown one, and of both before a wrong value', async () => {
    const faultsOf = await faultFinder({ Thing: closed });
    expect(faultsOf({ size: 'x', other: 1 })).toEqual([['required', '', { missingProperty: 'id' }]]);
    expect(faultsOf({ size: 'x', other: 1, id: 'a' })).toEqual([['required', '', { missingProperty: 'input' }]]);
    const unknown = [['additionalProperties', '', { additionalProperty: 'other' }]];
    expect(faultsOf({ size: 'x', other: 1, id: 'a', input: 1, another: 2 })).toEqual(unknown);
    expect(faultsOf({ size: 'x', id: '', input: 1 })).toEqual([['type', '/size', { type: 'integer' }]]);
  });

  it('[U-VAL-1] takes a member that is undefined for absent', async () => {
    const faultsOf = await faultFinder({ Thing: closed });
    expect(faultsOf({ id: 'a', input: 1, size: undefined })).toEqual([]);
    expect(faultsOf({ id: undefined, input: 1 })).toEqual([['required', '', { missingProperty: 'id' }]]);
    expect(faultsOf({ id: 'a', input: undefined })).toEqual([['required', '', { missingProperty: 'input' }]]);
  });

  it('[U-VAL-1] does not take what objects inherit for a property, and refuses the name that would set what they inherit', async () => {
    const required = { ...closed, required: ['id', 'constructor'] };
    const faultsOf = await faultFinder({ Thing: required });
    expect(faultsOf({ id: 'a' })).toEqual([['required', '', { missingProperty: 'constructor' }]]);
    expect(faultsOf(JSON.parse('{"id":"a","constructor":"c","__proto__":{}}'))).toEqual([
      ['additionalProperties', '', { additionalProperty: '__proto__' }],
    ]);
    expect(faultsOf(JSON.parse('{"id":"a","constructor":"c","toString":1}'))).toHaveLength(1);
  });

  it('[U-VAL-1] lets an open object have any other property, and still asks for those that must be there', async () => {
    const faultsOf = await faultFinder({
      Thing: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    });
    expect(faultsOf({ id: 'a', other: 1 })).toEqual([]);
    expect(faultsOf({ other: 1 })).toEqual([['required', '', { missingProperty: 'id' }]]);
  });

  it('[U-VAL-1] asks each value of a map, and each of its names', async () => {
    const faultsOf = await faultFinder({
      Thing: {
        type: 'object',
        propertyNames: { maxLength: 3, type: 'string' },
        maxProperties: 2,
        additionalProperties: { type: 'string' },
      },
    });
    expect(faultsOf({ a: 'x', b: 'y' })).toEqual([]);
    expect(faultsOf({ a: 'x', 'b/': 1 })).toEqual([['type', '/b~1', { type: 'string' }]]);
    expect(faultsOf({ a: undefined })).toEqual([['type', '/a', { type: 'string' }]]);
    expect(faultsOf({ a: 'x', b: 'y', c: 'z' })).toEqual([['maxProperties', '', { limit: 2 }]]);
    expect(faultsOf({ long: 'x' })).toEqual([
      ['maxLength', '', { limit: 3 }],
      ['propertyNames', '', { propertyName: 'long' }],
    ]);
  });

  it('[U-VAL-1] refuses every property of an object that has none, and none of one that may have any', async () => {
    const none = await faultFinder({ Thing: { type: 'object', additionalProperties: false } });
    expect(none({})).toEqual([]);
    expect(none({ a: 1 })).toEqual([['additionalProperties', '', { additionalProperty: 'a' }]]);
    const any = await faultFinder({ Thing: { type: 'object' } });
    expect(any({ a: 1 })).toEqual([]);
    expect(any([])).toEqual([['type', '', { type: 'object' }]]);
  });

  it('[U-VAL-1] follows a type that contains itself, to the place of the fault', async () => {
    const children = { type: 'array', items: { $ref: '#/$defs/Tree' } };
    const faultsOf = await faultFinder({
      Tree: { type: 'object', properties: { name: { type: 'string' }, children }, additionalProperties: false },
    });
    expect(faultsOf({ children: [{ name: 'a' }, { children: [{}] }] })).toEqual([]);
    expect(faultsOf({ children: [{}, { children: [{ name: 1 }] }] })).toEqual([
      ['type', '/children/1/children/0/name', { type: 'string' }],
    ]);
  });
});
