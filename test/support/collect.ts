/** Everything that an iteration gives. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}
