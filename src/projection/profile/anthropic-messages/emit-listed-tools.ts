import type { UnifiedListedTool } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { sendSchemaDigits } from '../../schema-digits.ts';
import { put } from './emit-basics.ts';

/** Writes tools as a server lists them, each schema as it came. */
export function writeListedTools(tools: readonly UnifiedListedTool[], context: EmitContext): WireDraft[] {
  return tools.map(({ name, description, inputSchema }) => {
    const draft: WireDraft = { name };
    put(draft, 'description', description);
    put(draft, 'input_schema', inputSchema?.schema);
    if (inputSchema !== undefined) sendSchemaDigits(inputSchema, context);
    return draft;
  });
}
