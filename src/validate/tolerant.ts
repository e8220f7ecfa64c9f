import { UNIFIED_SCHEMA_VERSION } from '../../generated/unified/guards.ts';
import type { UnifiedLossEntry, UnifiedLossReport } from '../../generated/unified/types.ts';
import type { Issue } from '../core/issue.ts';
import type { UnknownSemantics } from './later-minor.ts';
import { UNIFIED_KINDS, type UnifiedRecords } from './unified-kinds.ts';
import { readRecord, type ValidationOptions } from './validate-record.ts';

/** What the tolerant reader gives: a record that can be used, one that asks for what is not known here, or issues. */
export type TolerantReading<T> =
  | {
      readonly ok: true;
      readonly supported: true;
      readonly value: T;
      readonly loss: UnifiedLossReport;
      /** Pointers of the members that this version does not know: kept in the value, and not judged. */
      readonly retained: readonly string[];
    }
  | { readonly ok: true; readonly supported: false; readonly value: unknown; readonly loss: UnifiedLossReport }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a record of this or of a later minor version. Data that this version does not know is kept, and neither read nor
 * acted on; a tag or a value of a closed list that it does not know is unknown required semantics, and makes the loss
 * report `unsupported`. What this version does know must be as it says; the rules are asked about supported records.
 * Bad data is an issue, never an exception. Source: Unified v2, Versioning.
 */
export function readTolerant<N extends keyof UnifiedRecords>(
  record: N,
  value: unknown,
  options?: ValidationOptions,
): TolerantReading<UnifiedRecords[N]> {
  const reading = readRecord(UNIFIED_KINDS[record], value, options);
  if (reading.kind === 'faulty') return { ok: false, issues: reading.issues };
  if (reading.kind === 'beyond') {
    const entries = reading.unknown.map(lossEntry);
    return { ok: true, supported: false, value, loss: { disposition: 'unsupported', entries } };
  }
  // The validator of that very record has passed the value, or its tolerant twin, which lets no member have another type.
  const { retained } = reading;
  return { ok: true, supported: true, value: value as UnifiedRecords[N], loss: LOSSLESS, retained };
}

const LOSSLESS: UnifiedLossReport = { disposition: 'lossless', entries: [] };

function lossEntry({ path }: UnknownSemantics): UnifiedLossEntry {
  const reason = `Unknown required semantics: version ${UNIFIED_SCHEMA_VERSION} of the format does not know what is said here.`;
  return { path, feature: 'record.unknown-semantics', severity: 'error', reason };
}
