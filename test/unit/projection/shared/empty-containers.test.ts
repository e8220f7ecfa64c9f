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

  it('[U-VAL-3] leaves out what is no pointer of a member of an object that is there', () => {
    const draft = { list: [{}], text: 'a' };
    restoreEmpty(draft, { emptyLists: ['a', '/~2', '', '/__proto__', '/list/0', '/text/0', '/new/0'] });
    expect(draft).toEqual({ list: [{}], text: 'a' });
    restoreEmpty(draft, { emptyObjects: ['/list/0/inner'] });
    expect(draft).toEqual({ list: [{ inner: {} }], text: 'a' });
  });
});
