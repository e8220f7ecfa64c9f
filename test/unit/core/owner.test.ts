import { describe, expect, it } from 'vitest';
import type { UnifiedResourceOwner } from '../../../generated/unified/types.ts';
import { ownersMatch } from '../../../src/core/owner.ts';

const owner: UnifiedResourceOwner = {
  profile: { family: 'vertex-gemini', version: 'v1', revision: '2026-01' },
  provider: 'google',
  credentialFingerprint: 'c',
  endpointFingerprint: 'e',
  project: 'p',
  region: 'r',
  tenant: 't',
  model: 'm',
  modelFamily: 'f',
  apiRevision: 'a',
};

describe('ownersMatch', () => {
  it('[U-CONT-4] matches equal scopes, whatever the order of their members', () => {
    expect(ownersMatch(owner, structuredClone(owner))).toBe(true);
    const { provider, ...rest } = owner;
    expect(ownersMatch(owner, { ...rest, provider })).toBe(true);
    expect(ownersMatch({ profile: { family: 'x' }, provider: 'y' }, { profile: { family: 'x' }, provider: 'y' })).toBe(
      true,
    );
  });

  it.each(Object.keys(owner).filter((field) => field !== 'profile'))(
    '[U-CONT-4] [U-SEC-3] tells another %s, and its absence on either side',
    (field) => {
      const without = Object.fromEntries(
        Object.entries(owner).filter(([name]) => name !== field),
      ) as unknown as UnifiedResourceOwner;
      expect(ownersMatch(owner, { ...owner, [field]: 'other' })).toBe(false);
      expect(ownersMatch(owner, without)).toBe(false);
      expect(ownersMatch(without, owner)).toBe(false);
    },
  );

  it.each(['family', 'version', 'revision'])('[U-CONT-4] tells another profile %s', (field) => {
    expect(ownersMatch(owner, { ...owner, profile: { ...owner.profile, [field]: 'other' } })).toBe(false);
  });

  it('[U-CONT-7] lets a profile say which models are compatible, in the direction from issuer to user', () => {
    const upgrade = (issuer: string, user: string) => issuer === 'm' && user === 'm2';
    expect(ownersMatch(owner, { ...owner, model: 'm2' }, upgrade)).toBe(true);
    expect(ownersMatch({ ...owner, model: 'm2' }, owner, upgrade)).toBe(false);
    expect(ownersMatch(owner, { ...owner, model: 'm2', region: 'x' }, upgrade)).toBe(false);
    const { model, ...unnamed } = owner;
    expect(model).toBe('m');
    expect(ownersMatch(owner, unnamed, () => true)).toBe(false);
    expect(ownersMatch(unnamed, unnamed, () => false)).toBe(true);
  });
});
