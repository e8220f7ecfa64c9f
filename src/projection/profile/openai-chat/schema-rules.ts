import type { UnifiedJsonSchema } from '../../../../generated/unified/types.ts';
import {
  type RestrictedSchema,
  restrictSchema,
  type SchemaRules,
  violations,
} from '../../shared/json-schema-dialect.ts';

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

/**
 * A schema as this wire enforces it strictly: the same, or without keywords that let the same values pass without them
 * (JSON Schema, Annotations). Nothing where it demands what cannot be enforced, or where such a keyword has digits.
 */
export function strictSchema({ schema, exactNumbers }: UnifiedJsonSchema): RestrictedSchema | undefined {
  const restricted = restrictSchema(schema, STRICT_SCHEMA);
  const { changes } = restricted;
  if (changes.length > 0 && exactNumbers !== undefined) return undefined;
  if (!changes.every(({ keyword, kind }) => kind === 'removed' && isAnnotation(keyword))) return undefined;
  return violations(schema, STRICT_SCHEMA).length === changes.length ? restricted : undefined;
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$comment', '$id', 'contentEncoding', 'contentMediaType', 'default', 'deprecated', 'examples', 'example'],
  ...['readOnly', 'writeOnly'],
]);
