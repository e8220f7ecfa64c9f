import type { Rule } from '../rule.ts';

/**
 * A history, an output and a conversation have at most `limits.items` items, and an operation `limits.events` events.
 * What single texts and whole records may measure was checked before (Unified v2, Security and privacy invariants).
 */
export const sizeLimit: Rule = {
  id: 'size-limit',
  applies: ['conversation-input', 'result', 'conversation', 'event-log'],
  check(record, { limits, report }) {
    const check = (path: string, count: number, limit: number, noun: string) => {
      if (count <= limit) return;
      const message = `There are ${count} ${noun}, and the limit is ${limit}.`;
      report({ path, message, expected: `at most ${limit} ${noun}`, found: String(count) });
    };
    for (const { path, items } of record.lines) check(path, items.length, limits.items, 'items');
    for (const { value } of record.of('conversation')) check('/items', value.items.length, limits.items, 'items');
    for (const { value } of record.of('event-log')) check('', value.length, limits.events, 'events');
  },
};
