import type { UnifiedRequestV2, UnifiedSemanticMetadata } from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { writeIntents } from './emit-intents.ts';
import { writeMessages } from './emit-messages.ts';
import { writeToolChoice, writeTools } from './emit-tools.ts';
import { requestOptions } from './forms.ts';
import { MAX_METADATA_ENTRIES } from './wire.ts';

/** Writes a Chat Completions body; what it cannot write is in the context's loss recorder afterwards. */
export function emitRequest(request: UnifiedRequestV2, context: EmitContext): WireDraft {
  const wire: WireDraft = {};
  if (request.model.id !== undefined) wire['model'] = request.model.id;
  writeTools(request, context, wire);
  wire['messages'] = writeMessages(request, context);
  writeToolChoice(request, context, wire);
  writeIntents(request, context, wire);
  if (request.state?.store !== undefined) wire['store'] = request.state.store.value;
  writeTransport(request, wire);
  if (request.metadata !== undefined) writeMetadata(request.metadata, request, context, wire);
  return wire;
}

function writeTransport({ source }: UnifiedRequestV2, wire: WireDraft): void {
  const { stream, streamOptions } = source.transport ?? {};
  if (stream !== undefined) wire['stream'] = stream;
  if (streamOptions === undefined) return;
  const { includeUsage, includeObfuscation } = streamOptions;
  wire['stream_options'] = {
    ...(includeUsage === undefined ? {} : { include_usage: includeUsage }),
    ...(includeObfuscation === undefined ? {} : { include_obfuscation: includeObfuscation }),
  };
}

function writeMetadata(
  metadata: UnifiedSemanticMetadata,
  request: UnifiedRequestV2,
  context: EmitContext,
  wire: WireDraft,
): void {
  const { entries, endUserId, safetyIdentifier, providerData } = metadata;
  if (entries !== undefined) {
    const own = request.source.profile.family === context.profile.family;
    const kept = own ? entries : entries.slice(0, MAX_METADATA_ENTRIES);
    for (let index = kept.length; index < entries.length; index++) {
      const reason = `this wire takes ${MAX_METADATA_ENTRIES} entries`;
      context.loss.lose({ path: `/metadata/entries/${index}`, feature: 'metadata.entries.limit', reason });
    }
    wire['metadata'] = Object.fromEntries(kept.map(({ key, value }) => [key, value]));
  }
  if (endUserId !== undefined) wire['user'] = endUserId;
  if (safetyIdentifier !== undefined) wire['safety_identifier'] = safetyIdentifier;
  const { promptCacheRetention } = requestOptions(providerData);
  if (promptCacheRetention !== undefined) wire['prompt_cache_retention'] = promptCacheRetention;
  restoreUnknown(context, providerData, wire, '/metadata/providerData');
}
