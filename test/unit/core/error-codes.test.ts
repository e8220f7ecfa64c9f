import { expect, it } from 'vitest';
import { ERROR_CODES, explain } from '../../../src/core/error-codes.ts';

it('[U-VAL-1] explains a code, and nothing that is none', () => {
  expect(explain('json-cycle')).toEqual({ title: 'A value contains itself', advice: expect.stringContaining('tree') });
  expect([explain('toString'), explain('no-such-code')]).toEqual([undefined, undefined]);
});

it('[U-VAL-1] keeps the codes kebab-case and in alphabetical order, each with a title and an advice', () => {
  const codes = Object.keys(ERROR_CODES);
  expect(codes).toEqual([...codes].sort());
  for (const [code, { title, advice }] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[^.]{5,100}[^.]$/);
    expect(advice).toMatch(/.{10,}\.$/);
  }
});
