import type { UnifiedContentPart, UnifiedItem } from '../../generated/unified/types.ts';
import { copyData } from './copy.ts';
import type { ItemDraft, PartDraft } from './draft.ts';
import { setParts } from './part-list.ts';

/**
 * An item of an event as a draft of the fold. Only what reducers write to is made anew: everything else is replaced whole
 * when it changes, and stays shared with the event.
 */
export function ownItem(item: UnifiedItem): ItemDraft {
  // A draft has the members of its item.
  const draft = { ...item } as ItemDraft;
  setParts(draft, ownPart);
  if ('input' in draft && draft.input !== undefined) draft.input = copyData(draft.input);
  return draft;
}

/** As `ownItem`, for a part. */
export function ownPart(part: UnifiedContentPart): PartDraft {
  // As above.
  const draft = { ...part } as PartDraft;
  if (draft.type === 'text' && draft.annotations !== undefined) draft.annotations = [...draft.annotations];
  if ((draft.type === 'text' || draft.type === 'refusal') && draft.logProbabilities !== undefined) {
    draft.logProbabilities = [...draft.logProbabilities];
  }
  return draft;
}
