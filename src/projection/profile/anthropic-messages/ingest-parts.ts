import type {
  UnifiedContentPart,
  UnifiedDataSource,
  UnifiedDocumentPart,
  UnifiedProviderDataRef,
  UnifiedTextPart,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import type { JsonValue } from '../../../core/json.ts';
import { from } from '../../ingest-context.ts';
import { inlineBase64 } from '../../shared/data-source.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding, NOTHING } from './holding.ts';
import { readCitations } from './ingest-citations.ts';
import { type History, keepUnknownBlock, optional } from './ingest-history.ts';
import { NO_BYTES, named } from './wire.ts';

type PartReader = (history: History, holding: Holding) => UnifiedContentPart | undefined;

const READERS: Readonly<Record<string, PartReader>> = {
  text: readText,
  image: readImage,
  document: readDocument,
  search_result: readSearchResult,
  container_upload: readContainerUpload,
};

/** Reads a block as a part; nothing when nobody knows what it is, and then nothing of it has been read. */
export function readPart(history: History, wire: WireObject, id: string): UnifiedContentPart | undefined {
  const type = wire.peek('type');
  const reader = typeof type === 'string' ? named(READERS, type) : undefined;
  const part = reader?.(history, new Holding(history.context, wire, id));
  return part === undefined ? undefined : from(history.context, wire, part);
}

/** The parts of a list, and the blocks of it that nobody knows. */
export interface Parts {
  readonly parts: readonly UnifiedContentPart[];
  readonly unknown: readonly UnifiedProviderDataRef[];
}

/** Reads a list of blocks that are parts of one thing; `pointer` is where the list stands below that thing. */
export function readParts(history: History, wires: readonly WireObject[], holderId: string, pointer: string): Parts {
  const parts: UnifiedContentPart[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const part = readPart(history, wire, partId(holderId, parts.length));
    if (part === undefined) unknown.push(keepUnknownBlock(history, holderId, wire, `${pointer}/${index}`));
    else parts.push(part);
  });
  return { parts, unknown };
}

/** A text that stands in place of a list of blocks. */
export function textPart(history: History, wire: WireObject, id: string, text: string): UnifiedTextPart {
  return from(history.context, wire, { id, type: 'text', text });
}

function readText(history: History, holding: Holding): UnifiedTextPart {
  const { wire, id } = holding;
  wire.take('type');
  const text = wire.requiredText('text');
  const { annotations, absent, unknown } = readCitations(history, holding);
  const form = absent.length === 0 ? NOTHING : { absentMembers: absent };
  return {
    id,
    type: 'text',
    text,
    ...optional('annotations', annotations),
    ...holding.cache(),
    ...holding.providerData('part-form', form, unknown),
  };
}

function readImage(history: History, holding: Holding): UnifiedContentPart | undefined {
  const { wire, id } = holding;
  const source = readSource(history, holding, ['base64', 'url', 'file']);
  if (source === undefined) return undefined;
  wire.take('type');
  const oversized = holding.object(wire, 'transformations')?.knownWord('oversized_image', ['downsize', 'error']);
  return {
    id,
    type: 'image',
    source,
    ...optional('oversized', oversized),
    ...holding.cache(),
    ...holding.providerData('part-form', NOTHING),
  };
}

/** The bytes of an image or of a document; nothing when their place is of an unknown kind. */
function readSource({ context }: History, holding: Holding, types: readonly string[]): UnifiedDataSource | undefined {
  const value = holding.wire.peek('source');
  if (!hasTexts(value)) return undefined;
  const source = holding.typed(holding.wire, 'source', types);
  if (source === undefined) return undefined;
  if (value['type'] === 'url') return { kind: 'url', url: source.requiredText('url') };
  if (value['type'] === 'file') {
    const resource = providerResource(context, holding.id, 'file', source.requiredText('file_id'));
    return { kind: 'provider-resource', resource };
  }
  const mediaType = source.requiredText('media_type');
  const data = source.requiredText('data');
  return value['type'] === 'text'
    ? { kind: 'inline', mediaType, data, encoding: 'utf8' }
    : inlineBase64(data, mediaType);
}

/** What each kind of source must hold: texts that are not empty, but for the bytes themselves. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  base64: ['media_type'],
  text: ['media_type'],
  url: ['url'],
  file: ['file_id'],
};

function hasTexts(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // Neither null nor a list: an object.
  const source = value as { readonly [key: string]: JsonValue };
  const type = source['type'];
  const texts = typeof type === 'string' ? named(TEXTS, type) : undefined;
  if (texts === undefined || !texts.every((key) => typeof source[key] === 'string' && source[key] !== '')) return false;
  return type === 'url' || type === 'file' || typeof source['data'] === 'string';
}

/** Reads a document: its place is the one that citations count. */
export function readDocument(history: History, holding: Holding): UnifiedDocumentPart | undefined {
  const { wire, id } = holding;
  const place = history.documents.push(undefined) - 1; // one that nobody can read is counted as well
  const content = readDocumentContent(history, holding);
  if (content === undefined) return undefined;
  history.documents[place] = id;
  wire.take('type');
  const { unknown, form, ...rest } = content;
  return {
    id,
    type: 'document',
    ...rest,
    ...optional('title', wire.text('title')),
    ...optional('context', wire.text('context')),
    ...optional('citations', holding.object(wire, 'citations')?.boolean('enabled')),
    ...holding.cache(),
    ...holding.providerData('part-form', form, unknown),
  };
}

interface DocumentContent extends Pick<UnifiedDocumentPart, 'source' | 'blocks'> {
  readonly unknown: readonly UnifiedProviderDataRef[];
  readonly form: { readonly contentAsText?: boolean };
}

function readDocumentContent(history: History, holding: Holding): DocumentContent | undefined {
  const source = readSource(history, holding, ['base64', 'text', 'url', 'file']);
  if (source !== undefined) return { source, unknown: [], form: {} };
  const made = holding.wire.peek('source');
  if (typeof made !== 'object' || made === null || !('content' in made)) return undefined;
  const { content } = made;
  if (typeof content !== 'string' && !Array.isArray(content)) return undefined;
  const wire = holding.typed(holding.wire, 'source', ['content']);
  if (wire === undefined) return undefined;
  if (typeof content === 'string') {
    const block = textPart(history, wire, partId(holding.id, 0), wire.requiredText('content'));
    return { source: NO_BYTES, blocks: [block], unknown: [], form: { contentAsText: true } };
  }
  const { parts, unknown } = readParts(history, wire.requiredObjects('content'), holding.id, '/source/content');
  return { source: NO_BYTES, blocks: parts, unknown, form: {} };
}

function readSearchResult(history: History, holding: Holding): UnifiedContentPart | undefined {
  const { wire, id } = holding;
  const content = wire.peek('content');
  if (!Array.isArray(content)) return undefined;
  const wires = wire.requiredObjects('content');
  if (!wires.every((block) => block.peek('type') === 'text')) return undefined;
  wire.take('type');
  // Every block is a text, and texts are always read.
  const { parts } = readParts(history, wires, id, '/content') as { readonly parts: readonly UnifiedTextPart[] };
  return {
    id,
    type: 'grounding-source',
    source: { ...optional('name', wire.text('source')), ...optional('title', wire.text('title')) },
    blocks: parts,
    ...optional('citations', holding.object(wire, 'citations')?.boolean('enabled')),
    ...holding.cache(),
    ...holding.providerData('part-form', NOTHING),
  };
}

function readContainerUpload({ context }: History, holding: Holding): UnifiedContentPart | undefined {
  const { wire, id } = holding;
  const fileId = wire.peek('file_id');
  if (typeof fileId !== 'string' || fileId === '') return undefined;
  wire.take('type');
  const resource = providerResource(context, id, 'file', wire.requiredText('file_id'));
  return {
    id,
    type: 'artifact-reference',
    source: { kind: 'provider-resource', resource },
    purpose: 'container-upload',
    ...holding.cache(),
    ...holding.providerData('part-form', NOTHING),
  };
}
