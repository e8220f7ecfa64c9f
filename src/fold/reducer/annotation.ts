import { copyData } from '../copy.ts';
import { invalidEvent } from '../fault.ts';
import { hasPrivateState } from '../part-list.ts';
import type { Reducers } from './reducer.ts';

/** What is said about an item or part beside its content: citations, and references to private state. */
export const annotationReducers: Reducers<'signature-ready' | 'citation-ready'> = {
  'signature-ready': (folding, { itemId, partId, privateState }) => {
    const holder = partId === undefined ? folding.item(itemId) : folding.part(partId);
    const reference = copyData(privateState);
    // The schema says which types have the member.
    if (hasPrivateState(holder)) Object.assign(holder, { privateState: reference });
    else holder.providerData = [...(holder.providerData ?? []), reference];
  },
  'citation-ready': (folding, { partId, citation }) => {
    const part = folding.part(partId);
    if (part.type !== 'text') {
      throw invalidEvent('references', '/partId', 'Only texts carry citations.', 'a text part', part.type);
    }
    // The list was copied when the part began.
    const annotations = part.annotations as (typeof citation)[] | undefined;
    if (annotations === undefined) part.annotations = [copyData(citation)];
    else annotations.push(copyData(citation));
  },
};
