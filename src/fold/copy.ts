/** A copy of data that shares no object with it. */
export function copyData<T>(value: T): T {
  // Data holds plain arrays, plain objects and scalars alone.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copy);
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Own members of data.
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined) made[key] = copy(member);
  }
  return made;
}
