import { parsePointer } from '../../core/pointer.ts';
import { setInDraft, type WireDraft } from '../wire-draft.ts';

/** Lists and objects that a wire wrote with nothing in them, by their pointers below the thing that the form is of. */
export interface EmptyContainers {
  readonly emptyLists?: readonly string[];
  readonly emptyObjects?: readonly string[];
}

/** Writes lists and objects that had nothing in them, where nothing else was written. */
export function restoreEmpty(draft: WireDraft, { emptyLists = [], emptyObjects = [] }: EmptyContainers): void {
  for (const pointer of emptyObjects) setInDraft(draft, parsePointer(pointer), {});
  for (const pointer of emptyLists) setInDraft(draft, parsePointer(pointer), []);
}
