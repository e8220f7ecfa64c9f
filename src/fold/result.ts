import type { UnifiedCandidate, UnifiedFinishReason, UnifiedResultV2 } from '../../generated/unified/types.ts';
import { childId } from '../core/id.ts';
import { lossReport } from '../core/loss-report.ts';
import type { CandidateDraft, OperationDraft, ResponseDraft } from './draft.ts';

/** The result as far as it is known; complete in its form at any time (Unified v2, Root records). */
export function resultOf(
  operation: OperationDraft,
  response: ResponseDraft,
  candidates: readonly CandidateDraft[],
): UnifiedResultV2 {
  const { operationId = 'operation', conversationId, error, owner, loss } = operation;
  const { responseId, model, provenance, ...rest } = response;
  const first = candidates.find(({ index }) => index === 0);
  const others = candidates.filter(({ index }) => index > 0).map((candidate) => candidateOf(candidate, operation));
  return {
    schemaVersion: '2.0',
    responseId: responseId ?? childId(operationId, 'response', 0),
    ...(conversationId === undefined ? {} : { conversationId }),
    operationId,
    model: model ?? {},
    status: first?.status ?? { reason: reasonOf(operation) },
    // Drafts of items are items: events are typed, and reducers keep their types.
    output: (first?.items ?? []) as UnifiedResultV2['output'],
    ...(others.length === 0 ? {} : { candidates: others }),
    ...(error === undefined ? {} : { error }),
    provenance: provenance ?? { profile: owner?.profile ?? { family: 'unknown' } },
    ...(loss.length === 0 ? {} : { loss: lossReport(loss) }),
    ...rest,
  };
}

function candidateOf({ index, status, items }: CandidateDraft, operation: OperationDraft): UnifiedCandidate {
  // As above.
  return { index, status: status ?? { reason: reasonOf(operation) }, output: items as UnifiedCandidate['output'] };
}

/** How a response ended of which nothing else is said. */
function reasonOf({ state }: OperationDraft): UnifiedFinishReason {
  switch (state) {
    case 'completed':
      return 'unknown';
    case 'failed':
    case 'expired':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    case 'requires-action':
      return 'requires-action';
    case 'queued':
    case 'running':
    case undefined:
      return 'in-progress';
    default:
      return state satisfies never;
  }
}
