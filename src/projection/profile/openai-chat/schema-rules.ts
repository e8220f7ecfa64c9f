import type { SchemaRules } from '../../shared/json-schema-dialect.ts';

/**
 * What strict function schemas and strict response formats take (structured output guide, as of November 2026): every
 * property required, every object closed, and neither defaults nor combinations other than anyOf.
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
  closedObjects: true,
  allPropertiesRequired: true,
};
