import type { UnifiedLossReport, UnifiedLossSeverity } from '../../../generated/unified/types.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * The verdict of a loss report is what its entries say: an error makes it unsupported, and nothing else does; a warning
 * makes it at least degraded; a degraded report has an entry (Unified v2, Provider data and projection loss).
 */
export const lossDisposition: Rule = {
  id: 'loss-disposition',
  applies: ['loss-report'],
  check(record, context) {
    for (const place of record.of('loss-report')) checkReport(place, context);
  },
};

function checkReport(place: Place<UnifiedLossReport>, { report }: RuleContext): void {
  const { disposition, entries } = place.value;
  const has = (severity: UnifiedLossSeverity) => entries.some((entry) => entry.severity === severity);
  const allowed = has('error')
    ? ['unsupported']
    : has('warning')
      ? ['degraded']
      : entries.length > 0
        ? ['degraded', 'lossless']
        : ['lossless'];
  if (allowed.includes(disposition)) return;
  const message = 'The verdict is not the one that the entries call for.';
  report({ path: place.path('disposition'), message, expected: allowed.join(' or '), found: disposition });
}
