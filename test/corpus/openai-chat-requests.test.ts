import { describe, expect, it } from 'vitest';
import { UnifiedRequestV2 } from '../../generated/unified/validators.js';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { leavesOf } from '../../src/fidelity/leaves.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { type Ingestion, ingestRequest } from '../../src/projection/ingest.ts';
import { NORMALISATIONS, openaiChat } from '../../src/projection/profile/openai-chat/index.ts';
import { type RecordedRequest, recordedRequests } from '../support/corpus.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

const recorded = recordedRequests('openai-chat');

function read({ body, dialect }: RecordedRequest) {
  const owner = { profile: { family: 'openai-chat' }, provider: dialect };
  return { ...ingestRequest(openaiChat, body, { owner }), owner };
}

/** The body that was written again, or nothing. */
function back({ value, privateState, owner }: ReturnType<typeof read>): JsonObject | undefined {
  const emission = emitRequest(openaiChat, value, { owner, privateState });
  return emission.ok && emission.loss.entries.length === 0 ? emission.wire : undefined;
}

describe.skipIf(SHARED === undefined)(`recorded Chat requests ${NEEDS_RECORDINGS}`, () => {
  it('[U-PROF-1] are all read, without a remark but on members that are null', () => {
    const remarks = recorded.flatMap((request) => read(request).loss.entries.map(({ feature }) => feature));
    expect(new Set(remarks)).toEqual(new Set(['wire.null-value']));
    expect(recorded.length).toBeGreaterThanOrEqual(77);
  });

  it('[U-VAL-1] become valid records', () => {
    const invalid = recorded.filter((request) => !UnifiedRequestV2(read(request).value));
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  it('[U-PROF-1][U-ITEM-5] come back leaf by leaf, up to the written list of normalisations', () => {
    expect(NORMALISATIONS).toHaveLength(1); // members that are null, which the next line finds again
    const differences = recorded.filter((request) => {
      const made = read(request);
      const wire = back(made);
      return wire === undefined || !isSame(lines(request.body), lines(wire), nulls(made));
    });
    expect(differences.map(({ name }) => name)).toEqual([]);
  });

  it('[U-PROF-1] come back from their text as well', () => {
    const differences = recorded.filter((request) => {
      const owner = { profile: { family: 'openai-chat' }, provider: request.dialect };
      const { value, privateState } = ingestRequest(openaiChat, JSON.stringify(request.body), { owner });
      const emission = emitRequest(openaiChat, value, { owner, privateState });
      return !emission.ok || JSON.stringify(back(read(request))) !== emission.text();
    });
    expect(differences.map(({ name }) => name)).toEqual([]);
  });
});

/** Every leaf of a body with its pointer. */
function lines(body: JsonValue): ReadonlySet<string> {
  return new Set(leavesOf(body).map(({ pointer, value }) => `${pointer} ${JSON.stringify(value)}`));
}

function nulls({ loss }: Ingestion<unknown>): ReadonlySet<string> {
  return new Set(loss.entries.map(({ path }) => `${path} null`));
}

function isSame(before: ReadonlySet<string>, after: ReadonlySet<string>, dropped: ReadonlySet<string>): boolean {
  return before.size === after.size + dropped.size && [...before].every((line) => after.has(line) || dropped.has(line));
}
