import { findColonSecret, findEqualsSecret } from './secret-assignment.ts';
import type { FoundSecret } from './secret-patterns.ts';
import { findPrivateKey } from './secret-private-key.ts';
import { findKey } from './secret-run.ts';

/** Each finds the first credential of its sort from a place on. Of two at one place the earlier knows better what it is. */
const FINDERS = [findPrivateKey, findKey, findColonSecret, findEqualsSecret] as const;

/**
 * Finds the first credential in a text: keys of providers, bearer tokens, authorization and cookie headers, key
 * parameters, JSON Web Tokens, private keys, and passwords in URLs. Linear; what it looks at around a place is bounded.
 * Placeholders of documentation, media, signatures and ids are no credentials.
 * Source: Unified v2, Security and privacy invariants.
 */
export function findSecret(text: string): FoundSecret | undefined {
  let first: FoundSecret | undefined;
  for (const find of FINDERS) {
    const found = find(text, 0);
    if (found !== undefined && (first === undefined || byPlace(found, first) < 0)) first = found;
  }
  return first;
}

/** Replaces every credential in a text by `[redacted <kind>]`. Redacting twice changes nothing more. */
export function redact(text: string): string {
  const secrets = FINDERS.flatMap((find) => findAll(find, text)).sort(byPlace);
  let result = '';
  let end = 0;
  for (const { kind, index, length } of secrets) {
    if (index >= end) result += `${text.slice(end, index)}[redacted ${kind}]`;
    end = Math.max(end, index + length);
  }
  return result + text.slice(end);
}

function findAll(find: (typeof FINDERS)[number], text: string): FoundSecret[] {
  const all: FoundSecret[] = [];
  for (let found = find(text, 0); found !== undefined; found = find(text, found.index + found.length)) all.push(found);
  return all;
}

/** The earlier first; of two at one place the longer. */
function byPlace(a: FoundSecret, b: FoundSecret): number {
  return a.index - b.index || b.length - a.length;
}
