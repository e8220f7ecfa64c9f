import { describe, expect, it } from 'vitest';
import { findSecret } from '../../../src/core/redact.ts';

/** Random parts, put together here so that no scanner takes this file for a leak. */
const RANDOM = ['kJ8sdQ0zXc7vBnM2lKpO9iUy', 'TrEwQaSdFgHjZx41Lm'];
const SESSION = ['31d4d96e407aad42', 'c0ffee99'].join('');

describe('findSecret', () => {
  it.each([
    ['a word of documentation inside of it', `sk-proj-${RANDOM[0]}FAKE${RANDOM[1]}`],
    ['a possessive inside of it', `sk-proj-${RANDOM[0]}YoUr${RANDOM[1]}`],
    ['a count at its beginning', `sk-proj-123456${RANDOM.join('')}`],
    ['the digits of sixteen at its beginning', `Authorization: Bearer 0123456789abcdef${SESSION}`],
    ['a harmless cookie before it', `Cookie: theme=example; session=${SESSION}`],
    ['a harmless cookie before it, in a command', `curl -H "Cookie: lang=en; session=${SESSION}" https://x.example`],
  ])('[U-SEC-2] finds a credential with %s', (_what, text) => {
    expect(findSecret(text)).toBeDefined();
  });
});
