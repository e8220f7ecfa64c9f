import type {
  UnifiedDocumentCitation,
  UnifiedSearchResultCitation,
  UnifiedTextAnnotation,
  UnifiedWebSearchCitation,
} from '../../../../generated/unified/types.ts';
import { readPrivate, type WireDraft } from '../../emit-context.ts';
import { put } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';

/** Where citations are written. */
export interface CitationPlace {
  readonly writing: Writing;
  readonly own: boolean;
  readonly path: string;
  /** The block that the citations belong to. */
  readonly block: WireDraft;
  /** Members that were not there although the dialect expects them, by their pointers below the block. */
  readonly absent: readonly string[];
}

/** Writes the citations of a text; nothing when none of them can be written. */
export function writeCitations(
  annotations: readonly UnifiedTextAnnotation[] | undefined,
  place: CitationPlace,
): readonly WireDraft[] | undefined {
  if (annotations === undefined) return undefined;
  const written = annotations.flatMap((annotation, index) => {
    const draft = writeCitation(annotation, { ...place, path: `${place.path}/annotations/${index}` }, index);
    return draft === undefined ? [] : [draft];
  });
  return written.length === 0 && (annotations.length > 0 || !place.own) ? undefined : written;
}

/** Writes one citation; `index` is its place among those of the block. */
export function writeCitation(
  annotation: UnifiedTextAnnotation,
  place: CitationPlace,
  index: number,
): WireDraft | undefined {
  const nullable = (draft: WireDraft, key: string, value: string | undefined): void => {
    if (value !== undefined) draft[key] = value;
    else if (!place.absent.includes(`/citations/${index}/${key}`)) draft[key] = null;
  };
  if (annotation.type === 'document-citation') return writeDocumentCitation(annotation, place, nullable);
  if (annotation.type === 'search-result-citation') return writeSearchResultCitation(annotation, place, nullable);
  return annotation.type === 'web-search-citation' ? writeWebSearchCitation(annotation, place, nullable) : undefined;
}

type Nullable = (draft: WireDraft, key: string, value: string | undefined) => void;

function writeDocumentCitation(
  citation: UnifiedDocumentCitation,
  place: CitationPlace,
  nullable: Nullable,
): WireDraft | undefined {
  const { context, documents } = place.writing;
  const { documentPartId: partId, documentIndex } = citation;
  if (partId === undefined && documentIndex === undefined) {
    context.loss.lose({
      path: place.path,
      feature: 'citation.document',
      reason: 'the cited document is not in the request',
    });
    return undefined;
  }
  // The document that a part is gets its number when all of them are written.
  const draft: WireDraft = { ...writeRange(citation, place), document_index: documentIndex ?? 0 };
  if (partId !== undefined) documents.cite({ partId, citation: draft, block: place.block, path: place.path });
  put(draft, 'cited_text', citation.citedText);
  nullable(draft, 'document_title', citation.title);
  if (place.own) put(draft, 'file_id', citation.fileId);
  else if (citation.fileId !== undefined) {
    const reason = 'a citation that is sent names no file';
    context.loss.lose({ path: `${place.path}/fileId`, feature: 'citation.source.file', reason });
  }
  return draft;
}

/** How ranges are called on this wire, by what they count. */
function writeRange({ range }: UnifiedDocumentCitation, place: CitationPlace): WireDraft {
  const { start, end, base, unit } = range;
  if (unit === 'pages') {
    return { type: 'page_location', start_page_number: start - base + 1, end_page_number: end - base + 1 };
  }
  if (unit === 'blocks')
    return { type: 'content_block_location', start_block_index: start - base, end_block_index: end - base };
  if (unit !== 'unicode-code-points') {
    const reason = 'this wire counts characters; the positions are sent as they are';
    place.writing.context.loss.lose({ path: `${place.path}/range/unit`, feature: 'citation.span', reason });
  }
  return { type: 'char_location', start_char_index: start - base, end_char_index: end - base };
}

function writeSearchResultCitation(
  citation: UnifiedSearchResultCitation,
  place: CitationPlace,
  nullable: Nullable,
): WireDraft {
  const { source, range } = citation;
  if (range.unit !== 'blocks') {
    const reason = 'this wire counts blocks of a search result; the positions are sent as they are';
    place.writing.context.loss.lose({ path: `${place.path}/range/unit`, feature: 'citation.span', reason });
  }
  const draft: WireDraft = {
    type: 'search_result_location',
    search_result_index: citation.searchResultIndex,
    start_block_index: range.start - range.base,
    end_block_index: range.end - range.base,
  };
  put(draft, 'source', source.name ?? source.url);
  put(draft, 'cited_text', citation.citedText);
  nullable(draft, 'title', source.title);
  return draft;
}

function writeWebSearchCitation(
  citation: UnifiedWebSearchCitation,
  place: CitationPlace,
  nullable: Nullable,
): WireDraft | undefined {
  const { context } = place.writing;
  const draft: WireDraft = { type: 'web_search_result_location' };
  if (citation.privateState !== undefined || !place.own) {
    const path = `${place.path}/privateState`;
    const index =
      citation.privateState === undefined
        ? undefined
        : readPrivate(context, citation.privateState, path, 'citation.private-state');
    if (index === undefined) {
      const reason = 'a citation of a search goes back to the provider of the search only';
      context.loss.lose({ path: place.path, feature: 'citation.web-search', reason });
      return undefined;
    }
    draft['encrypted_index'] = index;
  }
  put(draft, 'url', citation.source.url);
  put(draft, 'cited_text', citation.citedText);
  nullable(draft, 'title', citation.source.title);
  return draft;
}
