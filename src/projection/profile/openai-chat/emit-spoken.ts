import type {
  UnifiedArtifactReferencePart,
  UnifiedAudioPart,
  UnifiedProviderResourceRef,
} from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { loseMediaName } from './lost-names.ts';

/** Writes an earlier spoken answer, which the provider holds, into the message of the model that it was. */
export function writeSpoken(
  context: EmitContext,
  { source, purpose, name, providerData }: UnifiedArtifactReferencePart,
  message: WireDraft,
  path: string,
): void {
  const isAudio = source.kind === 'provider-resource' && source.resource.resourceType === 'audio';
  const id = isAudio ? usableProviderId(context, source.resource) : undefined;
  if (id === undefined || message['audio'] !== undefined) {
    const reason = isAudio
      ? 'a spoken answer goes back to its owner only, and a message has one'
      : 'a message of the model refers to a spoken answer only, and to nothing else that a provider holds';
    context.loss.lose({ path, feature: 'part.artifact-reference', reason });
    return;
  }
  message['audio'] = { id };
  loseMediaName(context, name, path);
  if (purpose !== undefined && purpose !== 'replay') {
    const reason = 'an earlier answer is here to be heard again only';
    context.loss.lose({ path: `${path}/purpose`, feature: 'part.artifact-reference.purpose', reason });
  }
  restoreUnknown(context, providerData, message, `${path}/providerData`);
}

/** As `writeSpoken`, for an answer of which the history holds the bytes as well: the model hears what the provider holds. */
export function writeHeard(
  context: EmitContext,
  { id, providerData, name }: UnifiedAudioPart,
  resource: UnifiedProviderResourceRef,
  { message, path }: { readonly message: WireDraft; readonly path: string },
): void {
  const source = { kind: 'provider-resource', resource } as const;
  const known = { ...(providerData === undefined ? {} : { providerData }), ...(name === undefined ? {} : { name }) };
  writeSpoken(context, { type: 'artifact-reference', id, source, ...known }, message, path);
}
