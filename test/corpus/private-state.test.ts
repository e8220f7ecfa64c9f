import { describe, expect, it } from 'vitest';
import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { canonicalJson } from '../../src/core/canonical.ts';
import { REQUESTS } from '../../src/fidelity/direction.ts';
import { OPTIONAL, optional, writable } from '../../src/fidelity/emit-audit.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ownerOf, TARGETS, type Target } from '../support/audited.ts';
import { payloadsIn, payloadsOf } from '../support/opaque.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

describe.skipIf(SHARED === undefined)(`private state of recorded requests ${NEEDS_RECORDINGS}`, () => {
  const holders = readableRequests().filter(({ body }) => payloadsOf(body).length > 0);

  it('[U-REAS-2] is in no record', () => {
    const leaks = holders.filter((recorded) => isIn(canonicalJson(readRecorded(recorded).value), recorded));
    expect(leaks.map(({ name }) => name)).toEqual([]);
    expect(holders.length).toBeGreaterThanOrEqual(5);
  });

  it('[U-REAS-2] goes back to its owner byte for byte', () => {
    for (const recorded of holders) {
      const payloads = payloadsOf(recorded.body);
      const { profile, recordedIn } = recorded.source;
      const { value, privateState } = readRecorded(recorded);
      const revision = recordedIn === undefined ? {} : { revision: recordedIn };
      const emission = emitRequest(profile, value, { privateState, owner: recorded.owner, ...revision });
      expect(emission.ok && payloadsIn(emission.text(), payloads)).toEqual(payloads);
    }
  });

  it('[U-CONT-7][U-REAS-3] goes to no other account, no other dialect and nobody unnamed', () => {
    const leaks = holders.flatMap((recorded) =>
      TARGETS.flatMap((target) => {
        const leaked = strangersTo(recorded, target).some((owner) => isIn(textFor(recorded, target, owner), recorded));
        return leaked ? [`${recorded.name} to ${target.name}`] : [];
      }),
    );
    expect(leaks).toEqual([]);
  });
});

function isIn(text: string, { body }: ReadableRequest): boolean {
  return payloadsIn(text, payloadsOf(body)).length > 0;
}

/** Another account of the same provider or another provider, and nobody that is named. */
function strangersTo(
  { source, dialect }: ReadableRequest,
  { profile }: Target,
): readonly (UnifiedResourceOwner | undefined)[] {
  const isOwn = profile.family === source.profile.family;
  return [isOwn ? ownerOf(profile, dialect, 'two') : ownerOf(profile, 'another'), undefined];
}

/** The body as text; what is refused is taken out, so that there is always one. */
function textFor(
  recorded: ReadableRequest,
  { profile, revision }: Target,
  owner: UnifiedResourceOwner | undefined,
): string {
  const { value, privateState } = readRecorded(recorded);
  const options = {
    privateState,
    requirements: OPTIONAL,
    ...(owner === undefined ? {} : { owner }),
    ...(revision === undefined ? {} : { revision }),
  };
  const possible = writable(REQUESTS, optional(value), (request) => emitRequest(profile, request, options));
  return possible?.emission.text() ?? '';
}
