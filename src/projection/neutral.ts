import type { Neutral } from '../../generated/unified/plan.ts';

/** Whether a member of a record has the value that asks for nothing, as its schema marks it (`x-unified-neutral`). */
export function isNeutral(value: unknown, neutral: Neutral | undefined): boolean {
  if (value === neutral) return true;
  if (typeof neutral !== 'object' || typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(neutral);
  if (Array.isArray(value) !== Array.isArray(neutral) || Object.keys(value).length !== keys.length) return false;
  return keys.every((key) => isNeutral(memberOf(value, key), memberOf(neutral, key)));
}

/** An entry of a list or a member of an object: a list has its indices for names. */
function memberOf<V>(value: object, key: string): V | undefined {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, V>>)[key] : undefined;
}
