import type { UnifiedLossEntry, UnifiedRequestV2 } from '../../generated/unified/types.ts';
import type { JsonObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import { emitRequest, ingestRequest, type ProfileSelection } from '../projection/index.ts';
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
 * order: contents are compared in sequence, whatever messages they stand in. Nothing when one of the two writings is
 * refused even though as little as possible is required.
 */
export function thereAndBack(
  record: UnifiedRequestV2,
  home: ProfileSelection,
  abroad: ProfileSelection,
): Journey | undefined {
  const there = write(record, abroad);
  const back = there === undefined ? undefined : write(there.record, home);
  if (there === undefined || back === undefined) return undefined;
  const gone = facts(there.request);
  const come = facts(back.record);
  const entries = [...there.entries, ...back.entries];
  const later = about(facts(back.request), back.entries);
  const named = [...about(gone, there.entries), ...later];
  const excuses = new Set(named.flatMap((fact) => [fact.text, fact.place, fact.value]));
  const retold = about(
    gone,
    there.entries.filter(({ feature }) => feature.endsWith('.as-text')),
  );
  // An intent may have been put into the words of the other dialect before it was lost.
  const intents = new Set(later.filter(({ leaf }) => leaf.tokens[0] !== 'conversation').map(({ place }) => place));
  return {
    vanished: missing(gone, come)
      .filter((fact) => !excuses.has(fact.text) && !intents.has(fact.place))
      .map(({ text }) => text),
    appeared: missing(come, gone)
      .filter((fact) => !isAnnounced(fact, entries) && !excuses.has(fact.place) && !excuses.has(fact.value))
      .filter((fact) => !isMadeOf(fact, retold))
      .map(({ text }) => text),
    moved: moved(gone, come, excuses),
  };
}

/** What was written, what a reader then makes of it, and what both said about it. */
interface Leg {
  readonly request: UnifiedRequestV2;
  readonly record: UnifiedRequestV2;
  readonly entries: readonly UnifiedLossEntry[];
}

/** Content that only its own dialect knows is left at home; whatever else is refused ends the journey. */
function write(record: UnifiedRequestV2, { profile, revision }: ProfileSelection): Leg | undefined {
  const inRevision = revision === undefined ? {} : { revision };
  const emit = (request: UnifiedRequestV2) => emitRequest(profile, request, { requirements: OPTIONAL, ...inRevision });
  const { request, emission, refused } = writable(optional(record), emit);
  if (refused.some(({ path }) => !/\/providerData\/\d+$/.test(path))) return undefined;
  const read = ingestRequest(profile, emission.wire, inRevision);
  return { request, record: read.value, entries: [...emission.loss.entries, ...read.loss.entries] };
}

/**
 * Whether an entry names a place around something new, or a sibling that it was made of: what did not exist before has
 * no pointer of its own. Tools are told apart by nothing but their index, and one may have been left out before.
 */
function isAnnounced({ leaf: { tokens } }: Fact, entries: readonly UnifiedLossEntry[]): boolean {
  const around = tokens.map((_, index) => pointer(...tokens.slice(0, index + 1))).filter((path) => !isContainer(path));
  const named = entries.map(({ path }) => path);
  if (named.some((path) => around.some((place) => withoutIndex(place) === withoutIndex(path)))) return true;
  const intent = tokens.slice(0, -2);
  return (
    intent.length > 1 && !isContainer(pointer(...intent)) && named.some((path) => isBelow(path, pointer(...intent)))
  );
}

/** Whether a text holds another one that a report says was written as text. */
function isMadeOf({ leaf: { value } }: Fact, retold: readonly Fact[]): boolean {
  if (typeof value !== 'string') return false;
  return retold.some(({ leaf }) => typeof leaf.value === 'string' && leaf.value !== '' && value.includes(leaf.value));
}

function isContainer(path: string): boolean {
  return /^\/(?:[a-z]+|conversation\/items(?:\/\d+)?)$/i.test(path);
}

function isBelow(path: string, around: string): boolean {
  return path.startsWith(`${around}/`) && !path.startsWith('/conversation/');
}

function withoutIndex(path: string): string {
  return path.replace(/^\/tools\/\d+/, '/tools');
}

/** One leaf of a record as a statement that does not depend on where the items and tools around it begin and end. */
interface Fact {
  readonly leaf: RecordLeaf;
  readonly place: string;
  readonly value: string;
  readonly text: string;
}

/** Every leaf but identifiers, roles (a content carries the role of its item), spellings and what asks for nothing. */
function facts(record: UnifiedRequestV2): readonly Fact[] {
  // A record is JSON: that is what its validator checks first.
  const root = record as unknown as JsonObject;
  return recordLeavesOf(record, NO_FAMILY)
    .filter((leaf) => !leaf.presenceOnly && !leaf.neutral && !UNCOMPARED.includes(String(leaf.tokens.at(-1))))
    .map((leaf) => {
      const place = label(root, leaf);
      const value = JSON.stringify(leaf.value);
      return { leaf, place, value, text: `${place} = ${value}` };
    })
    .filter(({ place }) => !IMPLIED.includes(place));
}

/** For it every annotation about spelling is of another dialect. */
const NO_FAMILY = '';

/** Identifiers; the role of an item; whether a limit counts reasoning, which each dialect says for itself. */
const UNCOMPARED = ['callId', 'parentCallId', 'approvalRequestId', 'role', 'includesReasoning'];

/**
 * What follows from something else: how a dialect caches unless it is told otherwise, whether the answer continues the
 * last message, and the name of a result, which is the name of its call.
 */
const IMPLIED = ['/cache/mode', '/generation/prefill/value', 'tool-result/tool/name'];

const ITEM = 3;

/** For a leaf of an item the kind of item and the names of the members down to it; for others the names alone. */
function label(root: JsonObject, { tokens }: RecordLeaf): string {
  if (tokens[1] !== 'items') return `/${tokens.filter((token) => typeof token === 'string').join('/')}`;
  const item = valueAt(root, [...tokens.slice(0, ITEM), 'type']);
  const role = valueAt(root, [...tokens.slice(0, ITEM), 'role']);
  const names = tokens.slice(ITEM).filter((token) => typeof token === 'string');
  return [item, role, ...names].join('/');
}

/** The facts that an entry is about. A content carries the role of its item, so that an entry about that is about both. */
function about(all: readonly Fact[], entries: readonly UnifiedLossEntry[]): readonly Fact[] {
  const paths = new Set(entries.map(({ path }) => path));
  return all.filter(({ leaf: { pointer, names, units } }) =>
    [pointer, ...names, ...units, ...units.map((unit) => `${unit}/role`)].some((path) => paths.has(path)),
  );
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

/** Of the contents that both lists hold exactly once, the first that follows another one than before. */
function moved(from: readonly Fact[], other: readonly Fact[], excuses: ReadonlySet<string>): readonly string[] {
  const kept = once(other);
  const shared = new Set(once(from).filter((text) => kept.includes(text) && !excuses.has(text)));
  const [before, after] = [from, other].map((list) => list.map(({ text }) => text).filter((text) => shared.has(text)));
  return (before ?? []).filter((text, index) => after?.[index] !== text).slice(0, 1);
}

/** The texts of items that a list holds once. */
function once(list: readonly Fact[]): readonly string[] {
  const texts = list.filter(({ leaf }) => leaf.tokens[1] === 'items').map(({ text }) => text);
  return texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text) && text.includes('/text = '));
}
