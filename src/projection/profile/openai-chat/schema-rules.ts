import type { SchemaRules } from '../../shared/json-schema-dialect.ts';

/**
 * What strict function schemas and strict response formats take (structured output guide, as of November 2026): an object
 * at the root that is no choice, every property required, every object closed, every list of one kind of items, references
 * inside the schema alone, and neither defaults nor combinations other than anyOf.
 */
export const STRICT_SCHEMA: SchemaRules = {
  enforced: new Set([
    ...[
      '$defs',
      '$ref',
      'additionalProperties',
      'anyOf',
      'const',
      'definitions',
      'description',
      'enum',
      'items',
      'properties',
    ],
    ...['required', 'title', 'type', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ...['multipleOf', 'minItems', 'maxItems', '$schema'],
  ]),
  accepts: {
    $ref: (value) => typeof value === 'string' && value.startsWith('#'),
    items: (value) => !Array.isArray(value),
  },
  objectAtRoot: true,
  describedItems: true,
  closedObjects: true,
  allPropertiesRequired: true,
};
