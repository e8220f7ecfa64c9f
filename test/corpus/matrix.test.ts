import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { resolvePointer } from '../../src/core/pointer.ts';
import { type Emission, emitRequest } from '../../src/projection/emit.ts';
import { TARGETS, type Target } from '../support/audited.ts';
import { judgeChatByOpenapi } from '../support/openapi.ts';
import { judgeRequest } from '../support/oracle.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

interface Crossing {
  readonly recorded: ReadableRequest;
  readonly target: Target;
  readonly record: JsonObject;
  readonly emission: Emission;
}

describe.skipIf(SHARED === undefined)(`every recorded request to every target ${NEEDS_RECORDINGS}`, () => {
  let crossings: readonly Crossing[] = [];
  beforeAll(() => {
    crossings = readableRequests().flatMap(cross);
  });

  it('[U-PROF-10][U-ROOT-3] is a body that the target’s own client could have sent', () => {
    const judged = crossings.flatMap(({ recorded, target, emission }) => {
      if (!emission.ok || !canBeJudged(recorded, target)) return [];
      return [{ name: recorded.name, target: target.name, faults: judge(target, emission.wire) }];
    });
    console.log(`${judged.length} of ${crossings.length} crossings judged`);
    expect(judged.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(judged.length).toBeGreaterThan(crossings.length / 2);
  });

  it('[U-LOSS-2][U-GEN-3] or is refused for features that it uses', () => {
    const unfounded = crossings.flatMap(({ recorded, target, record, emission }) => {
      if (emission.ok) return [];
      const errors = emission.loss.entries.filter(({ severity }) => severity === 'error');
      const founded = errors.length > 0 && errors.every(({ path }) => resolvePointer(record, path) !== undefined);
      return founded ? [] : [{ name: recorded.name, target: target.name, errors }];
    });
    expect(unfounded).toEqual([]);
  });

  it('[U-LOSS-2] is refused in the known cases and for the known features alone', async () => {
    const refusals: Record<string, Record<string, readonly string[]>> = {};
    for (const { recorded, target, emission } of crossings) {
      if (emission.ok) continue;
      const errors = emission.loss.entries.filter(({ severity }) => severity === 'error');
      const features = [...new Set(errors.map(({ feature }) => feature))].sort();
      refusals[recorded.name] = { ...refusals[recorded.name], [target.name]: features };
    }
    await expect(written(refusals)).toMatchFileSnapshot('refusals.json');
  });
});

function cross(recorded: ReadableRequest): readonly Crossing[] {
  const { value, privateState } = readRecorded(recorded);
  // A record is JSON: that is what its validator checks first.
  const record = value as unknown as JsonObject;
  return TARGETS.map((target) => {
    const owner = isSameDialect(recorded, target) ? { owner: recorded.owner } : {};
    const revision = target.revision === undefined ? {} : { revision: target.revision };
    return {
      recorded,
      target,
      record,
      emission: emitRequest(target.profile, value, { privateState, ...owner, ...revision }),
    };
  });
}

function isSameDialect({ source }: ReadableRequest, { profile }: Target): boolean {
  return source.profile.family === profile.family;
}

/** A body that goes back to its own dialect is as good as it was: those of other vendors have members of their own. */
function canBeJudged(recorded: ReadableRequest, target: Target): boolean {
  if (!isSameDialect(recorded, target)) return true;
  const { profile, recordedIn } = recorded.source;
  const own: Target = { name: '', profile, ...(recordedIn === undefined ? {} : { revision: recordedIn }) };
  return judge(own, recorded.body).length === 0;
}

function judge({ profile, revision }: Target, wire: JsonObject): readonly string[] {
  const faults = judgeRequest(profile.family, revision, wire);
  return profile.family === 'openai-chat' ? [...faults, ...judgeChatByOpenapi(wire)] : faults;
}

/** One line for each crossing, so that a change of one is a change of one line. */
function written(refusals: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>): string {
  const cases = Object.entries(refusals).map(([name, targets]) => {
    const lines = Object.entries(targets).map(
      ([target, features]) => `    ${JSON.stringify(target)}: ${list(features)}`,
    );
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  return cases.length === 0 ? '{}\n' : `{\n${cases.join(',\n')}\n}\n`;
}

function list(features: readonly string[]): string {
  return `[${features.map((feature) => JSON.stringify(feature)).join(', ')}]`;
}
