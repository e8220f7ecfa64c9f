import type {
  UnifiedProviderDataRef,
  UnifiedSourceRange,
  UnifiedTextAnnotation,
  UnifiedUrl,
} from '../../../../generated/unified/types.ts';
import { from } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Holding } from './holding.ts';
import { type History, keepOpaque, keepUnknownBlock, optional } from './ingest-history.ts';
import { named } from './wire.ts';

/** The citations of one block, and how they were spelled. */
export interface Citations {
  readonly annotations?: readonly UnifiedTextAnnotation[];
  /** Members that the dialect expects, null or not, and that were not there. */
  readonly absent: readonly string[];
  readonly unknown: readonly UnifiedProviderDataRef[];
}

interface Location {
  readonly unit: UnifiedSourceRange['unit'];
  readonly base: 0 | 1;
  readonly key: string;
}

/** How the three locations inside a document count. */
const BLOCKS: Location = { unit: 'blocks', base: 0, key: 'block_index' };
const LOCATIONS: Readonly<Record<string, Location>> = {
  char_location: { unit: 'unicode-code-points', base: 0, key: 'char_index' },
  page_location: { unit: 'pages', base: 1, key: 'page_number' },
  content_block_location: BLOCKS,
};

/** Reads the citations of a text block: all of them count for the whole block. */
export function readCitations(history: History, holding: Holding): Citations {
  const wires = holding.wire.peek('citations') === undefined ? undefined : holding.entries(holding.wire, 'citations');
  if (wires === undefined) return NO_CITATIONS;
  const annotations: UnifiedTextAnnotation[] = [];
  const absent: string[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const read = readCitation(history, holding.id, wire, index, absent);
    if (read === undefined) unknown.push(keepUnknownBlock(history, holding.id, wire, `/citations/${index}`));
    else annotations.push(from(holding.within(wire).context, wire, read));
  });
  return annotations.length === 0 && unknown.length > 0 ? { absent, unknown } : { annotations, absent, unknown };
}

const NO_CITATIONS: Citations = { absent: [], unknown: [] };

interface Reading {
  readonly history: History;
  readonly wire: WireObject;
  readonly slot: string;
  readonly at: string;
  readonly absent: string[];
}

/**
 * Reads one citation of a text; nothing when nobody knows its type, or when its range ends before it begins. `index` is its place among those of the text, and what
 * the dialect expects and does not find joins the list of absent members.
 */
export function readCitation(
  history: History,
  holderId: string,
  wire: WireObject,
  index: number,
  absent: string[],
): UnifiedTextAnnotation | undefined {
  const reading: Reading = { history, wire, slot: `${holderId}.${index}`, at: `/citations/${index}`, absent };
  const type = reading.wire.peek('type');
  if (typeof type !== 'string') return undefined;
  const location = named(LOCATIONS, type);
  if (location !== undefined) {
    return isPossible(wire, location) ? readDocumentCitation(reading, location) : undefined;
  }
  if (type === 'search_result_location')
    return isPossible(wire, BLOCKS) ? readSearchResultCitation(reading) : undefined;
  return type === 'web_search_result_location' ? readWebSearchCitation(reading) : undefined;
}

/** Whether a range can be one: no record holds any other. What is no number is the reader's to refuse. */
function isPossible({ value }: WireObject, { key, base }: Location): boolean {
  const start = value[`start_${key}`];
  const end = value[`end_${key}`];
  return typeof start !== 'number' || typeof end !== 'number' || (base <= start && start <= end);
}

function readDocumentCitation(reading: Reading, location: Location): UnifiedTextAnnotation {
  const { wire, history } = reading;
  wire.take('type');
  const index = wire.count('document_index') ?? wire.fault('document_index', 'a whole number, zero or more');
  // Documents are counted over the whole conversation, of which an answer is a part only.
  const documentPartId = history.answer === undefined ? history.documents[index] : undefined;
  return {
    type: 'document-citation',
    ...(documentPartId === undefined ? { documentIndex: index } : { documentPartId }),
    ...optional('title', nullable(reading, 'document_title')),
    ...optional('fileId', wire.name('file_id')),
    range: range(wire, location),
    ...optional('citedText', wire.text('cited_text')),
  };
}

function readSearchResultCitation(reading: Reading): UnifiedTextAnnotation {
  const { wire } = reading;
  wire.take('type');
  return {
    type: 'search-result-citation',
    searchResultIndex:
      wire.count('search_result_index') ?? wire.fault('search_result_index', 'a whole number, zero or more'),
    source: { ...optional('name', wire.text('source')), ...optional('title', nullable(reading, 'title')) },
    range: range(wire, BLOCKS),
    ...optional('citedText', wire.text('cited_text')),
  };
}

function readWebSearchCitation(reading: Reading): UnifiedTextAnnotation {
  const { wire, history, slot } = reading;
  wire.take('type');
  const url: UnifiedUrl | undefined = wire.name('url');
  return {
    type: 'web-search-citation',
    source: { ...optional('url', url), ...optional('title', nullable(reading, 'title')) },
    ...optional('citedText', wire.text('cited_text')),
    ...optional(
      'privateState',
      keepOpaque(history, slot, 'encrypted-index', 'encrypted-index', wire.text('encrypted_index')),
    ),
  };
}

function range(wire: WireObject, { key, unit, base }: Location): UnifiedSourceRange {
  const start = wire.count(`start_${key}`) ?? wire.fault(`start_${key}`, 'a whole number, zero or more');
  const end = wire.count(`end_${key}`) ?? wire.fault(`end_${key}`, 'a whole number, zero or more');
  return { start, end, base, unit };
}

/** A member that the dialect wants written, be it null: null is absent in the record, and absent is remembered. */
function nullable({ wire, at, absent }: Reading, key: string): string | undefined {
  const value = wire.peek(key);
  if (value === undefined) absent.push(`${at}/${key}`);
  if (typeof value === 'string') return wire.text(key);
  if (value === null) wire.json(key);
  return undefined;
}
