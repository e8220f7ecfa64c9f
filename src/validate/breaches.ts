import type { Issue } from '../core/issue.ts';
import type { Limits } from '../core/limits.ts';
import type { AnnotationRegistry } from './annotation-registry.ts';
import type { RecordIndex } from './record-index.ts';
import { RULES } from './rule/index.ts';
import type { Breach } from './rule.ts';

/** Asks every rule about a record; gives at most `limits.issues` issues. */
export function breachesOf(record: RecordIndex, limits: Limits, registry: AnnotationRegistry): readonly Issue[] {
  if (record.isEmpty) return NO_ISSUES;
  const issues: Issue[] = [];
  for (const rule of RULES) {
    if (issues.length >= limits.issues) break;
    if (!record.hasAny(rule.applies)) continue;
    const report = ({ path, message, ...details }: Breach) => {
      if (issues.length < limits.issues) issues.push({ path, rule: rule.id, message, ...details });
    };
    rule.check(record, { limits, registry, report });
  }
  return issues;
}

const NO_ISSUES: readonly Issue[] = [];
