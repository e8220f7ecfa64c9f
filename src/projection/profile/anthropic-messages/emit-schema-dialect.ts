import type { UnifiedJsonSchema } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/** Schemas are read as draft 2020-12 here; that one was written in another dialect cannot be said. */
export function loseDialect(context: EmitContext, schema: UnifiedJsonSchema | undefined, path: string): void {
  if (schema?.dialect === undefined || schema.dialect === 'draft-2020-12') return;
  const reason = 'the target reads every schema as JSON Schema draft 2020-12';
  context.loss.lose({ path: `${path}/dialect`, feature: 'schema.keyword', requirement: 'optional', reason });
}
