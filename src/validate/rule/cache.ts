import type { UnifiedCacheIntent } from '../../../generated/unified/types.ts';
import type { Place } from '../place.ts';
import type { RecordIndex } from '../record-index.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * A cache intent marks each prefix once, at a part of the item that it names; and no identifier of a resource that a
 * provider holds is used as the portable affinity key (Unified v2, Cache representation).
 */
export const cache: Rule = {
  id: 'cache',
  applies: ['cache'],
  check(record, context) {
    for (const place of record.of('cache')) {
      checkBreakpoints(place, record, context);
      checkAffinityKey(place, record, context);
    }
  },
};

function checkBreakpoints(place: Place<UnifiedCacheIntent>, record: RecordIndex, { report }: RuleContext): void {
  const { breakpoints = [] } = place.value;
  if (breakpoints.length === 0) return;
  const owners = new Map(record.of('part').map((part) => [part.value.id, itemIdOf(part)]));
  const seen = new Set<string>();
  for (const [index, { itemId, partId }] of breakpoints.entries()) {
    const owner = owners.get(partId ?? '');
    if (owner !== undefined && owner !== itemId) {
      const message = 'The part belongs to another item than the breakpoint names.';
      report({ path: place.path('breakpoints', index, 'partId'), message, expected: 'a part of the item' });
    }
    const key = JSON.stringify([itemId, partId]);
    if (seen.has(key)) {
      report({
        path: place.path('breakpoints', index),
        message: 'The prefix is marked twice.',
        expected: 'one breakpoint for each prefix',
      });
    }
    seen.add(key);
  }
}

function itemIdOf(part: Place): string | undefined {
  for (let place = part.parent; place !== undefined; place = place.parent) {
    if (!place.type.kinds.includes('item')) continue;
    const id: unknown = Reflect.get(Object(place.value), 'id');
    return typeof id === 'string' ? id : undefined;
  }
  return undefined;
}

function checkAffinityKey(place: Place<UnifiedCacheIntent>, record: RecordIndex, { report }: RuleContext): void {
  const { affinityKey } = place.value;
  if (affinityKey === undefined || !record.of('resource').some(({ value }) => value.providerId === affinityKey)) return;
  const message = "The affinity key is a provider's identifier of a resource of this record.";
  report({ path: place.path('affinityKey'), message, expected: 'a key of the caller' });
}
