import type { Cell, Checked, FidelityReport } from '../../fidelity/index.ts';
import { isFaithful } from '../../fidelity/index.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { count, table } from './table.ts';

const OUTCOMES = ['checked', 'lossless', 'reported', 'silent', 'refused', 'invalid'] as const satisfies (keyof Cell)[];

/** The matrix with its counts, everything that is wrong, what was not checked and why, and the verdict. */
export function renderFidelity(report: FidelityReport, targets: readonly string[], paint: Paint): string {
  return [
    ...matrix(report, targets),
    '',
    `identity  ${checked(report.identity)}`,
    `parity    ${checked(report.parity)}`,
    `leaves    ${report.leaves.changed} changed of ${report.leaves.of}`,
    ...problems(report, paint),
    ...aside(report),
    '',
    verdict(report, paint),
  ].join('\n');
}

function matrix({ matrix: rows }: FidelityReport, targets: readonly string[]): readonly string[] {
  const lines = Object.entries(rows).flatMap(([from, row]) =>
    targets.flatMap((to) => {
      const cell = row[to];
      return cell === undefined ? [] : [[from, to, ...OUTCOMES.map((outcome) => String(cell[outcome]))]];
    }),
  );
  return table([['from', 'to', ...OUTCOMES], ...lines]);
}

function checked({ checked: total, failed }: Checked): string {
  return `${total} checked, ${failed.length} failed`;
}

function problems({ crashes, identity, parity, silent }: FidelityReport, paint: Paint): readonly string[] {
  const failures = [
    ...identity.failed.map((failure) => ['identity', failure] as const),
    ...parity.failed.map((failure) => ['parity', failure] as const),
  ];
  const rows = [
    ...crashes.map(({ case: name, from, to = '', kind, message }) => ['crash', `${from}/${name}`, kind, to, message]),
    ...failures.map(([what, { case: name, from, kind, pointer, message }]) => [
      what,
      `${from}/${name}`,
      kind,
      from,
      `${pointer} ${message}`,
    ]),
    ...silent.map(({ case: name, from, to, kind, pointer }) => ['silent', `${from}/${name}`, kind, to, pointer]),
  ];
  const [head, ...lines] = table([['problem', 'recording', 'body', 'target', 'place'], ...rows.map(cells)]);
  return rows.length === 0 || head === undefined ? [] : ['', paint.dim(head), ...lines];
}

/** Names of folders and members of bodies are somebody else's text. */
function cells(row: readonly string[]): readonly string[] {
  return row.map(printable);
}

function aside({ skipped, absent }: FidelityReport): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { from, kind, reason } of skipped) {
    const text = `${from} ${kind}: ${reason}`;
    reasons.set(text, (reasons.get(text) ?? 0) + 1);
  }
  const lines = [
    ...[...reasons].map(([text, amount]) => `not checked: ${amount} ${text}`),
    ...Object.entries(absent).map(([name, amount]) => `no such profile yet: ${count(amount, 'recording')} of ${name}`),
  ];
  return lines.length === 0 ? [] : ['', ...lines.map(printable)];
}

function verdict(report: FidelityReport, paint: Paint): string {
  const cases = count(report.cases, 'recording');
  if (isFaithful(report)) return `${paint.green('faithful')}: nothing of ${cases} is lost in silence.`;
  const { crashes, identity, parity, silent } = report;
  const counts = [
    count(crashes.length, 'crash').replace(/crashs$/, 'crashes'),
    `${identity.failed.length} identity and ${parity.failed.length} parity failures`,
    `${silent.length} silent`,
  ];
  return `${paint.red('unfaithful')}: ${counts.join(', ')}, of ${cases}.`;
}
