import { describe, expect, it } from 'vitest';
import { portableSha256Hex as everywhere, sha256Hex as onNode } from '../../../src/core/sha256.ts';

/** FIPS 180-4, examples of SHA-256. */
const VECTORS = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
] as const;

describe.each([
  ['everywhere', everywhere],
  ['on Node', onNode],
])('sha256Hex %s', (_name, sha256Hex) => {
  it.each(VECTORS)('[U-VAL-2] hashes %j as FIPS 180-4 says', (text, hash) => {
    expect(sha256Hex(text)).toBe(hash);
    expect(sha256Hex(new TextEncoder().encode(text))).toBe(hash);
  });
});

it('[U-VAL-2] gives one hash on every platform', () => {
  for (const data of ['Grüße, 世界 \u{1f600}', '\ud800', 'x'.repeat(10_000), Uint8Array.of(0, 255, 128)]) {
    expect(everywhere(data)).toBe(onNode(data));
  }
});
