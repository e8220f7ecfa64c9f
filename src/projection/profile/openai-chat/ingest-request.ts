import type { OpenaiChatRequestOptions } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedCacheIntent,
  UnifiedRequestV2,
  UnifiedSemanticMetadata,
  UnifiedSourceProvenance,
  UnifiedTransportMetadata,
} from '../../../../generated/unified/types.ts';
import { isPlainObject } from '../../../core/json.ts';
import { from, type IngestContext, keepUnknown } from '../../ingest-context.ts';
import { isDuration } from '../../shared/duration.ts';
import { annotate, REQUEST_FORM, REQUEST_OPTIONS } from './forms.ts';
import { type Gathered, readGeneration, readOutput } from './ingest-intents.ts';
import { readMessages } from './ingest-messages.ts';
import { readToolChoice, readTools } from './ingest-tools.ts';

/** Reads a Chat Completions body, member by member. */
export function ingestRequest(_body: unknown, context: IngestContext): UnifiedRequestV2 {
  const { wire, requestId } = context;
  const gathered: Gathered = { form: {}, unknown: [] };
  const model = wire.name('model');
  const { items } = readMessages(context, wire.requiredObjects('messages'));
  const { tools, unknown: unknownTools } = readTools(context);
  if (wire.has('functions') || wire.peek('tools') !== undefined) noteToolLists(context, gathered);
  const toolChoice = readToolChoice(context);
  const output = readOutput(context, gathered);
  const generation = readGeneration(context, gathered);
  const cache = readCache(context, gathered);
  const store = wire.boolean('store');
  const metadata = readMetadata(context);
  const source = readSource(context, gathered);
  const options = readOptions(context);
  const providerData = [
    ...annotate(context, requestId, REQUEST_FORM, gathered.form),
    ...annotate(context, requestId, REQUEST_OPTIONS, options),
    ...unknownTools,
    ...keepUnknown(context, requestId, [{ wire }, ...gathered.unknown]),
  ];
  const known = { ...metadata, ...(providerData.length === 0 ? {} : { providerData }) };
  return from(context, wire, {
    schemaVersion: '2.0',
    requestId,
    conversation: {
      conversationId: context.conversationId,
      branchId: context.branchId,
      ...headOf(items),
      completeness: 'complete',
      items,
    },
    model: model === undefined ? {} : { id: model },
    generation,
    tools,
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(cache === undefined ? {} : { cache }),
    ...(store === undefined
      ? {}
      : { state: { store: { value: store, requirement: context.requirement('state.store') } } }),
    ...(output === undefined ? {} : { output }),
    ...(Object.keys(known).length === 0 ? {} : { metadata: known }),
    source,
  });
}

function headOf(items: UnifiedRequestV2['conversation']['items']): { headItemId?: string } {
  const head = items.at(-1);
  return head === undefined ? {} : { headItemId: head.id };
}

/** An empty list of tools is not the same as none. */
function noteToolLists({ wire }: IngestContext, { form }: Gathered): void {
  const list = wire.peek('tools');
  if (Array.isArray(list) && list.length === 0) form.emptyTools = true;
}

function readCache(context: IngestContext, { form, unknown }: Gathered): UnifiedCacheIntent | undefined {
  const { wire } = context;
  const affinityKey = wire.name('prompt_cache_key');
  const options = wire.object('prompt_cache_options');
  if (affinityKey === undefined && options === undefined) return undefined;
  const key = affinityKey === undefined ? {} : { affinityKey };
  if (options === undefined) return { mode: 'automatic', ...key };
  unknown.push({ wire: options, at: '/prompt_cache_options' });
  const mode = options.word('mode', ['implicit', 'explicit']);
  form.cacheOptions = mode === undefined ? 'without-mode' : 'with-mode';
  const lasting = isDuration(options.peek('ttl')) ? { ttl: options.requiredText('ttl') } : {};
  const intent: UnifiedCacheIntent = { mode: mode === 'explicit' ? 'explicit' : 'automatic', ...key, ...lasting };
  return from(context, options, intent);
}

function readMetadata(context: IngestContext): UnifiedSemanticMetadata {
  const { wire } = context;
  const endUserId = wire.name('user');
  const safetyIdentifier = wire.name('safety_identifier');
  return {
    ...readEntries(context),
    ...(endUserId === undefined ? {} : { endUserId }),
    ...(safetyIdentifier === undefined ? {} : { safetyIdentifier }),
  };
}

function readEntries({ wire }: IngestContext): UnifiedSemanticMetadata {
  const raw = wire.peek('metadata');
  if (!isPlainObject(raw) || !Object.entries(raw).every(([key, value]) => key !== '' && typeof value === 'string'))
    return {};
  const inside = wire.requiredObject('metadata');
  return { entries: Object.keys(raw).map((key) => ({ key, value: inside.requiredText(key) })) };
}

function readSource(context: IngestContext, { unknown }: Gathered): UnifiedSourceProvenance {
  const { wire, profile } = context;
  const stream = wire.boolean('stream');
  const options = wire.object('stream_options');
  if (stream === undefined && options === undefined) return { profile };
  const includeUsage = options?.boolean('include_usage');
  const includeObfuscation = options?.boolean('include_obfuscation');
  if (options !== undefined) unknown.push({ wire: options, at: '/stream_options' });
  const streamOptions = {
    ...(includeUsage === undefined ? {} : { includeUsage }),
    ...(includeObfuscation === undefined ? {} : { includeObfuscation }),
  };
  const transport: UnifiedTransportMetadata = {
    ...(stream === undefined ? {} : { stream }),
    ...(options === undefined ? {} : { streamOptions: from(context, options, streamOptions) }),
  };
  return { profile, transport };
}

/** Deprecated options whose meaning has no place in the language. */
function readOptions({ wire }: IngestContext): OpenaiChatRequestOptions {
  const promptCacheRetention = wire.name('prompt_cache_retention');
  return promptCacheRetention === undefined ? {} : { promptCacheRetention };
}
