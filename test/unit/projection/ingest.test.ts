import { describe, expect, it } from 'vitest';
import { UsageError, WireFormatError } from '../../../src/core/errors.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { type IngestOptions, ingestRequest } from '../../../src/projection/ingest.ts';
import { sampleProfile, silentProfile } from './sample-profile.ts';
import { OWNER } from './support.ts';

function faultOf(wire: JsonValue | Uint8Array, options?: IngestOptions): unknown {
  try {
    return ingestRequest(sampleProfile, wire, options);
  } catch (error) {
    if (!WireFormatError.isInstance(error)) throw error;
    return error.details;
  }
}

describe('ingestRequest', () => {
  it('[U-PROF-10] reads a parsed body, its text and its bytes alike', () => {
    const body = { text: 'héllo', more: [1] };
    const text = JSON.stringify(body);
    const records = [body, text, new TextEncoder().encode(text), `\ufeff${text}`].map(
      (wire) => ingestRequest(sampleProfile, wire, { owner: OWNER }).value,
    );
    for (const record of records) expect(record).toEqual(records[0]);
  });

  it('[U-CONV-1] gives everything a place and an identifier without being told any, and always the same', () => {
    const { value } = ingestRequest(sampleProfile, { text: 'x' });
    expect(value).toMatchObject({
      requestId: 'request',
      conversation: { conversationId: 'request.conversation.0', branchId: 'main' },
      source: { profile: { family: 'sample', revision: '2026' } },
    });
    expect(value.conversation.items[0]?.createdAt).toBe('1970-01-01T00:00:00.000Z');
    expect(ingestRequest(sampleProfile, { text: 'x' }).value).toEqual(value);
  });

  it('[U-PART-1] takes identifiers, the moment, the revision and beta features from the caller', () => {
    const { value } = ingestRequest(
      sampleProfile,
      { text: 'x' },
      {
        requestId: 'r',
        conversationId: 'c',
        branchId: 'b',
        now: '2026-12-01T00:00:00Z',
        revision: '2025',
        betas: ['new'],
      },
    );
    expect(value).toMatchObject({
      requestId: 'r',
      conversation: { conversationId: 'c', branchId: 'b', items: [{ createdAt: '2026-12-01T00:00:00Z' }] },
      source: { profile: { family: 'sample', revision: '2025', betas: ['new'] } },
    });
  });

  it('[U-LOSS-1] tells where in the body an object of the record came from', () => {
    const { value, originOf } = ingestRequest(sampleProfile, { text: 'x', more: 1 });
    const [item] = value.conversation.items;
    const [reference] = value.metadata?.providerData ?? [];
    if (item === undefined || reference === undefined) throw new Error('the record has them');
    expect([originOf(item), originOf(reference), originOf({})]).toEqual(['', '/more', undefined]);
  });

  it('[U-CONT-7] keeps private state for its owner, with the profile’s own idea of models that are one', () => {
    const owner = { ...OWNER, model: 'acme-1' };
    const { privateState } = ingestRequest(sampleProfile, { text: 'x', more: 1 }, { owner });
    const id = 'request.private.%2Fmore';
    expect(privateState.read(id, { ...OWNER, model: 'acme-2' })).toMatchObject({ ok: true, payload: '1' });
    expect(privateState.read(id, { ...OWNER, model: 'other' })).toEqual({ ok: false, reason: 'wrong-owner' });
    expect(privateState.read(id, OWNER)).toEqual({ ok: false, reason: 'wrong-owner' });
  });

  it('[U-VAL-3] keeps the digits of numbers that come as text', () => {
    const { privateState, loss } = ingestRequest(sampleProfile, '{"text":"x","big":9007199254740993}', {
      owner: OWNER,
    });
    expect(privateState.read('request.private.%2Fbig', OWNER)).toMatchObject({ payload: '9007199254740993' });
    expect(loss.entries).toEqual([]);
  });

  it.each([
    ['a list', [], { path: '', found: 'array of 0' }],
    ['null', null, { path: '', found: 'null' }],
    ['a number as text', '5', { path: '', found: 'integer' }],
    ['an empty text', '', { path: '', rule: 'json-truncated' }],
    ['a text that breaks off', '{"text":', { path: '/text', rule: 'json-truncated' }],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff]), { path: '', rule: 'json-encoding' }],
    ['a text with a reserved name', '{"text":"x","__proto__":{}}', { path: '/__proto__', rule: 'json-reserved-key' }],
    ['an object with a reserved name', JSON.parse('{"text":"x","__proto__":{}}'), { path: '' }],
    ['a body without what it needs', {}, { path: '/text', expected: 'a string', found: 'nothing' }],
  ])('[U-VAL-1] refuses %s', (_title, wire, details) => {
    expect(faultOf(wire)).toMatchObject(details);
  });

  it('[U-VAL-1] keeps to the caller’s limits, whether a body comes as text or parsed', () => {
    expect(faultOf('{"text":"abcdef"}', { limits: { bytes: 10 } })).toMatchObject({ rule: 'json-bytes' });
    expect(faultOf({ text: 'abcdef' }, { limits: { stringLength: 5 } })).toMatchObject({ path: '/text' });
    expect(faultOf({ text: 'x', more: [[[]]] }, { limits: { depth: 2 } })).toMatchObject({ rule: 'json-depth' });
    expect(() => ingestRequest(sampleProfile, { text: 'x' }, { limits: { bytes: 0 } })).toThrow(UsageError);
  });

  it('[U-PROF-9] refuses options that do not fit: an unknown revision, a profile without requests', () => {
    expect(() => ingestRequest(sampleProfile, { text: 'x' }, { revision: '1999' })).toThrow('it has 2026, 2025');
    expect(() => ingestRequest(silentProfile, { text: 'x' }, {})).toThrow('silent has no requests');
    expect(() => ingestRequest(silentProfile, { text: 'x' })).toThrow(UsageError);
  });
});
