import { describe, expect, it } from 'vitest';
import { emitContext } from '../../../../src/projection/emit.ts';
import { providerResource, usableProviderId } from '../../../../src/projection/shared/provider-resource.ts';
import { sampleProfile } from '../sample-profile.ts';
import { OWNER, reading, writing } from '../support.ts';

describe('provider resources', () => {
  it('[U-PART-3] belong to whom the caller says', () => {
    const resource = providerResource(reading({}, { owner: OWNER }), 'req.item.0.part.1', 'file', 'file-9');
    expect(resource).toEqual({
      resourceType: 'file',
      resourceId: 'req.item.0.part.1.resource.file',
      providerId: 'file-9',
      owner: OWNER,
    });
    expect(usableProviderId(writing({ owner: OWNER }), resource)).toBe('file-9');
  });

  it('[U-CONT-7] go to another model of their owner where the profile says that it takes them', () => {
    const owned = (model: string) => ({ owner: { ...OWNER, model } });
    const resource = providerResource(reading({}, owned('bake-1')), 'p', 'file', 'file-9');
    // The sample profile takes models whose names begin alike for one another.
    expect(usableProviderId(emitContext(sampleProfile, owned('bake-2')), resource)).toBe('file-9');
    expect(usableProviderId(emitContext(sampleProfile, owned('fry-1')), resource)).toBeUndefined();
    expect(usableProviderId(writing(owned('bake-2')), resource)).toBeUndefined();
  });

  it('[U-CONT-7] go to nobody else, to nobody unnamed, and to nobody at all when nobody vouches for them', () => {
    const resource = providerResource(reading({}, { owner: OWNER }), 'p', 'file', 'file-9');
    expect(usableProviderId(writing({ owner: { ...OWNER, tenant: 't' } }), resource)).toBeUndefined();
    expect(usableProviderId(writing(), resource)).toBeUndefined();
    const unverified = providerResource(reading({}), 'p', 'file', 'file-9');
    expect(usableProviderId(writing({ owner: OWNER }), unverified)).toBeUndefined();
    expect(usableProviderId(writing({ owner: unverified.owner }), unverified)).toBeUndefined();
  });
});
