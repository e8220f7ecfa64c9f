import { UsageError } from '../core/errors.ts';
import type { CandidateDraft, OperationDraft, ResponseDraft } from './draft.ts';

/** The form that this version stores; another is refused rather than misread. */
export const STATE_FORMAT = 'urtext-fold-1';

/** A fold as plain JSON, to be stored at any event and resumed later. Its inside is no contract. */
export interface FoldState {
  readonly format: typeof STATE_FORMAT;
  /** How many events were folded. */
  readonly events: number;
  /** Digests of these events, in base64: a repeat is told from a conflict with them. */
  readonly digests: string;
  readonly ended: boolean;
  readonly operation: OperationDraft;
  readonly response: ResponseDraft;
  readonly candidates: readonly CandidateDraft[];
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BYTES_OF_DIGEST = 4;

/** Throws UsageError `fold-state` for what no fold of this version has stored. */
export function checkState(state: FoldState): void {
  if (!isState(state)) throw new UsageError('fold-state', 'This is not the state of a fold of this version.');
}

/** What was stored elsewhere may be anything by now. */
function isState(state: unknown): boolean {
  if (!isObject(state) || state['format'] !== STATE_FORMAT) return false;
  const { events, digests, operation, response, candidates, ended } = state;
  if (typeof digests !== 'string' || !BASE64.test(digests) || typeof events !== 'number') return false;
  if (lengthOf(digests) !== events * BYTES_OF_DIGEST || typeof ended !== 'boolean') return false;
  if (!isObject(operation) || !Array.isArray(operation['loss']) || !isObject(response)) return false;
  return Array.isArray(candidates) && candidates.every(isCandidate);
}

function isCandidate(candidate: unknown): boolean {
  if (!isObject(candidate) || typeof candidate['index'] !== 'number') return false;
  const { items } = candidate;
  return Array.isArray(items) && items.every((item) => isObject(item) && typeof item['id'] === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The number of bytes that a base64 text stands for. */
function lengthOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
