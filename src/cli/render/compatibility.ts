import type { Verdict } from '../../../codegen/compat.ts';
import { count, table } from './table.ts';

/** What is shown of a finding of the comparison. */
export interface CompatibilityRow {
  readonly level: string;
  readonly rule: string;
  readonly pointer: string;
  readonly message: string;
}

const HEADS: readonly (readonly [level: string, words: string])[] = [
  ['breaking', 'breaks readers or writers'],
  ['writer-gated', 'only for peers that have the newer minor'],
  ['additive', 'adds'],
  ['doc', 'describes'],
];

const MEANING = {
  major: 'something breaks; the next version must be a new major.',
  minor: 'nothing breaks; the next version must be a new minor.',
  patch: 'nothing changes for readers or writers; a patch will do.',
} as const satisfies Readonly<Record<Verdict, string>>;

/** The findings by level, the gravest first, and the verdict in words. */
export function renderCompatibility(findings: readonly CompatibilityRow[], verdict: Verdict): string {
  const groups = HEADS.flatMap(([level, words]) => {
    const members = findings.filter((finding) => finding.level === level);
    if (members.length === 0) return [];
    const rows = table(members.map(({ rule, pointer, message }) => [`  ${rule}`, pointer, message]));
    return [`${level} (${words}): ${count(members.length, 'change')}`, ...rows, ''];
  });
  return [...groups, `${verdict}: ${MEANING[verdict]}`].join('\n');
}
