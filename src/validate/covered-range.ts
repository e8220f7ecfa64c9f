import type { UnifiedCoveredRange, UnifiedItem } from '../../generated/unified/types.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { isStandIn } from './line.ts';
import { isCall, isResult } from './pairing.ts';
import type { Breach, RuleContext } from './rule.ts';

/** So often may each item be read to check the summaries that cover it: the work stays linear, whatever the input. */
const READINGS_PER_ITEM = 32;
/** Small records may have many branches, each with its summaries. */
const READINGS_OF_ANY_RECORD = 250_000;

/** What a range is checked against. */
interface Surroundings {
  /** The number of the summary that names the range. */
  readonly summary: number;
  readonly items: readonly UnifiedItem[];
  readonly positions: ReadonlyMap<string, number>;
  /** The first items of the ranges that summaries before this one stand in place of. */
  readonly standIns: ReadonlySet<string>;
}

/** Checks the ranges that summaries stand for against the items of their line. */
export class CoveredRangeCheck {
  readonly #context: RuleContext;
  #readings: number;

  constructor(itemCount: number, context: RuleContext) {
    this.#context = context;
    this.#readings = READINGS_PER_ITEM * itemCount + READINGS_OF_ANY_RECORD;
  }

  /** Whether so many items may still be read; if so, they count as read. */
  mayRead(itemCount: number): boolean {
    this.#readings -= itemCount;
    return this.#readings >= 0;
  }

  /** Reports that no more items may be read: a range that was not checked is not valid. */
  giveUp(path: string): void {
    this.#context.report({ ...TOO_MUCH, path });
  }

  /** Checks the summaries of a line; of those of `branchId` alone, where it is given. */
  check(
    items: readonly UnifiedItem[],
    positions: ReadonlyMap<string, number>,
    pathOf: (item: UnifiedItem, index: number) => string,
    branchId?: string,
  ): void {
    const standIns = new Set<string>();
    for (const [index, item] of items.entries()) {
      if (item.type !== 'compaction-summary' || item.failed === true || item.covered === undefined) continue;
      if (branchId !== undefined && item.branchId !== branchId) continue;
      const breach = this.#breach(item.covered, { summary: index, items, positions, standIns });
      if (breach !== undefined)
        this.#context.report({ ...breach, path: `${pathOf(item, index)}/covered${breach.path}` });
      if (isStandIn(item, positions)) standIns.add(item.covered.firstItemId);
    }
  }

  #breach(
    { firstItemId, lastItemId, itemCount, auditHash }: UnifiedCoveredRange,
    { summary, items, positions, standIns }: Surroundings,
  ): Breach | undefined {
    const first = positions.get(firstItemId);
    const last = positions.get(lastItemId);
    if (first === undefined) return last === undefined || standIns.has(firstItemId) ? undefined : PARTLY_HERE;
    if (last === undefined) return { ...PARTLY_HERE, path: '/lastItemId' };
    if (first !== 0)
      return {
        path: '/firstItemId',
        message: 'The range is no prefix: items stand before it.',
        expected: 'the first item',
      };
    if (last >= summary)
      return {
        path: '/lastItemId',
        message: 'The range does not end before the summary.',
        expected: 'an earlier item',
      };
    const count = last + 1;
    if (itemCount !== count) {
      const message = `The range has ${count} items, and the summary says ${itemCount}.`;
      return { path: '/itemCount', message, expected: String(count), found: String(itemCount) };
    }
    // Both what is covered and what is not is read.
    if (!this.mayRead(items.length)) return TOO_MUCH;
    if (partsCallFromResult(items, count)) return PARTED;
    if (fingerprint(items.slice(0, count)) === `sha256:${auditHash}`) return undefined;
    return {
      path: '/auditHash',
      message: 'The audit hash is not that of the covered items.',
      expected: 'their SHA-256',
    };
  }
}

/** Whether a call is among the first items and a result of it behind them: no provider takes a result without its call. */
function partsCallFromResult(items: readonly UnifiedItem[], count: number): boolean {
  const open = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (item === undefined) continue;
    if (index < count && isCall(item)) open.add(item.callId);
    else if (isResult(item) && open.has(item.callId)) {
      if (index >= count) return true;
      open.delete(item.callId);
    }
  }
  return false;
}

const PARTED: Breach = {
  path: '/lastItemId',
  message: 'The range ends between a call and its result.',
  expected: 'the result of every covered call, or an end before the call',
};

const TOO_MUCH: Breach = {
  path: '',
  message: 'The summaries of the record cover too many items to be checked.',
  expected: 'fewer summaries',
};

const PARTLY_HERE: Breach = {
  path: '/firstItemId',
  message: 'The record holds only one end of the range.',
  expected: 'all covered items, or none',
};
