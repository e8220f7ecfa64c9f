import { describe, expect, it } from 'vitest';
import { setInDraft, type WireDraft } from '../../../src/projection/wire-draft.ts';

describe('setInDraft', () => {
  it('[U-REAS-2] sets a member of an object inside', () => {
    const draft: WireDraft = { a: { b: [{ c: 1 }] } };
    expect(setInDraft(draft, ['a', 'b', '0', 'd'], 2)).toBeDefined();
    expect(draft).toEqual({ a: { b: [{ c: 1, d: 2 }] } });
  });

  it('[U-REAS-2] inserts into a list, and makes the list where it is missing', () => {
    const draft: WireDraft = { a: ['x', 'z'] };
    setInDraft(draft, ['a', '1'], 'y');
    setInDraft(draft, ['b', '0'], 'first');
    setInDraft(draft, ['b', '1'], 'second');
    expect(draft).toEqual({ a: ['x', 'y', 'z'], b: ['first', 'second'] });
  });

  it.each([
    ['the member is there already', ['a']],
    ['the object around it is missing', ['x', 'y']],
    ['a scalar stands in the way', ['a', 'b']],
    ['the pointer is of the whole', []],
    ['the index is no index', ['list', '-1']],
    ['the index is a name', ['list', 'length']],
    ['the index has a leading zero', ['list', '00']],
  ])('[U-REAS-2] sets nothing where %s', (_title, tokens) => {
    const draft: WireDraft = { a: 1, list: [] };
    expect(setInDraft(draft, tokens, 'new')).toBeUndefined();
    expect(draft).toEqual({ a: 1, list: [] });
  });

  it('[U-VAL-1] never touches a prototype', () => {
    const draft: WireDraft = { a: {} };
    expect(setInDraft(draft, ['__proto__'], { admin: true })).toBeUndefined();
    expect(setInDraft(draft, ['a', '__proto__', 'admin'], true)).toBeUndefined();
    expect(setInDraft(draft, ['__proto__', '0'], true)).toBeUndefined();
    expect(setInDraft(draft, ['constructor', 'prototype', 'admin'], true)).toBeUndefined();
    expect(Object.getPrototypeOf(draft)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
