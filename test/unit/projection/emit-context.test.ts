import { describe, expect, it } from 'vitest';
import type { UnifiedOwnerPrivateRef } from '../../../generated/unified/types.ts';
import { PrivateState, PrivateStateSet } from '../../../src/core/private-state.ts';
import { readPrivate, restoreUnknown, type WireDraft } from '../../../src/projection/emit-context.ts';
import { OWNER, places, writing } from './support.ts';

function reference(resourceId: string, more: Partial<UnifiedOwnerPrivateRef> = {}): UnifiedOwnerPrivateRef {
  const profile = { family: 'sample' };
  const kind = 'unknown-wire-content';
  return { scope: 'owner-private', profile, schema: 'sample/unknown', resourceId, kind, ...more };
}

function states(payloads: Readonly<Record<string, string>>, more: { synthetic?: boolean } = {}): PrivateStateSet {
  const kind = 'unknown-wire-content';
  return new PrivateStateSet(
    Object.entries(payloads).map(
      ([resourceId, payload]) => new PrivateState({ resourceId, kind, owner: OWNER, payload, ...more }),
    ),
  );
}

describe('readPrivate', () => {
  it('[U-REAS-2] gives the exact payload to its owner', () => {
    const context = writing({ owner: OWNER, privateState: states({ r: '{"a" :1}' }) });
    expect(readPrivate(context, reference('r'), '/x')).toBe('{"a" :1}');
    expect(context.entries()).toEqual([]);
  });

  it.each([
    ['another provider', { ...OWNER, provider: 'other' }, 'the private state belongs to another owner'],
    ['another account', { ...OWNER, credentialFingerprint: 'f' }, 'the private state belongs to another owner'],
    ['nobody', undefined, 'the emitter was not told whom the body goes to'],
  ])('[U-CONT-7][U-REAS-2] gives nothing to %s, and says why', (_title, owner, reason) => {
    const context = writing({ privateState: states({ r: 'secret' }), ...(owner === undefined ? {} : { owner }) });
    expect(readPrivate(context, reference('r'), '/x', 'citation.private-state')).toBeUndefined();
    expect(context.entries()).toEqual([
      { path: '/x', feature: 'citation.private-state', severity: 'info', reason, stage: 'emit' },
    ]);
  });

  it('[U-REAS-2] says when there is no reader, no such state, or nobody who vouches for it', () => {
    const reasons = [
      writing({ owner: OWNER }),
      writing({ owner: OWNER, privateState: new PrivateStateSet() }),
      writing({
        owner: OWNER,
        privateState: new PrivateStateSet([new PrivateState({ resourceId: 'r', kind: 'signature', payload: 'x' })]),
      }),
    ].map((context) => {
      readPrivate(context, reference('r'), '/x');
      return context.entries()[0]?.reason;
    });
    expect(reasons).toEqual([
      'no private state was given to the emitter',
      'the private state is not in the vault',
      'nobody vouches for who issued the private state',
    ]);
  });

  it('[U-REAS-3] never gives what was made up here, whoever marks it', () => {
    const marked = writing({ owner: OWNER, privateState: states({ r: 'x' }, { synthetic: true }) });
    const named = writing({ owner: OWNER, privateState: states({ r: 'x' }) });
    expect(readPrivate(marked, reference('r'), '/x')).toBeUndefined();
    expect(readPrivate(named, reference('r', { synthetic: true }), '/x')).toBeUndefined();
    expect([...marked.entries(), ...named.entries()].map(({ reason }) => reason)).toEqual(
      Array(2).fill('the private state was made up here and is never sent as if its owner had issued it'),
    );
  });
});

describe('restoreUnknown', () => {
  it('[U-PROF-9] writes unknown content back where it stood: members, nested members, entries of lists', () => {
    const privateState = states({ a: '{"x":1}', b: '[true]', c: '{"type":"new"}', d: '"last"' });
    const context = writing({ owner: OWNER, privateState });
    const draft: WireDraft = { inside: {}, list: ['first'] };
    const references = [
      reference('a', { wirePointer: '/top~1level' }),
      reference('b', { wirePointer: '/inside/deep' }),
      reference('c', { wirePointer: '/list/0' }),
      reference('d', { wirePointer: '/list/2' }),
    ];
    restoreUnknown(context, references, draft, '/providerData');
    expect(draft).toEqual({
      'top/level': { x: 1 },
      inside: { deep: [true] },
      list: [{ type: 'new' }, 'first', 'last'],
    });
    expect(context.entries()).toEqual([]);
  });

  it('[U-VAL-3] keeps the digits of numbers for the text of the body', () => {
    const privateState = states({
      a: '{"n":9007199254740993}',
      b: '12345678901234567890',
      c: '0.30000000000000000004',
    });
    const context = writing({ owner: OWNER, privateState });
    const draft: WireDraft = {};
    const references = ['a', 'b', 'c'].map((name) => reference(name, { wirePointer: `/${name}` }));
    restoreUnknown(context, references, draft, '/providerData');
    expect(context.exactNumbers.get(draft['a'] as object)).toEqual(new Map([['/n', '9007199254740993']]));
    expect(context.exactNumbers.get(draft)).toEqual(
      new Map([
        ['/b', '12345678901234567890'],
        ['/c', '0.30000000000000000004'],
      ]),
    );
  });

  it('[U-LOSS-1] misses a whole of an unknown kind more than one member more', () => {
    const context = writing({ privateState: states({ a: '1', b: '2' }) });
    const references = [
      reference('a', { wirePointer: '/a' }),
      reference('b', { wirePointer: '/b', placement: 'part' }),
    ];
    restoreUnknown(context, references, {}, '/metadata/providerData');
    expect(places(context.entries())).toEqual([
      'warning wire.unknown-content /metadata/providerData/0',
      'error wire.unknown-kind /metadata/providerData/1',
    ]);
  });

  it('[U-LOSS-1] says when the place is gone or taken, or the payload is no JSON', () => {
    const privateState = states({ a: '1', b: '2', c: 'no JSON', d: '4' });
    const context = writing({ owner: OWNER, privateState });
    const draft: WireDraft = { b: 'taken' };
    const references = [
      reference('a', { wirePointer: '/gone/a' }),
      reference('b', { wirePointer: '/b' }),
      reference('c', { wirePointer: '/c' }),
      reference('d'),
    ];
    restoreUnknown(context, references, draft, '/p');
    expect(draft).toEqual({ b: 'taken' });
    expect(places(context.entries())).toEqual([0, 1, 2, 3].map((index) => `warning wire.unknown-content /p/${index}`));
  });

  it('[U-REAS-2] leaves to others what is no unknown content of this dialect', () => {
    const context = writing({ owner: OWNER });
    const draft: WireDraft = {};
    const foreign = reference('a', { profile: { family: 'other' }, wirePointer: '/a' });
    const annotation = {
      scope: 'portable-annotation',
      profile: { family: 'sample' },
      schema: 'sample/form',
      resourceId: 'b',
      value: 1,
    } as const;
    restoreUnknown(context, [foreign, annotation, reference('c', { kind: 'signature' })], draft, '/p');
    restoreUnknown(context, undefined, draft, '/p');
    expect(draft).toEqual({});
    expect(context.entries()).toEqual([]);
  });
});
