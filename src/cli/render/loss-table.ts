import {
  FEATURES,
  type FeatureCode,
  type UnifiedLossEntry,
  type UnifiedLossReport,
  type UnifiedLossSeverity,
} from '../../index.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { count, table } from './table.ts';

const ORDER: readonly UnifiedLossSeverity[] = ['error', 'warning', 'info'];

/** What was written, and for which profile. */
export interface Written {
  readonly target: string;
  readonly what: 'request' | 'answer';
}

/** Every difference as one row, the gravest first, and the verdict in words. */
export function renderLoss(report: UnifiedLossReport, written: Written, paint: Paint): string {
  const entries = report.entries.toSorted(
    (left, right) => ORDER.indexOf(left.severity) - ORDER.indexOf(right.severity),
  );
  const [head, ...rows] = table([['severity', 'feature', 'place', 'reason'], ...entries.map(rowOf)]);
  const painted = rows.map((row, index) => paintRow(row, entries[index]?.severity, paint));
  return [
    ...(entries.length === 0 || head === undefined ? [] : [paint.dim(head), ...painted, ...legend(entries), '']),
    verdict(report, written, paint),
    ...advices(entries, paint),
  ].join('\n');
}

function rowOf({ severity, feature, path, sourcePath, stage, reason }: UnifiedLossEntry): readonly string[] {
  const place = sourcePath ?? (stage === 'emit' ? `record:${path}` : path);
  return [severity, feature, printable(place), printable(reason)];
}

/** Some losses have no single place in the body: they are named by their place in the record that was read from it. */
function legend(entries: readonly UnifiedLossEntry[]): readonly string[] {
  const ofRecord = entries.some(({ sourcePath, stage }) => stage === 'emit' && sourcePath === undefined);
  return ofRecord ? ['(record: a place in the provider-neutral record, which --unified prints)'] : [];
}

function paintRow(row: string, severity: UnifiedLossSeverity | undefined, paint: Paint): string {
  if (severity === undefined || severity === 'info') return row;
  const painted = severity === 'error' ? paint.red(severity) : paint.yellow(severity);
  return painted + row.slice(severity.length);
}

/** What the report comes to, in a sentence. */
function verdict({ disposition, entries }: UnifiedLossReport, { target, what }: Written, paint: Paint): string {
  const of = (severity: UnifiedLossSeverity) => entries.filter((entry) => entry.severity === severity).length;
  if (disposition === 'unsupported') {
    const lost = count(of('error'), 'required thing');
    return `${paint.red('unsupported')}: ${target} cannot carry ${lost}, so nothing was written.`;
  }
  if (entries.length === 0) return `${paint.green('lossless')}: ${target} carries everything.`;
  const details = `${count(entries.length, 'thing')} differ${entries.length === 1 ? 's' : ''}`;
  const shares = `${of('warning')} preferred, ${of('info')} optional`;
  if (disposition === 'lossless')
    return `${paint.green('lossless')}: ${target} carries all that the model sees; ${details} otherwise (${shares}).`;
  return `${paint.yellow('degraded')}: ${target} takes the ${what}, but ${details} from what was ${what === 'request' ? 'asked' : 'said'} (${shares}).`;
}

/** One line of advice for each feature that stopped the projection. */
function advices(entries: readonly UnifiedLossEntry[], paint: Paint): readonly string[] {
  const stopped = new Set(entries.filter(({ severity }) => severity === 'error').map(({ feature }) => feature));
  return [...stopped].flatMap((feature) => {
    if (!Object.hasOwn(FEATURES, feature)) return [];
    // The line above has found it in the table.
    return [`  ${paint.blue('help')}: ${feature}: ${FEATURES[feature as FeatureCode].advice}`];
  });
}
