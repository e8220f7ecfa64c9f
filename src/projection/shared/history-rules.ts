import type { UnifiedItem } from '../../../generated/unified/types.ts';
import type { Loss } from '../loss.ts';
import type { Placed } from './placed.ts';

/** What a dialect demands of the order of a history. */
export interface HistoryRules {
  /** Whether the model speaks with an item, so that it may stand in one turn with calls. */
  readonly isOfTheModel: (item: UnifiedItem) => boolean;
  /** Whether two turns of the model that follow each other are one, even where this dialect itself wrote them apart. */
  readonly mergesTurns: boolean;
  /** Whether the results follow the turn of their calls at once; elsewhere others may speak in between. */
  readonly resultsFollowAtOnce: boolean;
  /** Whether every call wants a result, so that one is made up where there is none. */
  readonly answersEveryCall: boolean;
  /** Whether the user speaks first, so that a beginning is made up where there is none. */
  readonly userBegins: boolean;
}

/** What is written next: an item; or what is made up for it: an answer to this call, or a turn of the user before it. */
export type Planned = Placed & { readonly madeUp?: 'answer' | 'beginning' };

/** A history in an order that the target takes, and what had to be done for that. */
export interface HistoryPlan {
  readonly sequence: readonly Planned[];
  readonly losses: readonly Loss[];
}

/** What the answer to a call says that never got one: reported, and never stored. */
export const NO_RESULT = 'The call was interrupted: there is no result.';

/** What the user says where another one began, and the target wants the user to: reported, and never stored. */
export const NO_BEGINNING = 'The beginning of the conversation is not shown.';

/** Whether an item is no turn of anyone: the first turn may stand behind it. */
export function isSystemText({ role, type }: UnifiedItem): boolean {
  if (role === undefined) return type === 'tool-set-change' || type === 'configuration-update';
  return role === 'system' || role === 'developer';
}
