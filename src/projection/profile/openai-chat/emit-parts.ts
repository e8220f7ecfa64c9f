import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedAudioPart,
  UnifiedContentPart,
  UnifiedDocumentPart,
  UnifiedFilePart,
  UnifiedImagePart,
} from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { base64Of, dataUrl } from '../../shared/data-source.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { type CacheMarks, writeMark } from './emit-cache.ts';
import { partForm } from './forms.ts';
import { AUDIO_MEDIA_TYPES, IMAGE_DETAILS } from './wire.ts';

/** What the writers of parts share. */
export interface PartWriting {
  readonly context: EmitContext;
  readonly marks: CacheMarks;
  /** Whether the item came from this dialect, which then wrote it acceptably. */
  readonly own: boolean;
}

/** A part of a message on this wire; absent when it has no place here, which is reported. `path` points into the record. */
export function writePart(writing: PartWriting, part: UnifiedContentPart, path: string): WireDraft | undefined {
  const draft = bare(writing, part, path);
  if (draft === undefined) return undefined;
  writeMark(writing.context, writing.marks, part, draft, writing.own);
  restoreUnknown(writing.context, part.providerData, draft, `${path}/providerData`);
  return draft;
}

function bare(writing: PartWriting, part: UnifiedContentPart, path: string): WireDraft | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'refusal', refusal: part.refusal };
    case 'json':
      writing.context.loss.lose({ path, feature: 'part.json.as-text', reason: 'structured data was written as text' });
      return { type: 'text', text: JSON.stringify(part.value) };
    case 'image':
      return writeImage(writing, part, path);
    case 'audio':
      return writeAudio(writing, part, path);
    case 'file':
      return writeFile(writing, part, path);
    case 'document':
      return writeDocument(writing, part, path);
    default:
      // Every other part is unclaimed, and reported with everything else that is.
      return undefined;
  }
}

/** Leaves a part out whole, and says why. */
function leaveOut({ context }: PartWriting, path: string, feature: FeatureCode, reason: string): undefined {
  context.loss.lose({ path, feature, reason });
  return undefined;
}

function writeImage(writing: PartWriting, part: UnifiedImagePart, path: string): WireDraft | undefined {
  const { source, detail } = part;
  const url = source.kind === 'inline' ? dataUrl(source) : source.kind === 'url' ? source.url : undefined;
  if (url === undefined) return leaveOut(writing, path, 'part.image', 'this wire takes images inline or by URL only');
  const image: WireDraft = { url };
  if (detail !== undefined) {
    if (IMAGE_DETAILS.some((word) => word === detail)) image['detail'] = detail;
    else
      writing.context.loss.lose({
        path: `${path}/detail`,
        feature: 'part.image.detail',
        reason: 'this wire does not know this detail',
      });
  }
  return { type: 'image_url', image_url: image };
}

function writeAudio(writing: PartWriting, part: UnifiedAudioPart, path: string): WireDraft | undefined {
  const { source } = part;
  if (source.kind !== 'inline') return leaveOut(writing, path, 'part.audio', 'this wire takes audio inline only');
  const format =
    part.format ?? Object.keys(AUDIO_MEDIA_TYPES).find((name) => AUDIO_MEDIA_TYPES[name] === source.mediaType);
  if (format === undefined || (!writing.own && AUDIO_MEDIA_TYPES[format] === undefined)) {
    return leaveOut(writing, path, 'part.audio', 'this wire takes WAV and MP3 only');
  }
  for (const key of ['channelCount', 'sampleRateHertz'] as const) {
    if (part[key] === undefined) continue;
    writing.context.loss.lose({
      path: `${path}/${key}`,
      feature: 'part.audio.encoding',
      reason: 'this wire names the format only',
    });
  }
  const implied = AUDIO_MEDIA_TYPES[format];
  if (implied !== undefined && implied !== source.mediaType) {
    writing.context.loss.lose({
      path: `${path}/source/mediaType`,
      feature: 'media.type',
      reason: 'this wire names the format only',
    });
  }
  return { type: 'input_audio', input_audio: { data: base64Of(source), format } };
}

const OCTETS = 'application/octet-stream';

function writeFile(writing: PartWriting, part: UnifiedFilePart, path: string): WireDraft | undefined {
  const { source, name } = part;
  const named: WireDraft = name === undefined ? {} : { filename: name };
  if (source.kind === 'provider-resource') {
    const fileId = usableProviderId(writing.context, source.resource);
    if (fileId === undefined)
      return leaveOut(writing, path, 'source.provider-resource', 'a file goes back to its owner only');
    return { type: 'file', file: { file_id: fileId, ...named } };
  }
  if (source.kind === 'url' && writing.own) return { type: 'file', file: { file_data: source.url, ...named } };
  if (source.kind !== 'inline') return leaveOut(writing, path, 'part.file', 'this wire takes files inline only');
  const plain = partForm(part.providerData).fileData === 'base64';
  if (plain && source.mediaType !== OCTETS) {
    writing.context.loss.lose({
      path: `${path}/source/mediaType`,
      feature: 'media.type',
      reason: 'plain base64 names no media type',
    });
  }
  return { type: 'file', file: { file_data: plain ? base64Of(source) : dataUrl(source), ...named } };
}

function writeDocument(writing: PartWriting, part: UnifiedDocumentPart, path: string): WireDraft | undefined {
  const { source, name, title } = part;
  if (source.kind !== 'inline')
    return leaveOut(writing, path, 'part.document', 'this wire takes documents inline only');
  if (source.encoding === 'utf8') {
    writing.context.loss.lose({
      path,
      feature: 'part.document',
      requirement: 'preferred',
      reason: 'a text document was written as plain text',
    });
    return { type: 'text', text: source.data };
  }
  const filename = name ?? title;
  if (name !== undefined && title !== undefined) {
    writing.context.loss.lose({
      path: `${path}/title`,
      feature: 'part.document.title',
      reason: 'this wire has a file name only',
    });
  }
  return { type: 'file', file: { file_data: dataUrl(source), ...(filename === undefined ? {} : { filename }) } };
}
