import type { ItemDraft } from '../draft.ts';
import { invalidEvent } from '../fault.ts';
import { type Folding, isCall } from '../folding.ts';
import { checkCall, checkItem } from '../lifecycle.ts';
import { ownItem } from '../own.ts';
import type { Reducers } from './reducer.ts';

/** The life of items (Unified v2, Canonical items). */
export const itemReducers: Reducers<'item-started' | 'item-delta' | 'item-completed' | 'item-failed'> = {
  'item-started': (folding, { item, candidateIndex }) => {
    if (folding.has(item.id)) {
      throw invalidEvent('event-order', '/item/id', 'The item has started before.', 'a new item');
    }
    folding.append(ownItem(item), item.candidateIndex ?? candidateIndex ?? 0);
  },
  'item-delta': (folding, { itemId, status, phase, providerData }) => {
    const item = folding.item(itemId);
    if (status !== undefined) setStatus(item, status);
    if (phase !== undefined) item.phase = phase;
    if (providerData !== undefined) item.providerData = [...(item.providerData ?? []), ...providerData];
  },
  'item-completed': (folding, { itemId, item: whole }) => {
    const item = folding.item(itemId ?? whole?.id);
    if (whole === undefined) setStatus(item, 'completed');
    else replace(folding, item, ownItem(whole));
  },
  'item-failed': (folding, { itemId }) => setStatus(folding.item(itemId), 'failed'),
};

function setStatus(item: ItemDraft, status: ItemDraft['status']): void {
  checkItem(item.status, status);
  item.status = status;
}

/** The provider's whole item wins over the sum of what came before. */
function replace(folding: Folding, item: ItemDraft, whole: ItemDraft): void {
  if (whole.id !== item.id) {
    throw invalidEvent('references', '/item/id', 'The whole item is another than the one that ends.', 'the same item');
  }
  checkItem(item.status, whole.status);
  if (isCall(item) && isCall(whole)) checkCall(item.state, whole.state);
  folding.replace(whole);
}
