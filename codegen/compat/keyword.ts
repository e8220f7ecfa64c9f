import type { Json, SchemaObject } from '../model.ts';
import { BOUND_KEYWORDS } from './bound.ts';
import type { Place, Rule } from './rule.ts';

/** Keywords that only speak to the reader. */
const DOCUMENTATION: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'deprecated',
  '$comment',
  'x-unified-invalid-examples',
  'x-unified-renamed-to',
]);

/** Keywords whose members are compared one by one (compare-schema.ts). */
const COMPARED_BY_MEMBER: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'const',
  'enum',
  'items',
  'discriminator',
  'oneOf',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
]);

const RULE_OF_KEYWORD: Readonly<Record<string, Rule>> = {
  pattern: 'PATTERN_CHANGED',
  format: 'FORMAT_CHANGED',
  contentEncoding: 'ENCODING_CHANGED',
  contentMediaType: 'ENCODING_CHANGED',
  'x-unified-feature': 'FEATURE_CHANGED',
  'x-unified-neutral': 'FEATURE_CHANGED',
};

/**
 * Reports the keywords that have no members to compare.
 * One that this file does not know may mean anything, so a change of it breaks: so do the marks that decide what a
 * fingerprint covers and where a secret stands.
 */
export function compareKeywords(previous: SchemaObject, next: SchemaObject, { pointer, report }: Place): void {
  const names = new Set([...Object.keys(previous), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !same(previous[name], next[name]));
  const documented = changed.filter((name) => DOCUMENTATION.has(name));
  if (documented.length > 0) report('DOC_CHANGED', pointer, `Documentation changed: ${documented.join(', ')}.`);
  for (const name of changed) {
    if (DOCUMENTATION.has(name) || COMPARED_BY_MEMBER.has(name) || BOUND_KEYWORDS.has(name)) continue;
    const message = `"${name}" changed from ${shown(previous[name])} to ${shown(next[name])}.`;
    report(ruleOf(name, next[name]), pointer, message);
  }
}

/** Whether two JSON values have the same text; absent equals absent only. */
export function same(left: Json | undefined, right: Json | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function ruleOf(keyword: string, after: Json | undefined): Rule {
  if (keyword === 'x-unified-root') return after === true ? 'ROOT_ADDED' : 'ROOT_REMOVED';
  return RULE_OF_KEYWORD[keyword] ?? 'KEYWORD_CHANGED';
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
