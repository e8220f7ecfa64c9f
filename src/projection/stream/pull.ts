import { readerOf, type Source, type SourceReader } from './source-reader.ts';

/** Turns each chunk of a source into what is handed on: a synchronous machine. */
export interface Pump<Chunk, Out> {
  readonly push: (chunk: Chunk) => readonly Out[];
  /** The source ended. */
  readonly end: () => readonly Out[];
  /** The source failed; where this is missing, its exception goes to the consumer. */
  readonly fail?: (reason: unknown) => readonly Out[];
  /** Whether the rest of the source can be left unread: then this is its end. */
  readonly isDone?: () => boolean;
  /** The pieces of a chunk that is too large to be turned at once; nothing for the usual chunk. */
  readonly pieces?: (chunk: Chunk) => Iterator<Chunk> | undefined;
}

/** How many chunks of a source that is always ready are turned before timers and signals have their turn. */
const CHUNKS_IN_A_TURN = 16;

/**
 * Reads a source only when its consumer asks, and the next chunk only when all that came of the last one was taken.
 * `signal` rejects with its reason at once and lets the source go, as leaving the iteration does; once everything was
 * taken it says nothing. An answer of the source that is still owed has a handler: it may reject whenever it likes.
 */
export function pull<Chunk, Out>(
  source: Source<Chunk>,
  pump: Pump<Chunk, Out>,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<Out, undefined> {
  return new Pull(source, pump, signal);
}

type Answer<Chunk> =
  | { readonly kind: 'chunk'; readonly chunk: Chunk }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly reason: unknown };

class Pull<Chunk, Out> implements AsyncIterableIterator<Out, undefined> {
  readonly #source: Source<Chunk>;
  readonly #pump: Pump<Chunk, Out>;
  readonly #signal: AbortSignal | undefined;
  #reader: SourceReader<Chunk> | undefined;
  #ready: readonly Out[] = NONE;
  #taken = 0;
  /** What is left of a large chunk. */
  #pieces: Iterator<Chunk> | undefined;
  #turns = 0;
  /** The source has ended, or was let go. */
  #isOver = false;
  /** Ends the wait for an answer of the source, where there is one. */
  #leave: (() => void) | undefined;
  /** The steps that were asked for and are not done, one after the other. */
  #steps = 0;
  #lastStep: Promise<unknown> = Promise.resolve();

  constructor(source: Source<Chunk>, pump: Pump<Chunk, Out>, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#pump = pump;
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Out, undefined>> {
    if (this.#steps === 0 && this.#hasReady()) return this.#take();
    this.#steps += 1;
    const step = this.#lastStep.then(() => this.#step());
    this.#lastStep = step.catch(ignore);
    return step.finally(() => {
      this.#steps -= 1;
    });
  }

  async return(): Promise<IteratorResult<Out, undefined>> {
    const isPending = this.#leave !== undefined;
    this.#leave?.();
    this.#drop();
    const released = this.#release(isPending, undefined);
    if (!isPending) await released;
    return DONE;
  }

  async #step(): Promise<IteratorResult<Out, undefined>> {
    while (!this.#hasReady()) {
      if (this.#isAborted()) this.#abort();
      if (this.#isOver) return DONE;
      this.#drop();
      this.#turns += 1;
      if (this.#turns % CHUNKS_IN_A_TURN === 0) {
        await nextTurn();
        continue;
      }
      this.#ready = this.#turn(this.#nextPiece() ?? (await this.#answer()));
    }
    return this.#take();
  }

  /** Whether the signal came before everything was taken. */
  #isAborted(): boolean {
    return this.#signal?.aborted === true && (!this.#isOver || this.#taken < this.#ready.length);
  }

  #abort(): never {
    const reason: unknown = this.#signal?.reason;
    this.#drop();
    this.#pieces = undefined;
    this.#release(false, reason).catch(ignore);
    throw reason;
  }

  /** Nothing is ready any more. */
  #drop(): void {
    this.#taken = 0;
    this.#ready = NONE;
  }

  #nextPiece(): Answer<Chunk> | undefined {
    const piece = this.#pieces?.next();
    if (piece?.done === false) return { kind: 'chunk', chunk: piece.value };
    this.#pieces = undefined;
    return undefined;
  }

  #hasReady(): boolean {
    return this.#taken < this.#ready.length && this.#signal?.aborted !== true;
  }

  #take(): IteratorResult<Out, undefined> {
    // Whoever takes has asked whether something is ready.
    return { done: false, value: this.#ready[this.#taken++] as Out };
  }

  /** What the machine makes of an answer. What it throws lets the source go. */
  #turn(answer: Answer<Chunk>): readonly Out[] {
    if (this.#isOver) return NONE;
    if (answer.kind !== 'chunk') this.#isOver = true;
    try {
      if (answer.kind === 'end') return this.#pump.end();
      if (answer.kind === 'failure') return this.#fail(answer.reason);
      const made = this.#pump.push(this.#firstPiece(answer.chunk));
      if (this.#pump.isDone?.() !== true) return made;
      this.#release(false, undefined).catch(ignore);
      return [...made, ...this.#pump.end()];
    } catch (error) {
      this.#release(false, error).catch(ignore);
      throw error;
    }
  }

  /** Of a large chunk the beginning; the rest is read before the source is. */
  #firstPiece(chunk: Chunk): Chunk {
    const pieces = this.#pieces === undefined ? this.#pump.pieces?.(chunk) : undefined;
    const first = pieces?.next();
    if (first === undefined || first.done === true) return chunk;
    this.#pieces = pieces;
    return first.value;
  }

  #fail(reason: unknown): readonly Out[] {
    if (this.#pump.fail === undefined) throw reason;
    return this.#pump.fail(reason);
  }

  #answer(): Promise<Answer<Chunk>> {
    const signal = this.#signal;
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#release(this.#leave !== undefined, signal?.reason).catch(ignore);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) return abort();
      const settle = (answer: Answer<Chunk>) => {
        signal?.removeEventListener('abort', abort);
        this.#leave = undefined;
        resolve(answer);
      };
      this.#leave = () => settle(END);
      signal?.addEventListener('abort', abort, { once: true });
      this.#reader ??= readerOf(this.#source);
      this.#reader.next().then(
        ({ done, value }) => settle(done === true ? END : { kind: 'chunk', chunk: value }),
        (reason) => settle({ kind: 'failure', reason }),
      );
    });
  }

  async #release(isPending: boolean, reason: unknown): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader ??= readerOf(this.#source);
    await this.#reader.release(isPending, reason);
  }
}

const NONE: readonly never[] = [];
const END = { kind: 'end' } as const;
const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

function ignore(): void {}

/** Lets everything else that waits go first: timers, and what other streams sent. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
