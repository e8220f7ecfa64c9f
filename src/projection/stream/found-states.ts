import type { PrivateState, PrivateStateSet } from '../../core/private-state.ts';

/** Hands the private state that frames bring to the events of those frames. */
export class FoundStates {
  readonly #set: PrivateStateSet;
  readonly #states: Iterator<PrivateState>;
  #taken = 0;
  /** The states by the sequence of their event, until they are taken. */
  readonly #waiting = new Map<number, PrivateState[]>();

  constructor(set: PrivateStateSet) {
    this.#set = set;
    this.#states = set[Symbol.iterator]();
  }

  /** Whether states came that no event has. */
  get hasNew(): boolean {
    return this.#set.size > this.#taken;
  }

  /** Gives the new states to an event. */
  giveTo(sequence: number): void {
    const states: PrivateState[] = [];
    // The iterator of a set goes on with what is added, as long as it was not asked beyond its end.
    while (this.hasNew) {
      const { value } = this.#states.next();
      states.push(value);
      this.#taken += 1;
    }
    this.#waiting.set(sequence, states);
  }

  /** The states of an event; nothing the second time. */
  take(sequence: number): readonly PrivateState[] | undefined {
    if (this.#waiting.size === 0) return undefined;
    const states = this.#waiting.get(sequence);
    this.#waiting.delete(sequence);
    return states;
  }

  /** Nobody asks for the states of earlier events any more. */
  clear(): void {
    this.#waiting.clear();
  }
}
