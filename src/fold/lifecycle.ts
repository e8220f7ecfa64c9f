import {
  ITEM_TRANSITIONS,
  OPERATION_TRANSITIONS,
  TOOL_TRANSITIONS,
  type TransitionTable,
} from '../../generated/unified/transitions.ts';
import type { UnifiedItemStatus, UnifiedOperationState, UnifiedToolState } from '../../generated/unified/types.ts';
import { invalidEvent } from './fault.ts';

/** Throws ValidationError when an operation may not go from one state to the other. */
export function checkOperation(from: UnifiedOperationState | undefined, to: UnifiedOperationState): void {
  if (from !== undefined) check(OPERATION_TRANSITIONS, 'operation', from, to);
}

/** As `checkOperation`, for the status of an item. */
export function checkItem(from: UnifiedItemStatus, to: UnifiedItemStatus): void {
  check(ITEM_TRANSITIONS, 'item', from, to);
}

/** As `checkOperation`, for the state of a call. */
export function checkCall(from: UnifiedToolState, to: UnifiedToolState): void {
  check(TOOL_TRANSITIONS, 'call', from, to);
}

/** Stating the present state again is no transition. */
function check<State extends string>(table: TransitionTable<State>, noun: string, from: State, to: State): void {
  if (from === to) return;
  const next = table.next[from];
  if (next.includes(to)) return;
  const expected = next.length === 0 ? 'no further state' : next.join(', ');
  throw invalidEvent('transition', '', `The ${noun} cannot go from "${from}" to "${to}".`, expected, to);
}
