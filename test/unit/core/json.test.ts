import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJson, isPlainObject } from '../../../src/core/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/limits.ts';

function check(value: unknown, limits: Partial<Limits> = {}): string | undefined {
  const issue = checkJson(value, { ...DEFAULT_LIMITS, ...limits });
  return issue && `${issue.rule} at ${issue.path}`;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** An array of three with nothing in the middle. */
const withHole = Object.assign(new Array(3), { 0: 1, 2: 2 });

describe('checkJson', () => {
  it('[U-VAL-1] accepts everything that JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(checkJson(value)?.rule ?? 'none').toBe(
          JSON.stringify(value).includes('"__proto__":') ? 'json-reserved-key' : 'none',
        );
      }),
    );
  });

  it.each([
    ['undefined in an array', { a: [undefined] }, 'json-type at /a/0'],
    ['undefined itself', undefined, 'json-type at '],
    ['a hole', withHole, 'json-type at /1'],
    ['a bigint', { a: { b: 1n } }, 'json-type at /a/b'],
    ['a symbol', [Symbol('x')], 'json-type at /0'],
    ['a function', { toJSON: () => 1 }, 'json-type at /toJSON'],
    ['NaN', { a: [0, Number.NaN] }, 'json-number at /a/1'],
    ['infinity', Number.NEGATIVE_INFINITY, 'json-number at '],
    ['half a surrogate pair', { a: 'x\ud83d' }, 'json-unicode at /a'],
    ['half a surrogate pair in a name', { a: { 'x\ude00': 1 } }, 'json-unicode at /a/x\ufffd'],
    ['a date', { a: [new Date(0)] }, 'json-prototype at /a/0'],
    ['bytes', new Uint8Array(1), 'json-prototype at '],
    ['a boxed string', [new String('x')], 'json-prototype at /0'],
    ['an object whose prototype was changed', { a: Object.setPrototypeOf({}, { role: 'x' }) }, 'json-prototype at /a'],
    ['an array whose prototype was changed', [Object.setPrototypeOf([], null)], 'json-prototype at /0'],
    ['an own member __proto__', JSON.parse('{"a":[{"__proto__":{}}]}'), 'json-reserved-key at /a/0/__proto__'],
  ])('[U-VAL-1] refuses %s and says where it is', (_name, value, issue) => {
    expect(check(value)).toBe(issue);
  });

  it('[U-VAL-1] takes constructor and prototype for data like any other, and undefined members for absent', () => {
    expect(check({ constructor: { prototype: 1 }, absent: undefined })).toBeUndefined();
  });

  it('[U-VAL-1] refuses a cycle, however it is reached', () => {
    const self: Record<string, unknown> = {};
    self['a'] = [{ self }];
    expect(check(self)).toBe('json-cycle at /a/0/self');
    const wide: unknown[] = [];
    wide.push(wide, wide, wide);
    expect(check(wide)).toBe('json-cycle at /0');
  });

  it('[U-VAL-1] counts a value once for each place where it stands', () => {
    const shared = { a: 1 };
    expect(check([shared, shared], { nodes: 5 })).toBeUndefined();
    expect(check([shared, shared], { nodes: 4 })).toBe('json-nodes at /1/a');
    let doubling: unknown = 'x';
    for (let level = 0; level < 60; level++) doubling = [doubling, doubling];
    expect(check(doubling)).toMatch(/^json-nodes at/);
  });

  it.each<[string, unknown, Partial<Limits>, string]>([
    ['levels', nested(4), { depth: 3 }, 'json-depth at /0/0/0'],
    ['values', [1, [2, 3]], { nodes: 4 }, 'json-nodes at /1/1'],
    ['members of an object', [{ a: 1, b: 2, c: 3 }], { keys: 2 }, 'json-keys at /0'],
    ['characters of a string', { a: 'abcd' }, { stringLength: 3 }, 'json-string-length at /a'],
    ['characters of a name', [{ abcd: 1 }], { stringLength: 3 }, 'json-string-length at /0/abcd'],
    ['characters together', { ab: ['cd', 'e'] }, { totalStringLength: 4 }, 'json-total-string-length at /ab/1'],
  ])('[U-VAL-1] [U-SEC-5] bounds the %s, the bound itself allowed', (_name, value, limits, issue) => {
    const [name = '', bound = 0] = Object.entries(limits)[0] ?? [];
    expect(check(value, limits)).toBe(issue);
    expect(check(value, { ...limits, [name]: bound + 1 })).toBeUndefined();
  });

  it('[U-SEC-5] ends at once with one issue on depth 10,000, a huge string, a huge sparse array and many members', () => {
    expect(check(nested(10_000))).toBe(`json-depth at ${'/0'.repeat(128)}`);
    expect(check({ a: 'x'.repeat(100_000_000) })).toBe('json-string-length at /a');
    expect(check(new Array(4_000_000_000))).toBe('json-type at /0');
    expect(check(Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [index, 0])))).toBe('json-keys at ');
  });

  it('[U-SEC-5] takes the depth of records from its third argument', () => {
    expect(checkJson(nested(64), DEFAULT_LIMITS, DEFAULT_LIMITS.recordDepth)).toBeUndefined();
    expect(checkJson(nested(65), DEFAULT_LIMITS, DEFAULT_LIMITS.recordDepth)?.rule).toBe('json-depth');
  });

  it('[U-VAL-1] answers with an issue when a member cannot be read', () => {
    const throwing = Object.defineProperty({}, 'a', { enumerable: true, get: () => expect.fail('read') });
    expect(check(throwing)).toBe('json-unreadable at ');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(check([proxy])).toBe('json-unreadable at ');
  });

  it('[U-SEC-2] shows no payload text', () => {
    const issue = checkJson({ a: { b: Object.assign(new Date(0), { note: 'hush' }) } });
    expect(JSON.stringify(issue)).not.toContain('hush');
    expect(issue).toMatchObject({ expected: 'a plain object or array', found: 'Date' });
  });
});

describe('isPlainObject', () => {
  it('[U-VAL-1] knows the objects that JSON makes', () => {
    expect([{}, Object.create(null), JSON.parse('{}')].every(isPlainObject)).toBe(true);
    expect([null, [], 'x', new Date(), Object.create({})].some(isPlainObject)).toBe(false);
  });
});
