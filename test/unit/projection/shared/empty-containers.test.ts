import { describe, expect, it } from 'vitest';
import { restoreEmpty } from '../../../../src/projection/shared/empty-containers.ts';

describe('restoreEmpty', () => {
  it('[U-VAL-3] writes lists and objects that were there with nothing in them', () => {
    const draft = { a: {} };
    restoreEmpty(draft, { emptyLists: ['/tools'], emptyObjects: ['/a/inner'] });
    expect(draft).toEqual({ a: { inner: {} }, tools: [] });
  });

  it('[U-VAL-3] leaves what something was written to', () => {
    const draft = { tools: [1] };
    restoreEmpty(draft, { emptyLists: ['/tools', '/gone/list'] });
    restoreEmpty(draft, {});
    expect(draft).toEqual({ tools: [1] });
  });
});
