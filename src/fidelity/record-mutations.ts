import type { JsonObject, JsonValue } from '../core/json.ts';
import { isPlainObject } from '../core/json.ts';
import type { Direction } from './direction.ts';
import { replaced, type Tokens, valueAt } from './leaves.ts';
import { otherText, otherValue, renamed } from './mutate.ts';
import type { RecordLeaf } from './record-leaves.ts';

/** Members by which one place of a record names another: they change together or the record is no longer valid. */
const NAMES = ['parentCallId', 'approvalRequestId', 'name', 'serverLabel', 'namespace', 'partId'];

/**
 * Changes of a single leaf: one for each other word of a closed list, one otherwise. A change is one valid record, or
 * several that each make it, where one of them may come to the same as before by chance. Where a leaf names something,
 * what it names changes with it. None when the leaf cannot change alone.
 */
export function mutationsOf<Root>(
  { validate }: Direction<Root>,
  record: Root,
  leaf: RecordLeaf,
): readonly (readonly Root[])[] {
  const valid = (changed: JsonValue): readonly Root[] => {
    const validation = validate(changed);
    return validation.ok ? [validation.value] : [];
  };
  // A record is JSON: that is what its validator checks first.
  const root = record as unknown as JsonObject;
  if (leaf.words.length > 0) {
    return leaf.words.map((word) => valid(withWord(root, leaf.tokens, word))).filter((change) => change.length > 0);
  }
  if (leaf.presenceOnly && leaf.tokens.at(-1) === 'cache') {
    // The mark goes or lasts: two marks may come to stand in one place, so that one of them can go without a trace.
    const change = [undefined, { ttl: '1h' }].flatMap((mark) => valid(replaced(root, leaf.tokens, mark)));
    return change.length > 0 ? [change] : [];
  }
  for (const candidate of candidates(root, leaf)) {
    const change = valid(candidate);
    if (change.length > 0) return [change];
  }
  return [];
}

/** A call and its result are of one kind: it changes in both. */
function withWord(root: JsonObject, tokens: Tokens, word: string): JsonValue {
  const key = tokens.at(-1);
  const holder = tokens.slice(0, -1);
  const items = tokens.slice(0, -2);
  const changed = replaced(root, tokens, word);
  // The provider's own word is for the reason that it gave.
  if (key === 'reason') return replaced(changed, [...holder, 'providerReason'], undefined);
  const callId = valueAt(root, [...holder, 'callId']);
  const list = valueAt(root, items);
  if (key !== 'kind' || callId === undefined || !Array.isArray(list)) return changed;
  const pair = list.flatMap((item: JsonValue, index) => {
    const isPaired = isPlainObject(item) && item['callId'] === callId && item['kind'] !== undefined;
    return isPaired ? [[...items, index, key] satisfies Tokens] : [];
  });
  return pair.reduce((record, place) => replaced(record, place, word), changed);
}

function candidates(root: JsonObject, leaf: RecordLeaf): readonly JsonValue[] {
  const { tokens, value } = leaf;
  if (leaf.presenceOnly) return [undefined, filled(value)].map((other) => withArguments(root, tokens, other));
  if (typeof value === 'number') {
    return [value + 1, value - 1, value / 2, 0.5]
      .filter((other) => other !== value)
      .map((number) => withArguments(root, tokens, number));
  }
  if (typeof value !== 'string') return [withArguments(root, tokens, otherValue(leaf))];
  const other = otherText(value);
  const key = String(tokens.at(-1));
  if (key === 'callId') return [withCallId(root, value, other)];
  const together = NAMES.includes(key) ? [renamed(root, NAMES, value, other)] : [];
  return [withArguments(root, tokens, other), ...together, ...SHAPES.map((text) => replaced(root, tokens, text))];
}

/** A call, its result and what refers to it share an identifier, and the name that the provider has for it. */
function withCallId(root: JsonValue, from: string, to: string): JsonValue {
  if (Array.isArray(root)) return root.map((entry) => withCallId(entry, from, to));
  if (!isPlainObject(root)) return root;
  // Every object of a JSON value is a plain one.
  const value = root as JsonObject;
  const members = Object.entries(value).map(([key, member]) => {
    if (member === from && (key === 'callId' || key === 'parentCallId')) return [key, to];
    if (key === 'provenance' && value['callId'] === from)
      return [key, { ...(member as JsonObject), providerCallId: to }];
    return [key, withCallId(member, from, to)];
  });
  return Object.fromEntries(members);
}

/** A container that was empty, with something in it. */
function filled(value: JsonValue): JsonValue {
  return Array.isArray(value) ? ['other'] : { other: true };
}

/** Texts of the shapes that a schema may ask for: a duration, a media type, an address, a moment, a number, a digest. */
const SHAPES = ['7m', 'image/webp', 'https://example.org/other', '2027-01-02T03:04:05Z', '7', '0'.repeat(64)];

/**
 * The parsed arguments of a call and their text say the same: a change of one takes the other along, and a text that
 * is no longer JSON stands alone.
 */
function withArguments(root: JsonObject, tokens: Tokens, value: JsonValue | undefined): JsonValue {
  const changed = replaced(root, tokens, value);
  const at = tokens.findIndex((token) => token === 'input' || token === 'rawArguments');
  const holder = at < 0 ? undefined : valueAt(changed, tokens.slice(0, at));
  if (!isPlainObject(holder) || holder['rawArguments'] === undefined || holder['input'] === undefined) return changed;
  const inside = tokens.slice(0, at);
  if (tokens[at] === 'rawArguments') return replaced(changed, [...inside, 'input'], undefined);
  const input = valueAt(changed, [...inside, 'input', 'value']);
  return replaced(changed, [...inside, 'rawArguments'], JSON.stringify(input));
}
