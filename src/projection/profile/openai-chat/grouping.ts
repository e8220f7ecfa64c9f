import type {
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedRequestV2,
  UnifiedToolCallItem,
  UnifiedToolResultItem,
} from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';
import type { HistoryRules, Planned } from '../../shared/history-rules.ts';
import type { Placed } from '../../shared/placed.ts';
import { isCallHere, loseKind } from './emit-calls.ts';

export type { Placed } from '../../shared/placed.ts';

/** What this wire demands of the order of a history. */
export const HISTORY_RULES: HistoryRules = {
  isOfTheModel,
  mergesTurns: false,
  resultsFollowAtOnce: true,
  answersEveryCall: true,
  userBegins: false,
};

/** What one message of the model is made of. */
export interface AssistantRun {
  readonly members: readonly Placed[];
  readonly own: boolean;
}

/** The items that this wire writes, and those that stay behind. */
export interface SortedItems {
  readonly placed: readonly Placed[];
  readonly absent: readonly UnifiedItem[];
}

/** Sorts out the items that the model may not see, and those that are nothing on this wire. */
export function sortItems({ conversation }: UnifiedRequestV2, context: EmitContext): SortedItems {
  const placed: Placed[] = [];
  const absent: UnifiedItem[] = [];
  conversation.items.forEach((item, index) => {
    const own = item.provenance.profile?.family === context.profile.family;
    const entry = { item, path: `/conversation/items/${index}`, own };
    if (item.visibility === 'model' && isWritten(context, entry)) placed.push(entry);
    else absent.push(item);
  });
  return { placed, absent };
}

/** Whether an item is something here; what is not is reported with all that is unclaimed. */
function isWritten(context: EmitContext, { item, path, own }: Placed): boolean {
  if (item.type === 'tool-call') {
    const isHere = isCallHere(item);
    if (!isHere) loseKind(context, { item, path, own });
    return isHere;
  }
  return item.type === 'message' || item.type === 'tool-result' || item.type === 'reasoning';
}

/** Whether the model of this wire speaks with an item. */
export function isOfTheModel(item: UnifiedItem): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return item.type === 'reasoning' || item.type === 'tool-call';
}

/** The neighbours from a place on that become one message of the model. */
export function assistantRun(sequence: readonly Planned[], start: number): AssistantRun | undefined {
  const first = sequence[start];
  if (first === undefined || !continues(first)) return undefined;
  let end = start + 1;
  for (let next = sequence[end]; next !== undefined && continues(next, sequence[end - 1]); next = sequence[end])
    end += 1;
  return { members: sequence.slice(start, end), own: first.own };
}

/** What came from this dialect keeps its messages; everything else is grouped by this wire's own rule. */
function continues(next: Planned, previous: Planned = next): boolean {
  if (next.madeUp !== undefined || !isOfTheModel(next.item)) return false;
  return previous.own || next.own ? previous.item.groupId === next.item.groupId : true;
}

export function isMessage(placed: Placed): placed is Placed<UnifiedMessageItem> {
  return placed.item.type === 'message';
}

export function isResult(placed: Placed): placed is Placed<UnifiedToolResultItem> {
  return placed.item.type === 'tool-result';
}

export function isCall(placed: Placed): placed is Placed<UnifiedToolCallItem> {
  return placed.item.type === 'tool-call';
}
