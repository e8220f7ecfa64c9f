import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { BareFrame } from './bare-frame.ts';
import { leavesOf, type Tokens, valueAt } from './leaves.ts';
import type { Places } from './places.ts';

/**
 * Compares frames that are patches of one answer: what each place was told, one value after the other, and the order of
 * the texts. What a frame repeats is said once; texts that follow each other at one place are one.
 */
export function comparePatches(
  before: readonly BareFrame[],
  after: readonly BareFrame[],
  deltas: Places,
): string | undefined {
  const [one, other] = [readPatches(before, deltas), readPatches(after, deltas)];
  const places = [...new Set([...one.keys(), ...other.keys()])];
  const [first] = places
    .flatMap((place) => differenceAt(place, one.get(place) ?? [], other.get(place) ?? []))
    .sort((left, right) => left.frame - right.frame);
  return first === undefined ? undefined : `${pointer(first.frame)}${first.place}`;
}

/** What was said at a place, and the frame that said it first. */
interface Said {
  readonly frame: number;
  readonly place: string;
  value: JsonValue;
}

/** The sequence of all texts, beside those of the places. */
const TEXTS = '';

function readPatches(frames: readonly BareFrame[], deltas: Places): ReadonlyMap<string, readonly Said[]> {
  const told = new Map<string, Said[]>([[TEXTS, []]]);
  for (const { frame, data } of frames) {
    for (const { tokens, value } of leavesOf(data)) {
      if (saysNothing(value)) continue;
      const key = keyOf(data, tokens);
      const place = pointer(...tokens);
      const isText = typeof value === 'string' && deltas.has(tokens);
      const list = told.get(isText ? TEXTS : key) ?? [];
      const last = list.at(-1);
      if (isText) goOn(list, last, { frame, place: key, value });
      else if (last?.value !== value) list.push({ frame, place, value });
      told.set(isText ? TEXTS : key, list);
    }
  }
  return told;
}

function goOn(list: Said[], last: Said | undefined, { frame, place, value }: Said): void {
  if (value === '') return;
  if (last?.place === place) last.value = `${String(last.value)}${String(value)}`;
  else list.push({ frame, place, value });
}

function saysNothing(value: JsonValue): boolean {
  return value === null || typeof value === 'object';
}

/** The place of a leaf by the indexes that the dialect itself gives, where it gives some. */
function keyOf(data: JsonObject, tokens: Tokens): string {
  const named = tokens.map((token, length) => {
    const entry = typeof token === 'number' ? valueAt(data, tokens.slice(0, length + 1)) : undefined;
    const index = isPlainObject(entry) ? entry['index'] : undefined;
    return typeof index === 'number' ? index : token;
  });
  return pointer(...named);
}

function differenceAt(place: string, before: readonly Said[], after: readonly Said[]): readonly Said[] {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [one, other] = [before[index], after[index]];
    if (one?.value === other?.value && (place !== TEXTS || one?.place === other?.place)) continue;
    return [one ?? other].filter((said) => said !== undefined);
  }
  return [];
}
