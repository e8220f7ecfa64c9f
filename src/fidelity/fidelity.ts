import type { ProfileSelection } from '../projection/index.ts';
import { CaseAudit } from './case-audit.ts';
import { REQUESTS, RESPONSES } from './direction.ts';
import { type FidelityReport, Findings } from './findings.ts';
import { type BodyKind, outOfScope, type Recording } from './recording.ts';
import { auditStream } from './stream-audit.ts';
import { type Target, targetOf } from './target.ts';
import { auditWhole } from './whole-audit.ts';

/** Which recordings are audited, and what they are written as. */
export interface FidelityOptions {
  /** The profiles that bodies are read as, each in the revision that it was recorded in. */
  readonly sources: readonly ProfileSelection[];
  /** The profiles and revisions that every body is written in. */
  readonly targets: readonly ProfileSelection[];
}

/** An audit of many recordings, one after the other. */
export interface FidelityAudit {
  /** Audits one recording; gives the number of problems that it has. Nothing that a recording holds makes it throw. */
  readonly add: (recording: Recording) => number;
  readonly report: () => FidelityReport;
}

/**
 * Proves on recordings that nothing is lost in silence: bodies are read without a crash, come back to their own profile as
 * they were, fold to what their final object says, and are written for every target with a report that names each
 * difference (Unified v2, Provider data and projection loss). Time is linear in the number of recordings, and bounded for
 * each body: of a large one a sample of the leaves is changed, always the same.
 */
export function createFidelityAudit({ sources, targets }: FidelityOptions): FidelityAudit {
  const findings = new Findings();
  const named = targets.map(targetOf);
  const byFamily = new Map(sources.map((source) => [source.profile.family, targetOf(source)]));
  return {
    add: (recording) => {
      const source = byFamily.get(recording.profile);
      const before = findings.problems();
      if (source === undefined) findings.absent(recording.profile);
      else auditRecording(new CaseAudit(recording, source, named, findings));
      return findings.problems() - before;
    },
    report: () => findings.report(),
  };
}

function auditRecording(audit: CaseAudit): void {
  const { recording } = audit;
  const reason = outOfScope(recording);
  if (isThere(audit, 'request', recording.request)) auditWhole(audit, REQUESTS, recording.request);
  if (isThere(audit, 'response', recording.response, reason)) auditWhole(audit, RESPONSES, recording.response);
  if (isThere(audit, 'stream', recording.stream, reason)) auditStream(audit, recording.stream);
}

/** Whether there is a body of a kind that the source profile reads; one that is not checked is told of. */
function isThere<Body>(audit: CaseAudit, kind: BodyKind, body: Body | undefined, reason?: string): body is Body {
  if (body === undefined) return false;
  const why = reason ?? (reads(audit.source, kind) ? undefined : `the profile has no ${kind}s`);
  if (why !== undefined) audit.skip(kind, why);
  return why === undefined;
}

function reads({ profile }: Target, kind: BodyKind): boolean {
  return profile[kind] !== undefined;
}
