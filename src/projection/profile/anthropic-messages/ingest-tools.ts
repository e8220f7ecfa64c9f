import type { AnthropicMessagesToolForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedFunctionTool,
  UnifiedProviderDataRef,
  UnifiedToolDefinition,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import { readSchemaMember } from '../../shared/schema-digits.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding } from './holding.ts';
import { keepUnknownBlock, optional } from './ingest-history.ts';
import { readHostedTool } from './ingest-hosted-tools.ts';
import { McpServers } from './ingest-mcp.ts';
import { readCommon } from './ingest-tool-common.ts';

/** The tools of a request, and the definitions that nobody knows. */
export interface Tools {
  readonly tools: readonly UnifiedToolDefinition[];
  readonly unknown: readonly UnifiedProviderDataRef[];
  /** Lists that were there and of which nothing is in the record, by their pointers. */
  readonly emptyLists: readonly string[];
}

/** Reads tools and MCP servers: a server is part of the toolset that names it, or a tool without an entry of its own. */
export function readTools(body: Holding): Tools {
  const { context } = body;
  const wires = body.wire.objects('tools') ?? [];
  const servers = new McpServers(body, wires);
  const tools: UnifiedToolDefinition[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const holderId = childId(context.requestId, 'tool', index);
    const tool = servers.readToolset(context, wire, holderId) ?? readTool(context, wire, holderId);
    if (tool === undefined) unknown.push(keepUnknownBlock(body, body.id, wire, `/tools/${index}`));
    else tools.push(from(context, wire, tool));
  });
  const emptyLists = [
    ...(body.wire.has('tools') && tools.length === 0 ? ['/tools'] : []),
    ...(body.wire.has('mcp_servers') && servers.count === 0 ? ['/mcp_servers'] : []),
  ];
  return {
    tools: [...tools, ...servers.withoutToolset(context)],
    unknown: [...unknown, ...servers.unknown],
    emptyLists,
  };
}

/** Reads one definition; nothing when its type is unknown, and then nothing of it has been read. */
export function readTool(
  context: IngestContext,
  wire: WireObject,
  holderId: string,
): UnifiedToolDefinition | undefined {
  const type = wire.peek('type');
  const holding = new Holding(context, wire, holderId);
  if (type === undefined || type === null || type === 'custom') return readFunction(holding);
  return typeof type === 'string' ? readHostedTool(holding, type) : undefined;
}

function readFunction(holding: Holding): UnifiedFunctionTool {
  const { wire } = holding;
  const form: AnthropicMessagesToolForm = wire.take('type') === undefined ? {} : { explicitType: true };
  const schema = readSchemaMember(wire, 'input_schema');
  return {
    type: 'function',
    execution: 'client',
    portability: 'portable',
    name: wire.name('name') ?? wire.fault('name', 'the name of the tool'),
    ...optional('description', wire.text('description')),
    ...(schema === undefined ? {} : { inputSchema: { dialect: 'draft-2020-12', ...schema } }),
    ...optional('eagerArguments', wire.boolean('eager_input_streaming')),
    ...readCommon(holding),
    ...holding.providerData('tool-form', form),
  };
}
