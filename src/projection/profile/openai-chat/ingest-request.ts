import type {
  UnifiedBooleanIntent,
  UnifiedCacheIntent,
  UnifiedItem,
  UnifiedRequestV2,
  UnifiedSemanticMetadata,
  UnifiedSourceProvenance,
  UnifiedTransportMetadata,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { from, type IngestContext, keepUnread, membersFrom } from '../../ingest-context.ts';
import { isDuration } from '../../shared/duration.ts';
import { completenessOf } from '../../shared/missing-calls.ts';
import { annotate, REQUEST_FORM } from './forms.ts';
import type { Gathered } from './gathered.ts';
import { readGeneration } from './ingest-generation.ts';
import { readMessages } from './ingest-messages.ts';
import { readOutput } from './ingest-output.ts';
import { readToolChoice } from './ingest-tool-choice.ts';
import { readTools } from './ingest-tools.ts';

/** Reads a Chat Completions body, member by member. */
export function ingestRequest(context: IngestContext): UnifiedRequestV2 {
  const { wire, requestId } = context;
  const gathered: Gathered = { form: {}, inner: [], unknown: [] };
  const model = wire.name('model', 512);
  const items = readMessages(context, wire.requiredObjects('messages'));
  const tools = readTools(context, gathered);
  const toolChoice = readToolChoice(context, gathered);
  const output = readOutput(context, gathered);
  const generation = readGeneration(context, gathered);
  const cache = readCache(context, gathered);
  const store = readStore(context);
  const metadata = readMetadata(context);
  const source = readSource(context, gathered);
  const providerData = readRest(context, gathered);
  const known = { ...metadata, ...(providerData.length === 0 ? {} : { providerData }) };
  return from(context, wire, {
    schemaVersion: '2.0',
    requestId,
    conversation: conversationOf(context, items),
    model: model === undefined ? {} : { id: model },
    generation,
    tools,
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(cache === undefined ? {} : { cache }),
    ...(store === undefined ? {} : { state: { store } }),
    ...(output === undefined ? {} : { output }),
    ...(Object.keys(known).length === 0 ? {} : { metadata: metadataFrom(context, known) }),
    source,
  });
}

function conversationOf(context: IngestContext, items: readonly UnifiedItem[]): UnifiedRequestV2['conversation'] {
  const { conversationId, branchId } = context;
  const head = items.at(-1);
  const known = head === undefined ? {} : { headItemId: head.id };
  return { conversationId, branchId, ...known, ...completenessOf(items), items };
}

function readStore(context: IngestContext): UnifiedBooleanIntent | undefined {
  const value = context.wire.boolean('store');
  if (value === undefined) return undefined;
  return from(context, context.wire.at('store'), { value, requirement: context.requirement('state.store') });
}

/** How the body was spelled, options without a place in the language, and what nobody read. To be asked for last. */
function readRest(context: IngestContext, { form, inner, unknown }: Gathered) {
  const { wire, requestId } = context;
  return [
    ...annotate(context, requestId, REQUEST_FORM, form),
    ...unknown,
    ...keepUnread(context, requestId, wire, [wire, ...inner]),
  ];
}

function readCache(context: IngestContext, { form, inner }: Gathered): UnifiedCacheIntent | undefined {
  const { wire } = context;
  const affinityKey = wire.name('prompt_cache_key', 4096);
  const options = wire.objectIf('prompt_cache_options', ({ mode }) => isCacheMode(mode));
  const providerRetention = wire.name('prompt_cache_retention', 64);
  if (affinityKey === undefined && providerRetention === undefined && options === undefined) return undefined;
  const said = {
    ...(affinityKey === undefined ? {} : { affinityKey }),
    ...(providerRetention === undefined ? {} : { providerRetention }),
  };
  const places = { affinityKey: wire.at('prompt_cache_key'), providerRetention: wire.at('prompt_cache_retention') };
  if (options === undefined) {
    const mode = affinityKey === undefined ? places.providerRetention : places.affinityKey;
    return membersFrom(context, { ...UNCHOSEN, ...said }, { ...places, mode });
  }
  inner.push(options);
  const mode = options.text('mode');
  form.cacheOptions = mode === undefined ? 'without-mode' : 'with-mode';
  const lasting = isDuration(options.look('ttl')) ? { ttl: options.requiredText('ttl') } : {};
  const chosen = mode === undefined ? UNCHOSEN : ({ mode: mode === 'explicit' ? 'explicit' : 'automatic' } as const);
  const intent: UnifiedCacheIntent = { ...chosen, ...said, ...lasting };
  return membersFrom(context, from(context, options, intent), places);
}

/** This wire caches on its own: a key, or a time to live, is no wish that another provider is paid for it. */
const UNCHOSEN = { mode: 'automatic', modeImplied: true } as const;

function isCacheMode(mode: JsonValue | undefined): boolean {
  return mode === undefined || mode === null || mode === 'implicit' || mode === 'explicit';
}

function readMetadata(context: IngestContext): UnifiedSemanticMetadata {
  const { wire } = context;
  const pairs = wire.objectIf('metadata', (value) => Object.entries(value).every(isEntry));
  const endUserId = wire.name('user');
  const safetyIdentifier = wire.name('safety_identifier');
  const entries = pairs && Object.keys(pairs.value).map((key) => ({ key, value: pairs.requiredText(key) }));
  return {
    ...(entries === undefined ? {} : { entries }),
    ...(endUserId === undefined ? {} : { endUserId }),
    ...(safetyIdentifier === undefined ? {} : { safetyIdentifier }),
  };
}

function metadataFrom(context: IngestContext, metadata: UnifiedSemanticMetadata): UnifiedSemanticMetadata {
  const { wire } = context;
  return membersFrom(context, metadata, {
    entries: wire.at('metadata'),
    endUserId: wire.at('user'),
    safetyIdentifier: wire.at('safety_identifier'),
  });
}

/** Whether a record takes the pair; a mapping with another one stays unread. */
function isEntry([key, value]: readonly [string, JsonValue]): boolean {
  if (key === '' || key.length > 1024 || !key.isWellFormed()) return false;
  return typeof value === 'string' && value.length <= 65_536;
}

function readSource(context: IngestContext, { inner }: Gathered): UnifiedSourceProvenance {
  const { wire, profile } = context;
  const stream = wire.boolean('stream');
  const options = wire.object('stream_options');
  if (stream === undefined && options === undefined) return { profile };
  const includeUsage = options?.boolean('include_usage');
  const includeObfuscation = options?.boolean('include_obfuscation');
  if (options !== undefined) inner.push(options);
  const streamOptions = {
    ...(includeUsage === undefined ? {} : { includeUsage }),
    ...(includeObfuscation === undefined ? {} : { includeObfuscation }),
  };
  const transport: UnifiedTransportMetadata = {
    ...(stream === undefined ? {} : { stream }),
    ...(options === undefined ? {} : { streamOptions: from(context, options, streamOptions) }),
  };
  return { profile, transport: membersFrom(context, transport, { stream: wire.at('stream') }) };
}
