import { describe, expect, it } from 'vitest';
import { UnifiedRequestV2 } from '../../generated/unified/validators.js';
import { canonicalJson } from '../../src/core/canonical.ts';
import { WireFormatError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ingestRequest } from '../../src/projection/ingest.ts';
import { anthropicMessages } from '../../src/projection/profile/anthropic-messages/index.ts';
import { type RecordedRequest, recordedRequests } from '../support/corpus.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';
import { withoutNulls } from '../support/without-nulls.ts';

const recorded = recordedRequests('anthropic-messages');
const readable = recorded.filter((request) => made(request) !== undefined);

/** What a body is read as; nothing where it is no body of this dialect. */
function made({ body, dialect }: RecordedRequest) {
  const owner = { profile: { family: anthropicMessages.family }, provider: dialect };
  try {
    return { ...ingestRequest(anthropicMessages, body, { owner }), owner };
  } catch (error) {
    if (WireFormatError.isInstance(error)) return undefined;
    throw error;
  }
}

describe.skipIf(SHARED === undefined)(`recorded Messages requests ${NEEDS_RECORDINGS}`, () => {
  it('[U-PROF-3] are all read, but for one whose messages are texts, which the provider refused as well', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(63);
    const refused = recorded.filter((request) => !readable.includes(request));
    expect(refused.map(({ status }) => status)).toEqual([400]);
  });

  it('[U-PROF-3] are understood without a remark but on members that are null', () => {
    const remarks = readable.flatMap((request) => made(request)?.loss.entries.map(({ feature }) => feature) ?? []);
    expect(new Set(remarks)).toEqual(new Set(['wire.null-value']));
  });

  it('[U-VAL-1] become valid records', () => {
    const invalid = readable.filter((request) => !UnifiedRequestV2(made(request)?.value));
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  it('[U-PROF-3][U-ITEM-5] come back as they were, without a remark', () => {
    const differences = readable.filter((request) => !comesBack(request, request.body, 0));
    expect(differences.map(({ name }) => name)).toEqual([]);
  });

  it('[U-PROF-3][U-LOSS-1] come back in the newer revision without their settings of sampling, one remark for each', () => {
    const differences = readable.filter((request) => {
      const { temperature, top_p: topP, top_k: topK, ...rest } = request.body;
      const dropped = [temperature, topP, topK].filter((setting) => setting !== undefined && setting !== null);
      return !comesBack(request, rest, dropped.length, '2026-10-21');
    });
    expect(differences.map(({ name }) => name)).toEqual([]);
  });
});

function comesBack(request: RecordedRequest, expected: JsonObject, remarks: number, revision = '2023-06-01'): boolean {
  const read = made(request);
  if (read === undefined) return false;
  const { value, privateState, owner, loss } = read;
  const emission = emitRequest(anthropicMessages, value, { owner, privateState, revision });
  if (!emission.ok || emission.loss.entries.length !== remarks) return false;
  return canonicalJson(emission.wire) === canonicalJson(withoutNulls(expected, loss));
}
