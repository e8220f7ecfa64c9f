import type { UnifiedItem } from '../../../generated/unified/types.ts';
import { HistoryRepair } from './history-repair.ts';
import { type HistoryPlan, type HistoryRules, isSystemText } from './history-rules.ts';
import type { Placed } from './placed.ts';

/**
 * Brings a history into an order that the target takes. `placed` is what is written; `absent` is what the record holds
 * besides and the emitter leaves out. What the target's own dialect wrote stays as it came, but for calls and results of
 * which the emitter leaves one out. A history that needs no repair is given back as it is.
 */
export function planHistory(
  placed: readonly Placed[],
  absent: readonly UnifiedItem[],
  rules: HistoryRules,
): HistoryPlan {
  const isUntouched = absent.length === 0 && placed.every(({ own }) => own);
  if (isUntouched || isAcceptable(placed, rules)) return { sequence: placed, losses: [] };
  return new HistoryRepair(placed, absent, rules).plan();
}

function isAcceptable(placed: readonly Placed[], rules: HistoryRules): boolean {
  const open = new Set<string>();
  let isAnswering = false;
  let begun = !rules.userBegins;
  for (const { item } of placed) {
    if (item.type === 'tool-result') {
      if (!open.delete(item.callId)) return false;
      isAnswering = true;
      continue;
    }
    const isOfTheModel = rules.isOfTheModel(item);
    if (!begun && isOfTheModel) return false;
    begun ||= !isSystemText(item);
    if (open.size > 0 && rules.resultsFollowAtOnce && (isAnswering || !isOfTheModel)) return false;
    if (item.type !== 'tool-call') continue;
    if (open.has(item.callId)) return false;
    open.add(item.callId);
    isAnswering = false;
  }
  return open.size === 0 || !rules.answersEveryCall;
}
