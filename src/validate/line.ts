import type { UnifiedConversationInput, UnifiedItem, UnifiedResultV2 } from '../../generated/unified/types.ts';
import type { Place } from './place.ts';

/** Items of a request or result that follow each other: its history, its output, or another candidate's output. */
export interface Line {
  /** The pointer of the list. */
  readonly path: string;
  readonly items: readonly UnifiedItem[];
  /** By id: the number of each item. */
  readonly positions: ReadonlyMap<string, number>;
  /** Whether everything that came before is here, so that nothing may refer to an item that is not. */
  readonly isComplete: boolean;
}

export function historyLine(place: Place<UnifiedConversationInput>): Line {
  return lineOf(place.path('items'), place.value.items, place.value.completeness === 'complete');
}

export function outputLines(place: Place<UnifiedResultV2>): readonly Line[] {
  const { output, candidates = [] } = place.value;
  return [
    lineOf(place.path('output'), output, false),
    ...candidates.map((candidate, index) => lineOf(place.path('candidates', index, 'output'), candidate.output, false)),
  ];
}

/**
 * Whether an item is a summary that stands in place of items that are not here: its own place in the order is then
 * theirs, whatever its sequence and parent say.
 */
export function isStandIn(item: UnifiedItem, positions: ReadonlyMap<string, number>): boolean {
  if (item.type !== 'compaction-summary' || item.failed === true) return false;
  return item.covered === undefined || !positions.has(item.covered.firstItemId);
}

/** By id: the number of each item; of two items with one id, that of the first. */
export function positionsOf(items: readonly UnifiedItem[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (let index = 0; index < items.length; index++) {
    const id = items[index]?.id;
    if (id !== undefined && !positions.has(id)) positions.set(id, index);
  }
  return positions;
}

function lineOf(path: string, items: readonly UnifiedItem[], claimsComplete: boolean): Line {
  const positions = positionsOf(items);
  return { path, items, positions, isComplete: claimsComplete && !items.some((item) => isStandIn(item, positions)) };
}
