import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { childId, partId } from '../../../src/core/id.ts';

const parent = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('a', 'a.item.1', 'a.item.1.part', 'x'.repeat(505), 'x'.repeat(600)),
);
const kind = fc.constantFrom('item', 'part', 'item-part');
const index = fc.oneof(
  fc.nat({ max: 12 }),
  fc.string({ maxLength: 4 }),
  fc.constantFrom('1', '%31', 'a.b', 'part.1', '', '~'),
);
const name = fc.tuple(parent, kind, index);

describe('childId', () => {
  it('[U-PART-1] derives ids from position alone', () => {
    expect(childId('req_1', 'item', 3)).toBe('req_1.item.3');
    expect(partId('req_1.item.3', 0)).toBe('req_1.item.3.part.0');
    expect(childId('op_1', 'call', 'call_Ab-9')).toBe('op_1.call.call_Ab-9');
  });

  it('[U-PART-1] encodes what would make an id ambiguous', () => {
    expect(childId('a', 'item', 'b.c/é')).toBe('a.item.b%2Ec%2F%C3%A9');
    expect(childId('a', 'item', '3')).toBe('a.item.%33');
  });

  it('[U-PART-1] gives different arguments different ids', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(childId(...one) === childId(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it('[U-PART-1] shortens an id of more than 512 characters to its beginning and a hash', () => {
    const long = childId(`r${'\u{1f600}'.repeat(300)}`, 'item', 0);
    expect(long).toMatch(/^r.*~[0-9a-f]{64}$/);
    expect(long.length).toBe(512);
    expect(long.isWellFormed()).toBe(true);
    expect(long).toBe(childId(`r${'\u{1f600}'.repeat(300)}`, 'item', 0));
    expect(long).not.toBe(childId(`r${'\u{1f600}'.repeat(300)}`, 'item', 1));
    expect(childId('x'.repeat(505), 'item', 0)).toHaveLength(512);
    expect(childId('x'.repeat(505), 'item', 0)).toMatch(/x\.item\.0$/);
  });

  it.each([
    ['', 'item', 0],
    ['a', 'Item', 0],
    ['a', 'item.x', 0],
    ['a', 'item', -1],
    ['a', 'item', 1.5],
  ] as const)('refuses (%j, %j, %j)', (from, what, at) => {
    expect(() => childId(from, what, at)).toThrow(UsageError);
  });
});
