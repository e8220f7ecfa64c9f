import { describe, expect, it } from 'vitest';
import { REQUESTS } from '../../src/fidelity/direction.ts';
import { auditEmit } from '../../src/fidelity/emit-audit.ts';
import { SAMPLING_SEED } from '../../src/fidelity/ingest-audit.ts';
import { TARGETS, type Target } from '../support/audited.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

/** Leaves that are changed of one record; a larger one is sampled. */
const LIMIT = 200;

describe.skipIf(SHARED === undefined)(`writing recorded requests ${NEEDS_RECORDINGS}`, () => {
  it.each(TARGETS)('[U-LOSS-1][U-LOSS-3] loses no leaf of a record in silence on the way to $name', (target) => {
    const audits = readableRequests().map((recorded) => ({ name: recorded.name, ...audit(recorded, target) }));
    const leaves = audits.reduce((sum, entry) => sum + entry.leaves, 0);
    const fixed = audits.reduce((sum, entry) => sum + entry.fixed.length, 0);
    console.log(
      `${target.name}: ${audits.length} records, ${leaves} leaves, ${fixed} of them cannot change alone, seed ${SAMPLING_SEED}`,
    );
    expect(silentOf(audits)).toEqual({});
    expect(leaves).toBeGreaterThan(1000);
    expect(fixed / leaves).toBeLessThan(0.1);
  });
});

function audit(recorded: ReadableRequest, { profile, revision }: Target) {
  const { value, privateState } = readRecorded(recorded);
  const owner = profile.family === recorded.source.profile.family ? { owner: recorded.owner } : {};
  const options = { privateState, ...owner, ...(revision === undefined ? {} : { revision }) };
  return auditEmit(REQUESTS, profile, value, { ...options, limit: LIMIT });
}

function silentOf(audits: readonly { readonly name: string; readonly silent: readonly string[] }[]) {
  return Object.fromEntries(audits.flatMap(({ name, silent }) => (silent.length === 0 ? [] : [[name, silent]])));
}
