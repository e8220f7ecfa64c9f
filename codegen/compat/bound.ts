import type { Json, SchemaObject } from '../model.ts';
import type { Place } from './rule.ts';

/** Which way a bound loosens: a larger value of `maxLength`, a smaller one of `minLength`. */
const DIRECTION_OF_BOUND: Readonly<Record<string, 'upper' | 'lower'>> = {
  maxLength: 'upper',
  maximum: 'upper',
  exclusiveMaximum: 'upper',
  maxItems: 'upper',
  maxProperties: 'upper',
  minLength: 'lower',
  minimum: 'lower',
  exclusiveMinimum: 'lower',
  minItems: 'lower',
  minProperties: 'lower',
};

/** The keywords that this file compares. */
export const BOUND_KEYWORDS: ReadonlySet<string> = new Set([
  ...Object.keys(DIRECTION_OF_BOUND),
  'multipleOf',
  'uniqueItems',
]);

/** Reports each bound that accepts less than before (tightened) or more (loosened). */
export function compareBounds(previous: SchemaObject, next: SchemaObject, { pointer, report }: Place): void {
  for (const keyword of BOUND_KEYWORDS) {
    const before = previous[keyword];
    const after = next[keyword];
    if (before === after) continue;
    const rule = isTighter(keyword, before, after) ? 'BOUND_TIGHTENED' : 'BOUND_LOOSENED';
    report(rule, pointer, `"${keyword}" changed from ${shown(before)} to ${shown(after)}.`);
  }
}

function isTighter(keyword: string, before: Json | undefined, after: Json | undefined): boolean {
  if (keyword === 'uniqueItems') return after === true;
  if (typeof after !== 'number') return false;
  if (typeof before !== 'number') return true;
  if (keyword === 'multipleOf') return before % after !== 0;
  return DIRECTION_OF_BOUND[keyword] === 'upper' ? after < before : after > before;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
