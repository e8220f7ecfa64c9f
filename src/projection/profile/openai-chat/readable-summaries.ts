import type {
  UnifiedCompactionSummaryItem,
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedRequestV2,
} from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/**
 * The request with its compaction summaries as messages of the user, at their places: this wire has no summaries, and
 * the model reads their text all the same. A summary that only its provider can read is left as it is, and reported.
 */
export function withReadableSummaries(request: UnifiedRequestV2, context: EmitContext): UnifiedRequestV2 {
  const { conversation } = request;
  if (!conversation.items.some(isSummary)) return request;
  const items = conversation.items.map((item, index) =>
    isSummary(item) ? readable(item, context, `/conversation/items/${index}`) : item,
  );
  return { ...request, conversation: { ...conversation, items } };
}

function isSummary(item: UnifiedItem): item is UnifiedCompactionSummaryItem {
  return item.type === 'compaction-summary' && item.visibility === 'model';
}

function readable(item: UnifiedCompactionSummaryItem, { loss }: EmitContext, path: string): UnifiedItem {
  const { content, failed } = item;
  if (content === undefined || failed === true) {
    const reason =
      failed === true ? 'a failed compaction stands for nothing' : 'only its provider can read the summary';
    const empty = failed === true ? ({ requirement: 'optional' } as const) : {};
    loss.lose({ path, feature: 'item.compaction-summary', reason, sourceItemId: item.id, ...empty });
    return item;
  }
  const reason = 'the summary was written as a message of the user';
  loss.lose({ path, feature: 'item.compaction-summary.as-text', reason, sourceItemId: item.id });
  return asMessage(item, content);
}

function asMessage(item: UnifiedCompactionSummaryItem, content: UnifiedMessageItem['content']): UnifiedMessageItem {
  const {
    covered: _covered,
    coveredUnknownReason: _reason,
    privateState: _state,
    signature: _signature,
    toolChanges: _changes,
    trigger: _trigger,
    failed: _failed,
    ...rest
  } = item;
  return { ...rest, type: 'message', role: 'user', content };
}
