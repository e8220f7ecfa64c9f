import type { UnifiedRequirement } from '../../../generated/unified/types.ts';
import type { EmitContext } from '../emit-context.ts';
import type { SchemaChange } from './json-schema-dialect.ts';

const REASONS: Readonly<Record<SchemaChange['kind'], string>> = {
  removed: 'the target does not take this keyword of a schema, and it was left out',
  rewritten: 'the target does not take this keyword of a schema as it is, and it was rewritten',
};

/**
 * Reports each keyword that a target does not take as it is: an entry of its own, at the pointer of the keyword.
 * `path` is the pointer of the schema in the record.
 */
export function loseSchemaChanges(
  context: EmitContext,
  changes: readonly SchemaChange[],
  path: string,
  requirement?: UnifiedRequirement,
): void {
  for (const { pointer, keyword, kind } of changes) {
    const needed = ANNOTATIONS.has(keyword) ? 'optional' : requirement;
    context.loss.lose({
      path: `${path}${pointer}`,
      feature: 'schema.keyword',
      reason: REASONS[kind],
      ...(needed === undefined ? {} : { requirement: needed }),
    });
  }
}

/** Keywords that say something about values and let the same values pass without them (JSON Schema, Annotations). */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$schema',
  'default',
  'deprecated',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);
