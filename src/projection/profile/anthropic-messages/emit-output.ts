import type {
  UnifiedJsonSchemaOutput,
  UnifiedOutputIntent,
  UnifiedTaskBudgetIntent,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { restrictSchema } from '../../shared/json-schema-dialect.ts';
import { loseSchemaChanges } from '../../shared/schema-loss.ts';
import { put } from './emit-basics.ts';
import { loseDialect } from './emit-schema-dialect.ts';
import { STRICT_SCHEMA } from './schema-rules.ts';

/** Where output intents stand, and whose they are. */
export interface OutputPlace {
  readonly context: EmitContext;
  /** The pointer of the output intents. */
  readonly path: string;
  readonly own: boolean;
}

/** Writes the form that an answer shall have; the target enforces it, and so takes a subset of JSON Schema only. */
export function writeFormat(
  output: UnifiedOutputIntent | undefined,
  { context, path, own }: OutputPlace,
): WireDraft | undefined {
  const format = output?.format;
  if (format?.value.type !== 'json-schema') return undefined; // text is the default; the rest is reported as unclaimed
  const { schema, strict } = format.value;
  loseLabels(context, format.value, `${path}/format/value`);
  const { requirement } = format;
  const place = `${path}/format/value`;
  loseDialect(context, schema, `${place}/schema`);
  if (strict === false) {
    const reason = 'the target enforces every schema';
    context.loss.lose({
      path: `${place}/strict`,
      feature: 'output.json-schema.strict',
      requirement: 'optional',
      reason,
    });
  }
  if (own) {
    const draft: WireDraft = { type: 'json_schema' };
    put(draft, 'schema', schema?.schema);
    return draft;
  }
  if (schema === undefined) {
    const reason = 'the target takes a format with its schema only';
    context.loss.lose({ path: `${path}/format`, feature: 'output.json-schema', requirement, reason });
    return undefined;
  }
  const restricted = restrictSchema(schema.schema, STRICT_SCHEMA);
  loseSchemaChanges(context, restricted.changes, `${place}/schema/schema`);
  return { type: 'json_schema', schema: restricted.schema };
}

/** A format has no name and no description here: the schema says what it is for. */
function loseLabels(context: EmitContext, { name, description }: UnifiedJsonSchemaOutput, path: string): void {
  const reason = 'a format is its schema alone here';
  const lose = (key: 'name' | 'description'): void => {
    context.loss.lose({
      path: `${path}/${key}`,
      feature: `output.json-schema.${key}`,
      requirement: 'optional',
      reason,
    });
  };
  if (name !== undefined) lose('name');
  if (description !== undefined) lose('description');
}

/** Writes the tokens that a whole task may take. */
export function writeTaskBudget(budget: UnifiedTaskBudgetIntent | undefined): WireDraft | undefined {
  if (budget === undefined) return undefined;
  const draft: WireDraft = { type: 'tokens', total: budget.value };
  put(draft, 'remaining', budget.remaining);
  return draft;
}
