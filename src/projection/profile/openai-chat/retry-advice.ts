/** How long to wait, as in "Please try again in 1.5s", "in 250ms" or "in 6m0s". */
const ADVICE = /try again in ((?:[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|h|m|s)){1,4})(?![a-z0-9])/i;

const MILLISECONDS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * The milliseconds that the message of an exceeded limit advises to wait, rounded up; nothing where it advises none.
 * The category comes from codes alone: prose says no more than how long.
 */
export function adviceIn(message: string): number | undefined {
  const [, advice] = ADVICE.exec(message) ?? [];
  if (advice === undefined) return undefined;
  let milliseconds = 0;
  for (const [, count, unit = ''] of advice.toLowerCase().matchAll(/([0-9.]+)(ms|h|m|s)/g)) {
    milliseconds += Number(count) * (MILLISECONDS[unit] ?? 0);
  }
  return Math.ceil(milliseconds);
}
