import type { UnifiedListedTool } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { put } from './emit-basics.ts';

/** Writes tools as a server lists them. */
export function writeListedTools(tools: readonly UnifiedListedTool[]): WireDraft[] {
  return tools.map(({ name, description, inputSchema }) => {
    const draft: WireDraft = { name };
    put(draft, 'description', description);
    put(draft, 'input_schema', inputSchema?.schema);
    return draft;
  });
}
