import { UsageError } from './errors.ts';
import { sha256Hex } from './sha256.ts';

/** UTF-16 code units of the longest id (`UnifiedId` allows as many characters). */
const MAXIMUM_LENGTH = 512;

/** `~` and 64 hexadecimal digits. */
const DIGEST_LENGTH = 65;

const KIND = /^[a-z][a-z0-9-]*$/;

/** Kinds that were found to be kebab-case: there are few, and every id asks. */
const knownKinds = new Set<string>();
const MOST_KINDS = 256;

/**
 * The id of the thing of a `kind` that stands at `index` in what `parent` names: `childId('req_1', 'item', 3)` is
 * `req_1.item.3`. The same arguments always give the same id, and different ones different ids: kind and index hold no dot,
 * so that the last two dots part an id in one way only; a string index is percent-encoded outside of letters, digits,
 * `_` and `-`, and so is its first character when it has digits alone, so that `3` and `'3'` differ.
 * An id of more than 512 characters becomes its beginning, `~` and its SHA-256, which no index can end in.
 * Throws UsageError `id-argument` for an empty parent, a kind that is not kebab-case, or an index that is not a whole number.
 */
export function childId(parent: string, kind: string, index: number | string): string {
  if (parent === '' || !isKind(kind) || (typeof index === 'number' && !(Number.isSafeInteger(index) && index >= 0))) {
    throw new UsageError('id-argument', 'An id needs a parent, a kebab-case kind and an index from zero on.', {
      details: { kind },
    });
  }
  return shorten(`${parent}.${kind}.${typeof index === 'number' ? index : encodeIndex(index)}`);
}

function isKind(kind: string): boolean {
  if (knownKinds.has(kind)) return true;
  if (!KIND.test(kind)) return false;
  if (knownKinds.size < MOST_KINDS) knownKinds.add(kind);
  return true;
}

/** The id of the part at `index` of an item: `partId('req_1.item.3', 0)` is `req_1.item.3.part.0`. Throws as `childId`. */
export function partId(itemId: string, index: number | string): string {
  return childId(itemId, 'part', index);
}

const PLAIN_INDEX = /^[A-Za-z_-][A-Za-z0-9_-]*$/;

function encodeIndex(index: string): string {
  if (PLAIN_INDEX.test(index)) return index;
  const encoded = index.toWellFormed().replaceAll(/[^A-Za-z0-9_-]/gu, percentEncode);
  return /^[0-9]*$/.test(encoded) ? encoded.replace(/^[0-9]/, percentEncode) : encoded;
}

function percentEncode(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function shorten(id: string): string {
  if (id.length <= MAXIMUM_LENGTH) return id;
  // A cut may halve a surrogate pair.
  const beginning = id.slice(0, MAXIMUM_LENGTH - DIGEST_LENGTH).toWellFormed();
  return `${beginning}~${sha256Hex(id)}`;
}
