import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnifiedGenerationIntent, UnifiedRequestV2, UnifiedRequirement } from '../../generated/unified/types.ts';
import { UsageError, WireFormatError } from '../../src/core/errors.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { facts } from '../../src/fidelity/ingest-audit.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ingestRequest } from '../../src/projection/ingest.ts';
import { AUDITED, type AuditedProfile, ownerOf, TARGETS } from '../support/audited.ts';
import { randomBodies } from '../support/bodies.ts';

const SEED = 20261201;

describe.each(AUDITED)('requests of $profile.family', (source) => {
  const { profile } = source;
  const bodies = fc.sample(randomBodies(profile.family), { seed: SEED, numRuns: 40 });
  const reading = { owner: ownerOf(profile, 'provider'), ...revisionOf(source) };

  it('[U-PROF-9] are read alike each time, and the body is left as it was', () => {
    for (const body of bodies) {
      const before = JSON.stringify(body);
      const first = facts(ingestRequest(profile, frozen(body), reading));
      expect(facts(ingestRequest(profile, body, reading))).toBe(first);
      expect(JSON.stringify(body)).toBe(before);
    }
  });

  it('[U-PROF-9] are read alike from text, from bytes and from the parsed body', () => {
    for (const body of bodies) {
      const text = JSON.stringify(body).toWellFormed();
      const parsed = facts(ingestRequest(profile, JSON.parse(text), reading));
      expect(facts(ingestRequest(profile, text, reading))).toBe(parsed);
      expect(facts(ingestRequest(profile, new TextEncoder().encode(text), reading))).toBe(parsed);
    }
  });

  it('[U-PROF-9] are written alike each time, and the record is left as it was', () => {
    for (const body of bodies) {
      const { value, privateState } = ingestRequest(profile, body, reading);
      const first = emitRequest(profile, frozen(value), { privateState, ...reading });
      const second = emitRequest(profile, value, { privateState, ...reading });
      expect(first.ok && second.ok && first.text() === second.text()).toBe(true);
      expect(second.loss).toEqual(first.loss);
    }
  });

  it('[U-ROOT-3] are never root records, and root records are never such bodies', () => {
    for (const body of bodies) {
      const { value } = ingestRequest(profile, body, reading);
      // A record is JSON: that is what its validator checks first.
      expect(() => ingestRequest(profile, value as unknown as JsonValue, reading)).toThrow(WireFormatError);
    }
  });

  it('[U-SEC-2] refuse what is no body with a pointer and without its text', () => {
    for (const body of [
      null,
      [],
      'no JSON',
      {},
      { messages: 'none' },
      { messages: [{ role: 'nobody-of-that-name' }] },
    ]) {
      const error = thrownBy(() => ingestRequest(profile, body, reading));
      expect(error).toBeInstanceOf(WireFormatError);
      expect(String(error)).not.toContain('nobody-of-that-name');
    }
  });

  it('[U-PROF-9] refuse a revision that the dialect does not have', () => {
    const [body] = bodies;
    expect(() => ingestRequest(profile, body ?? {}, { revision: '1999-12-31' })).toThrow(UsageError);
  });
});

/** Intents of a record by feature; whatever target does not claim one of them must say so. */
const INTENTS = {
  'generation.seed': { seed: 7 },
  'generation.top-k': { topK: 3 },
  'generation.frequency-penalty': { frequencyPenalty: 0.5 },
  'generation.presence-penalty': { presencePenalty: 0.5 },
  'generation.candidate-count': { candidateCount: 2 },
} as const;

describe.each(TARGETS)('a request that asks $name for more than it has', ({ profile, revision }) => {
  const claims = profile.capabilities(revision);
  const inRevision = revision === undefined ? {} : { revision };
  const unclaimed = Object.entries(INTENTS).filter(([feature]) => !Object.hasOwn(claims, feature));

  it('[U-GEN-3] has something to ask for that the target lacks', () => {
    expect(unclaimed.length).toBeGreaterThan(0);
  });

  it.each(unclaimed)('[U-LOSS-2][U-GEN-3] has no body when %s is required', (feature, intent) => {
    const { record, path } = asking(intent, 'required');
    const emission = emitRequest(profile, record, inRevision);
    expect(emission.ok).toBe(false);
    expect(emission).not.toHaveProperty('wire');
    expect(emission.loss).toMatchObject({ disposition: 'unsupported' });
    expect(emission.loss.entries).toContainEqual(expect.objectContaining({ path, feature, severity: 'error' }));
  });

  it.each(unclaimed)('[U-LOSS-3][U-GEN-3] has a body and a warning when %s is preferred', (feature, intent) => {
    const { record, path } = asking(intent, 'preferred');
    const emission = emitRequest(profile, record, inRevision);
    expect(emission).toMatchObject({ ok: true, loss: { disposition: 'degraded' } });
    expect(emission.loss.entries).toContainEqual(expect.objectContaining({ path, feature, severity: 'warning' }));
  });

  it.each(unclaimed)('[U-LOSS-3][U-GEN-3] has a body and a note when %s is optional', (feature, intent) => {
    const { record, path } = asking(intent, 'optional');
    const emission = emitRequest(profile, record, inRevision);
    expect(emission.ok).toBe(true);
    expect(emission.loss.entries).toContainEqual(expect.objectContaining({ path, feature, severity: 'info' }));
  });
});

function asking(
  intent: Readonly<Record<string, number>>,
  requirement: UnifiedRequirement,
): { record: UnifiedRequestV2; path: string } {
  const [[name, value]] = Object.entries(intent) as [[string, number]]; // each intent above has one member
  // The member is a number intent by its name.
  const generation = {
    maxOutputTokens: { value: 9, requirement: 'preferred' },
    [name]: { value, requirement },
  } as UnifiedGenerationIntent;
  return { record: { ...BARE, generation }, path: `/generation/${name}` };
}

const HISTORY = { id: 'item-0', conversationId: 'conversation', branchId: 'main' } as const;

const BARE: UnifiedRequestV2 = {
  schemaVersion: '2.0',
  requestId: 'request',
  conversation: {
    conversationId: 'conversation',
    branchId: 'main',
    headItemId: 'item-0',
    completeness: 'complete',
    items: [
      {
        ...HISTORY,
        sequence: 0,
        createdAt: '2026-12-01T00:00:00.000Z',
        type: 'message',
        role: 'user',
        visibility: 'model',
        status: 'completed',
        provenance: { origin: 'client' },
        content: [{ id: 'item-0-part-0', type: 'text', text: 'How high is the tide at noon?' }],
      },
    ],
  },
  model: { id: 'model' },
  generation: {},
  tools: [],
  source: { profile: { family: 'another-dialect' } },
};

function revisionOf({ recordedIn }: AuditedProfile): { readonly revision?: string } {
  return recordedIn === undefined ? {} : { revision: recordedIn };
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** The same value; whoever tries to change it fails. */
function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
