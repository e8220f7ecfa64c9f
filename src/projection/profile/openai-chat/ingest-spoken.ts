import type { UnifiedAudioPart } from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import { from, type IngestContext, keepUnread } from '../../ingest-context.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { momentOf } from './envelope.ts';
import type { Draft } from './gathered.ts';
import { objectIn, textIn } from './tolerant.ts';

/** The format is the request's: an answer does not repeat it. */
export const SPOKEN_MEDIA_TYPE = 'application/octet-stream';

/** The longest identifier of a resource that a record takes. */
const MAX_RESOURCE_ID = 4096;

/** Reads what the model spoke itself, with its bytes; the provider keeps it for a while, so that it can be referred to. */
export function readSpokenAnswer(
  context: IngestContext,
  wire: WireObject,
  itemId: string,
): UnifiedAudioPart | undefined {
  const audio = objectIn(wire, 'audio', isSpoken);
  if (audio === undefined) return undefined;
  const id = partId(itemId, 'audio');
  const data = audio.requiredText('data');
  const part: Draft<UnifiedAudioPart> = {
    type: 'audio',
    id,
    source: { kind: 'inline', mediaType: SPOKEN_MEDIA_TYPE, data, encoding: 'base64' },
  };
  const transcript = textIn(audio, 'transcript');
  const providerId = textIn(audio, 'id', MAX_RESOURCE_ID);
  const expiresAt = providerId === undefined ? undefined : readExpiry(audio);
  if (transcript !== undefined) part.transcript = transcript;
  if (providerId !== undefined) {
    const resource = providerResource(context, id, 'audio', providerId);
    part.providerResource = expiresAt === undefined ? resource : { ...resource, expiresAt };
  }
  const providerData = keepUnread(context, id, wire, [audio]);
  if (providerData.length > 0) part.providerData = providerData;
  return from(context, audio, part);
}

function isSpoken(value: JsonObject): boolean {
  return isPlainObject(value) && typeof value['data'] === 'string';
}

function readExpiry(wire: WireObject): string | undefined {
  const moment = momentOf(wire.look('expires_at'));
  if (moment !== undefined) wire.take('expires_at');
  return moment;
}
