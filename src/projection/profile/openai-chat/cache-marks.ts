import type {
  UnifiedCacheBreakpoint,
  UnifiedCacheDirective,
  UnifiedCacheIntent,
  UnifiedContentPart,
  UnifiedItem,
  UnifiedRequestV2,
} from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';
import { millisecondsOf } from '../../shared/duration.ts';
import { partForm } from './forms.ts';
import { modelRules } from './model-quirks.ts';
import { MAX_CONSIDERED_BREAKPOINTS, MAX_WRITTEN_BREAKPOINTS } from './wire.ts';

/** A mark that this wire can write: on a part of a message. */
export interface Mark {
  readonly part: UnifiedContentPart;
  readonly directive: UnifiedCacheDirective;
  /** Pointer of the mark in the record. */
  readonly path: string;
  /** Where the part stands in the history. */
  readonly position: readonly [item: number, part: number];
}

/** Which parts get a cache mark on this wire. */
export class CacheMarks {
  readonly #marks: ReadonlyMap<UnifiedContentPart, Mark>;
  readonly #used = new Set<Mark>();

  constructor(marks: readonly Mark[]) {
    this.#marks = new Map(marks.map((mark) => [mark.part, mark]));
  }

  /** The mark of a part that is being written. */
  use(part: UnifiedContentPart): Mark | undefined {
    const mark = this.#marks.get(part);
    if (mark !== undefined) this.#used.add(mark);
    return mark;
  }

  /** Reports the marks whose part was not written. To be called last. */
  reportUnused(context: EmitContext): void {
    for (const mark of this.#marks.values()) {
      if (!this.#used.has(mark)) lose(context, mark.path, 'the part that it stands on is not sent');
    }
  }
}

/** Decides which cache marks this wire writes, and reports those that it cannot. */
export function cacheMarks(request: UnifiedRequestV2, context: EmitContext): CacheMarks {
  const direct = directMarks(request, context);
  const intended = intendedMarks(request, context, new Set(direct.map(({ part }) => part)));
  const found = intended.length === 0 ? direct : [...direct, ...intended].sort(byPosition);
  const own = request.source.profile.family === context.profile.family;
  const predicted = predictedMarks(request);
  if (own) return new CacheMarks([...found, ...predicted]);
  const [taken, refused] = byTheirMessages(found, request);
  for (const { path } of refused) lose(context, path, WHOSE);
  if (modelRules(request.model.id).cacheMarks) {
    return new CacheMarks([...withinLimit(taken, request.cache, context), ...predicted]);
  }
  for (const { path } of [...taken, ...predicted]) lose(context, path, 'this model takes no cache marks');
  return new CacheMarks([]);
}

/** The marks that this wire takes, and those on messages of the model. */
function byTheirMessages(
  marks: readonly Mark[],
  { conversation }: UnifiedRequestV2,
): readonly [taken: readonly Mark[], refused: readonly Mark[]] {
  const isOfModel = ({ position: [item] }: Mark) => conversation.items[item]?.role === 'assistant';
  return [marks.filter((mark) => !isOfModel(mark)), marks.filter(isOfModel)];
}

/** Marks of predicted text, which is no part of the prompt. */
function predictedMarks({ generation }: UnifiedRequestV2): readonly Mark[] {
  return (generation.prediction?.value ?? []).flatMap((part, index): readonly Mark[] => {
    if (part.cache === undefined) return [];
    const path = `/generation/prediction/value/${index}/cache`;
    return [{ part, directive: part.cache, path, position: [Number.POSITIVE_INFINITY, index] }];
  });
}

const WHERE = 'this wire has cache marks on parts of messages only';
const WHOSE = "the model's own messages take no cache marks on this wire";
const TWICE = 'the part has a mark of its own';

function directMarks({ conversation, tools }: UnifiedRequestV2, context: EmitContext): readonly Mark[] {
  const marks: Mark[] = [];
  conversation.items.forEach((item, index) => {
    if (item.visibility === 'model') addMarks(marks, item, index, context);
  });
  tools.forEach(({ type, cache }, index) => {
    if (cache !== undefined && type !== 'function' && type !== 'custom') lose(context, `/tools/${index}/cache`, WHERE);
  });
  return marks;
}

function addMarks(marks: Mark[], item: UnifiedItem, index: number, context: EmitContext): void {
  const path = `/conversation/items/${index}`;
  const member = item.type === 'tool-result' ? 'output' : 'content';
  const parts = partsOf(item);
  parts.forEach((part, place) => {
    if (part.cache === undefined) return;
    const at = `${path}/${member}/${place}/cache`;
    if (takesMark(part)) marks.push({ part, directive: part.cache, path: at, position: [index, place] });
    else lose(context, at, WHERE);
  });
  if (item.cache === undefined) return;
  const last = parts.at(-1);
  if (last !== undefined && takesMark(last) && last.cache === undefined) {
    const position = [index, parts.length - 1] as const;
    marks.push({ part: last, directive: item.cache, path: `${path}/cache`, position });
  } else lose(context, `${path}/cache`, last?.cache === undefined ? WHERE : TWICE);
}

function partsOf(item: UnifiedItem): readonly UnifiedContentPart[] {
  if (item.type === 'message') return item.content;
  return item.type === 'tool-result' ? (item.output ?? NOTHING) : NOTHING;
}

const NOTHING: readonly UnifiedContentPart[] = [];

const MARKED: ReadonlySet<string> = new Set(['text', 'json', 'image', 'audio', 'file', 'document', 'grounding-source']);

function takesMark({ type, providerData }: UnifiedContentPart): boolean {
  return MARKED.has(type) || partForm(providerData).cacheField !== undefined;
}

function intendedMarks(
  { cache, conversation }: UnifiedRequestV2,
  context: EmitContext,
  marked: ReadonlySet<UnifiedContentPart>,
): readonly Mark[] {
  const breakpoints = cache?.breakpoints ?? [];
  if (breakpoints.length === 0) return [];
  const places = new Map(conversation.items.map((item, index) => [item.id, { item, index }]));
  return breakpoints.flatMap((breakpoint, index) => {
    const path = `/cache/breakpoints/${index}`;
    const mark = intendedMark(breakpoint, places.get(breakpoint.itemId), path);
    if (mark !== undefined && !marked.has(mark.part)) return [mark];
    lose(context, path, mark === undefined ? WHERE : TWICE);
    return [];
  });
}

function intendedMark(
  { partId, ttl }: UnifiedCacheBreakpoint,
  place: { readonly item: UnifiedItem; readonly index: number } | undefined,
  path: string,
): Mark | undefined {
  if (place === undefined || place.item.visibility !== 'model') return undefined;
  const parts = partsOf(place.item);
  const at = partId === undefined ? parts.length - 1 : parts.findIndex(({ id }) => id === partId);
  const part = parts[at];
  if (part === undefined || !takesMark(part)) return undefined;
  return { part, directive: ttl === undefined ? {} : { ttl }, path, position: [place.index, at] };
}

function byPosition({ position: one }: Mark, { position: other }: Mark): number {
  return one[0] - other[0] || one[1] - other[1];
}

/**
 * Keeps as many marks as the wire takes. It writes the latest few and looks for more of the latest: who wants the last
 * ones sends them all, who wants others sends those alone.
 */
function withinLimit(
  found: readonly Mark[],
  cache: UnifiedCacheIntent | undefined,
  context: EmitContext,
): readonly Mark[] {
  const policy = cache?.limitPolicy ?? 'keep-last';
  const written = cache?.mode === 'explicit' ? MAX_WRITTEN_BREAKPOINTS : MAX_WRITTEN_BREAKPOINTS - 1;
  const most = policy === 'keep-last' ? MAX_CONSIDERED_BREAKPOINTS : written;
  if (found.length <= most) return found;
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
