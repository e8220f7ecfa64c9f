import type { SchemaRules } from '../../shared/json-schema-dialect.ts';

const FORMATS: ReadonlySet<unknown> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** What strict tools and output formats take of JSON Schema: the subset that the official client reduces schemas to. */
export const STRICT_SCHEMA: SchemaRules = {
  enforced: new Set([
    '$defs',
    '$ref',
    'additionalProperties',
    'allOf',
    'anyOf',
    'const',
    'definitions',
    'description',
    'enum',
    'format',
    'items',
    'minItems',
    'properties',
    'required',
    'title',
    'type',
  ]),
  renamed: { oneOf: 'anyOf' },
  accepts: {
    $ref: (value) => typeof value === 'string' && value.startsWith('#'),
    format: (value) => FORMATS.has(value),
    items: (value) => !Array.isArray(value),
    minItems: (value) => value === 0 || value === 1,
  },
  closedObjects: true,
};
