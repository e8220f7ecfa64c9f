import type {
  UnifiedCacheDirective,
  UnifiedContentPart,
  UnifiedRequestV2,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { partForm } from './forms.ts';
import { CACHE_TTLS, MAX_CACHE_BREAKPOINTS } from './wire.ts';

/** A mark that this wire can write: on a part of a message that the model did not write. */
interface Mark {
  readonly part: UnifiedContentPart;
  readonly directive: UnifiedCacheDirective;
  /** Pointer of the mark in the record. */
  readonly path: string;
}

/** Which parts get a cache mark on this wire. */
export type CacheMarks = ReadonlyMap<UnifiedContentPart, Mark>;

/** Decides which cache marks this wire writes, and reports those that it cannot. */
export function cacheMarks(request: UnifiedRequestV2, context: EmitContext): CacheMarks {
  const found = [...directMarks(request, context), ...intendedMarks(request, context)];
  const own = request.source.profile.family === context.profile.family;
  const surplus = own ? 0 : Math.max(0, found.length - MAX_CACHE_BREAKPOINTS);
  for (const { path } of found.slice(0, surplus)) {
    const reason = `this wire takes ${MAX_CACHE_BREAKPOINTS} cache marks; the last ones are kept`;
    context.loss.lose({ path, feature: 'cache.breakpoint.limit', reason });
  }
  return new Map(found.slice(surplus).map((mark) => [mark.part, mark]));
}

function directMarks({ conversation, tools }: UnifiedRequestV2, context: EmitContext): readonly Mark[] {
  const lose = (path: string) => {
    const reason = 'this wire has cache marks on parts of user and system messages only';
    context.loss.lose({ path: `${path}/cache`, feature: 'cache.breakpoint', reason });
  };
  const marks: Mark[] = [];
  conversation.items.forEach((item, index) => {
    const path = `/conversation/items/${index}`;
    if (item.visibility !== 'model') return;
    if (item.cache !== undefined) lose(path);
    const parts = item.type === 'message' ? item.content : item.type === 'tool-result' ? (item.output ?? []) : [];
    parts.forEach((part, place) => {
      if (part.cache === undefined) return;
      const at = `${path}/${item.type === 'message' ? 'content' : 'output'}/${place}`;
      const possible =
        (item.type === 'message' && item.role !== 'assistant') || partForm(part.providerData).cacheField !== undefined;
      if (possible) marks.push({ part, directive: part.cache, path: `${at}/cache` });
      else lose(at);
    });
  });
  tools.forEach((tool, index) => {
    if (tool.cache !== undefined && tool.type !== 'function') lose(`/tools/${index}`);
  });
  return marks;
}

function intendedMarks({ cache, conversation }: UnifiedRequestV2, context: EmitContext): readonly Mark[] {
  return (cache?.breakpoints ?? []).flatMap((breakpoint, index) => {
    const path = `/cache/breakpoints/${index}`;
    const item = conversation.items.find(({ id }) => id === breakpoint.itemId);
    const parts =
      item?.type === 'message' && item.role !== 'assistant' && item.visibility === 'model' ? item.content : [];
    const part = breakpoint.partId === undefined ? parts.at(-1) : parts.find(({ id }) => id === breakpoint.partId);
    if (part !== undefined && part.cache === undefined) {
      return [{ part, directive: breakpoint.ttl === undefined ? {} : { ttl: breakpoint.ttl }, path }];
    }
    const reason = 'this wire has cache marks on parts of user and system messages only';
    context.loss.lose({ path, feature: 'cache.breakpoint', reason });
    return [];
  });
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
  const { ttl } = mark.directive;
  if (partForm(part.providerData).cacheField === 'cache_control') {
    draft['cache_control'] = ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl };
    return;
  }
  draft['prompt_cache_breakpoint'] = { mode: 'explicit', ...lasting(context, ttl, `${mark.path}/ttl`, own) };
}

/** A time to live that this wire knows, or nothing and an entry. */
export function lasting(
  context: EmitContext,
  ttl: UnifiedCacheDirective['ttl'],
  path: string,
  own: boolean,
): { ttl?: string } {
  if (ttl === undefined) return {};
  if (typeof ttl === 'string' && (own || CACHE_TTLS.includes(ttl))) return { ttl };
  context.loss.lose({ path, feature: 'cache.ttl', reason: `this wire knows ${CACHE_TTLS.join(' and ')} only` });
  return {};
}
