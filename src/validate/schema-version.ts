import { UNIFIED_SCHEMA_VERSION } from '../../generated/unified/guards.ts';
import { describeTag, type Issue } from '../core/issue.ts';

/** Which reader a record needs: that of this version, or the tolerant one for another minor version of the same major. */
export type VersionVerdict = 'this-version' | 'other-minor' | Issue;

/** Judges the version of a record, or of a list of records: another major, or none, is an issue (Unified v2, Versioning). */
export function judgeVersion(value: unknown): VersionVerdict {
  if (!Array.isArray(value)) return judgeRecord(value, '');
  let verdict: VersionVerdict = 'this-version';
  for (const [index, record] of value.entries()) {
    const own = judgeRecord(record, `/${index}`);
    if (typeof own === 'object') return own;
    if (own === 'other-minor') verdict = own;
  }
  return verdict;
}

const SYNTAX = /^(0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})$/;
const [MAJOR] = UNIFIED_SCHEMA_VERSION.split('.');

function judgeRecord(record: unknown, path: string): VersionVerdict {
  const version: unknown =
    record !== null && typeof record === 'object' ? Reflect.get(record, 'schemaVersion') : undefined;
  if (version === UNIFIED_SCHEMA_VERSION) return 'this-version';
  const place = { path: `${path}/schemaVersion`, expected: `"${UNIFIED_SCHEMA_VERSION}"` };
  if (version === undefined) {
    const message = 'The record does not say of which version of the format it is.';
    return { ...place, rule: 'schema-version-missing', message };
  }
  const major = typeof version === 'string' ? SYNTAX.exec(version)?.[1] : undefined;
  if (major === MAJOR) return 'other-minor';
  const found = describeTag(version);
  if (major === undefined) {
    const message = 'The schema version is not a major and a minor number.';
    return { ...place, rule: 'schema-version-syntax', message, found };
  }
  const message = `Records of major version ${major} cannot be read here: a major version changes meanings.`;
  return { ...place, rule: 'schema-version-major', message, found };
}
