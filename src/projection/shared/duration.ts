import type { JsonValue } from '../../core/json.ts';

/** Whether a value is a duration as records write it: 5m, 1h, 30s. */
export function isDuration(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^[0-9]{1,9}(ms|s|m|h|d)$/.test(value);
}
