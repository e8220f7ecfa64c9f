import { expect, it } from 'vitest';
import { fixedClock } from '../../../src/core/clock.ts';

it('[U-ITEM-1] a fixed clock stands still', () => {
  const clock = fixedClock('2026-02-03T04:05:06.000Z');
  expect([clock(), clock()]).toEqual(['2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.000Z']);
});
