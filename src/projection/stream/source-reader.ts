/** What can be read chunk by chunk. */
export type Source<Chunk> = AsyncIterable<Chunk> | Iterable<Chunk> | ReadableStream<Chunk>;

/** How a source is read, and how it is let go. */
export interface SourceReader<Chunk> {
  readonly next: () => Promise<IteratorResult<Chunk, unknown>>;
  /** Nobody reads on; `isPending` says whether an answer of `next` is still owed. */
  readonly release: (isPending: boolean, reason?: unknown) => Promise<unknown>;
}

/** Begins to read. */
export function readerOf<Chunk>(source: Source<Chunk>): SourceReader<Chunk> {
  if ('getReader' in source) {
    // Its own reader is let go at once, where its iterator would wait for the answer that is owed.
    const reader = source.getReader();
    return { next: () => reader.read(), release: (_isPending, reason) => reader.cancel(reason) };
  }
  if (Symbol.asyncIterator in source) {
    const iterator = source[Symbol.asyncIterator]();
    return { next: async () => iterator.next(), release: (isPending) => leave(source, iterator, isPending) };
  }
  const iterator = source[Symbol.iterator]();
  return { next: async () => iterator.next(), release: async () => iterator.return?.() };
}

async function leave(source: object, iterator: AsyncIterator<unknown>, isPending: boolean): Promise<void> {
  // A generator hears that it is left only after the answer that is owed; a Node stream can be told before.
  if (isPending && 'destroy' in source && typeof source.destroy === 'function') source.destroy();
  await iterator.return?.();
}
