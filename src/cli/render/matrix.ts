import type { FeatureCode, UnifiedDisposition } from '../../index.ts';
import type { Claim } from '../../projection/index.ts';
import { table } from './table.ts';

/** A feature, and what each profile of a list claims of it. */
export interface FeatureRow {
  readonly code: FeatureCode;
  readonly claims: readonly (Claim | undefined)[];
}

/** What one target makes of a request. */
export interface TargetRow {
  readonly target: string;
  readonly disposition: UnifiedDisposition;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** One line per feature, one column per profile: full, partial (the loss table says what differs), or a dash. */
export function renderFeatures(profiles: readonly string[], features: readonly FeatureRow[]): string {
  const rows = features.map(({ code, claims }) => [code, ...claims.map((claim) => claim ?? '–')]);
  const totals = profiles.map((_, column) => String(features.filter(({ claims }) => claims[column]).length));
  return table([['feature', ...profiles], ...rows, ['carried', ...totals]]).join('\n');
}

/** One line per target: the disposition, and how many entries of each severity there are. */
export function renderTargets(targets: readonly TargetRow[]): string {
  const rows = targets.map(({ target, disposition, error, warning, info }) => [
    target,
    disposition,
    String(error),
    String(warning),
    String(info),
  ]);
  return table([['target', 'disposition', 'error', 'warning', 'info'], ...rows]).join('\n');
}
