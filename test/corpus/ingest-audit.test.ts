import { describe, expect, it } from 'vitest';
import { WireFormatError } from '../../src/core/errors.ts';
import { REQUESTS } from '../../src/fidelity/direction.ts';
import { auditIngest, SAMPLING_SEED } from '../../src/fidelity/ingest-audit.ts';
import { ingestRequest } from '../../src/projection/ingest.ts';
import { AUDITED } from '../support/audited.ts';
import { recordedRequests } from '../support/corpus.ts';
import { readableRequests } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

/** Leaves that are changed of one body; a larger one is sampled. */
const LIMIT = 300;

describe.skipIf(SHARED === undefined)(`reading recorded requests ${NEEDS_RECORDINGS}`, () => {
  it.each(AUDITED)('[U-LOSS-1] loses no leaf of a $profile.family body in silence', ({ profile }) => {
    const audits = readableRequests(profile.family).map((recorded) => ({
      name: recorded.name,
      ...auditIngest(REQUESTS, profile, recorded.body, { ...recorded.options, limit: LIMIT }),
    }));
    const leaves = audits.reduce((sum, audit) => sum + audit.leaves, 0);
    console.log(`${profile.family}: ${audits.length} bodies, ${leaves} leaves, sampling seed ${SAMPLING_SEED}`);
    expect(audits.filter(({ silent }) => silent.length > 0)).toEqual([]);
    expect(leaves).toBeGreaterThan(1000);
  });

  it.each(AUDITED)('[U-LOSS-1] refuses what is no $profile.family body, with a pointer', ({ profile, malformed }) => {
    for (const { body } of recordedRequests(profile.family).filter(({ name }) => malformed.includes(name))) {
      expect(() => ingestRequest(profile, body)).toThrow(WireFormatError);
    }
  });
});
