import { describe, expect, it } from 'vitest';
import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { canonicalJson } from '../../src/core/canonical.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ownerOf, TARGETS, type Target } from '../support/audited.ts';
import { OPTIONAL, optional } from '../support/emit-audit.ts';
import { leavesOf } from '../support/leaves.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

/** Members that hold what only their issuer can read, wherever they stand. */
const OPAQUE = /^(?:signature|encrypted_\w+|redacted_\w+)$/;

describe.skipIf(SHARED === undefined)(`private state of recorded requests ${NEEDS_RECORDINGS}`, () => {
  const holders = readableRequests().filter((recorded) => blobsOf(recorded).length > 0);

  it('[U-REAS-2] is in no record', () => {
    const leaks = holders.filter((recorded) =>
      holds(canonicalJson(readRecorded(recorded).value), recorded).some(Boolean),
    );
    expect(leaks.map(({ name }) => name)).toEqual([]);
    expect(holders.length).toBeGreaterThanOrEqual(5);
  });

  it('[U-REAS-2] goes back to its owner byte for byte', () => {
    const kept = holders.filter((recorded) => {
      const text = textFor(recorded, ownTarget(recorded), recorded.owner);
      return text !== undefined && holds(text, recorded).every(Boolean);
    });
    expect(kept.map(({ name }) => name)).toEqual(holders.map(({ name }) => name));
  });

  it('[U-CONT-7][U-REAS-3] goes to no other account, no other dialect and nobody unnamed', () => {
    const leaks = holders.flatMap((recorded) =>
      TARGETS.flatMap((target) => {
        const isOwn = target.profile.family === recorded.source.profile.family;
        const strangers = isOwn ? [strangerTo(recorded), undefined] : [ownerOf(target.profile, 'another'), undefined];
        const leaked = strangers.some((owner) => holds(textFor(recorded, target, owner) ?? '', recorded).some(Boolean));
        return leaked ? [`${recorded.name} to ${target.name}`] : [];
      }),
    );
    expect(leaks).toEqual([]);
  });
});

function blobsOf({ body }: ReadableRequest): readonly string[] {
  const found = leavesOf(body).flatMap(({ tokens, value }) => {
    const key = String(tokens.at(-1));
    const isOpaque = OPAQUE.test(key) || (key === 'data' && isRedacted(body, tokens));
    return isOpaque && typeof value === 'string' && value.length >= 16 ? [value] : [];
  });
  return [...new Set(found)];
}

function isRedacted(body: ReadableRequest['body'], tokens: readonly (string | number)[]): boolean {
  const type = leavesOf(body).find((leaf) => leaf.tokens.join('/') === [...tokens.slice(0, -1), 'type'].join('/'));
  return type?.value === 'redacted_thinking' || type?.value === 'reasoning.encrypted';
}

/** For each blob of a recorded body, whether a text has it. */
function holds(text: string, recorded: ReadableRequest): readonly boolean[] {
  return blobsOf(recorded).map((blob) => text.includes(JSON.stringify(blob).slice(1, -1)));
}

function ownTarget({ source }: ReadableRequest): Target {
  const { profile, recordedIn } = source;
  return { name: profile.family, profile, ...(recordedIn === undefined ? {} : { revision: recordedIn }) };
}

function strangerTo({ source, dialect }: ReadableRequest): UnifiedResourceOwner {
  return ownerOf(source.profile, dialect, 'two');
}

/** The body as text, with as little as possible required, so that there is one; nothing where it is refused. */
function textFor(
  recorded: ReadableRequest,
  { profile, revision }: Target,
  owner: UnifiedResourceOwner | undefined,
): string | undefined {
  const { value, privateState } = readRecorded(recorded);
  const emission = emitRequest(profile, optional(value), {
    privateState,
    requirements: OPTIONAL,
    ...(owner === undefined ? {} : { owner }),
    ...(revision === undefined ? {} : { revision }),
  });
  return emission.ok ? emission.text() : undefined;
}
