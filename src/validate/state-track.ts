import type { TransitionTable } from '../../generated/unified/transitions.ts';
import type { Breach } from './rule.ts';

/** Follows the states of many things through one table of transitions. */
export class StateTrack<State extends string> {
  readonly #noun: string;
  readonly #table: TransitionTable<State>;
  readonly #states = new Map<string, State>();

  constructor(noun: string, table: TransitionTable<State>) {
    this.#noun = noun;
    this.#table = table;
  }

  has(id: string): boolean {
    return this.#states.has(id);
  }

  /** A thing is met in a state in which its life may be long under way. */
  meet(id: string, state: State): void {
    this.#states.set(id, state);
  }

  /** A thing begins to live; gives the breach when it may not begin so. */
  begin(id: string, state: State, path: string): Breach | undefined {
    this.#states.set(id, state);
    return this.#judge(this.#table.initial, state, path, `cannot begin as "${state}"`);
  }

  /** A thing moves on; gives the breach when the table has no such step. A thing that was not met before is met now. */
  move(id: string, state: State, path: string): Breach | undefined {
    const present = this.#states.get(id);
    this.#states.set(id, state);
    if (present === undefined || present === state) return undefined;
    return this.#judge(this.#table.next[present], state, path, `cannot go from "${present}" to "${state}"`);
  }

  /** What is met from now on has no past. */
  clear(): void {
    this.#states.clear();
  }

  #judge(allowed: readonly State[], state: State, path: string, step: string): Breach | undefined {
    if (allowed.includes(state)) return undefined;
    const expected = allowed.length === 0 ? 'no further state' : allowed.join(', ');
    return { path, message: `The ${this.#noun} ${step}.`, expected, found: state };
  }
}
