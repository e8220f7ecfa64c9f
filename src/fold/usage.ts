import type { UnifiedCounter, UnifiedUsage } from '../../generated/unified/types.ts';
import { copyData } from './copy.ts';

/**
 * Usage as it is known after a further report: a counter replaces the earlier one unless it says that it is added; an
 * absent one stays as it was (Unified v2, Usage, status, safety, and errors).
 */
export function mergeUsage(known: UnifiedUsage, news: UnifiedUsage): UnifiedUsage {
  // Members of usage are counters, objects of counters, lists and texts; merging keeps the type of each.
  return mergeMembers(known as Members, news as Members) as UnifiedUsage;
}

type Members = Readonly<Record<string, unknown>>;

function mergeMembers(known: Members, news: Members): Members {
  const merged: Record<string, unknown> = { ...known };
  for (const [key, value] of Object.entries(news))
    if (value !== undefined) merged[key] = mergeMember(known[key], value);
  return merged;
}

function mergeMember(known: unknown, value: unknown): unknown {
  if (isCounter(value)) return mergeCounter(isCounter(known) ? known : undefined, value);
  if (Array.isArray(value)) return value.map((entry) => mergeMember(undefined, entry));
  if (typeof value !== 'object' || value === null) return value;
  return mergeMembers(isMembers(known) ? known : {}, value as Members);
}

/** How a report merges is a matter of the stream, and no part of what is known in the end. */
function mergeCounter(known: UnifiedCounter | undefined, { merge, ...counter }: UnifiedCounter): UnifiedCounter {
  const copy = copyData(counter);
  return merge === 'sum' && known !== undefined ? { ...copy, value: known.value + copy.value } : copy;
}

function isCounter(value: unknown): value is UnifiedCounter {
  return isMembers(value) && 'value' in value && 'scope' in value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
