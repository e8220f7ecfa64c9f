import { describe, expect, it } from 'vitest';
import { restrictSchema } from '../../../../src/projection/shared/json-schema-dialect.ts';
import { loseSchemaChanges } from '../../../../src/projection/shared/schema-loss.ts';
import { places, writing } from '../support.ts';

const RULES = { enforced: new Set(['type', 'properties']) };

describe('loseSchemaChanges', () => {
  it('[U-LOSS-1][U-LOSS-3] takes keywords that only say something for optional, and those that bind values for preferred', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'string', title: 'A', default: 'x', examples: ['y'], maxLength: 3 } },
    };
    const context = writing({});
    loseSchemaChanges(context, restrictSchema(schema, RULES).changes, '/s');
    expect(places(context.entries())).toEqual([
      'info schema.keyword /s/$schema',
      'info schema.keyword /s/properties/a/title',
      'info schema.keyword /s/properties/a/default',
      'info schema.keyword /s/properties/a/examples',
      'warning schema.keyword /s/properties/a/maxLength',
    ]);
  });

  it('[U-LOSS-3] lets the requirement of the schema hold for what binds values alone', () => {
    const context = writing({});
    const { changes } = restrictSchema({ title: 'A', minimum: 1 }, RULES);
    loseSchemaChanges(context, changes, '', 'required');
    expect(places(context.entries())).toEqual(['info schema.keyword /title', 'error schema.keyword /minimum']);
  });
});
