import { describe, expect, it } from 'vitest';
import type { UnifiedRequestV2 } from '../../generated/unified/types.ts';
import { canonicalJson } from '../../src/core/canonical.ts';
import { parseJson } from '../../src/core/parse-json.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';
import { withoutNulls } from '../support/without-nulls.ts';

/** The only state that may stay outside a record: what its owner alone can use, and what nobody knows. */
const PRIVATE_KINDS = [
  'signature',
  'redacted-reasoning',
  'encrypted-reasoning',
  'encrypted-content',
  'encrypted-index',
  'unknown-wire-content',
];

describe.skipIf(SHARED === undefined)(`recorded requests come back as they were ${NEEDS_RECORDINGS}`, () => {
  it('[U-PROF-1][U-PROF-3][U-ITEM-5] from the record that was just read', () => {
    expect(readableRequests().filter((recorded) => !comesBack(recorded, same))).toEqual([]);
  });

  it('[U-PROF-1][U-PROF-3] from the canonical JSON of the record', () => {
    const names = readableRequests().flatMap((recorded) => (comesBack(recorded, stored) ? [] : [recorded.name]));
    expect(names).toEqual([]);
  });

  it('[U-REAS-2] with nothing outside the record but signatures, encrypted content and unknown content', () => {
    const kinds = readableRequests().flatMap((recorded) =>
      [...readRecorded(recorded).privateState].map(({ kind }) => kind),
    );
    expect([...new Set(kinds)].filter((kind) => !PRIVATE_KINDS.includes(kind))).toEqual([]);
    expect(kinds.length).toBeGreaterThan(0);
  });
});

function comesBack(recorded: ReadableRequest, through: (record: UnifiedRequestV2) => UnifiedRequestV2): boolean {
  const { owner, source, body } = recorded;
  const { value, privateState, loss } = readRecorded(recorded);
  const revision = source.recordedIn === undefined ? {} : { revision: source.recordedIn };
  const emission = emitRequest(source.profile, through(value), { owner, privateState, ...revision });
  return emission.ok && canonicalJson(emission.wire) === canonicalJson(withoutNulls(body, loss));
}

function same(record: UnifiedRequestV2): UnifiedRequestV2 {
  return record;
}

function stored(record: UnifiedRequestV2): UnifiedRequestV2 {
  const read = parseJson(canonicalJson(record));
  if (!read.ok) throw new Error(read.issue.message);
  // It was written from a record a moment ago.
  return read.value as unknown as UnifiedRequestV2;
}
