import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { emitRequest } from '../../../src/projection/emit.ts';
import { ingestRequest } from '../../../src/projection/ingest.ts';
import { call, message, sampleRecord } from '../../support/sample-record.ts';
import { sampleProfile, silentProfile } from './sample-profile.ts';
import { OWNER, places } from './support.ts';

const SAMPLE = 'sample';

describe('emitRequest', () => {
  it('[U-LOSS-3] writes a body, and reports what did not go along', () => {
    const record = sampleRecord([message('user', 'x')], {
      generation: { seed: { value: 1, requirement: 'preferred' } },
    });
    const emission = emitRequest(sampleProfile, record);
    expect(emission).toMatchObject({ ok: true, wire: { text: 'x' }, loss: { disposition: 'degraded' } });
    expect(places(emission.loss.entries)).toEqual(['warning generation.seed /generation/seed']);
  });

  it('[U-LOSS-2] gives no body where required semantics would be lost', () => {
    const record = sampleRecord([message('user', 'x'), call('c1')]);
    const emission = emitRequest(sampleProfile, record);
    expect(emission).toEqual({ ok: false, loss: emission.loss });
    expect(emission.loss.disposition).toBe('unsupported');
  });

  it('[U-GEN-3] takes from the caller how much a feature is needed', () => {
    const record = sampleRecord([message('user', 'x'), call('c1')]);
    const emission = emitRequest(sampleProfile, record, { requirements: { 'item.tool-call': 'optional' } });
    expect(emission).toMatchObject({ ok: true, aliases: { callIds: [], toolNames: [] } });
  });

  it('[U-PROF-9] asks the capabilities of the revision that is meant', () => {
    const record = sampleRecord([message('user', 'x')], {
      generation: { seed: { value: 1, requirement: 'required' } },
    });
    expect(emitRequest(sampleProfile, record, { revision: '2025' }).ok).toBe(true);
    expect(emitRequest(sampleProfile, record).ok).toBe(false);
  });

  it('[U-TOOL-5] tells which names and identifiers differ on the wire, to map an answer back', () => {
    const record = sampleRecord([call('Call 1')]);
    const emission = emitRequest(sampleProfile, record, { requirements: { 'item.tool-call': 'optional' } });
    if (!emission.ok) throw new Error('nothing is required');
    expect(emission.aliases.callIds).toEqual([['Call 1', emission.wire['call']]]);
    expect(emission.wire['call']).toMatch(/^_all_1_[0-9a-f]{12}$/);
  });

  it('[U-VAL-3] gives the text of the body with every digit that was sent', () => {
    const text = '{"text":"x","big":9007199254740993,"deep":{"n":[0.10000000000000000001]}}';
    const read = ingestRequest(sampleProfile, text, { owner: OWNER });
    const emission = emitRequest(sampleProfile, read.value, { owner: OWNER, privateState: read.privateState });
    if (!emission.ok) throw new Error('nothing is required');
    expect(emission.text()).toBe(text);
    expect(emission.wire['big']).toBe(9007199254740992);
    const plain = emitRequest(sampleProfile, sampleRecord([message('user', 'x')], {}, SAMPLE));
    expect(plain.ok && plain.text()).toBe('{"text":"x"}');
  });

  it('[U-ITEM-3] does not change the record', () => {
    const record = sampleRecord([message('user', 'x')], { metadata: { entries: [{ key: 'a', value: 'b' }] } });
    const before = structuredClone(record);
    emitRequest(sampleProfile, record);
    expect(record).toEqual(before);
  });

  it('[U-PROF-9] refuses options that do not fit: an unknown revision, a profile without requests', () => {
    const record = sampleRecord([]);
    expect(() => emitRequest(sampleProfile, record, { revision: '1999' })).toThrow(UsageError);
    expect(() => emitRequest(silentProfile, record, { revision: '1' })).toThrow('silent has no requests');
  });
});
