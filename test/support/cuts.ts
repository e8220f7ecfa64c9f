import fc from 'fast-check';

/** All ways to cut something in two, and once into single units. */
export function allCuts<T extends Uint8Array | string>(whole: T): readonly (readonly T[])[] {
  const units = Array.from({ length: whole.length }, (_, at) => part(whole, at, at + 1));
  const halves = units.map((_, at) => [part(whole, 0, at), part(whole, at, whole.length)]);
  return [...halves, units];
}

/** Random ways to cut something of this length. */
export function someCuts(length: number): fc.Arbitrary<readonly number[]> {
  return fc.uniqueArray(fc.nat({ max: length }), { maxLength: 40 }).map((places) => places.sort((a, b) => a - b));
}

/** The pieces between places. */
export function piecesAt<T extends Uint8Array | string>(whole: T, places: readonly number[]): readonly T[] {
  const bounds = [0, ...places, whole.length];
  return bounds.slice(1).map((end, index) => part(whole, bounds[index] ?? 0, end));
}

function part<T extends Uint8Array | string>(whole: T, start: number, end: number): T {
  // A slice of a text is a text, and of bytes bytes.
  return whole.slice(start, end) as T;
}
