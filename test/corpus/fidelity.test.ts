import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFidelityAudit, type FidelityReport, type Recording } from '../../src/fidelity/index.ts';
import { PROFILES } from '../../src/projection/profile/index.ts';
import { NEEDS_RECORDINGS, SHARED, sharedPath } from '../support/shared.ts';

interface ManifestEntry {
  readonly profile: string;
  readonly case: string;
  readonly files: readonly string[];
  readonly status?: number;
  readonly endpoint?: string;
}

const SOURCES = PROFILES.map((profile) => ({ profile }));
const TARGETS = PROFILES.flatMap((profile) =>
  profile.revisions.length === 0 ? [{ profile }] : profile.revisions.map((revision) => ({ profile, revision })),
);

/** Every recording of the profiles that there are. */
function recordings(): readonly Recording[] {
  const manifest: readonly ManifestEntry[] = JSON.parse(readFileSync(sharedPath('corpus/manifest.json'), 'utf8'));
  return manifest
    .filter(({ profile }) => PROFILES.some(({ family }) => family === profile))
    .map(({ files, ...entry }) => {
      const read = (name: string) =>
        files.includes(name) ? readFileSync(sharedPath(`corpus/${entry.profile}/${entry.case}/${name}`)) : undefined;
      const [request, response, sse, lines] = ['request.json', 'response.json', 'stream.sse', 'stream.ndjson'].map(
        read,
      );
      const bytes = sse ?? lines;
      return {
        ...entry,
        ...(request === undefined ? {} : { request }),
        ...(response === undefined ? {} : { response }),
        ...(bytes === undefined ? {} : { stream: { framing: sse === undefined ? 'ndjson' : 'sse', bytes } }),
      };
    });
}

describe.skipIf(SHARED === undefined)(`the fidelity of recorded exchanges ${NEEDS_RECORDINGS}`, () => {
  let report: FidelityReport;

  beforeAll(() => {
    const audit = createFidelityAudit({ sources: SOURCES, targets: TARGETS });
    for (const recording of recordings()) audit.add(recording);
    report = audit.report();
    const { cases, leaves, identity, parity } = report;
    console.log(
      `${cases} recordings, ${leaves.changed} of ${leaves.of} leaves, ${identity.checked} identities, ${parity.checked} parities`,
    );
  }, 300_000);

  it('[U-PROF-1][U-PROF-3] is proved without a crash, and nothing that is written is unreadable', () => {
    expect(report.crashes).toEqual([]);
    const cells = Object.values(report.matrix).flatMap((row) => Object.values(row));
    expect(cells.map(({ invalid }) => invalid).filter((count) => count > 0)).toEqual([]);
    expect(cells).toHaveLength(PROFILES.length * TARGETS.length);
  });

  it('[U-LOSS-1] loses no leaf of a request in silence', () => {
    expect(report.silent.filter(({ kind }) => kind === 'request')).toEqual([]);
  });

  it('[U-FOLD-1] compares a stream of every profile with its final object', () => {
    expect(report.parity.checked).toBeGreaterThan(30);
    expect(report.identity.failed.filter(({ kind }) => kind === 'request')).toEqual([]);
  });
});
