import type { UnifiedCacheIntent, UnifiedRequestV2 } from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { restoreEmpty } from '../../shared/empty-containers.ts';
import { cacheMarks } from './cache-marks.ts';
import { lasting } from './emit-cache.ts';
import { correctForModel } from './emit-for-model.ts';
import { writeGeneration } from './emit-generation.ts';
import { writeHistory } from './emit-history.ts';
import { writeMetadata } from './emit-metadata.ts';
import { writeOutput } from './emit-output.ts';
import { writeToolChoice } from './emit-tool-choice.ts';
import { writeTools } from './emit-tools.ts';
import { requestForm, requestOptions } from './forms.ts';
import { modelRules } from './model-quirks.ts';
import { withReadableSummaries } from './readable-summaries.ts';
import type { RequestWriting } from './request-writing.ts';
import { CACHE_RETENTIONS, REQUEST_TTLS } from './wire.ts';

/** Writes a Chat Completions body; what it cannot write is in the context's loss recorder afterwards. */
export function emitRequest(record: UnifiedRequestV2, context: EmitContext): WireDraft {
  const request = withReadableSummaries(record, context);
  const wire: WireDraft = {};
  const own = request.source.profile.family === context.profile.family;
  const writing: RequestWriting = { request, context, wire, own, marks: cacheMarks(request, context) };
  writeModel(writing);
  writeTools(writing); // first of all: aliases of names belong to the definitions
  const messages = writeHistory(writing);
  wire['messages'] = messages;
  if (!own && messages.length === 0) loseHistory(context);
  writeToolChoice(writing);
  writeGeneration(writing);
  correctForModel(writing);
  writeOutput(writing);
  if (request.cache !== undefined) writeCache(writing, request.cache);
  if (request.state?.store !== undefined) wire['store'] = request.state.store.value;
  writeTransport(writing);
  writeMetadata(writing);
  writeRest(writing);
  writing.marks.reportUnused(context);
  return wire;
}

function writeModel({ request, context, wire }: RequestWriting): void {
  const { id, fallbacks } = request.model;
  if (id !== undefined) wire['model'] = id;
  if (fallbacks === undefined || (fallbacks.value.length === 0 && fallbacks.providerDefault !== true)) return;
  const reason = 'this wire names one model';
  const { requirement } = fallbacks;
  context.loss.lose({ path: '/model/fallbacks', feature: 'model.fallbacks', requirement, reason });
}

function loseHistory({ loss }: EmitContext): void {
  const reason = 'this wire takes no request without messages';
  loss.lose({ path: '/conversation/items', feature: 'conversation.history', reason });
}

function writeCache(writing: RequestWriting, cache: UnifiedCacheIntent): void {
  const { request, context, wire, own } = writing;
  const { affinityKey, mode, modeImplied, ttl } = cache;
  if (affinityKey !== undefined) wire['prompt_cache_key'] = affinityKey;
  writeRetention(writing, cache);
  const form = requestForm(request.metadata?.providerData).cacheOptions;
  const isNamed = mode === 'automatic' && modeImplied !== true && form !== undefined;
  if (mode === 'disabled') loseCacheMode(context, cache, 'this wire cannot turn its cache off');
  else if (mode === 'automatic' && modeImplied !== true && !isNamed) {
    const said = modeImplied === undefined ? 'mode' : 'modeImplied';
    loseCacheMode(context, cache, 'this wire caches on its own and is not told to', said);
  }
  if (!own && !modelRules(request.model.id).cacheMarks) {
    loseOptions(context, cache);
    return;
  }
  const options = {
    ...(mode === 'explicit' ? { mode } : {}),
    ...(isNamed ? { mode: 'implicit' } : {}),
    ...lasting(context, ttl, { path: '/cache/ttl', known: REQUEST_TTLS, own }),
  };
  if (form !== undefined || Object.keys(options).length > 0) wire['prompt_cache_options'] = options;
}

function writeRetention(
  { context, wire, own }: RequestWriting,
  { retention, providerRetention }: UnifiedCacheIntent,
): void {
  const feature = 'cache.retention';
  if (providerRetention !== undefined && (own || CACHE_RETENTIONS.includes(providerRetention))) {
    wire['prompt_cache_retention'] = providerRetention;
  } else if (providerRetention !== undefined) {
    const reason = `this wire knows ${CACHE_RETENTIONS.join(' and ')} only`;
    context.loss.lose({ path: '/cache/providerRetention', feature, reason });
  }
  if (retention !== 'conversation') return;
  const reason = 'this wire is told about its cache with each request';
  context.loss.lose({ path: '/cache/retention', feature, reason });
}

function loseOptions(context: EmitContext, cache: UnifiedCacheIntent): void {
  const reason = 'this model takes no options of its cache';
  if (cache.mode === 'explicit') loseCacheMode(context, cache, reason);
  if (cache.ttl !== undefined) context.loss.lose({ path: '/cache/ttl', feature: 'cache.ttl', reason });
}

function loseCacheMode(
  { loss }: EmitContext,
  { requirement }: UnifiedCacheIntent,
  reason: string,
  member: 'mode' | 'modeImplied' = 'mode',
): void {
  const known = requirement === undefined ? {} : { requirement };
  loss.lose({ path: `/cache/${member}`, feature: 'cache.mode', reason, ...known });
}

function writeTransport({ request, context, wire, own }: RequestWriting): void {
  const { stream, streamOptions } = request.source.transport ?? {};
  if (stream !== undefined) wire['stream'] = stream;
  if (!own && stream === true && streamOptions?.includeUsage === undefined) {
    // Elsewhere every stream tells its usage.
    const reason = 'a stream of this wire tells its usage only when it is asked for: it was asked for';
    const path = '/source/transport/stream';
    context.loss.lose({ path, feature: 'transport.stream-options', requirement: 'optional', reason });
    wire['stream_options'] = { include_usage: true };
    return;
  }
  if (streamOptions === undefined) return;
  const { includeUsage, includeObfuscation } = streamOptions;
  wire['stream_options'] = {
    ...(includeUsage === undefined ? {} : { include_usage: includeUsage }),
    ...(includeObfuscation === undefined ? {} : { include_obfuscation: includeObfuscation }),
  };
}

/** Writes what stands beside the intents: options of this dialect alone, empty lists, and what nobody knows. */
function writeRest({ request, context, wire }: RequestWriting): void {
  const references = request.metadata?.providerData;
  const { promptCacheRetention } = requestOptions(references);
  if (promptCacheRetention !== undefined) wire['prompt_cache_retention'] ??= promptCacheRetention;
  restoreEmpty(wire, requestForm(references));
  restoreUnknown(context, references, wire, '/metadata/providerData');
}
