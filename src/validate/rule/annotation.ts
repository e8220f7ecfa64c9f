import type { UnifiedPortableAnnotation } from '../../../generated/unified/types.ts';
import { describeFound } from '../../core/issue.ts';
import { faultIssue, meantFault } from '../fault-issue.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * Every portable annotation has a registered schema, and is valid under it (Unified v2, Provider data and projection
 * loss). That it holds no credential is the secret rule's to say, as of everything else.
 */
export const annotation: Rule = {
  id: 'annotation',
  applies: ['annotation'],
  check(record, context) {
    for (const place of record.of('annotation')) checkAnnotation(place, context);
  },
};

/** A name has a pattern and cannot be content, unless it is long. */
const LONGEST_SHOWN = 64;

function checkAnnotation(place: Place<UnifiedPortableAnnotation>, { registry, report }: RuleContext): void {
  const { schema, value } = place.value;
  const entry = registry.get(schema);
  if (entry === undefined) {
    const message = 'No annotation is registered under this name.';
    report({
      path: place.path('schema'),
      message,
      expected: 'a name of the registry',
      found: schema.length <= LONGEST_SHOWN ? `"${schema}"` : describeFound(schema),
    });
    return;
  }
  if (entry.validate(value)) return;
  const fault = meantFault(entry.validate.errors ?? []);
  if (fault === undefined) {
    report({ path: place.path('value'), message: 'The annotation is not valid under its schema.' });
    return;
  }
  const { rule: _keyword, ...breach } = faultIssue(fault, value, {});
  report({ ...breach, path: `${place.path('value')}${breach.path}` });
}
