import type { UnifiedAudioPart } from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { SPOKEN_MEDIA_TYPE } from './ingest-spoken.ts';

/** Writes what the model spoke into its message, which has one such answer. */
export function writeSpokenAnswer(
  context: EmitContext,
  part: UnifiedAudioPart,
  message: WireDraft,
  path: string,
): void {
  const { source, transcript, providerResource } = part;
  if (source.kind !== 'inline' || source.encoding !== 'base64' || message['audio'] !== undefined) {
    const reason = 'an answer of this wire has one piece of speech, with its bytes';
    context.loss.lose({ path, feature: 'part.audio', requirement: 'preferred', reason });
    return;
  }
  const isSpeech = providerResource?.resourceType === 'audio';
  const usable = isSpeech ? usableProviderId(context, providerResource) : undefined;
  const expiry = usable === undefined ? undefined : providerResource?.expiresAt;
  message['audio'] = {
    // Speech that its provider does not keep here cannot be referred to, but a name of it is demanded.
    id: usable ?? part.id,
    data: source.data,
    transcript: transcript ?? '',
    expires_at: expiry === undefined ? 0 : Math.floor(Date.parse(expiry) / 1000),
  };
  if (providerResource !== undefined && usable === undefined) {
    const reason = 'speech is referred to at its owner only';
    const feature = 'part.audio.provider-resource';
    context.loss.lose({ path: `${path}/providerResource`, feature, reason });
  }
  loseRest(context, part, path);
  restoreUnknown(context, part.providerData, message, `${path}/providerData`);
}

function loseRest({ loss }: EmitContext, { source, format, name, voice }: UnifiedAudioPart, path: string): void {
  if (source.kind === 'inline' && source.mediaType !== SPOKEN_MEDIA_TYPE) {
    const reason = 'an answer of this wire does not name the format of its speech';
    loss.lose({ path: `${path}/source/mediaType`, feature: 'part.audio.encoding', reason });
  }
  if (format !== undefined) {
    const reason = 'an answer of this wire does not name the format of its speech';
    loss.lose({ path: `${path}/format`, feature: 'part.audio.encoding', reason });
  }
  if (name !== undefined) {
    loss.lose({ path: `${path}/name`, feature: 'part.media.name', reason: 'speech has no name on this wire' });
  }
  if (voice !== undefined) {
    loss.lose({ path: `${path}/voice`, feature: 'part.audio.voice', reason: 'speech names no voice on this wire' });
  }
}
