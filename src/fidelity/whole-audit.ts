import { canonicalJson } from '../core/canonical.ts';
import { WireFormatError } from '../core/errors.ts';
import { isPlainObject, type JsonObject } from '../core/json.ts';
import { parseJson } from '../core/parse-json.ts';
import type { Ingestion } from '../projection/index.ts';
import type { CaseAudit } from './case-audit.ts';
import { firstDifference } from './difference.ts';
import type { Direction } from './direction.ts';
import { auditEmit } from './emit-audit.ts';
import type { Outcome } from './findings.ts';
import { auditIngest } from './ingest-audit.ts';
import { Places } from './places.ts';
import { thereAndBack } from './round-trip.ts';
import { sameProfile, type Target } from './target.ts';

/** A body that is audited whole, and how many of its leaves may be changed. */
interface WholeBody<Root> {
  readonly direction: Direction<Root>;
  readonly body: JsonObject;
  readonly read: Ingestion<Root>;
  readonly limit: number;
}

/**
 * Audits a body that crosses the wire whole: it is read, comes back to its own profile as it was, loses no leaf on the way
 * in, and is written in every target (design, Tests: no silent loss, identity, matrix).
 */
export function auditWhole<Root extends object>(audit: CaseAudit, direction: Direction<Root>, bytes: Uint8Array): void {
  const { kind } = direction;
  const body = bodyOf(audit, kind, bytes);
  if (body === undefined) return;
  const read = audit.guarded(kind, undefined, () => readBody(audit, direction, body));
  if (read === undefined) return;
  const validation = audit.guarded(kind, undefined, () => direction.validate(read.value));
  if (validation === undefined) return;
  if (!validation.ok) audit.crash(kind, undefined, `the record breaks a rule: ${validation.issues[0]?.rule}`);
  audit.findings.checkedCase(audit.place(kind));
  const whole: WholeBody<Root> = { direction, body, read, limit: audit.limitFor(bytes.length) };
  audit.guarded(kind, audit.source.name, () => compareIdentity(audit, whole));
  audit.guarded(kind, audit.source.name, () => auditReading(audit, whole));
  for (const target of audit.targets) {
    if (target.profile[kind] !== undefined) {
      audit.findings.cell(audit.source.profile.family, target.name, outcomeOf(audit, whole, target));
    }
  }
}

function bodyOf(audit: CaseAudit, kind: 'request' | 'response', bytes: Uint8Array): JsonObject | undefined {
  const parsed = parseJson(bytes);
  // Every object of a JSON value is a plain one.
  if (parsed.ok && isPlainObject(parsed.value)) return parsed.value as JsonObject;
  audit.crash(kind, undefined, 'the body is no JSON object');
  return undefined;
}

/** What a body is read as. Nothing, with the reason, where it is out of scope. */
function readBody<Root>(audit: CaseAudit, direction: Direction<Root>, body: JsonObject): Ingestion<Root> | undefined {
  const { kind } = direction;
  try {
    const read = direction.ingest(audit.source.profile, body, audit.reading);
    const isError = kind === 'response' && (audit.isRefused || isFailed(read.value));
    if (!isError) return read;
    audit.skip(kind, 'an error body');
  } catch (error) {
    if (!WireFormatError.isInstance(error) || !audit.isRefused) throw error;
    audit.skip(kind, kind === 'response' ? 'an error body' : 'the provider refused the body');
  }
  return undefined;
}

function isFailed(value: unknown): boolean {
  return isPlainObject(value) && value['error'] !== undefined;
}

/** A body comes back to its own profile and owner as it was, from the record and from its canonical JSON. */
function compareIdentity<Root>(audit: CaseAudit, { direction, body, read }: WholeBody<Root>): void {
  const { source, reading, findings } = audit;
  const stored: unknown = JSON.parse(canonicalJson(read.value));
  // It was written from a record a moment ago.
  const emission = direction.emit(source.profile, stored as Root, { ...reading, privateState: read.privateState });
  if (!emission.ok) {
    const { path = '', feature = '' } = emission.loss.entries.find(({ severity }) => severity === 'error') ?? {};
    findings.compared('identity', { ...audit.place(direction.kind), pointer: path, message: `refused: ${feature}` });
    return;
  }
  const pointer = firstDifference(body, emission.wire, new Places(direction.demands(source.profile)));
  const message = 'the body that was written differs';
  findings.compared(
    'identity',
    pointer === undefined ? undefined : { ...audit.place(direction.kind), pointer, message },
  );
}

function auditReading<Root>(audit: CaseAudit, { direction, body, limit }: WholeBody<Root>): void {
  const found = auditIngest(direction, audit.source.profile, body, { ...audit.reading, limit });
  audit.findings.leaves(found);
  audit.silent(direction.kind, audit.source.name, found.silent);
}

function outcomeOf<Root extends object>(audit: CaseAudit, whole: WholeBody<Root>, target: Target): Outcome {
  const { kind } = whole.direction;
  return audit.guarded(kind, target.name, () => writtenOutcome(audit, whole, target)) ?? 'invalid';
}

/** Writes the record for a target, reads that again, changes every leaf, and takes the record there and back. */
function writtenOutcome<Root extends object>(audit: CaseAudit, whole: WholeBody<Root>, target: Target): Outcome {
  const { direction, read, limit } = whole;
  const { kind } = direction;
  const options = { ...audit.writing(target), privateState: read.privateState };
  const emission = direction.emit(target.profile, read.value, options);
  if (emission.ok && !isReadable(audit, direction, emission.wire, target)) return 'invalid';
  const found = auditEmit(direction, target.profile, read.value, { ...options, limit });
  audit.findings.leaves(found);
  const isForeign = !sameProfile(target, audit.source);
  const journey = isForeign ? thereAndBack(direction, read.value, audit.source, target) : undefined;
  const gone = journey === undefined ? [] : [...journey.vanished, ...journey.appeared, ...journey.moved];
  const silent = [...found.silent, ...gone.map(({ pointer }) => pointer)];
  audit.silent(kind, target.name, silent);
  if (silent.length > 0) return 'silent';
  if (!emission.ok) return 'refused';
  return read.loss.entries.length + emission.loss.entries.length === 0 ? 'lossless' : 'reported';
}

/** Whether the target's own reader makes a valid record of what was written. */
function isReadable<Root>(audit: CaseAudit, direction: Direction<Root>, wire: JsonObject, target: Target): boolean {
  const validation = direction.validate(direction.ingest(target.profile, wire, audit.writing(target)).value);
  if (validation.ok) return true;
  audit.crash(direction.kind, target.name, `what was written breaks a rule: ${validation.issues[0]?.rule}`);
  return false;
}
