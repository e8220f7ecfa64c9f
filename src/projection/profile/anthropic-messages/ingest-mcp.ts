import type { AnthropicMessagesToolForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedMcpTool,
  UnifiedProviderDataRef,
  UnifiedSecretReference,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate } from './forms.ts';
import { Holding } from './holding.ts';
import { keepUnknownBlock, optional } from './ingest-history.ts';
import { readToolset } from './ingest-hosted-tools.ts';
import { readListedTools } from './ingest-listed-tools.ts';

const MCP = { type: 'mcp', execution: 'provider', portability: 'emulatable' } as const;

interface Server {
  readonly wire: WireObject;
  readonly index: number;
  taken: boolean;
}

type ServerSettings = Pick<UnifiedMcpTool, 'serverUrl' | 'authorization' | 'allowedTools' | 'enabled'>;

/** The MCP servers of a request, each to be read together with the toolset that names it. */
export class McpServers {
  /** Servers that nobody knows. */
  readonly unknown: readonly UnifiedProviderDataRef[];
  /** How many servers there are that the reader knows. */
  readonly count: number;
  readonly #body: Holding;
  /** Whether the servers stand in the order in which the tools will name them. */
  readonly #inOrder: boolean;
  readonly #servers: readonly Server[];
  readonly #byName: ReadonlyMap<unknown, Server[]>;

  /** What nobody reads of a server is kept with the body, since a server has no entry of its own in the record. */
  constructor(body: Holding, tools: readonly WireObject[]) {
    this.#body = body;
    const wires = body.wire.objects('mcp_servers') ?? [];
    const servers = wires.map((wire, index) => ({ wire, index, taken: false }));
    this.#servers = servers.filter(({ wire }) => isServer(wire));
    this.count = this.#servers.length;
    this.#byName = Map.groupBy(this.#servers, ({ wire }) => wire.peek('name'));
    this.#inOrder = isAscending(this.#order(tools));
    this.unknown = servers
      .filter(({ wire }) => !isServer(wire))
      .map(({ wire, index }) => keepUnknownBlock(body, body.id, wire, `/mcp_servers/${index}`));
  }

  /** Reads a toolset and the server that it names; nothing when the definition is no toolset. */
  readToolset(context: IngestContext, wire: WireObject, holderId: string): UnifiedMcpTool | undefined {
    const name = wire.peek('mcp_server_name');
    if (wire.peek('type') !== 'mcp_toolset' || typeof name !== 'string' || name === '') return undefined;
    const holding = new Holding(context, wire, holderId);
    wire.take('type');
    const server = this.#byName.get(name)?.shift();
    const { settings, form } = server === undefined ? { settings: {}, form: {} } : this.#read(server);
    const toolset = readToolset(holding, wire);
    return {
      ...MCP,
      serverLabel: wire.requiredText('mcp_server_name'),
      ...settings,
      ...(Object.keys(toolset).length === 0 ? {} : { toolset }),
      ...optional('pinnedTools', wire.has('tools') ? readListedTools(holding, wire) : undefined),
      ...holding.cache(),
      ...holding.providerData('tool-form', form),
    };
  }

  /** The servers that no toolset names: tools without an entry of their own. */
  withoutToolset(context: IngestContext): readonly UnifiedMcpTool[] {
    return this.#servers
      .filter((server) => !server.taken)
      .map((server) => {
        const { settings, form } = this.#read(server);
        const data = annotate(context, childId(context.requestId, 'mcp-server', server.index), 'tool-form', form);
        const providerData = data.length === 0 ? {} : { providerData: data };
        const serverLabel = server.wire.requiredText('name');
        return from(context, server.wire, { ...MCP, serverLabel, ...settings, serverOnly: true, ...providerData });
      });
  }

  /** The indexes of the servers in the order of the toolsets that name them; the others come last. */
  #order(tools: readonly WireObject[]): readonly number[] {
    const rest = new Map(this.#servers.map(({ wire, index }) => [wire.value['name'], index]));
    const named = tools.flatMap(({ value: { type, mcp_server_name: name = null } }) => {
      const index = type === 'mcp_toolset' ? rest.get(name) : undefined;
      if (index === undefined) return [];
      rest.delete(name);
      return [index];
    });
    return [...named, ...rest.values()];
  }

  #read(server: Server): { readonly settings: ServerSettings; readonly form: AnthropicMessagesToolForm } {
    server.taken = true;
    const { wire, index } = server;
    this.#body.within(wire);
    for (const key of ['type', 'name']) wire.take(key);
    const configuration = this.#body.object(wire, 'tool_configuration');
    const enabled = configuration?.boolean('enabled');
    const allowedTools = configuration?.texts('allowed_tools');
    const configured = enabled !== undefined || allowedTools !== undefined;
    const settings = {
      serverUrl: wire.requiredText('url'),
      ...optional('authorization', this.#secret(server)),
      ...optional('enabled', enabled),
      ...optional('allowedTools', allowedTools),
    };
    const form = {
      ...(configured ? { toolConfiguration: true } : {}),
      ...(this.#inOrder ? {} : { serverIndex: index }),
    };
    return { settings, form };
  }

  /** The token is a credential: it stays out of the record and of the private state, and the runtime must know it. */
  #secret({ wire, index }: Server): UnifiedSecretReference | undefined {
    const { context } = this.#body;
    if (wire.text('authorization_token') === undefined) return undefined;
    const reason = 'the token of an MCP server is a credential: the record only refers to it';
    context.loss.lose({
      path: wire.pointer('authorization_token'),
      feature: 'secret.reference',
      requirement: 'optional',
      reason,
    });
    return { secretId: childId(context.requestId, 'mcp-token', index), purpose: 'authorization' };
  }
}

function isServer(wire: WireObject): boolean {
  const { type, name, url } = wire.value;
  return type === 'url' && typeof name === 'string' && name !== '' && typeof url === 'string' && url !== '';
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
}
