import type { UnifiedResultV2 } from '../../generated/unified/types.ts';
import type { JsonValue } from '../core/json.ts';
import { emitResponse, ingestResponse, readFrames, type WireFrame } from '../projection/index.ts';
import { validateEventLog, validateResult } from '../validate/index.ts';
import type { CaseAudit } from './case-audit.ts';
import { firstDifference } from './difference.ts';
import { RESPONSES } from './direction.ts';
import type { Outcome } from './findings.ts';
import { firstFrameDifference } from './frame-comparison.ts';
import { Places } from './places.ts';
import type { RecordedStream } from './recording.ts';
import { compareLegs, type Leg } from './round-trip.ts';
import { auditStreamLeaves, auditStreamReading, type SampledStream, sampledStream } from './stream-leaves.ts';
import { readStream, type StreamReading, writeStream } from './stream-reading.ts';
import { sameProfile, type Target } from './target.ts';

/** A stream that is audited. */
interface AuditedStream {
  readonly frames: readonly WireFrame[];
  readonly read: StreamReading;
  readonly sample: SampledStream;
}

/**
 * Audits a stream: it is read, comes back to its own profile frame by frame, says the same as its final object, loses no
 * leaf on the way in, and is written as a stream of every target (design, Tests: no silent loss, identity, parity, matrix).
 */
export function auditStream(audit: CaseAudit, { framing, bytes }: RecordedStream): void {
  const { source, findings, reading } = audit;
  const frames = audit.guarded('stream', undefined, () => readFrames(framing, bytes, source.profile.stream?.endMarker));
  const read = audit.guarded('stream', undefined, () => readStream(source.profile, [bytes], { ...reading, framing }));
  if (frames === undefined || read === undefined) return;
  findings.checkedCase(audit.place('stream'));
  const rule = brokenRule(read);
  if (rule !== undefined) audit.crash('stream', undefined, `the events break a rule: ${rule}`);
  const stream = {
    frames,
    read,
    sample: sampledStream(frames, source.profile.stream?.form, audit.limitFor(bytes.length)),
  };
  compare(audit, stream);
  audit.guarded('stream', source.name, () => {
    const found = auditStreamReading(audit, stream.sample);
    findings.leaves(found);
    audit.silent('stream', source.name, found.silent);
  });
  for (const target of audit.targets) {
    if (target.profile.stream === undefined) continue;
    const outcome = audit.guarded('stream', target.name, () => outcomeFor(audit, stream, target));
    findings.cell(source.profile.family, target.name, outcome ?? 'invalid');
  }
}

/** The first rule that the events or their result break. */
function brokenRule({ events, result }: StreamReading): string | undefined {
  const log = validateEventLog(events);
  if (!log.ok) return log.issues[0]?.rule;
  const validation = validateResult(result);
  return validation.ok ? undefined : validation.issues[0]?.rule;
}

/** Identity and parity, of a stream that came to its end. */
function compare(audit: CaseAudit, stream: AuditedStream): void {
  const { status, error } = stream.read.result;
  if (status.reason === 'interrupted') {
    audit.skip('stream', 'identity and parity: the recording breaks off');
    return;
  }
  audit.guarded('stream', audit.source.name, () => compareIdentity(audit, stream));
  if (error !== undefined) audit.skip('stream', 'parity: an error ends the stream');
  else audit.guarded('stream', audit.source.name, () => compareParity(audit, stream.read));
}

function compareIdentity(audit: CaseAudit, { frames, read }: AuditedStream): void {
  const { profile } = audit.source;
  const form = profile.stream?.form;
  const written = writeStream(profile, read, audit.reading);
  const pointer = firstFrameDifference(withoutLate(frames, read), written.frames, form);
  const failure = { ...audit.place('stream'), pointer: pointer ?? '', message: 'the frames that were written differ' };
  audit.findings.compared('identity', pointer === undefined ? undefined : failure);
}

/** The frames without those at the end of which the report says that they came too late. */
function withoutLate(frames: readonly WireFrame[], { entries }: StreamReading): readonly WireFrame[] {
  const last = frames.findLastIndex((_, frame) => !entries.some(({ path }) => path === `/${frame}`));
  return frames.slice(0, last + 1);
}

/** The fold is what the final object says, and what the stream says once it is written and read again. */
function compareParity(audit: CaseAudit, read: StreamReading): void {
  const { profile } = audit.source;
  const again = readStream(profile, writeStream(profile, read, audit.reading).frames, audit.reading);
  const differences = [
    {
      message: 'the stream that is written and read again folds to something else',
      pointer: differing(read, again.result),
    },
    ...(profile.response === undefined
      ? []
      : [{ message: 'the final object is read as something else', pointer: differingFromWhole(audit, read) }]),
  ];
  const found = differences.find(({ pointer }) => pointer !== undefined);
  const failure = { ...audit.place('stream'), pointer: found?.pointer ?? '', message: found?.message ?? '' };
  audit.findings.compared('parity', found === undefined ? undefined : failure);
}

/** Where the final object says something else: a stream may say at some places more, as the dialect tells. */
function differingFromWhole(audit: CaseAudit, read: StreamReading): string | undefined {
  const more = new Places(audit.source.profile.stream?.form?.streamOnly ?? []);
  return firstDifference(comparable(finalObject(audit, read)), comparable(read.result), more);
}

/** The result as the dialect's final object says it; nothing where that is refused. */
function finalObject({ source: { profile }, reading }: CaseAudit, read: StreamReading): UnifiedResultV2 | undefined {
  const emission = emitResponse(profile, read.result, { ...reading, privateState: read.privateState });
  return emission.ok ? ingestResponse(profile, emission.wire, reading).value : undefined;
}

function differing({ result }: StreamReading, other: UnifiedResultV2 | undefined): string | undefined {
  return firstDifference(comparable(result), comparable(other));
}

/** What a stream and its final object have in common; how each was spelled is its own. */
function comparable(result: UnifiedResultV2 | undefined): JsonValue {
  if (result === undefined) return null;
  const { output, candidates = null, status, usage = null } = result;
  // A result is JSON: that is what its validator checks first.
  const common = JSON.stringify({ output, candidates, status, usage });
  return JSON.parse(common, (key, value) => (key === 'wireForm' ? undefined : value));
}

function outcomeFor(audit: CaseAudit, { read, sample }: AuditedStream, target: Target): Outcome {
  const written = writeStream(target.profile, read, audit.writing(target));
  const again = readStream(target.profile, written.frames, audit.writing(target));
  const rule = brokenRule(again);
  if (rule !== undefined) {
    audit.crash('stream', target.name, `what was written breaks a rule: ${rule}`);
    return 'invalid';
  }
  const silent = [
    ...auditStreamLeaves(audit, sample, target),
    ...unannounced(audit, read, again, written.entries, target),
  ];
  audit.silent('stream', target.name, silent);
  if (silent.length > 0) return 'silent';
  if (written.entries.some(({ severity }) => severity === 'error')) return 'refused';
  return read.entries.length + written.entries.length === 0 ? 'lossless' : 'reported';
}

/** What does not come back from a stay in another dialect although no report names it. */
function unannounced(
  audit: CaseAudit,
  read: StreamReading,
  again: StreamReading,
  entries: Leg<UnifiedResultV2>['entries'],
  target: Target,
): readonly string[] {
  if (sameProfile(target, audit.source)) return [];
  const { profile } = audit.source;
  const home = writeStream(profile, again, audit.reading);
  const back = readStream(profile, home.frames, audit.reading);
  const there = { written: read.result, read: again.result, entries: [...entries, ...again.entries] };
  const way = { written: again.result, read: back.result, entries: [...home.entries, ...back.entries] };
  const { vanished, appeared, moved } = compareLegs(RESPONSES, there, way);
  return [...vanished, ...appeared, ...moved].map(({ pointer }) => pointer);
}
