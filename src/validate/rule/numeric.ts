import type { UnifiedCounter } from '../../../generated/unified/types.ts';
import type { Range, TYPES_OF_KIND } from '../kind.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * What begins does not end before, a range does not begin below its base, and a total that was calculated is not less
 * than what is known of its parts. A total that a provider reported is its own word, and an unknown part is no zero.
 */
export const numeric: Rule = {
  id: 'numeric',
  applies: ['range', 'usage', 'input-usage', 'output-usage'],
  check(record, context) {
    for (const place of record.of('range')) checkRange(place, context);
    for (const place of record.of('usage')) {
      const { total, input, output } = place.value;
      checkTotal(place, total, [input?.total, output?.total], context);
    }
    for (const place of record.of('input-usage')) {
      const { total, uncached, cacheRead, cacheWrite } = place.value;
      checkTotal(place, total, [uncached, cacheRead, cacheWrite], context);
    }
    for (const place of record.of('output-usage')) {
      const { total, visible, reasoning } = place.value;
      checkTotal(place, total, [visible, reasoning], context);
    }
  },
};

/** The first and the last number of each type that is a range. */
const ENDS: Readonly<Record<string, readonly [string, string]>> = {
  UnifiedTextSpan: ['start', 'end'],
  UnifiedSourceRange: ['start', 'end'],
  UnifiedPageSelection: ['first', 'last'],
  UnifiedRetrievedChunk: ['firstPage', 'lastPage'],
  UnifiedTimeSelection: ['startMilliseconds', 'endMilliseconds'],
  UnifiedTranscriptWord: ['startMilliseconds', 'endMilliseconds'],
} satisfies Readonly<Record<(typeof TYPES_OF_KIND.range)[number], readonly [string, string]>>;

function checkRange(place: Place<Range>, { report }: RuleContext): void {
  const [first = '', last = ''] = ENDS[place.type.name] ?? [];
  const start: unknown = Reflect.get(place.value, first);
  const end: unknown = Reflect.get(place.value, last);
  if (typeof start === 'number' && typeof end === 'number' && end < start) {
    const message = `The end, ${end}, is less than the start, ${start}.`;
    report({ path: place.path(last), message, expected: `at least ${start}`, found: String(end) });
  }
  const base: unknown = Reflect.get(place.value, 'base');
  if (typeof start !== 'number' || typeof base !== 'number' || start >= base) return;
  const message = `The start, ${start}, is less than the base, ${base}.`;
  report({ path: place.path(first), message, expected: `at least ${base}`, found: String(start) });
}

type Counter = UnifiedCounter | undefined;

/** Counters that say in `includes` that they count otherwise than the convention are not compared. */
function checkTotal(place: Place, total: Counter, parts: readonly Counter[], { report }: RuleContext): void {
  if (total?.source !== 'derived' || total.includes !== undefined) return;
  let sum = 0;
  for (const part of parts) if (part?.scope === total.scope && part.includes === undefined) sum += part.value;
  if (sum <= total.value) return;
  const message = `The calculated total, ${total.value}, is less than what is known of its parts, ${sum}.`;
  report({ path: place.path('total', 'value'), message, expected: `at least ${sum}`, found: String(total.value) });
}
