/** `UnifiedSchemaVersion` -> `UNIFIED_SCHEMA_VERSION`, `IRJsonBag` -> `IR_JSON_BAG`. */
export function constantCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase();
}

/** The name of the list that is nearest to a misspelt one, if any is near enough to be meant. */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(wrong, name);
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const substituted = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
