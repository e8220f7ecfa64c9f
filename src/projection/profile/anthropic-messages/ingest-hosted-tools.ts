import type {
  UnifiedDomain,
  UnifiedToolDefinition,
  UnifiedToolsetConfiguration,
  UnifiedToolsetMember,
  UnifiedUrlSourceRule,
  UnifiedUserLocation,
} from '../../../../generated/unified/types.ts';
import type { WireObject } from '../../wire-object.ts';
import { type Holding, NOTHING } from './holding.ts';
import { optional } from './ingest-history.ts';
import { readCommon } from './ingest-tool-common.ts';
import { named, URL_ORIGINS } from './wire.ts';

type Shared =
  | 'execution'
  | 'portability'
  | 'requirement'
  | 'deferLoading'
  | 'allowedCallers'
  | 'cache'
  | 'providerData'
  | 'namespace'
  | 'version'
  | 'name'
  | 'maxUses'
  | 'strict'
  | 'callsVisible'
  | 'inputExamples';

/** What a definition has besides what every hosted tool has. */
type Settings<Type extends UnifiedToolDefinition['type']> = Omit<
  Extract<UnifiedToolDefinition, { readonly type: Type }>,
  Shared
>;

interface HostedTool {
  readonly execution: 'client' | 'provider';
  /** Another provider may have such a tool, with other settings; or nobody else has one. */
  readonly portability: 'emulatable' | 'provider-bound';
  readonly read: (holding: Holding) => { readonly type: UnifiedToolDefinition['type'] };
}

const HOSTED_TOOLS: Readonly<Record<string, HostedTool>> = {
  bash: { execution: 'client', portability: 'emulatable', read: () => ({ type: 'shell', variant: 'bash' }) },
  text_editor: { execution: 'client', portability: 'emulatable', read: readTextEditor },
  computer: { execution: 'client', portability: 'emulatable', read: readComputer },
  computer_toolset: { execution: 'client', portability: 'provider-bound', read: readComputerToolset },
  browser_toolset: { execution: 'client', portability: 'provider-bound', read: readBrowserToolset },
  memory: { execution: 'client', portability: 'provider-bound', read: () => ({ type: 'memory' }) },
  web_search: { execution: 'provider', portability: 'emulatable', read: readWebSearch },
  web_fetch: { execution: 'provider', portability: 'emulatable', read: readWebFetch },
  code_execution: { execution: 'provider', portability: 'emulatable', read: () => ({ type: 'code-execution' }) },
  tool_search_tool_regex: {
    execution: 'provider',
    portability: 'emulatable',
    read: () => ({ type: 'tool-search', variant: 'regex' }),
  },
  tool_search_tool_bm25: {
    execution: 'provider',
    portability: 'emulatable',
    read: () => ({ type: 'tool-search', variant: 'bm25' }),
  },
  advisor: { execution: 'provider', portability: 'provider-bound', read: readAdvisor },
};

const DATED = /^(.+)_([0-9]{8})$/;

/** Reads a tool whose type the provider names and dates; nothing when the type is unknown. The date is the version. */
export function readHostedTool(holding: Holding, type: string): UnifiedToolDefinition | undefined {
  const [, family = type, version] = DATED.exec(type) ?? [];
  const hosted = named(HOSTED_TOOLS, family);
  if (hosted === undefined) return undefined;
  const { wire } = holding;
  wire.take('type');
  // Each reader gives what its type of tool has besides what every hosted tool has.
  return {
    execution: hosted.execution,
    portability: hosted.portability,
    ...hosted.read(holding),
    ...optional('version', version),
    ...optional('name', wire.name('name')),
    ...optional('maxUses', wire.count('max_uses')),
    ...readCommon(holding),
    ...holding.providerData('tool-form', NOTHING),
    // The reader of a type gives what that type has, and the rest is what every tool of the provider has.
  } as UnifiedToolDefinition;
}

function readTextEditor({ wire }: Holding): Settings<'text-editor'> {
  return { type: 'text-editor', ...optional('maxCharacters', wire.count('max_characters')) };
}

function readComputer({ wire }: Holding): Settings<'computer'> {
  return {
    type: 'computer',
    ...optional('displayWidth', wire.count('display_width_px')),
    ...optional('displayHeight', wire.count('display_height_px')),
    ...optional('displayNumber', wire.count('display_number')),
    ...optional('enableZoom', wire.boolean('enable_zoom')),
  };
}

function readComputerToolset(holding: Holding): Settings<'computer'> {
  return { type: 'computer', toolset: readToolset(holding, holding.wire) };
}

function readBrowserToolset(holding: Holding): Settings<'browser'> {
  const toolset = readToolset(holding, holding.wire);
  return { type: 'browser', ...(Object.keys(toolset).length === 0 ? {} : { toolset }) };
}

/** Reads the settings of the members of a set of tools. */
export function readToolset(holding: Holding, wire: WireObject): UnifiedToolsetConfiguration {
  const defaults = holding.plain(wire, 'default_config');
  const configs = holding.plain(wire, 'configs');
  const members = Object.keys(configs?.value ?? {}).flatMap((name) => {
    const member = name === '' ? undefined : configs?.object(name);
    if (member === undefined) return [];
    holding.within(member);
    return [{ name, ...readMember(member) }];
  });
  return {
    ...(defaults === undefined ? {} : { defaults: readMember(defaults) }),
    ...(configs === undefined ? {} : { members }),
  };
}

function readMember(wire: WireObject): UnifiedToolsetMember {
  return {
    ...optional('enabled', wire.boolean('enabled')),
    ...optional('deferLoading', wire.boolean('defer_loading')),
  };
}

interface DomainLists {
  readonly allowedDomains?: readonly UnifiedDomain[];
  readonly blockedDomains?: readonly UnifiedDomain[];
}

function readDomains(wire: WireObject): DomainLists {
  return {
    ...optional('allowedDomains', wire.texts('allowed_domains')),
    ...optional('blockedDomains', wire.texts('blocked_domains')),
  };
}

const INCLUSIONS = ['full', 'excluded'] as const;

function readWebSearch(holding: Holding): Settings<'web-search'> {
  const { wire } = holding;
  const location = holding.typed(wire, 'user_location', ['approximate']);
  return {
    type: 'web-search',
    ...readDomains(wire),
    ...(location === undefined ? {} : { userLocation: readLocation(location) }),
    ...optional('resultInclusion', wire.knownWord('response_inclusion', INCLUSIONS)),
  };
}

function readLocation(wire: WireObject): UnifiedUserLocation {
  return {
    ...optional('city', wire.name('city')),
    ...optional('region', wire.name('region')),
    ...optional('country', wire.name('country')),
    ...optional('timezone', wire.name('timezone')),
  };
}

function readWebFetch(holding: Holding): Settings<'web-fetch'> {
  const { wire } = holding;
  const sources = holding.plain(wire, 'url_sources');
  return {
    type: 'web-fetch',
    ...readDomains(wire),
    ...optional('citations', holding.object(wire, 'citations')?.boolean('enabled')),
    ...optional('maxContentTokens', wire.count('max_content_tokens')),
    ...optional('useCache', wire.boolean('use_cache')),
    ...(sources === undefined ? {} : { urlSources: readUrlSources(holding, sources) }),
    ...optional('resultInclusion', wire.knownWord('response_inclusion', INCLUSIONS)),
  };
}

const URL_MODES: readonly UnifiedUrlSourceRule['mode'][] = ['all', 'none', 'only', 'except'];

function readUrlSources(holding: Holding, wire: WireObject): readonly UnifiedUrlSourceRule[] {
  return Object.entries(URL_ORIGINS).flatMap(([key, origin]) => {
    const rule = holding.typed(wire, key, URL_MODES);
    const mode = URL_MODES.find((known) => known === rule?.value['type']);
    if (rule === undefined || mode === undefined) return [];
    const tools = holding.objects(rule, 'tools')?.map((tool) => {
      tool.knownWord('type', ['tool_reference']);
      return tool.name('name') ?? tool.fault('name', 'the name of a tool');
    });
    return [{ origin, mode, ...optional('tools', tools) }];
  });
}

function readAdvisor(holding: Holding): Settings<'advisor'> {
  const { wire } = holding;
  const caching = holding.cache(wire, 'caching').cache;
  return {
    type: 'advisor',
    model: wire.name('model') ?? wire.fault('model', 'the model that gives advice'),
    ...optional('maxTokens', wire.count('max_tokens')),
    ...optional('caching', caching),
  };
}
