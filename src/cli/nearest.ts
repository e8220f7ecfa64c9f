/** At most so many suggestions are made. */
const MOST = 3;

/**
 * The known names that are nearest to a misspelled one: by edit distance, then those that contain it.
 * Empty where nothing is near.
 */
export function nearest(name: string, known: readonly string[]): readonly string[] {
  const bound = Math.max(2, Math.floor(name.length / 3));
  const near = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase(), bound) }))
    .filter((entry) => entry.distance <= bound)
    .sort((left, right) => left.distance - right.distance)
    .map((entry) => entry.candidate);
  const containing = name.length < 3 ? [] : known.filter((candidate) => candidate.includes(name.toLowerCase()));
  return [...new Set([...near, ...containing])].slice(0, MOST);
}

/** "Did you mean ...?", or what to do when nothing is near. */
export function suggestion(name: string, known: readonly string[], otherwise: string): string {
  const found = nearest(name, known);
  return found.length === 0 ? otherwise : `Did you mean ${found.join(' or ')}?`;
}

/** The edit distance (Levenshtein) of two texts; texts whose lengths differ by more than `bound` are just far apart. */
function distance(left: string, right: string, bound: number): number {
  if (Math.abs(left.length - right.length) > bound) return bound + 1;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
