import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { UnifiedResourceOwner } from '../../../generated/unified/types.ts';
import { canonicalJson } from '../../../src/core/canonical.ts';
import { UsageError } from '../../../src/core/errors.ts';
import { checkJson } from '../../../src/core/json.ts';
import { PrivateState, PrivateStateSet } from '../../../src/core/private-state.ts';

const owner: UnifiedResourceOwner = {
  profile: { family: 'anthropic-messages' },
  provider: 'anthropic',
  model: 'model-a',
};
const state = new PrivateState({
  resourceId: 'req_1.item.0.private.0',
  kind: 'signature',
  owner,
  payload: 'HUSH+/é\u0000==',
});

describe('PrivateState', () => {
  it('[U-REAS-2] gives the payload back exactly, to who asks for it', () => {
    expect(state.reveal()).toBe('HUSH+/é\u0000==');
    expect(state).toMatchObject({ resourceId: 'req_1.item.0.private.0', kind: 'signature', owner, synthetic: false });
  });

  it('[U-SEC-2] [U-REAS-2] shows nothing when it is printed or enumerated', () => {
    const shown = [
      inspect(state, { showHidden: true, depth: 9 }),
      inspect({ a: [state] }),
      String(state),
      Object.values(state).join(),
    ];
    for (const text of shown) expect(text).not.toContain('HUSH');
    expect(shown[0]).toBe('[PrivateState signature req_1.item.0.private.0]');
  });

  it('[U-REAS-2] cannot enter JSON, canonical JSON, a checked record, or another thread', () => {
    expect(() => JSON.stringify({ a: [state] })).toThrow(UsageError);
    expect(() => canonicalJson({ a: state })).toThrow('canonical form');
    expect(checkJson({ a: state })).toMatchObject({ path: '/a', rule: 'json-prototype' });
    expect(() => structuredClone(state)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
    expect(() => structuredClone({ a: [state] })).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
    expect(checkJson({ ...state })?.rule).toBe('json-type');
  });

  it('[U-REAS-3] keeps the mark of what we made up', () => {
    const synthetic = new PrivateState({ resourceId: 'r', kind: 'signature', owner, synthetic: true, payload: 'x' });
    expect(new PrivateStateSet([synthetic]).read('r', owner)).toEqual({
      ok: true,
      payload: 'x',
      kind: 'signature',
      synthetic: true,
    });
  });
});

describe('PrivateStateSet', () => {
  const unverified = new PrivateState({ resourceId: 'u', kind: 'signature', payload: 'x' });
  const set = new PrivateStateSet([state, unverified]);

  it('[U-SEC-3] [U-CONT-7] hands a payload to its owner and to nobody else, and says why not', () => {
    expect(set.read(state.resourceId, owner)).toEqual({
      ok: true,
      payload: state.reveal(),
      kind: 'signature',
      synthetic: false,
    });
    expect(set.read(state.resourceId, { ...owner, region: 'eu' })).toEqual({ ok: false, reason: 'wrong-owner' });
    expect(set.read('u', owner)).toEqual({ ok: false, reason: 'unverified' });
    expect(set.read('no such', owner)).toEqual({ ok: false, reason: 'unknown' });
    expect(set.read('constructor', owner)).toEqual({ ok: false, reason: 'unknown' });
  });

  it('[U-CONT-7] asks the profile which models are compatible', () => {
    const lenient = new PrivateStateSet([state], (issuer, user) => issuer === 'model-a' && user === 'model-b');
    expect(lenient.read(state.resourceId, { ...owner, model: 'model-b' }).ok).toBe(true);
    expect(set.read(state.resourceId, { ...owner, model: 'model-b' }).ok).toBe(false);
  });

  it('[U-SEC-3] takes the same piece twice and refuses another payload or owner under its id', () => {
    const again = new PrivateStateSet([state, state]);
    expect([again.size, [...again]]).toEqual([1, [state]]);
    const other = new PrivateState({ resourceId: state.resourceId, kind: 'signature', owner, payload: 'other' });
    const stranger = new PrivateState({ resourceId: state.resourceId, kind: 'signature', payload: state.reveal() });
    for (const piece of [other, stranger]) {
      expect(() => again.add(piece)).toThrow(expect.objectContaining({ code: 'private-state-conflict' }));
    }
    expect(again.read(state.resourceId, owner).ok).toBe(true);
  });

  it('[U-REAS-2] cannot be serialized and shows nothing when it is printed', () => {
    expect(() => JSON.stringify(set)).toThrow(UsageError);
    expect(() => structuredClone(set)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
    expect(inspect(set, { showHidden: true })).toBe('[PrivateStateSet of 2]');
  });
});
