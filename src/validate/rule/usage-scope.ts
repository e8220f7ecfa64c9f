import type { UnifiedCounter, UnifiedUsageScope } from '../../../generated/unified/types.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * A counter of a whole session, or a running total, is no part of the total of one request, step or operation (Unified
 * v2, Usage, status, safety, and errors).
 */
export const usageScope: Rule = {
  id: 'usage-scope',
  applies: ['usage', 'input-usage', 'output-usage'],
  check(record, context) {
    for (const place of record.of('usage')) {
      const { total, input, output } = place.value;
      checkPart(place, total, input?.total, ['input', 'total', 'scope'], context);
      checkPart(place, total, output?.total, ['output', 'total', 'scope'], context);
    }
    for (const place of [...record.of('input-usage'), ...record.of('output-usage')]) checkParts(place, context);
  },
};

const ONE_CALL: readonly UnifiedUsageScope[] = ['request', 'step', 'operation'];
const MANY_CALLS: readonly UnifiedUsageScope[] = ['session', 'cumulative'];

function checkParts(place: Place<{ readonly total?: UnifiedCounter }>, context: RuleContext): void {
  for (const [name, part] of Object.entries(place.value)) {
    for (const [tokens, counter] of countersIn(part)) {
      checkPart(place, place.value.total, counter, [name, ...tokens, 'scope'], context);
    }
  }
}

type Tokens = readonly (string | number)[];

/** A property of usage is a counter, or a list of entries with one counter each. */
function countersIn(part: unknown): readonly (readonly [Tokens, UnifiedCounter])[] {
  if (Array.isArray(part)) return part.map((entry, index) => [[index, 'counter'], entry.counter]);
  return [[[], part as UnifiedCounter]];
}

function checkPart(
  place: Place,
  total: UnifiedCounter | undefined,
  part: UnifiedCounter | undefined,
  tokens: Tokens,
  { report }: RuleContext,
): void {
  if (total === undefined || part === undefined) return;
  if (!ONE_CALL.includes(total.scope) || !MANY_CALLS.includes(part.scope)) return;
  const message = `A ${part.scope} counter cannot be part of the total of one ${total.scope}.`;
  report({ path: place.path(...tokens), message, expected: ONE_CALL.join(', '), found: part.scope });
}
