import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedAudioPart,
  UnifiedDataSource,
  UnifiedDocumentPart,
  UnifiedFilePart,
  UnifiedImagePart,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { base64Of, dataUrl } from '../../shared/data-source.ts';
import { mediaTypeOfName } from '../../shared/media-type.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import type { CacheMarks } from './cache-marks.ts';
import { partForm } from './forms.ts';
import { loseMediaName } from './lost-names.ts';
import { IMAGE_DETAILS, INPUT_AUDIO, INPUT_AUDIO_TYPES } from './wire.ts';

/** What the writers of parts share. */
export interface PartWriting {
  readonly context: EmitContext;
  readonly marks: CacheMarks;
  /** Whether the item came from this dialect, which then wrote it acceptably. */
  readonly own: boolean;
  /** Whether the writer of the message sees to citations itself; elsewhere this wire has none. */
  readonly hasCitations?: boolean;
}

/** Reports a difference; gives nothing, which leaves the part out where it is given back. */
export function lose({ context }: PartWriting, path: string, feature: FeatureCode, reason: string): undefined {
  context.loss.lose({ path, feature, reason });
  return undefined;
}

export function writeImage(writing: PartWriting, part: UnifiedImagePart, path: string): WireDraft | undefined {
  const url = imageUrl(writing, part);
  if (url === undefined) return lose(writing, path, 'part.image', 'this wire takes images inline or from the web only');
  loseMediaName(writing.context, part.name, path);
  const detail = IMAGE_DETAILS.find((word) => word === part.detail);
  if (part.detail !== undefined && detail === undefined) {
    lose(writing, `${path}/detail`, 'part.image.detail', 'this wire does not know this detail');
  }
  return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } };
}

function imageUrl({ own }: PartWriting, { source, providerData }: UnifiedImagePart): string | undefined {
  if (source.kind === 'inline') return dataUrl(source, partForm(providerData).dataUrlHead);
  if (source.kind !== 'url') return undefined;
  return own || /^(?:https?|data):/i.test(source.url) ? source.url : undefined;
}

export function writeAudio(writing: PartWriting, part: UnifiedAudioPart, path: string): WireDraft | undefined {
  const { source, format = formatOf(source) } = part;
  if (source.kind !== 'inline') return lose(writing, path, 'part.audio', 'this wire takes audio inline only');
  const implied = format !== undefined && Object.hasOwn(INPUT_AUDIO, format) ? INPUT_AUDIO[format] : undefined;
  if (format === undefined || (!writing.own && implied === undefined)) {
    return lose(writing, path, 'part.audio', 'this wire takes WAV and MP3 only');
  }
  loseMediaName(writing.context, part.name, path);
  for (const key of ['channelCount', 'sampleRateHertz'] as const) {
    if (part[key] !== undefined) lose(writing, `${path}/${key}`, 'part.audio.encoding', NAMES_FORMAT_ONLY);
  }
  if (implied !== undefined && implied !== source.mediaType) loseMediaType(writing, path, NAMES_FORMAT_ONLY);
  return { type: 'input_audio', input_audio: { data: base64Of(source), format } };
}

const NAMES_FORMAT_ONLY = 'this wire names the format only';

function formatOf(source: UnifiedDataSource): string | undefined {
  if (source.kind !== 'inline' || !Object.hasOwn(INPUT_AUDIO_TYPES, source.mediaType)) return undefined;
  return INPUT_AUDIO_TYPES[source.mediaType];
}

/** Reports that the media are the same and only what they are called is lost. */
export function loseMediaType({ context }: PartWriting, path: string, reason: string): void {
  const at = { path: `${path}/source/mediaType`, feature: 'media.type', requirement: 'optional' } as const;
  context.loss.lose({ ...at, reason });
}

const UNKNOWN_TYPE = 'application/octet-stream';

export function writeFile(writing: PartWriting, part: UnifiedFilePart, path: string): WireDraft | undefined {
  const { source, name } = part;
  const named: WireDraft = name === undefined ? {} : { filename: name };
  if (source.kind === 'provider-resource') {
    const isFile = source.resource.resourceType === 'file';
    const fileId = isFile ? usableProviderId(writing.context, source.resource) : undefined;
    if (fileId === undefined) {
      const reason = 'a file that a provider holds goes back to its owner only, and nothing else it holds is a file';
      return lose(writing, path, 'source.provider-resource', reason);
    }
    return { type: 'file', file: { file_id: fileId, ...named } };
  }
  if (source.kind === 'url' && writing.own) return { type: 'file', file: { file_data: source.url, ...named } };
  if (source.kind !== 'inline') return lose(writing, path, 'part.file', 'this wire takes files inline only');
  const { fileData, dataUrlHead } = partForm(part.providerData);
  if (fileData !== 'base64') return { type: 'file', file: { file_data: dataUrl(source, dataUrlHead), ...named } };
  if (source.mediaType !== (mediaTypeOfName(name) ?? UNKNOWN_TYPE)) {
    loseMediaType(writing, path, 'plain base64 names no media type');
  }
  return { type: 'file', file: { file_data: base64Of(source), ...named } };
}

/** Writes a document that is bytes as a file. */
export function writeDocument(writing: PartWriting, part: UnifiedDocumentPart, path: string): WireDraft | undefined {
  const { source, name, title, context } = part;
  if (source.kind !== 'inline') return lose(writing, path, 'part.document', 'this wire takes documents inline only');
  if (context !== undefined) {
    lose(writing, `${path}/context`, 'part.document.context', 'this wire has nothing to say about a file');
  }
  if (name !== undefined && title !== undefined) {
    lose(writing, `${path}/title`, 'part.document.title', 'this wire has a file name only');
  }
  const filename = name ?? title;
  return { type: 'file', file: { file_data: dataUrl(source), ...(filename === undefined ? {} : { filename }) } };
}
