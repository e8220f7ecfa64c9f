import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { keepPrivate, keepUnknown, keepUnread, keepWhole } from '../../../src/projection/ingest-context.ts';
import { OWNER, places, reading } from './support.ts';

describe('keepPrivate', () => {
  it('[U-REAS-2] puts the payload beside the record and a reference without it into the record', () => {
    const context = reading({}, { owner: OWNER });
    const found = { kind: 'signature', schema: 'sample/signature', payload: 'sigé', placement: 'part' } as const;
    const reference = keepPrivate(context, 'req.item.0', 'signature', found);
    expect(reference).toEqual({
      scope: 'owner-private',
      profile: { family: 'sample' },
      schema: 'sample/signature',
      resourceId: 'req.item.0.private.signature',
      kind: 'signature',
      placement: 'part',
      size: 5,
    });
    expect(context.privateState.read(reference.resourceId, OWNER)).toMatchObject({ ok: true, payload: 'sigé' });
  });

  it('[U-REAS-2] vouches for nobody where the caller cannot say whose it is', () => {
    const context = reading({});
    const reference = keepPrivate(context, 'req', 0, { kind: 'signature', schema: 'sample/signature', payload: 'x' });
    expect(context.privateState.read(reference.resourceId, OWNER)).toEqual({ ok: false, reason: 'unverified' });
  });
});

describe('keepUnknown', () => {
  it('[U-LOSS-1] keeps each member that nobody read, null as well, with its place', () => {
    const context = reading({ known: 1, 'a/b': [1, null], nothing: null }, { owner: OWNER });
    context.wire.take('known');
    const references = keepUnknown(context, 'req.item.0', [{ wire: context.wire, at: '/message' }]);
    expect(references).toMatchObject([
      { kind: 'unknown-wire-content', schema: 'sample/unknown', wireType: 'a/b', wirePointer: '/message/a~1b' },
      { kind: 'unknown-wire-content', schema: 'sample/unknown', wireType: 'nothing', wirePointer: '/message/nothing' },
    ]);
    expect([...context.privateState].map((state) => state.reveal())).toEqual(['[1,null]', 'null']);
    expect(context.wire.unread()).toEqual([]);
    expect(keepUnknown(context, 'req.item.0', [{ wire: context.wire }])).toEqual([]);
  });

  it('[U-LOSS-1] keeps members apart whose pointers would be one text without escapes', () => {
    const body = { tool: { x: 1 }, 'tool/x': 2 };
    const context = reading(body, { owner: OWNER });
    const tool = context.wire.requiredObject('tool');
    const references = keepUnread(context, 'req', context.wire, [context.wire, tool]);
    expect(references.map((reference) => 'wirePointer' in reference && reference.wirePointer)).toEqual([
      '/tool~1x',
      '/tool/x',
    ]);
    expect(new Set(references.map(({ resourceId }) => resourceId)).size).toBe(2);
  });

  it('[U-VAL-3] keeps every digit, and reports half of a surrogate pair that it replaces', () => {
    const exactNumbers = new Map([['/n', '9007199254740993']]);
    const context = reading({ n: 9007199254740992, s: '\ud800' }, { exactNumbers });
    keepUnknown(context, 'req', [{ wire: context.wire }]);
    expect([...context.privateState].map((state) => state.reveal())).toEqual(['9007199254740993', '"\ufffd"']);
    expect(places(context.entries())).toEqual(['info text.lone-surrogate /s']);
  });

  it('[U-VAL-1] gives a member without a name a type, and cuts a long name at a whole character', () => {
    const context = reading({ '': 1, [`${'x'.repeat(255)}\u{1f600}`]: 2 });
    const references = keepUnknown(context, 'req', [{ wire: context.wire }]);
    expect(references.map((reference) => 'wireType' in reference && reference.wireType)).toEqual([
      'empty',
      `${'x'.repeat(255)}\ufffd`,
    ]);
  });
});

describe('keepUnread', () => {
  it('[U-LOSS-1] takes places from where the objects stand below the base', () => {
    const context = reading({ messages: [{ content: [{ type: 'x', inner: { y: 1 } }] }] });
    const message = context.wire.objects('messages')?.[0];
    const part = message?.objects('content')?.[0];
    const inner = part?.object('inner');
    if (message === undefined || part === undefined || inner === undefined) throw new Error('the body has them');
    const references = keepUnread(context, 'req.item.0', message, [part, inner]);
    expect(references).toMatchObject([{ wirePointer: '/content/0/type' }, { wirePointer: '/content/0/inner/y' }]);
  });
});

describe('keepWhole', () => {
  it('[U-PROF-9] keeps something of an unknown kind so that its loss is known to be one', () => {
    const body: JsonObject = { tools: [{ type: 'telepathy', range: 3 }] };
    const context = reading(body, { owner: OWNER });
    const tool = context.wire.objects('tools')?.[0];
    if (tool === undefined) throw new Error('the body has it');
    const found = { payload: tool.opaqueWhole(), wireType: 'telepathy', wirePointer: '/tools/0' };
    const reference = keepWhole(context, 'req', tool, found);
    expect(reference).toMatchObject({
      kind: 'unknown-wire-content',
      placement: 'part',
      ...{ wirePointer: '/tools/0' },
    });
    expect(context.privateState.read(reference.resourceId, OWNER)).toMatchObject({
      payload: '{"type":"telepathy","range":3}',
    });
    expect(context.origins.get(reference)?.pointer()).toBe('/tools/0');
  });
});
