import type { UnifiedListedTool } from '../../../../generated/unified/types.ts';
import { from } from '../../ingest-context.ts';
import { readSchemaMember } from '../../shared/schema-digits.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Holding } from './holding.ts';
import { optional } from './ingest-history.ts';

/** Reads tools as a server lists them. */
export function readListedTools(holding: Holding, wire: WireObject): readonly UnifiedListedTool[] {
  return (holding.objects(wire, 'tools') ?? []).map((tool) => {
    const inputSchema = readSchemaMember(tool, 'input_schema');
    return from(holding.context, tool, {
      name: tool.name('name') ?? tool.fault('name', 'the name of a tool'),
      ...optional('description', tool.text('description')),
      ...optional('inputSchema', inputSchema),
    });
  });
}
