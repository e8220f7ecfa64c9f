import type { UnifiedContentPart } from '../../../generated/unified/types.ts';
import type { PartDraft } from '../draft.ts';
import { invalidEvent, unknownReference } from '../fault.ts';
import type { Folding } from '../folding.ts';
import { ownPart } from '../own.ts';
import { addPart } from '../part-list.ts';
import type { Reducers } from './reducer.ts';

/** The life of parts, and the deltas of what they say (Unified v2, Content parts). */
export const partReducers: Reducers<
  'part-started' | 'part-completed' | 'text-delta' | 'reasoning-delta' | 'refusal-delta' | 'source-ready'
> = {
  'part-started': (folding, { itemId, part }) => append(folding, itemId, part),
  'part-completed': (folding, { partId, part: whole }) => {
    const part = folding.part(partId ?? whole?.id);
    if (whole !== undefined) replacePart(part, whole);
  },
  'text-delta': (folding, { itemId, partId, delta, logProbabilities }) => {
    const part = openPart(folding, itemId, partId, 'text', delta);
    part.text += delta;
    folding.grow(part, part.text);
    if (logProbabilities !== undefined) {
      part.logProbabilities = extended(part.logProbabilities, logProbabilities);
    }
  },
  'reasoning-delta': (folding, { itemId, partId, delta, estimatedTokens }) => {
    const part = openPart(folding, itemId, partId, 'reasoning', delta);
    part.text = (part.text ?? '') + delta;
    folding.grow(part, part.text);
    if (estimatedTokens !== undefined) part.estimatedTokens = estimatedTokens;
  },
  'refusal-delta': (folding, { itemId, partId, delta, logProbabilities }) => {
    const part = openPart(folding, itemId, partId, 'refusal', delta);
    part.refusal += delta;
    if (logProbabilities !== undefined) {
      part.logProbabilities = extended(part.logProbabilities, logProbabilities);
    }
  },
  'source-ready': (folding, { itemId, source }) => append(folding, itemId, source),
};

/** Adds a part to an item. */
export function append(folding: Folding, itemId: string | undefined, part: UnifiedContentPart): void {
  const item = folding.item(itemId);
  if (folding.hasPart(part.id)) {
    throw invalidEvent('event-order', '/part/id', 'The part has started before.', 'a new part');
  }
  const draft = ownPart(part);
  if (!addPart(item, draft)) throw unknownReference('itemId', 'an item with parts');
  folding.index(draft);
}

/** The whole part wins over the sum of what came before; the item keeps its place for it. */
export function replacePart(part: PartDraft, whole: UnifiedContentPart): void {
  if (part.id !== whole.id) {
    throw invalidEvent('references', '/part/id', 'The whole part is another than the one that ends.', 'the same part');
  }
  for (const key of Object.keys(part)) delete (part as Partial<Record<string, unknown>>)[key];
  Object.assign(part, ownPart(whole));
}

/** The part that a delta adds to. Throws ValidationError when its item has ended, or when it is of another type. */
function openPart<Type extends PartDraft['type']>(
  folding: Folding,
  itemId: string | undefined,
  partId: string | undefined,
  type: Type,
  delta: string,
): Extract<PartDraft, { type: Type }> {
  if (typeof delta !== 'string') throw invalidEvent('references', '/delta', 'The delta is no text.', 'a text');
  const part = folding.part(partId);
  if (part.type !== type) {
    throw invalidEvent('references', '/partId', `The part is no ${type} part.`, `a ${type} part`, part.type);
  }
  if (itemId !== undefined && folding.item(itemId).status !== 'in-progress') {
    throw invalidEvent('event-order', '/itemId', 'The item has ended before this delta.', 'an item that is open');
  }
  // Its tag was compared.
  return part as Extract<PartDraft, { type: Type }>;
}

/** The list with more entries; the draft's own list grows. */
function extended<Entry>(list: readonly Entry[] | undefined, more: readonly Entry[]): readonly Entry[] {
  if (list === undefined) return [...more];
  // The list was copied when the part began.
  const own = list as Entry[];
  for (const entry of more) own.push(entry);
  return own;
}
