import { describe, expect, it } from 'vitest';
import { providerResource, usableProviderId } from '../../../../src/projection/shared/provider-resource.ts';
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

  it('[U-CONT-7] go to nobody else, to nobody unnamed, and to nobody at all when nobody vouches for them', () => {
    const resource = providerResource(reading({}, { owner: OWNER }), 'p', 'file', 'file-9');
    expect(usableProviderId(writing({ owner: { ...OWNER, tenant: 't' } }), resource)).toBeUndefined();
    expect(usableProviderId(writing(), resource)).toBeUndefined();
    const unverified = providerResource(reading({}), 'p', 'file', 'file-9');
    expect(usableProviderId(writing({ owner: OWNER }), unverified)).toBeUndefined();
    expect(usableProviderId(writing({ owner: unverified.owner }), unverified)).toBeUndefined();
  });
});
