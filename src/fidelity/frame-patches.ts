import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { parsePointer, pointer } from '../core/pointer.ts';
import type { StreamForm } from '../projection/index.ts';
import type { BareFrame } from './bare-frame.ts';
import { leavesOf, type Tokens, valueAt } from './leaves.ts';
import { Places } from './places.ts';

/**
 * Compares frames that are patches of one answer: what each place was told, one value after the other, and the order of
 * the texts. What a frame repeats is said once; texts that follow each other at one place are one.
 */
export function comparePatches(
  before: readonly BareFrame[],
  after: readonly BareFrame[],
  form: StreamForm,
): string | undefined {
  const [one, other] = [readPatches(before, form), readPatches(after, form)];
  const demanded = new Places(form.demands);
  const places = [...new Set([...one.keys(), ...other.keys()])];
  const [first] = places
    .filter((place) => one.has(place) || !demanded.holds(tokensOf(place)))
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

function readPatches(frames: readonly BareFrame[], form: StreamForm): ReadonlyMap<string, readonly Said[]> {
  const deltas = new Places(form.deltas);
  const apart = new Places(form.apart);
  const appended = new Places(form.appended);
  const told = new Map<string, Said[]>([[TEXTS, []]]);
  for (const { frame, data } of frames) {
    for (const { tokens, value } of leavesOf(data)) {
      if (saysNothing(value)) continue;
      const key = keyOf(data, tokens, appended);
      const place = pointer(...tokens);
      const isText = typeof value === 'string' && deltas.has(tokens);
      const goesOn = isText || apart.has(tokens);
      const list = told.get(isText ? TEXTS : key) ?? [];
      const last = list.at(-1);
      if (goesOn) goOn(list, last, { frame, place: key, value });
      // An empty text after another one says nothing new.
      else if (last?.value !== value && (value !== '' || last === undefined)) list.push({ frame, place, value });
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

/** The place of a leaf by the indexes that the dialect itself gives, where it gives some; in a list that grows it has none. */
function keyOf(data: JsonObject, tokens: Tokens, appended: Places): string {
  const named = tokens.map((token, length) => {
    const entry = typeof token === 'number' ? valueAt(data, tokens.slice(0, length + 1)) : undefined;
    const index = isPlainObject(entry) ? entry['index'] : undefined;
    if (typeof index === 'number') return index;
    return typeof token === 'number' && appended.has(tokens.slice(0, length)) ? '*' : token;
  });
  return pointer(...named);
}

function tokensOf(place: string): Tokens {
  return parsePointer(place).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}

function differenceAt(place: string, before: readonly Said[], after: readonly Said[]): readonly Said[] {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [one, other] = [before[index], after[index]];
    if (one?.value === other?.value && (place !== TEXTS || one?.place === other?.place)) continue;
    return [one ?? other].filter((said) => said !== undefined);
  }
  return [];
}
