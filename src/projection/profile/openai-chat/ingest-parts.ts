import type {
  UnifiedCacheDirective,
  UnifiedContentPart,
  UnifiedImagePart,
  UnifiedProviderDataRef,
  UnifiedProviderResourceRef,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { from, type IngestContext, keepPrivate, keepUnknown } from '../../ingest-context.ts';
import { inlineBase64, inlineFromDataUrl, sourceFromUrl } from '../../shared/data-source.ts';
import { isDuration } from '../../shared/duration.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, PART_FORM } from './forms.ts';
import { readVendorCacheControl } from './quirks.ts';
import { AUDIO_MEDIA_TYPES, IMAGE_DETAILS } from './wire.ts';

/** What a part has before its cache mark, its annotations and what nobody read are added. */
type Bare = UnifiedContentPart;
type PartReader = (context: IngestContext, wire: WireObject, id: string) => ReadPart | undefined;

interface ReadPart {
  readonly part: Bare;
  /** Nested objects whose unread members belong to the part. */
  readonly inside?: WireObject;
  readonly at?: string;
  readonly form?: { readonly fileData?: 'base64' };
}

const READERS: Readonly<Record<string, PartReader>> = {
  text: (_context, wire, id) => ({ part: { id, type: 'text', text: wire.requiredText('text') } }),
  refusal: (_context, wire, id) => ({ part: { id, type: 'refusal', refusal: wire.requiredText('refusal') } }),
  image_url: readImage,
  input_audio: readAudio,
  file: readFile,
};

/** A list of parts, and the parts among them that this dialect does not know. */
export interface ReadContent {
  readonly parts: readonly UnifiedContentPart[];
  readonly unknown: readonly UnifiedProviderDataRef[];
}

/** Reads the parts of a message; a part of an unknown type stays with its owner, at its place. */
export function readParts(context: IngestContext, wires: readonly WireObject[], itemId: string): ReadContent {
  const parts: UnifiedContentPart[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const type = wire.requiredText('type');
    const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const read = reader?.(context, wire, childId(itemId, 'part', index));
    if (read === undefined) unknown.push(keepUnknownPart(context, wire, itemId, type, index));
    else parts.push(finishPart(context, wire, read));
  });
  return { parts, unknown };
}

function keepUnknownPart(
  context: IngestContext,
  wire: WireObject,
  itemId: string,
  type: string,
  index: number,
): UnifiedProviderDataRef {
  const reference = keepPrivate(context, itemId, `content-${index}`, {
    kind: 'unknown-wire-content',
    schema: 'openai-chat/unknown-part',
    payload: JSON.stringify(wire.value),
    placement: 'part',
    wireType: type.slice(0, 256) || 'empty',
    wirePointer: `/content/${index}`,
  });
  return from(context, wire, reference);
}

function finishPart(
  context: IngestContext,
  wire: WireObject,
  { part, inside, at = '', form = {} }: ReadPart,
): UnifiedContentPart {
  const breakpoint = readBreakpoint(wire);
  const spelled = { ...form, ...(breakpoint?.vendor === true ? { cacheField: 'cache_control' as const } : {}) };
  const unread = keepUnknown(context, part.id, [
    { wire },
    ...(inside === undefined ? [] : [{ wire: inside, at }]),
    ...(breakpoint?.places ?? []),
  ]);
  const providerData = [...annotate(context, part.id, PART_FORM, spelled), ...unread];
  const made: UnifiedContentPart = {
    ...part,
    ...(breakpoint === undefined ? {} : { cache: breakpoint.directive }),
    ...(providerData.length === 0 ? {} : { providerData }),
  };
  return from(context, wire, made);
}

interface ReadBreakpoint {
  readonly directive: UnifiedCacheDirective;
  readonly vendor: boolean;
  readonly places: readonly { readonly wire: WireObject; readonly at: string }[];
}

function readBreakpoint(wire: WireObject): ReadBreakpoint | undefined {
  const own = wire.object('prompt_cache_breakpoint');
  if (own === undefined) return readVendorCacheControl(wire);
  own.word('mode', ['explicit']);
  const lasting = isDuration(own.peek('ttl')) ? { ttl: own.requiredText('ttl') } : {};
  return { directive: lasting, vendor: false, places: [{ wire: own, at: '/prompt_cache_breakpoint' }] };
}

function readImage(_context: IngestContext, wire: WireObject, id: string): ReadPart {
  const inside = wire.requiredObject('image_url');
  const source = sourceFromUrl(inside.requiredText('url'));
  const detail = inside.word('detail', IMAGE_DETAILS);
  const part: UnifiedImagePart = { id, type: 'image', source, ...(detail === undefined ? {} : { detail }) };
  return { part, inside, at: '/image_url' };
}

function readAudio(_context: IngestContext, wire: WireObject, id: string): ReadPart {
  const inside = wire.requiredObject('input_audio');
  const format = inside.requiredText('format');
  const mediaType = Object.hasOwn(AUDIO_MEDIA_TYPES, format) ? AUDIO_MEDIA_TYPES[format] : undefined;
  const source = inlineBase64(inside.requiredText('data'), mediaType);
  return { part: { id, type: 'audio', source, format }, inside, at: '/input_audio' };
}

function readFile(context: IngestContext, wire: WireObject, id: string): ReadPart {
  const inside = wire.requiredObject('file');
  const filename = inside.name('filename');
  const named = filename === undefined ? {} : { name: filename };
  const fileId = inside.text('file_id');
  if (fileId !== undefined) {
    const resource: UnifiedProviderResourceRef = providerResource(context, id, 'file', fileId);
    return {
      part: { id, type: 'file', source: { kind: 'provider-resource', resource }, ...named },
      inside,
      at: '/file',
    };
  }
  const data = inside.requiredText('file_data');
  const inline = inlineFromDataUrl(data);
  if (inline !== undefined) return { part: { id, type: 'file', source: inline, ...named }, inside, at: '/file' };
  if (data.startsWith('http'))
    return { part: { id, type: 'file', source: { kind: 'url', url: data }, ...named }, inside, at: '/file' };
  return {
    part: { id, type: 'file', source: inlineBase64(data), ...named },
    inside,
    at: '/file',
    form: { fileData: 'base64' },
  };
}
