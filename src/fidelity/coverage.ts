import type { UnifiedLossEntry } from '../../generated/unified/types.ts';

/** What an audit found out about one leaf. */
export interface Verdict {
  readonly pointer: string;
  /** Other pointers of the same thing. */
  readonly names?: readonly string[];
  /** Pointers of what a report may name in the leaf's stead: the things around it that can be left out whole. */
  readonly units: readonly string[];
  /** Whether changing the leaf changed the outcome. */
  readonly live: boolean;
  /** The leaf is about more than what stands around it: that it changed the outcome tells nothing about that. */
  readonly shared?: true;
  /** Entries of the report of the original. */
  readonly before: readonly UnifiedLossEntry[];
  /** Entries of the report of the changed input. */
  readonly after: readonly UnifiedLossEntry[];
}

/**
 * The leaves that vanished without a word. An entry covers the leaf that it points to; an entry about a thing that was
 * left out whole covers all that is in it, but only when nothing in it changes the outcome while it is left out. Where
 * the changed input is left out whole, nothing in it is there to change the outcome.
 */
export function silentLeaves(verdicts: readonly Verdict[]): readonly string[] {
  const alive = new Set(verdicts.filter(({ live, shared }) => live && shared !== true).flatMap(stillLeftOut));
  return verdicts.filter((verdict) => !verdict.live && !isCovered(verdict, alive)).map(({ pointer }) => pointer);
}

/** The units that both reports name: the change did not bring them back. */
function stillLeftOut({ units, before, after }: Verdict): readonly string[] {
  return units.filter((unit) => before.some((entry) => entry.path === unit && isAmong(after, entry)));
}

function isCovered({ pointer, names = [], units, before, after }: Verdict, alive: ReadonlySet<string>): boolean {
  const own = [pointer, ...names];
  if (before.some(({ path }) => own.includes(path) || (units.includes(path) && !alive.has(path)))) return true;
  return after.some((entry) => own.includes(entry.path) || (isNear(entry, pointer, units) && !isAmong(before, entry)));
}

/** An entry about what is around the leaf, or about what the change put into it. */
function isNear({ path }: UnifiedLossEntry, pointer: string, units: readonly string[]): boolean {
  return units.includes(path) || path.startsWith(`${pointer}/`);
}

function isAmong(entries: readonly UnifiedLossEntry[], { path, feature }: UnifiedLossEntry): boolean {
  return entries.some((entry) => entry.path === path && entry.feature === feature);
}
