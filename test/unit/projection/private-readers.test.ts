import { describe, expect, it } from 'vitest';
import { PrivateState, PrivateStateSet } from '../../../src/core/private-state.ts';
import { firstReader } from '../../../src/projection/private-readers.ts';
import { OWNER } from './support.ts';

const kind = 'reasoning-signature';

describe('firstReader', () => {
  it('[U-CONT-7] asks the second reader only for what the first does not know', () => {
    const other = { ...OWNER, provider: 'other' };
    const first = new PrivateStateSet([
      new PrivateState({ resourceId: 'a', kind, owner: OWNER, payload: 'first' }),
      new PrivateState({ resourceId: 'b', kind, owner: other, payload: 'first' }),
      new PrivateState({ resourceId: 'c', kind, payload: 'first' }),
    ]);
    const second = new PrivateStateSet(
      ['a', 'b', 'c', 'd'].map((resourceId) => new PrivateState({ resourceId, kind, owner: OWNER, payload: 'second' })),
    );
    const reader = firstReader(first, second);
    expect(['a', 'b', 'c', 'd', 'e'].map((resourceId) => reader.read(resourceId, OWNER))).toMatchObject([
      { ok: true, payload: 'first' },
      { ok: false, reason: 'wrong-owner' },
      { ok: false, reason: 'unverified' },
      { ok: true, payload: 'second' },
      { ok: false, reason: 'unknown' },
    ]);
    expect(firstReader(first, undefined)).toBe(first);
  });
});
