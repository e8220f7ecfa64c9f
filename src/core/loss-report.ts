import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { UnifiedDisposition, UnifiedLossEntry, UnifiedLossReport } from '../../generated/unified/types.ts';

/** Judges entries: any error is unsupported; any warning, or an info entry about what the model sees, is degraded. */
export function lossReport(entries: readonly UnifiedLossEntry[]): UnifiedLossReport {
  return { disposition: dispositionOf(entries), entries };
}

function dispositionOf(entries: readonly UnifiedLossEntry[]): UnifiedDisposition {
  if (entries.some((entry) => entry.severity === 'error')) return 'unsupported';
  return entries.some(changesWhatTheModelSees) ? 'degraded' : 'lossless';
}

function changesWhatTheModelSees(entry: UnifiedLossEntry): boolean {
  if (entry.severity !== 'info') return true;
  // Entries are read from stored reports too, whose features may be of a later vocabulary: those count as visible.
  return (
    (Object.hasOwn(FEATURES, entry.feature) ? FEATURES[entry.feature as FeatureCode].modelVisible : undefined) ?? true
  );
}
