import type { OpenaiChatPartForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedDataSource,
  UnifiedImagePart,
  UnifiedProviderDataRef,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import { from, type IngestContext, keepUnread, keepWhole } from '../../ingest-context.ts';
import { type DataUrl, inlineBase64, readDataUrl } from '../../shared/data-source.ts';
import { isDuration } from '../../shared/duration.ts';
import { mediaTypeOfName } from '../../shared/media-type.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, PART_FORM } from './forms.ts';
import { type ReadMark, readVendorCacheControl } from './quirks.ts';
import { IMAGE_DETAILS, INPUT_AUDIO } from './wire.ts';

interface ReadPart {
  readonly part: UnifiedContentPart;
  /** The nested object whose unread members belong to the part. */
  readonly inside?: WireObject;
  readonly form?: OpenaiChatPartForm;
}

/** Reads a part; nothing when this dialect does not know it in this shape. */
type PartReader = (context: IngestContext, wire: WireObject, id: string) => ReadPart | undefined;

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

/** Reads the parts of a content; what is left out is read elsewhere. An unknown part stays with its owner, at its place. */
export function readParts(
  context: IngestContext,
  wires: readonly WireObject[],
  itemId: string,
  leftOut: (wire: WireObject) => boolean = () => false,
): ReadContent {
  const parts: UnifiedContentPart[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    if (leftOut(wire)) return;
    const type = wire.requiredText('type');
    const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const read = reader?.(context, wire, partId(itemId, index));
    if (read !== undefined) parts.push(finishPart(context, wire, read));
    else {
      const found = { payload: wire.opaqueWhole(), wireType: type, wirePointer: `/content/${index}` };
      unknown.push(keepWhole(context, itemId, wire, found));
    }
  });
  return { parts, unknown };
}

function finishPart(
  context: IngestContext,
  wire: WireObject,
  { part, inside, form = {} }: ReadPart,
): UnifiedContentPart {
  const own = readBreakpoint(wire);
  const mark = own ?? readVendorCacheControl(wire);
  const spelled = mark === undefined || mark === own ? form : { ...form, cacheField: 'cache_control' as const };
  const wires = [wire, ...(inside === undefined ? [] : [inside]), ...(mark === undefined ? [] : [mark.wire])];
  const unread = keepUnread(context, part.id, wire, wires);
  const providerData = [...annotate(context, part.id, PART_FORM, spelled), ...unread];
  const made: UnifiedContentPart = {
    ...part,
    ...(mark === undefined ? {} : { cache: mark.directive }),
    ...(providerData.length === 0 ? {} : { providerData }),
  };
  return from(context, wire, made);
}

function readBreakpoint(wire: WireObject): ReadMark | undefined {
  const mark = wire.objectIf('prompt_cache_breakpoint', (value) => value['mode'] === 'explicit');
  if (mark === undefined) return undefined;
  mark.take('mode');
  const lasting = isDuration(mark.look('ttl')) ? { ttl: mark.requiredText('ttl') } : {};
  return { directive: lasting, wire: mark };
}

/** The longest address that a record takes. */
const MAX_URL = 20_971_520;

function isAddress(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_URL;
}

/** An address alone, in place of the object, is the way of compatible servers; it is not taken apart. */
function readImage(_context: IngestContext, wire: WireObject, id: string): ReadPart | undefined {
  const value = wire.look('image_url');
  if (typeof value === 'string') return undefined;
  if (isPlainObject(value) && typeof value['url'] === 'string' && !isImage(value['url'])) return undefined;
  const inside = wire.requiredObject('image_url');
  const url = inside.requiredText('url');
  const inline = readDataUrl(url);
  const source: UnifiedDataSource = inline?.source ?? { kind: 'url', url };
  const detail = inside.knownWord('detail', IMAGE_DETAILS);
  const part: UnifiedImagePart = { id, type: 'image', source, ...(detail === undefined ? {} : { detail }) };
  return { part, inside, form: formOf(inline) };
}

function isImage(url: string): boolean {
  return isAddress(url) || readDataUrl(url) !== undefined;
}

function formOf(inline: DataUrl | undefined): OpenaiChatPartForm {
  return inline?.head === undefined ? {} : { dataUrlHead: inline.head };
}

function readAudio(_context: IngestContext, wire: WireObject, id: string): ReadPart | undefined {
  const inside = wire.requiredObject('input_audio');
  const format = inside.name('format', 64);
  if (format === undefined) return inside.fault('format', 'the name of a format');
  const mediaType = Object.hasOwn(INPUT_AUDIO, format) ? INPUT_AUDIO[format] : undefined;
  const source = inlineBase64(inside.requiredText('data'), mediaType);
  return { part: { id, type: 'audio', source, format }, inside };
}

function readFile(context: IngestContext, wire: WireObject, id: string): ReadPart | undefined {
  const inside = wire.requiredObject('file');
  const filename = inside.name('filename');
  const named = filename === undefined ? {} : { name: filename };
  const fileId = inside.name('file_id', 4096);
  if (fileId !== undefined) {
    const resource = providerResource(context, id, 'file', fileId);
    return { part: { id, type: 'file', source: { kind: 'provider-resource', resource }, ...named }, inside };
  }
  const data = inside.text('file_data');
  if (data === undefined) return undefined;
  const inline = readDataUrl(data);
  if (inline !== undefined) {
    return { part: { id, type: 'file', source: inline.source, ...named }, inside, form: formOf(inline) };
  }
  if (/^(?:https?|data):/i.test(data.slice(0, 8))) {
    return isAddress(data)
      ? { part: { id, type: 'file', source: { kind: 'url', url: data }, ...named }, inside }
      : undefined;
  }
  const source = inlineBase64(data, mediaTypeOfName(filename));
  return { part: { id, type: 'file', source, ...named }, inside, form: { fileData: 'base64' } };
}
