import type { UnifiedLossEntry } from '../../generated/unified/types.ts';
import type { JsonObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { ProfileSelection } from '../projection/index.ts';
import type { Direction } from './direction.ts';
import { OPTIONAL, optional, writable } from './emit-audit.ts';
import { type Tokens, valueAt } from './leaves.ts';
import { type RecordLeaf, recordLeavesOf } from './record-leaves.ts';

/** What differs after a journey to another dialect and back although no report names it. */
export interface Journey {
  readonly vanished: readonly Difference[];
  readonly appeared: readonly Difference[];
  /** Contents that stand in another order than before. */
  readonly moved: readonly Difference[];
}

/** One leaf, by its place in the record that left or came back, and as a statement about it. */
interface Difference {
  readonly pointer: string;
  readonly text: string;
}

/**
 * Writes a record in another dialect, reads that, writes it in its own dialect again and reads it: what is then
 * missing or new must be named in the report of one of the two writings. Identifiers are ours, and items pair by their
 * order: contents are compared in sequence, whatever messages they stand in. Nothing when one of the two writings is
 * refused even though as little as possible is required.
 */
export function thereAndBack<Root extends object>(
  direction: Direction<Root>,
  record: Root,
  home: ProfileSelection,
  abroad: ProfileSelection,
): Journey | undefined {
  const there = write(direction, record, abroad);
  const back = there === undefined ? undefined : write(direction, there.read, home);
  return there === undefined || back === undefined ? undefined : compareLegs(direction, there, back);
}

/** What differs after two legs of a journey, the second one home, although no report names it. */
export function compareLegs<Root extends object>(
  direction: Pick<Direction<Root>, 'type' | 'itemsAt'>,
  there: Leg<Root>,
  back: Leg<Root>,
): Journey {
  const gone = facts(direction, there.written);
  const come = facts(direction, back.read);
  const entries = [...there.entries, ...back.entries];
  const later = about(facts(direction, back.written), back.entries);
  const named = [...about(gone, there.entries), ...later];
  const excuses = new Set(named.flatMap((fact) => [fact.text, fact.place, fact.value]));
  const retold = about(
    gone,
    there.entries.filter(({ feature }) => feature.endsWith('.as-text') || RETOLD.includes(feature)),
  );
  // An intent may have been put into the words of the other dialect before it was lost.
  const intents = new Set(
    later.filter(({ leaf }) => leaf.tokens[0] !== direction.itemsAt[0]).map(({ place }) => place),
  );
  return {
    vanished: missing(gone, come)
      .filter((fact) => !excuses.has(fact.text) && !intents.has(fact.place))
      .map(differenceOf),
    appeared: missing(come, gone)
      .filter(
        (fact) =>
          !isMadeUp(fact, entries) &&
          !isAnnounced(fact, entries, direction.itemsAt) &&
          !excuses.has(fact.place) &&
          !excuses.has(fact.value),
      )
      .filter((fact) => !isMadeOf(fact, retold))
      .map(differenceOf),
    moved: moved(gone, come, excuses, direction.itemsAt),
  };
}

function differenceOf({ leaf, text }: Fact): Difference {
  return { pointer: leaf.pointer, text };
}

/** What was written, what a reader then makes of it, and what both said about it. */
export interface Leg<Root> {
  readonly written: Root;
  readonly read: Root;
  readonly entries: readonly UnifiedLossEntry[];
}

/** Content that only its own dialect knows is left at home; whatever else is refused ends the journey. */
function write<Root extends object>(
  direction: Direction<Root>,
  wanted: Root,
  { profile, revision }: ProfileSelection,
): Leg<Root> | undefined {
  const inRevision = revision === undefined ? {} : { revision };
  const emit = (record: Root) => direction.emit(profile, record, { requirements: OPTIONAL, ...inRevision });
  const possible = writable(direction, optional(wanted), emit);
  if (possible === undefined) return undefined;
  const { record, emission, refused } = possible;
  if (refused.some(({ path }) => !/\/providerData\/\d+$/.test(path))) return undefined;
  const { value, loss } = direction.ingest(profile, emission.wire, inRevision);
  return { written: record, read: value, entries: [...emission.loss.entries, ...loss.entries] };
}

/**
 * Whether an entry names a place around something new, or a sibling that it was made of: what did not exist before has
 * no pointer of its own. Tools are told apart by nothing but their index, and one may have been left out before.
 */
function isAnnounced(
  { leaf: { tokens } }: Fact,
  entries: readonly UnifiedLossEntry[],
  itemsAt: readonly string[],
): boolean {
  const isContainer = (tokens: Tokens) =>
    tokens.length === 1 || (tokens.length <= itemsAt.length + 1 && tokens[0] === itemsAt[0]);
  const around = tokens
    .map((_, index) => tokens.slice(0, index + 1))
    .filter((place) => !isContainer(place))
    .map((place) => pointer(...place));
  const named = entries.map(({ path }) => path);
  if (named.some((path) => around.some((place) => withoutIndex(place) === withoutIndex(path)))) return true;
  const intent = tokens.slice(0, -2);
  return (
    intent.length > 1 && tokens[0] !== itemsAt[0] && named.some((path) => path.startsWith(`${pointer(...intent)}/`))
  );
}

/** Whether a fact is of an item that a target demands and nobody said, and an entry says that it was made up. */
function isMadeUp({ place }: Fact, entries: readonly UnifiedLossEntry[]): boolean {
  const item = place.split('/', 2).join('/');
  return entries.some(({ feature }) => MADE_UP[feature] === item);
}

/** By the feature of the entry: the item that was made up. */
const MADE_UP: Readonly<Record<string, string>> = {
  'conversation.beginning': 'message/user',
  'tool-call.unanswered': 'tool-result/tool',
};

/** Features of entries about texts that are part of another text afterwards. */
const RETOLD: readonly string[] = ['item.role.system-position', 'part.boundary'];

/** Whether a text holds another one that a report says was written as text, or as a text of somebody else. */
function isMadeOf({ leaf: { value } }: Fact, retold: readonly Fact[]): boolean {
  if (typeof value !== 'string') return false;
  return retold.some(({ leaf }) => typeof leaf.value === 'string' && leaf.value !== '' && value.includes(leaf.value));
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
function facts<Root extends object>(
  { type, itemsAt }: Pick<Direction<Root>, 'type' | 'itemsAt'>,
  record: Root,
): readonly Fact[] {
  // A record is JSON: that is what its validator checks first.
  const root = record as JsonObject;
  return recordLeavesOf(record, type, NO_FAMILY)
    .filter((leaf) => !leaf.presenceOnly && !leaf.neutral && !UNCOMPARED.includes(String(leaf.tokens.at(-1))))
    .map((leaf) => {
      const place = label(root, leaf, itemsAt);
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

/** For a leaf of an item the kind of item and the names of the members down to it; for others the names alone. */
function label(root: JsonObject, { tokens }: RecordLeaf, itemsAt: readonly string[]): string {
  if (!isBelowItems(tokens, itemsAt)) return `/${tokens.filter((token) => typeof token === 'string').join('/')}`;
  const item = tokens.slice(0, itemsAt.length + 1);
  const names = tokens.slice(itemsAt.length + 1).filter((token) => typeof token === 'string');
  return [valueAt(root, [...item, 'type']), valueAt(root, [...item, 'role']), ...names].join('/');
}

function isBelowItems(tokens: Tokens, itemsAt: readonly string[]): boolean {
  return tokens.length > itemsAt.length && itemsAt.every((token, index) => tokens[index] === token);
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
function moved(
  from: readonly Fact[],
  other: readonly Fact[],
  excuses: ReadonlySet<string>,
  itemsAt: readonly string[],
): readonly Difference[] {
  const kept = once(other, itemsAt);
  const shared = new Set(once(from, itemsAt).filter((text) => kept.includes(text) && !excuses.has(text)));
  const [before, after] = [from, other].map((list) => list.filter(({ text }) => shared.has(text)));
  return (before ?? [])
    .filter(({ text }, index) => after?.[index]?.text !== text)
    .slice(0, 1)
    .map(differenceOf);
}

/** The texts of items that a list holds once. */
function once(list: readonly Fact[], itemsAt: readonly string[]): readonly string[] {
  const texts = list.filter(({ leaf }) => isBelowItems(leaf.tokens, itemsAt)).map(({ text }) => text);
  return texts.filter((text) => texts.indexOf(text) === texts.lastIndexOf(text) && text.includes('/text = '));
}
