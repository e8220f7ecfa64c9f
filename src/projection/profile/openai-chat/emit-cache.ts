import type { UnifiedCacheDirective, UnifiedContentPart } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { CacheMarks } from './cache-marks.ts';
import { partForm } from './forms.ts';
import { BREAKPOINT_TTLS } from './wire.ts';

/** Writes the mark of a part, if it has one. */
export function writeMark(
  context: EmitContext,
  marks: CacheMarks,
  part: UnifiedContentPart,
  draft: WireDraft,
  own: boolean,
): void {
  const mark = marks.use(part);
  if (mark === undefined) return;
  const { directive, path } = mark;
  if (partForm(part.providerData).cacheField === 'cache_control') {
    draft['cache_control'] = vendorMark(directive);
    return;
  }
  const life = lasting(context, directive.ttl, { path: `${path}/ttl`, known: BREAKPOINT_TTLS, own });
  draft['prompt_cache_breakpoint'] = { mode: 'explicit', ...life };
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
