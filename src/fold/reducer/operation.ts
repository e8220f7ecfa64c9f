import type { UnifiedOperationState } from '../../../generated/unified/types.ts';
import { copyData } from '../copy.ts';
import type { Folding } from '../folding.ts';
import { checkOperation } from '../lifecycle.ts';
import type { Reducers } from './reducer.ts';

/** The life of the operation (Unified v2, Operations and background work). */
export const operationReducers: Reducers<
  | 'operation-created'
  | 'operation-queued'
  | 'operation-running'
  | 'operation-requires-action'
  | 'operation-completed'
  | 'operation-failed'
  | 'operation-cancelled'
  | 'operation-expired'
  | 'error'
> = {
  'operation-created': (folding, { conversationId, owner }) => {
    moveOn(folding, 'queued');
    if (conversationId !== undefined) folding.operation.conversationId = conversationId;
    if (owner !== undefined) folding.operation.owner = copyData(owner);
  },
  'operation-queued': (folding) => moveOn(folding, 'queued'),
  'operation-running': (folding) => moveOn(folding, 'running'),
  'operation-requires-action': (folding) => moveOn(folding, 'requires-action'),
  'operation-completed': (folding, { status }) => {
    moveOn(folding, 'completed');
    if (status !== undefined) folding.candidate(0).status = copyData(status);
  },
  'operation-failed': (folding, { error, status }) => {
    moveOn(folding, 'failed');
    folding.operation.error = copyData(error);
    folding.candidate(0).status = status === undefined ? { reason: 'failed' } : copyData(status);
  },
  'operation-cancelled': (folding) => {
    moveOn(folding, 'cancelled');
    folding.candidate(0).status = { reason: 'cancelled' };
  },
  'operation-expired': (folding, { error }) => {
    moveOn(folding, 'expired');
    if (error !== undefined) folding.operation.error = copyData(error);
    folding.candidate(0).status = { reason: 'failed' };
  },
  error: ({ operation }, { error }) => {
    operation.error = copyData(error);
  },
};

function moveOn({ operation }: Folding, state: UnifiedOperationState): void {
  checkOperation(operation.state, state);
  operation.state = state;
}
