/**
 * A 32-bit digest of an event, whatever the order of its members: it tells a repeat from a conflicting event without
 * keeping the events. What the fold compares anyway is left out, and so is how and when the event was named: what it says
 * counts.
 */
export function eventDigest(event: object): number {
  let sum = 0;
  // Members are summed, so that their order does not matter.
  for (const key in event) {
    if (isEnvelope(key)) continue;
    // Own members of data are all that is looped over.
    const value = (event as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) sum += mix(nameDigest(key), memberDigest(key, value));
  }
  return sum >>> 0;
}

/** Deltas come in runs that name the same things: the last one of each kind is digested once. */
const lastNames = { type: '', itemId: '', partId: '', callId: '' };
const lastDigests = { type: 0, itemId: 0, partId: 0, callId: 0 };

function memberDigest(key: string, value: unknown): number {
  if (typeof value !== 'string') return digestOf(value);
  if (key !== 'itemId' && key !== 'partId' && key !== 'type' && key !== 'callId') return textDigest(value);
  if (lastNames[key] !== value) {
    lastNames[key] = value;
    lastDigests[key] = textDigest(value);
  }
  return lastDigests[key];
}

function isEnvelope(key: string): boolean {
  return (
    key === 'schemaVersion' || key === 'operationId' || key === 'eventId' || key === 'sequence' || key === 'timestamp'
  );
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const SCRAMBLE = 0x85ebca6b;

function digestOf(value: unknown): number {
  if (typeof value === 'string') return textDigest(value);
  if (typeof value === 'number') return numberDigest(value);
  if (typeof value === 'boolean') return value ? 1 : 2;
  if (value === null || typeof value !== 'object') return 3;
  if (Array.isArray(value)) return listDigest(value);
  let sum = 5;
  for (const key in value) {
    // As above.
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) sum += mix(nameDigest(key), digestOf(member));
  }
  return sum | 0;
}

function listDigest(list: readonly unknown[]): number {
  let digest = 7;
  for (const entry of list) digest = mix(digest, digestOf(entry));
  return digest;
}

function numberDigest(value: number): number {
  return Number.isInteger(value) && Math.abs(value) <= 0x7fffffff ? mix(11, value) : textDigest(String(value));
}

function textDigest(text: string): number {
  let digest = SEED ^ text.length;
  const even = text.length & ~1;
  // Two code units at a time: half of the steps.
  for (let index = 0; index < even; index += 2) {
    digest = Math.imul(digest ^ (text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16)), PRIME);
    digest ^= digest >>> 15;
  }
  return even === text.length ? digest : Math.imul(digest ^ text.charCodeAt(even), PRIME);
}

/** Records have few names of members, and every event asks. */
const nameDigests = new Map<string, number>();
const MOST_NAMES = 1024;

function nameDigest(name: string): number {
  const known = nameDigests.get(name);
  if (known !== undefined) return known;
  const digest = textDigest(name);
  if (nameDigests.size < MOST_NAMES) nameDigests.set(name, digest);
  return digest;
}

function mix(one: number, other: number): number {
  const mixed = Math.imul(one ^ Math.imul(other, SCRAMBLE), PRIME);
  return mixed ^ (mixed >>> 15);
}
