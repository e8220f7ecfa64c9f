import type { UnifiedKeyValue } from '../../../generated/unified/types.ts';
import { findSecret } from '../../core/redact.ts';
import { CREDENTIAL_HEADER } from '../../core/secret-patterns.ts';
import { walkJson } from '../../core/walk.ts';
import { findNamedSecret } from '../named-secret.ts';
import type { Place } from '../place.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * No credential stands in a record: no key, token, cookie or authorization header, no private key, no password in a URL.
 * Media and encrypted payloads are not searched, nor are texts that are shorter than any key and no
 * headers. An issue names the place and the kind, never the text (Unified v2, Security and privacy invariants).
 */
export const secretExclusion: Rule = {
  id: 'secret-exclusion',
  applies: ['secret', 'key-value'],
  check(record, context) {
    for (const place of record.of('secret')) reportSecrets(place, context);
    for (const place of record.of('key-value')) checkKeyValue(place, context);
  },
};

function reportSecrets(place: Place, context: RuleContext): void {
  walkJson<never>(place.value, (value, at) => {
    if (typeof value !== 'string') return undefined;
    const found = findSecret(value) ?? (typeof at.key === 'string' ? findNamedSecret(at.key, value) : undefined);
    if (found !== undefined) reportSecret(`${place.path()}${at.pointer()}`, found.kind, context);
    return undefined;
  });
}

function checkKeyValue(place: Place<UnifiedKeyValue>, context: RuleContext): void {
  const { key, value } = place.value;
  if (place.property === 'allowedHeaders' && CREDENTIAL_HEADER.test(key.toLowerCase())) {
    reportSecret(place.path('key'), 'credential header', context);
  } else if (findSecret(value) === undefined) {
    const found = findNamedSecret(key, value);
    if (found !== undefined) reportSecret(place.path('value'), found.kind, context);
  }
}

function reportSecret(path: string, kind: string, { report }: RuleContext): void {
  report({
    path,
    message: `A credential stands here: ${kind}.`,
    expected: 'a reference to a secret of the runtime',
    found: kind,
  });
}
