/** Whether two values of JSON, or of records, say the same; the order of members does not matter. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  // Both are objects, of which own members are looked at.
  const [left, right] = [one as Members, other as Members];
  return keys.every((key) => Object.hasOwn(right, key) && isSameData(left[key], right[key]));
}

type Members = Readonly<Record<string, unknown>>;
