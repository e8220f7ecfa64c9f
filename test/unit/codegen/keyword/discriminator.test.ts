import { describe, expect, it } from 'vitest';
import { compilerFor, schemaKey } from '../../../../codegen/compile.ts';
import { definitionOf, type ObjectDefinition, type UnionDefinition } from '../../../../codegen/model.ts';
import { fixtureFamily } from '../support/fixture.ts';

const TAGS = ['a', 'b', 'cc', 'constructor', "it's", 'q"uote', '', 'ä', '😀'];

/** A union whose tags share lengths, are odd, or are names that objects inherit. */
async function unionOfTags(): Promise<(value: unknown) => unknown> {
  const family = await fixtureFamily();
  const item = definitionOf(family, 'SampleItem');
  const count = definitionOf(family, 'SampleCount');
  // The fixture is known: SampleItem is a union, and any definition will do for the rest of an object's.
  const union = {
    ...(item as UnionDefinition),
    variants: TAGS.map((tag, index) => ({ tag, definition: `Member${index}` })),
  };
  const members = TAGS.map((tag, index) => {
    const properties = { type: { type: 'string', const: tag }, only: { type: 'string', const: tag } };
    const schema = { type: 'object', properties, required: ['type'], additionalProperties: false };
    return { ...(count as ObjectDefinition), name: `Member${index}`, schema };
  });
  const validate = compilerFor([union, ...members]).getSchema(schemaKey('SampleItem'));
  return (value) => {
    if (validate?.(value) === true) return [];
    return validate?.errors?.map(({ keyword, instancePath, params }) => [keyword, instancePath, params]);
  };
}

describe('discriminatorKeyword', () => {
  it('[U-VAL-1] asks the member with the tag of the value, and no other', async () => {
    const faultsOf = await unionOfTags();
    for (const tag of TAGS) {
      expect(faultsOf({ type: tag, only: tag })).toEqual([]);
      expect(faultsOf({ type: tag, only: 'x' })).toEqual([['const', '/only', { allowedValue: tag }]]);
    }
  });

  it('[U-VAL-1] refuses a tag of the same length or none that a member has', async () => {
    const faultsOf = await unionOfTags();
    for (const tagValue of ['c', 'dd', 'toString', '__proto__', 'constructoR']) {
      const params = { error: 'mapping', tag: 'type', tagValue, union: 'SampleItem' };
      expect(faultsOf({ type: tagValue })).toEqual([['discriminator', '', params]]);
    }
  });

  it('[U-VAL-1] refuses a value without a tag, or with one that is no text', async () => {
    const faultsOf = await unionOfTags();
    for (const value of [{}, { type: 1 }, { type: ['a'] }, { type: null }])
      expect(faultsOf(value)).toMatchObject([
        ['discriminator', '', { error: 'tag', tag: 'type', union: 'SampleItem' }],
      ]);
    expect(faultsOf(null)).toEqual([['type', '', { type: 'object' }]]);
  });
});
