import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedTextAnnotation, UnifiedUrlCitation } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { EmitContext } from '../../emit-context.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import type { LossRecorder } from '../../loss.ts';
import type { WireObject } from '../../wire-object.ts';

const OUTER: ReadonlySet<string> = new Set(['type', 'url_citation']);
const INNER: ReadonlySet<string> = new Set(['start_index', 'end_index', 'title', 'url']);

/**
 * Reads the web citations that stand beside a message's text. A list that holds anything else is left unread, so that
 * it stays whole with its owner.
 */
export function readCitations(context: IngestContext, wire: WireObject): readonly UnifiedUrlCitation[] {
  const raw = wire.look('annotations');
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every(isUrlCitation)) return [];
  return wire.requiredObjects('annotations').map((entry) => {
    const inside = entry.requiredObject('url_citation');
    const start = inside.count('start_index') ?? 0;
    const end = inside.count('end_index') ?? 0;
    const source = { url: inside.requiredText('url'), title: inside.requiredText('title') };
    // The unit of these offsets is not published.
    return from(context, entry, { type: 'url-citation', source, supports: [{ start, end, unit: 'unknown' }] });
  });
}

function isUrlCitation(value: JsonValue): boolean {
  if (!isPlainObject(value) || value['type'] !== 'url_citation' || !hasOnly(value, OUTER)) return false;
  const inner = value['url_citation'];
  if (!isPlainObject(inner) || !hasOnly(inner, INNER)) return false;
  const { start_index: start, end_index: end, title, url } = inner;
  return isCount(start) && isCount(end) && isShort(title, MAX_TITLE) && isShort(url, MAX_URL) && url !== '';
}

/** The longest that a record takes. */
const MAX_TITLE = 65_536;
const MAX_URL = 20_971_520;

function hasOnly(value: JsonObject, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

function isCount(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isShort(value: JsonValue | undefined, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest;
}

/** Reports the citations of a text that stands where this wire has none; the other kinds are reported as unclaimed. */
export function loseCitations(
  { loss }: EmitContext,
  annotations: readonly UnifiedTextAnnotation[] = [],
  path: string,
): void {
  annotations.forEach((annotation, index) => {
    if (annotation.type === 'url-citation') loseCitation(loss, `${path}/annotations/${index}`);
  });
}

export function loseCitation(loss: LossRecorder, path: string): void {
  loss.lose({ path, feature: 'part.text.annotations', reason: 'this wire does not take this citation back' });
}

/** A citation as this dialect writes it; absent when it has no place here. */
export function writeCitation(annotation: UnifiedTextAnnotation): JsonObject | undefined {
  if (annotation.type !== 'url-citation') return undefined;
  const { source, supports, type: _type, ...rest } = annotation;
  const { url, title, ...more } = source;
  const span = supports?.[0];
  if (url === undefined || title === undefined || span === undefined || supports?.length !== 1) return undefined;
  if (Object.keys(rest).length > 0 || Object.keys(more).length > 0 || span.partId !== undefined) return undefined;
  return { type: 'url_citation', url_citation: { start_index: span.start, end_index: span.end, title, url } };
}

/** Reports the units of a citation that was written, where they are known: a reader takes them for unknown again. */
export function loseUnits(
  loss: LossRecorder,
  annotation: UnifiedTextAnnotation,
  { path, feature }: { readonly path: string; readonly feature: FeatureCode },
): void {
  const spans = 'supports' in annotation ? annotation.supports : undefined;
  spans?.forEach(({ unit }, index) => {
    if (unit === 'unknown') return;
    const reason = 'this wire does not say what its offsets count';
    loss.lose({ path: `${path}/supports/${index}/unit`, feature, requirement: 'optional', reason });
  });
}
