import type { JsonValue } from '../../core/json.ts';

const DURATION = /^([0-9]{1,9})(ms|s|m|h|d)$/;
const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Whether a value is a duration as records write it: 5m, 1h, 30s. */
export function isDuration(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && DURATION.test(value);
}

/** The length of a time to live in milliseconds: a duration, or whole seconds. */
export function millisecondsOf(ttl: string | number): number {
  if (typeof ttl === 'number') return ttl * 1000;
  const [, count = '', unit = ''] = DURATION.exec(ttl) ?? [];
  return Number(count) * (MILLISECONDS[unit] ?? Number.NaN);
}
