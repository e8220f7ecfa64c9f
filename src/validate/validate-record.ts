import type { Validate } from '../../generated/unified/runtime.js';
import type { TolerantCheck } from '../../generated/unified/tolerant.js';
import type { Issue, Validation } from '../core/issue.ts';
import { checkJson } from '../core/json.ts';
import { DEFAULT_LIMITS, type Limits, resolveLimits } from '../core/limits.ts';
import { type AnnotationRegistry, DEFAULT_REGISTRY } from './annotation-registry.ts';
import { breachesOf } from './breaches.ts';
import { readLaterMinor, type UnknownSemantics } from './later-minor.ts';
import type { RecordIndex } from './record-index.ts';
import { type SchemaTables, schemaIssues } from './schema-issues.ts';
import { judgeVersion } from './schema-version.ts';
import { type RootPlan, survey } from './survey.ts';

export interface ValidationOptions {
  /** Bounds that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** The annotations that the record may carry; `DEFAULT_REGISTRY` where it is absent. */
  readonly registry?: AnnotationRegistry;
}

/** A record that can be validated on its own: how it is read, and the schema that it must be valid under. */
export interface RecordKind<T> {
  readonly plan: RootPlan;
  readonly validate: Validate<T>;
  readonly tables: SchemaTables;
  /** Checks records of other minor versions; only for records that say their version, or whose entries do. */
  readonly later?: TolerantCheck;
}

/** What a record turned out to be: valid, with what this version does not know of it by pointer, beyond this version in the places that are listed, or faulty. */
export type Reading =
  | { readonly kind: 'valid'; readonly retained: readonly string[] }
  | { readonly kind: 'beyond'; readonly unknown: readonly UnknownSemantics[] }
  | { readonly kind: 'faulty'; readonly issues: readonly Issue[] };

/**
 * Validates a record: bounds and JSON, then the schema version, then the schema, then every rule. Each stage runs only on
 * what the one before let pass. Bad data is an issue, never an exception; at most `limits.issues` are given. A record of
 * another minor version is read tolerantly, and refused when it asks for something that this version does not know.
 * Throws UsageError for options that are none.
 */
export function validateRecord<T>(kind: RecordKind<T>, value: unknown, options: ValidationOptions = {}): Validation<T> {
  const reading = readRecord(kind, value, options);
  if (reading.kind === 'faulty') return { ok: false, issues: reading.issues };
  // `readRecord` has asked the generated validator, which is a guard of T, or its tolerant twin, which lets no member of
  // T have another type.
  if (reading.kind === 'valid') return { ok: true, value: value as T };
  const { limits } = resolveOptions(options);
  return { ok: false, issues: reading.unknown.slice(0, limits.issues).map(unknownIssue) };
}

/** As `validateRecord`, but tells what is beyond this version apart from what is wrong. */
export function readRecord(kind: RecordKind<unknown>, value: unknown, options: ValidationOptions = {}): Reading {
  const { limits, registry } = resolveOptions(options);
  try {
    return readStages(kind, value, limits, registry);
  } catch (error) {
    // Data that throws when it is read is no plain data. Whatever else throws is a fault of ours.
    const issue = checkJson(value, limits, limits.recordDepth);
    if (issue === undefined) throw error;
    return faulty([issue]);
  }
}

function readStages(kind: RecordKind<unknown>, value: unknown, limits: Limits, registry: AnnotationRegistry): Reading {
  const index = survey(value, kind.plan, limits);
  if (index === undefined) return faulty([checkJson(value, limits, limits.recordDepth) ?? UNREADABLE]);
  const version = kind.later === undefined ? 'this-version' : judgeVersion(value);
  if (typeof version === 'object') return faulty([version]);
  if (version === 'other-minor' && kind.later !== undefined) {
    const { plan, tables } = kind;
    const reading = readLaterMinor(value, { check: kind.later, slot: plan.slot, unions: tables.unions }, limits);
    if (!reading.ok) return faulty(reading.issues);
    if (reading.unknown.length > 0) return { kind: 'beyond', unknown: reading.unknown };
    return judgeRules(index, limits, registry, reading.retained);
  }
  if (!kind.validate(value)) {
    return faulty(schemaIssues(value, kind.plan.slot, kind.validate, kind.tables, limits.issues));
  }
  return judgeRules(index, limits, registry);
}

function judgeRules(
  index: RecordIndex,
  limits: Limits,
  registry: AnnotationRegistry,
  retained: readonly string[] = NOTHING,
): Reading {
  const issues = breachesOf(index, limits, registry);
  return issues.length === 0 ? { kind: 'valid', retained } : faulty(issues);
}

const NOTHING: readonly string[] = [];

const UNREADABLE: Issue = {
  path: '',
  rule: 'json-unreadable',
  message: 'A member of the value cannot be read, or answers differently each time.',
  expected: 'plain data',
};

function faulty(issues: readonly Issue[]): Reading {
  return { kind: 'faulty', issues };
}

function unknownIssue({ path, found }: UnknownSemantics): Issue {
  const message = 'A later version of the format says something here that this version does not know.';
  return { path, rule: 'unknown-required-semantics', message, found };
}

function resolveOptions({ limits, registry = DEFAULT_REGISTRY }: ValidationOptions): {
  readonly limits: Limits;
  readonly registry: AnnotationRegistry;
} {
  return { limits: limits === undefined ? DEFAULT_LIMITS : resolveLimits(limits), registry };
}
