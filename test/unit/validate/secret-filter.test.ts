import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecret } from '../../../src/core/redact.ts';
import { DOTTED_KEY_PATTERNS, KEY_PATTERNS, SHORTEST_KEY } from '../../../src/core/secret-patterns.ts';
import { isPlain, mayHoldSecret } from '../../../src/validate/secret-filter.ts';

const RANDOM = ['Zq8vN2mX4rT6', 'yB1cW3eR5tY7'].join('');

const value = fc.oneof(
  fc.constantFrom(
    RANDOM,
    `${RANDOM}==`,
    `a+b/${RANDOM}`,
    `${RANDOM}.${RANDOM}`,
    'short',
    btoa(`me:${RANDOM}`),
    btoa('a:b1c2d3'),
  ),
  fc.stringMatching(/^[A-Za-z0-9+/]{16,40}={0,2}$/),
);

const key = fc.oneof(
  ...[...KEY_PATTERNS, ...DOTTED_KEY_PATTERNS].map(({ prefix, rest }) =>
    fc.stringMatching(new RegExp(rest.source.replace(/\{(\d+),\d+\}/g, '{$1,64}'))).map((random) => prefix + random),
  ),
);

const name = fc.constantFrom(
  'authorization',
  'Proxy-Authorization',
  'cookie',
  'Set-Cookie',
  'x-api-key',
  'API_KEY',
  'apiKey',
  'client_secret',
  'access-token',
  'AuthToken',
  'secret_access_key',
  'refresh_token',
  'private-token',
  'name',
);
const gap = fc.constantFrom('', ' ', '  ', '"', '\\"', "'", '"]', '\t');
const sign = fc.constantFrom(':', '=', ': ', '= ', '="', ': "', ":'", ':\\"');
const scheme = fc.constantFrom(
  '',
  'Bearer ',
  'bearer  ',
  'Basic ',
  'BASIC\t',
  'Token ',
  'AWS4-HMAC-SHA256 ',
  'Bearer%20',
  'sid=',
  'theme=dark; sid=',
);

const credential = fc.oneof(
  key,
  fc.tuple(name, gap, sign, scheme, value).map((pieces) => pieces.join('')),
  fc.tuple(fc.constantFrom('Bearer ', 'bearer\n', 'BEARER%20'), value).map((pieces) => pieces.join('')),
  value.map((password) => `postgres://user:${password}@db.example.org`),
  value.map((payload) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.${payload}`),
  fc.constant(`-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEvQIBADANBgkq/kiG9w0+AQEFAASC\n'.repeat(3)}`),
);

const around = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '"',
    '\\n',
    '\\u0041',
    '%20',
    '.',
    '/',
    '-',
    '_',
    '=',
    ':',
    '@',
    '{"a":"',
    'é',
    'https://',
    'x'.repeat(15),
    'word word ',
  ),
  fc.string({ maxLength: 40 }),
);

describe('the filter before the search for credentials', () => {
  it('[U-SEC-2] passes over no text in which a credential is found', () => {
    let found = 0;
    fc.assert(
      fc.property(around, credential, around, (before, secret, after) => {
        const text = `${before}${secret}${after}`;
        if (text.length < SHORTEST_KEY || findSecret(text) === undefined) return;
        found += 1;
        expect(mayHoldSecret(text)).toBe(true);
        expect(isPlain(text)).toBe(false);
      }),
      { numRuns: 20_000, verbose: true },
    );
    expect(found).toBeGreaterThan(2_000);
  });

  it('[U-SEC-2] passes over the texts that records are full of', () => {
    const texts = [
      'request-1.item.17.part.0',
      '2026-03-14T09:26:05.000Z',
      'anthropic-messages/signature',
      'src/validate/rule/secret-exclusion.ts',
      'export function readSettings(path: string): Settings { return parse(text) as Settings; }',
      'See https://example.org/a/long/path-with-many-words?and=parameters&more=of-them.',
      'Write to team@example.org, or set retries=3 and timeout: 30 seconds.',
    ];
    expect(texts.filter(mayHoldSecret)).toEqual([]);
    expect(isPlain('request-1.item.17.part.0')).toBe(true);
  });

  it('[U-SEC-5] stays linear on texts that are made to be looked at again and again', () => {
    const texts = [`${'a'.repeat(16)} `, '://', '@', '=', ':', 'z', 'iz', 'PRIVATE KEY', '\\', 'a', 'key=', 'sk-'];
    for (const text of texts) mayHoldSecret(text.repeat(Math.floor(4_000_000 / text.length)));
  }, 20_000);
});
