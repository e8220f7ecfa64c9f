import type {
  UnifiedCacheBreakpoint,
  UnifiedCacheDirective,
  UnifiedCacheIntent,
  UnifiedContentPart,
  UnifiedItem,
  UnifiedRequestV2,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { millisecondsOf } from '../../shared/duration.ts';
import { partForm } from './forms.ts';
import { BREAKPOINT_TTLS, MAX_CACHE_BREAKPOINTS } from './wire.ts';

/** A mark that this wire can write: on a part of a message that the model did not write. */
interface Mark {
  readonly part: UnifiedContentPart;
  readonly directive: UnifiedCacheDirective;
  /** Pointer of the mark in the record. */
  readonly path: string;
  /** Where the part stands in the history. */
  readonly position: readonly [item: number, part: number];
}

/** Which parts get a cache mark on this wire. */
export type CacheMarks = ReadonlyMap<UnifiedContentPart, Mark>;

/** Decides which cache marks this wire writes, and reports those that it cannot. */
export function cacheMarks(request: UnifiedRequestV2, context: EmitContext): CacheMarks {
  const direct = new Map(directMarks(request, context).map((mark) => [mark.part, mark]));
  const found = [...direct.values(), ...intendedMarks(request, context, direct)].sort(byPosition);
  const own = request.source.profile.family === context.profile.family;
  const kept = own ? found : withinLimit(found, request.cache, context);
  return new Map([...kept, ...predictedMarks(request)].map((mark) => [mark.part, mark]));
}

/** Marks of predicted text, which is no part of the prompt. */
function predictedMarks({ generation }: UnifiedRequestV2): readonly Mark[] {
  return (generation.prediction?.value ?? []).flatMap((part, index): readonly Mark[] => {
    if (part.cache === undefined) return [];
    const path = `/generation/prediction/value/${index}/cache`;
    return [{ part, directive: part.cache, path, position: [Number.POSITIVE_INFINITY, index] }];
  });
}

const WHERE = 'this wire has cache marks on parts of messages of the user and the system only';

function directMarks({ conversation, tools }: UnifiedRequestV2, context: EmitContext): readonly Mark[] {
  const marks = conversation.items.flatMap((item, index) => marksOf(item, index, context));
  tools.forEach(({ type, cache }, index) => {
    if (cache !== undefined && type !== 'function' && type !== 'custom') lose(context, `/tools/${index}/cache`, WHERE);
  });
  return marks;
}

function marksOf(item: UnifiedItem, index: number, context: EmitContext): readonly Mark[] {
  if (item.visibility !== 'model') return [];
  const path = `/conversation/items/${index}`;
  const member = item.type === 'tool-result' ? 'output' : 'content';
  const parts = partsOf(item);
  const marks = parts.flatMap((part, place): readonly Mark[] => {
    if (part.cache === undefined) return [];
    const at = `${path}/${member}/${place}/cache`;
    if (takesMarks(item) || partForm(part.providerData).cacheField !== undefined) {
      return [{ part, directive: part.cache, path: at, position: [index, place] }];
    }
    lose(context, at, WHERE);
    return [];
  });
  const last = parts.at(-1);
  if (item.cache === undefined) return marks;
  if (takesMarks(item) && last !== undefined && last.cache === undefined) {
    return [
      ...marks,
      { part: last, directive: item.cache, path: `${path}/cache`, position: [index, parts.length - 1] },
    ];
  }
  lose(context, `${path}/cache`, last?.cache === undefined ? WHERE : TWICE);
  return marks;
}

const TWICE = 'the part has a mark of its own';

function partsOf(item: UnifiedItem): readonly UnifiedContentPart[] {
  if (item.type === 'message') return item.content;
  return item.type === 'tool-result' ? (item.output ?? []) : [];
}

function takesMarks(item: UnifiedItem): boolean {
  return item.type === 'message' && item.role !== 'assistant' && item.visibility === 'model';
}

function intendedMarks(
  { cache, conversation }: UnifiedRequestV2,
  context: EmitContext,
  direct: CacheMarks,
): readonly Mark[] {
  const breakpoints = cache?.breakpoints ?? [];
  if (breakpoints.length === 0) return [];
  const places = new Map(conversation.items.map((item, index) => [item.id, { item, index }]));
  return breakpoints.flatMap((breakpoint, index) => {
    const path = `/cache/breakpoints/${index}`;
    const mark = intendedMark(breakpoint, places.get(breakpoint.itemId), path);
    if (mark !== undefined && !direct.has(mark.part)) return [mark];
    lose(context, path, mark === undefined ? WHERE : TWICE);
    return [];
  });
}

function intendedMark(
  { partId, ttl }: UnifiedCacheBreakpoint,
  place: { readonly item: UnifiedItem; readonly index: number } | undefined,
  path: string,
): Mark | undefined {
  if (place === undefined || !takesMarks(place.item)) return undefined;
  const parts = partsOf(place.item);
  const at = partId === undefined ? parts.length - 1 : parts.findIndex(({ id }) => id === partId);
  const part = parts[at];
  if (part === undefined) return undefined;
  return { part, directive: ttl === undefined ? {} : { ttl }, path, position: [place.index, at] };
}

function byPosition({ position: one }: Mark, { position: other }: Mark): number {
  return one[0] - other[0] || one[1] - other[1];
}

/** Keeps as many marks as the wire takes, by the request's own policy; where it has none the last ones. */
function withinLimit(
  found: readonly Mark[],
  cache: UnifiedCacheIntent | undefined,
  context: EmitContext,
): readonly Mark[] {
  const most = cache?.mode === 'explicit' ? MAX_CACHE_BREAKPOINTS : MAX_CACHE_BREAKPOINTS - 1;
  if (found.length <= most) return found;
  const policy = cache?.limitPolicy ?? 'keep-last';
  const order = policy === 'keep-first' ? found : found.toReversed();
  const ranked = policy === 'keep-longest-lived' ? order.toSorted(byLife) : order;
  const kept = new Set(ranked.slice(0, most));
  return found.filter((mark) => {
    if (kept.has(mark)) return true;
    const reason = `this wire takes ${most} cache marks beside its own`;
    context.loss.lose({ path: mark.path, feature: 'cache.breakpoint.limit', reason });
    return false;
  });
}

function byLife({ directive: one }: Mark, { directive: other }: Mark): number {
  return millisecondsOf(other.ttl ?? 0) - millisecondsOf(one.ttl ?? 0);
}

function lose({ loss }: EmitContext, path: string, reason: string): void {
  loss.lose({ path, feature: 'cache.breakpoint', reason });
}

/** Writes the mark of a part, if it has one. */
export function writeMark(
  context: EmitContext,
  marks: CacheMarks,
  part: UnifiedContentPart,
  draft: WireDraft,
  own: boolean,
): void {
  const mark = marks.get(part);
  if (mark === undefined) return;
  if (partForm(part.providerData).cacheField === 'cache_control') draft['cache_control'] = vendorMark(mark.directive);
  else draft['prompt_cache_breakpoint'] = ownMark(context, mark.directive, mark.path, own);
}

/** A mark of this dialect. `path` is the pointer of the directive. */
export function ownMark(context: EmitContext, { ttl }: UnifiedCacheDirective, path: string, own: boolean): WireDraft {
  return { mode: 'explicit', ...lasting(context, ttl, { path: `${path}/ttl`, known: BREAKPOINT_TTLS, own }) };
}

/** A mark in the manner of compatible servers. */
export function vendorMark({ ttl }: UnifiedCacheDirective): WireDraft {
  return ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl };
}

/** A time to live that this wire knows, or nothing and an entry. */
export function lasting(
  { loss }: EmitContext,
  ttl: UnifiedCacheDirective['ttl'],
  { path, known, own }: { readonly path: string; readonly known: readonly string[]; readonly own: boolean },
): { ttl?: string } {
  if (ttl === undefined) return {};
  if (typeof ttl === 'string' && (own || known.includes(ttl))) return { ttl };
  loss.lose({ path, feature: 'cache.ttl', reason: `this wire knows ${known.join(' and ')} only` });
  return {};
}
