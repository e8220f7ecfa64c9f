import { UsageError } from '../core/errors.ts';
import type { CandidateDraft, OperationDraft, ResponseDraft } from './draft.ts';

/** The form that this version stores; another is refused rather than misread. */
export const STATE_FORMAT = 'urtext-fold-1';

/** A fold as plain JSON, to be stored at any event and resumed later. Its inside is no contract. */
export interface FoldState {
  readonly format: typeof STATE_FORMAT;
  /** Digests of the events so far, in base64: a repeat is told from a conflict with them. */
  readonly digests: string;
  readonly ended: boolean;
  readonly operation: OperationDraft;
  readonly response: ResponseDraft;
  readonly candidates: readonly CandidateDraft[];
}

/** Throws UsageError `fold-state` for what no fold of this version has stored. */
export function checkState(state: FoldState): void {
  if (state.format === STATE_FORMAT && Array.isArray(state.candidates) && typeof state.digests === 'string') return;
  throw new UsageError('fold-state', 'This is not the state of a fold of this version.');
}
