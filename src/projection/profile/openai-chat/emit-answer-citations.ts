import type {
  UnifiedCitedSource,
  UnifiedTextAnnotation,
  UnifiedTextPart,
  UnifiedTextSpan,
} from '../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { loseUnits, writeCitation } from './citations.ts';

/** Where the citations of a text go. */
export interface CitationPlace {
  readonly message: WireDraft;
  /** The text of the message before this part. */
  readonly before: string;
  /** The pointer of the part. */
  readonly path: string;
  readonly own: boolean;
}

/** Writes the citations of a text beside the message: its own as they came, others of the web where they name a page. */
export function addAnswerCitations(
  context: EmitContext,
  { annotations = [], text }: UnifiedTextPart,
  { message, before, path, own }: CitationPlace,
): void {
  const written: JsonValue[] = [];
  annotations.forEach((annotation, index) => {
    const asItCame = own && !namesUnit(annotation) ? listOf(writeCitation(annotation)) : undefined;
    const citations = asItCame ?? webCitations(annotation, before, text);
    written.push(...citations);
    const feature = FEATURES[annotation.type];
    const place = { path: `${path}/annotations/${index}`, feature };
    if (citations.length > 0) loseUnits(context.loss, annotation, place);
    else if (context.claims[feature] !== undefined) {
      const reason = 'this wire cites pages of the web, each for one stretch of the text';
      context.loss.lose({ ...place, reason });
    }
  });
  if (written.length === 0) return;
  const known = message['annotations'];
  message['annotations'] = Array.isArray(known) ? [...known, ...written] : written;
}

const FEATURES = {
  'url-citation': 'citation.url',
  'web-search-citation': 'citation.web-search',
  'grounding-citation': 'citation.grounding',
  'document-citation': 'citation.document',
  'search-result-citation': 'citation.search-result',
  'file-citation': 'citation.file',
  'file-path': 'citation.file-path',
  'container-file-citation': 'citation.container-file',
} as const satisfies Readonly<Record<UnifiedTextAnnotation['type'], string>>;

/** Whether offsets can be counted again: those of this dialect are of an unknown unit, and pass as they are. */
function namesUnit(annotation: UnifiedTextAnnotation): boolean {
  return 'supports' in annotation && annotation.supports?.some(({ unit }) => unit !== 'unknown') === true;
}

function listOf(citation: JsonObject | undefined): readonly JsonObject[] {
  return citation === undefined ? [] : [citation];
}

/** One citation of this wire for every page and stretch of text. */
function webCitations(annotation: UnifiedTextAnnotation, before: string, text: string): readonly JsonObject[] {
  const sources = pagesOf(annotation);
  const spans = annotation.type === 'url-citation' || 'supports' in annotation ? annotation.supports : undefined;
  const whole: UnifiedTextSpan = { start: 0, end: text.length, unit: 'utf16-code-units' };
  return (spans ?? [whole]).flatMap((span) => {
    const range = span.partId === undefined ? rangeIn(text, span) : undefined;
    if (range === undefined) return [];
    const [start, end] = range.map((place) => codePoints(before) + place);
    return sources.map(({ url = '', title }) => ({
      type: 'url_citation',
      url_citation: { start_index: start ?? 0, end_index: end ?? 0, title: title ?? url, url },
    }));
  });
}

function pagesOf(annotation: UnifiedTextAnnotation): readonly UnifiedCitedSource[] {
  if (annotation.type === 'grounding-citation') return annotation.sources.filter(({ url }) => url !== undefined);
  if (annotation.type !== 'url-citation' && annotation.type !== 'web-search-citation') return [];
  return annotation.source.url === undefined ? [] : [annotation.source];
}

/** A stretch of text in characters, as this wire counts; nothing where the unit does not count text. */
function rangeIn(text: string, { start, end, unit }: UnifiedTextSpan): readonly [number, number] | undefined {
  if (unit === 'unicode-code-points' || unit === 'unknown') return [start, end];
  if (unit === 'utf16-code-units') return [codePoints(text.slice(0, start)), codePoints(text.slice(0, end))];
  if (unit !== 'utf8-bytes') return undefined;
  const bytes = new TextEncoder().encode(text);
  const upTo = (length: number) => codePoints(new TextDecoder().decode(bytes.subarray(0, length)));
  return [upTo(start), upTo(end)];
}

function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
