import type {
  UnifiedDataSource,
  UnifiedDocumentPart,
  UnifiedFilePart,
  UnifiedImagePart,
  UnifiedInlineDataSource,
} from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { base64Of, membersBeside } from '../../shared/data-source.ts';
import { readMediaType } from '../../shared/media-type.ts';
import { put } from './emit-basics.ts';
import { fileIdOf, losePartMembers, loseSource, type PartPlace } from './emit-place.ts';
import { IMAGE_TYPES } from './wire.ts';

/** Writes an image. */
export function writeImage(part: UnifiedImagePart, place: PartPlace): WireDraft | undefined {
  const source = writeSource(part.source, place, imageBytes);
  if (source === undefined) return undefined;
  loseName(part.name, place);
  const draft: WireDraft = { type: 'image', source };
  if (part.oversized !== undefined) draft['transformations'] = { oversized_image: part.oversized };
  return draft;
}

/** Writes a document: a PDF, a text, or a list of blocks. */
export function writeDocument(part: UnifiedDocumentPart, place: PartPlace): WireDraft | undefined {
  const source = part.blocks === undefined ? writeSource(part.source, place, documentBytes) : writeBlocks(part, place);
  if (source === undefined) return undefined;
  if (place.inFetch !== true) {
    losePartMembers(part, place, { url: 'part.document.url', retrievedAt: 'part.document.retrieved-at' });
  }
  const draft: WireDraft = { type: 'document', source };
  put(draft, 'title', part.title ?? part.name);
  if (part.title !== undefined) loseName(part.name, place);
  put(draft, 'context', part.context);
  if (part.citations !== undefined) draft['citations'] = { enabled: part.citations };
  return draft;
}

/** Writes a file as what its media type says that it is. */
export function writeFile(part: UnifiedFilePart, place: PartPlace): WireDraft | undefined {
  const { source } = part;
  if (source.kind === 'inline' && IMAGE_TYPES.has(readMediaType(source.mediaType).type)) {
    loseName(part.name, place);
    const bytes = writeSource(source, place, imageBytes);
    return bytes === undefined ? undefined : { type: 'image', source: bytes };
  }
  const bytes = writeSource(source, place, documentBytes);
  if (bytes === undefined) return undefined;
  const draft: WireDraft = { type: 'document', source: bytes };
  put(draft, 'title', part.name);
  return draft;
}

function loseName(name: string | undefined, { writing, path, itemId }: PartPlace): void {
  if (name === undefined) return;
  const reason = 'the block has no place for the name of a file';
  writing.context.loss.lose({ path: `${path}/name`, feature: 'part.media.name', reason, sourceItemId: itemId });
}

type WriteBytes = (source: UnifiedInlineDataSource, place: PartPlace) => WireDraft | undefined;

function writeSource(source: UnifiedDataSource, place: PartPlace, bytes: WriteBytes): WireDraft | undefined {
  switch (source.kind) {
    case 'inline':
      return bytes(source, place);
    case 'url':
      if (place.own || /^https?:/i.test(source.url.slice(0, 8))) return { type: 'url', url: source.url };
      return loseSource(place, 'source.url', 'the target fetches addresses of the web only');
    case 'provider-resource': {
      const fileId = fileIdOf(place, source.resource);
      if (fileId !== undefined) return { type: 'file', file_id: fileId };
      return loseSource(place, 'source.provider-resource', 'a file that another owner holds cannot be used here');
    }
    case 'artifact':
      return undefined; // reported with everything else that is unclaimed
    default:
      return source satisfies never;
  }
}

function imageBytes(source: UnifiedInlineDataSource, place: PartPlace): WireDraft | undefined {
  if (place.own) return { type: 'base64', media_type: source.mediaType, data: base64Of(source) };
  const { type, parameters } = readMediaType(source.mediaType);
  if (!IMAGE_TYPES.has(type)) return loseSource(place, 'media.type', 'the target reads JPEG, PNG, GIF and WebP images');
  if (parameters.size > 0) loseMediaType(place, 'the target has no place for parameters of a media type');
  return { type: 'base64', media_type: type, data: base64Of(source) };
}

/** Reports that the bytes are the same and something of what they are called is lost. */
function loseMediaType({ writing, path, itemId }: PartPlace, reason: string): void {
  const at = { path: `${path}/source/mediaType`, sourceItemId: itemId };
  writing.context.loss.lose({ ...at, feature: 'media.type', requirement: 'optional', reason });
}

const PDF = 'application/pdf';
const TEXT = 'text/plain';

function documentBytes(source: UnifiedInlineDataSource, place: PartPlace): WireDraft | undefined {
  const { mediaType, encoding, data } = source;
  if (place.own) {
    if (encoding === 'utf8') return { type: 'text', media_type: mediaType, data };
    return { type: 'base64', media_type: mediaType, data };
  }
  const { type, parameters } = readMediaType(mediaType);
  if (type === PDF) return { type: 'base64', media_type: PDF, data: base64Of(source) };
  const isText = type.startsWith('text/') || type === 'application/json';
  if (!isText) return loseSource(place, 'media.type', 'the target reads PDF and text documents');
  const charset = parameters.get('charset');
  const text = encoding === 'utf8' ? data : textOf(data, charset);
  if (text === undefined) {
    return loseSource(
      place,
      'media.type',
      `the bytes are no text of the ${charset === undefined ? 'encoding UTF-8' : 'charset that is named'}`,
    );
  }
  const isPlain = type === TEXT && [...parameters.keys()].every((name) => name === 'charset');
  if (!isPlain) loseMediaType(place, 'the target knows plain text only, and gets this text as such');
  return { type: 'text', media_type: TEXT, data: text };
}

/** The text of base64 bytes; absent when they are none of that character set. */
function textOf(base64: string, charset = 'utf-8'): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function writeBlocks({ blocks = [], source }: UnifiedDocumentPart, place: PartPlace): WireDraft {
  loseBytes(source, place);
  const [only] = blocks;
  if (place.form.contentAsText === true && blocks.length === 1 && only?.type === 'text') {
    return { type: 'content', content: only.text };
  }
  return { type: 'content', content: place.writeParts(blocks, `${place.path}/blocks`) };
}

/** A document that is made of blocks is sent as its blocks: what its source holds besides is not. */
function loseBytes(source: UnifiedDataSource, { writing, path, itemId }: PartPlace): void {
  for (const member of membersBeside(source)) {
    const reason = 'the blocks of the document are sent in place of its bytes';
    const at = { path: `${path}/source${member}`, sourceItemId: itemId };
    writing.context.loss.lose({ ...at, feature: 'part.document.blocks', requirement: 'optional', reason });
  }
}
