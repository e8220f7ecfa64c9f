import type { UnifiedLossEntry, UnifiedRequestV2 } from '../../generated/unified/types.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { emitRequest } from '../../src/projection/emit.ts';
import { ingestRequest } from '../../src/projection/ingest.ts';
import type { Target } from './audited.ts';
import { OPTIONAL, optional, writable } from './emit-audit.ts';
import { valueAt } from './leaves.ts';
import { type RecordLeaf, recordLeavesOf } from './record-leaves.ts';

/** What differs after a journey to another dialect and back although no report names it. */
export interface Journey {
  readonly vanished: readonly string[];
  readonly appeared: readonly string[];
  /** Contents that stand in another order than before. */
  readonly moved: readonly string[];
}

/**
 * Writes a record in another dialect, reads that, writes it in its own dialect again and reads it: what is then
 * missing or new must be named in the report of one of the two writings. Identifiers are ours, and items pair by their
 * order: contents are compared in sequence, whatever messages they stand in.
 */
export function thereAndBack(record: UnifiedRequestV2, home: Target, abroad: Target): Journey {
  const there = write(record, abroad);
  const back = write(there.record, home);
  const gone = facts(there.request, home);
  const come = facts(back.record, home);
  const named = new Set([
    ...coveredFacts(gone, there.entries),
    ...coveredFacts(facts(back.request, home), back.entries),
  ]);
  const places = new Set([...named].map(placeOf));
  const reported = [...there.entries, ...back.entries].map(({ path }) => path);
  return {
    vanished: missing(gone, come)
      .filter((fact) => !named.has(fact.text) && !reported.includes(fact.leaf.pointer))
      .map(({ text }) => text),
    appeared: missing(come, gone)
      .filter((fact) => !places.has(placeOf(fact.text)) && !reported.includes(fact.leaf.pointer))
      .map(({ text }) => text),
    moved: moved(gone, come),
  };
}

/** What was written, what a reader then makes of it, and what both said about it. */
interface Leg {
  readonly request: UnifiedRequestV2;
  readonly record: UnifiedRequestV2;
  readonly entries: readonly UnifiedLossEntry[];
}

function write(record: UnifiedRequestV2, { profile, revision }: Target): Leg {
  const inRevision = revision === undefined ? {} : { revision };
  const emit = (request: UnifiedRequestV2) => emitRequest(profile, request, { requirements: OPTIONAL, ...inRevision });
  const { request, emission } = writable(optional(record), emit);
  const read = ingestRequest(profile, emission.wire, inRevision);
  return { request, record: read.value, entries: [...emission.loss.entries, ...read.loss.entries] };
}

/** One leaf of a record as a statement that does not depend on where the items around it begin and end. */
interface Fact {
  readonly leaf: RecordLeaf;
  readonly text: string;
}

function facts(record: UnifiedRequestV2, { profile }: Target): readonly Fact[] {
  // A record is JSON: that is what its validator checks first.
  const root = record as unknown as JsonObject;
  return recordLeavesOf(record, profile.family)
    .filter(({ presenceOnly, neutral }) => !presenceOnly && !neutral)
    .map((leaf) => ({ leaf, text: `${label(root, leaf)} = ${JSON.stringify(leaf.value)}` }));
}

const ITEM = 3;

/** For a leaf of an item the kind of item and the names of the members down to it; for others their pointer. */
function label(root: JsonObject, { tokens, pointer }: RecordLeaf): string {
  if (tokens[1] !== 'items') return pointer;
  const item = valueAt(root, [...tokens.slice(0, ITEM), 'type']);
  const role = valueAt(root, [...tokens.slice(0, ITEM), 'role']);
  const names = tokens.slice(ITEM).filter((token) => typeof token === 'string');
  return [item, role, ...names].join('/');
}

function placeOf(text: string): string {
  return text.slice(0, text.indexOf(' = '));
}

function coveredFacts(all: readonly Fact[], entries: readonly UnifiedLossEntry[]): readonly string[] {
  const paths = new Set(entries.map(({ path }) => path));
  return all
    .filter(({ leaf }) => paths.has(leaf.pointer) || leaf.units.some((unit) => paths.has(unit)))
    .map(({ text }) => text);
}

/** The facts of a list that another list does not have in the same sequence. */
function missing(from: readonly Fact[], other: readonly Fact[]): readonly Fact[] {
  const counts = new Map<string, number>();
  for (const { text } of other) counts.set(text, (counts.get(text) ?? 0) + 1);
  return from.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** Of the contents that both lists hold exactly once, those that follow another one than before. */
function moved(from: readonly Fact[], other: readonly Fact[]): readonly string[] {
  const kept = once(other);
  const shared = new Set(once(from).filter((text) => kept.includes(text)));
  const [before, after] = [from, other].map((list) => list.map(({ text }) => text).filter((text) => shared.has(text)));
  return (before ?? []).filter((text, index) => after?.[index] !== text).slice(0, 1);
}

/** The texts of items that a list holds once. */
function once(list: readonly Fact[]): readonly string[] {
  const texts = list.filter(({ leaf }) => leaf.tokens[1] === 'items').map(({ text }) => text);
  return texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text) && text.includes('/text = '));
}
