import type { UnifiedLossEntry } from '../../generated/unified/types.ts';

/** What an audit found out about one leaf. */
export interface Verdict {
  readonly pointer: string;
  /** Pointers of what a report may name in the leaf's stead: the things around it that can be left out whole. */
  readonly units: readonly string[];
  /** Whether changing the leaf changed the outcome. */
  readonly live: boolean;
  /** Entries of the reports of the original and of the changed input. */
  readonly entries: readonly UnifiedLossEntry[];
}

/**
 * The leaves that vanished without a word. An entry covers the leaf that it points to; an entry about a thing that was
 * left out whole covers all that is in it, but only when nothing in it still changes the outcome.
 */
export function silentLeaves(verdicts: readonly Verdict[]): readonly string[] {
  const alive = new Set(verdicts.filter(({ live }) => live).flatMap(({ units }) => units));
  return verdicts.filter((verdict) => !verdict.live && !isCovered(verdict, alive)).map(({ pointer }) => pointer);
}

function isCovered({ pointer, units, entries }: Verdict, alive: ReadonlySet<string>): boolean {
  return entries.some(({ path }) => path === pointer || (units.includes(path) && !alive.has(path)));
}
