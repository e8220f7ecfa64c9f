import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/core/canonical.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { REQUESTS } from '../../src/fidelity/direction.ts';
import { auditEmit, OPTIONAL, optional, writable } from '../../src/fidelity/emit-audit.ts';
import { auditIngest } from '../../src/fidelity/ingest-audit.ts';
import { thereAndBack } from '../../src/fidelity/round-trip.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ingestRequest } from '../../src/projection/ingest.ts';
import { validateRequest } from '../../src/validate/index.ts';
import { AUDITED, type AuditedProfile, ownerOf, TARGETS } from '../support/audited.ts';
import { randomBodies } from '../support/bodies.ts';
import { payloadsIn, payloadsOf } from '../support/opaque.ts';
import { judgeRequest } from '../support/oracle.ts';
import { withoutNulls } from '../support/without-nulls.ts';

/** The seed of every random body here; change it to look elsewhere. */
const SEED = 20261201;
const RUNS = 200;
/** Leaves that are changed of one body; a larger one is sampled. */
const LEAVES = 60;

console.log(`random bodies: seed ${SEED}, ${RUNS} runs each`);

describe.each(AUDITED)('random bodies of $profile.family', (source) => {
  const { profile } = source;
  const owner = ownerOf(profile, 'provider');
  const reading = { owner, ...revisionOf(source) };

  it('[U-LOSS-1] are read without losing a leaf in silence', () => {
    forAll(source, (body) => {
      expect(auditIngest(REQUESTS, profile, body, { ...reading, limit: LEAVES }).silent).toEqual([]);
    });
  });

  it('[U-VAL-1] become valid records', () => {
    forAll(source, (body) => {
      expect(validateRequest(ingestRequest(profile, body, reading).value)).toMatchObject({ ok: true });
    });
  });

  it('[U-ITEM-5][U-REAS-2] come back to their owner as they were, unless a report says what did not', () => {
    let exact = 0;
    forAll(source, (body) => {
      const { value, privateState, loss } = ingestRequest(profile, body, reading);
      const emission = emitRequest(profile, value, { privateState, ...reading });
      if (!emission.ok) throw new Error(`Refused: ${JSON.stringify(emission.loss.entries)}`);
      if (emission.loss.entries.length > 0) return; // what the audits below look into
      exact += 1;
      expect(canonicalJson(emission.wire)).toBe(canonicalJson(wellFormed(withoutNulls(body, loss))));
    });
    console.log(`${profile.family}: ${exact} of ${RUNS} random bodies came back without a remark`);
    expect(exact).toBeGreaterThan(RUNS / 4);
  });

  it.each(TARGETS)('[U-LOSS-1][U-LOSS-3] are written as $name without losing a leaf in silence', (target) => {
    forAll(source, (body) => {
      const { value, privateState } = ingestRequest(profile, body, reading);
      const toOwner = target.profile.family === profile.family ? { owner } : {};
      const options = { privateState, ...toOwner, ...revisionOf(target) };
      expect(auditEmit(REQUESTS, target.profile, value, { ...options, limit: LEAVES }).silent).toEqual([]);
    });
  });

  it.each(TARGETS)('[U-CONT-7][U-REAS-2] keep what belongs to their owner from everybody else at $name', (target) => {
    forAll(source, (body) => {
      const { value, privateState } = ingestRequest(profile, body, reading);
      const payloads = payloadsOf(body);
      expect(payloadsIn(canonicalJson(value), payloads)).toEqual([]);
      const stranger = ownerOf(target.profile, 'provider', 'two');
      const options = { privateState, owner: stranger, requirements: OPTIONAL, ...revisionOf(target) };
      const possible = writable(REQUESTS, optional(value), (request) => emitRequest(target.profile, request, options));
      expect(payloadsIn(possible?.emission.text() ?? '', payloads)).toEqual([]);
    });
  });

  it.each(TARGETS.filter((target) => target.profile !== profile))(
    '[U-PROF-10] are bodies that the client of $name could send',
    (target) => {
      forAll(source, (body) => {
        const { value, privateState } = ingestRequest(profile, body, reading);
        const options = { privateState, requirements: OPTIONAL, ...revisionOf(target) };
        const emission = emitRequest(target.profile, optional(value), options);
        if (emission.ok) expect(judgeRequest(target.profile.family, target.revision, emission.wire)).toEqual([]);
      });
    },
  );

  it.each(TARGETS.filter((target) => target.profile !== profile))(
    '[U-LOSS-1][U-PROF-10] return from $name as the reports say',
    (target) => {
      forAll(source, (body) => {
        const home = { name: profile.family, profile, ...revisionOf(source) };
        const journey = thereAndBack(REQUESTS, ingestRequest(profile, body, reading).value, home, target);
        if (journey !== undefined) expect(journey).toEqual({ vanished: [], appeared: [], moved: [] });
      });
    },
  );
});

function forAll({ profile }: AuditedProfile, check: (body: JsonObject) => void): void {
  fc.assert(fc.property(randomBodies(profile.family), check), { seed: SEED, numRuns: RUNS });
}

function revisionOf(named: { readonly recordedIn?: string; readonly revision?: string }): {
  readonly revision?: string;
} {
  const revision = named.revision ?? named.recordedIn;
  return revision === undefined ? {} : { revision };
}

/** A record holds well-formed text only: half a surrogate pair becomes U+FFFD, and is reported. */
function wellFormed(body: JsonObject): JsonObject {
  // Text that replaces text leaves an object an object.
  return JSON.parse(JSON.stringify(body), (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
