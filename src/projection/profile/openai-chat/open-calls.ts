import type { UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import type { Placed, Run } from './grouping.ts';

/**
 * The calls of a history that were written and wait for their results, and the results that are still to come. This wire
 * wants every call answered before anyone else speaks. Where both the call and who speaks next came from this dialect,
 * nothing is to be repaired.
 */
export class OpenCalls {
  readonly #own = new Map<string, Placed<UnifiedToolCallItem>>();
  readonly #foreign = new Map<string, Placed<UnifiedToolCallItem>>();
  readonly #answered = new Set<string>();
  /** How many results of each call are still to come. */
  readonly #coming = new Map<string, number>();
  /** Calls that are still to be written. */
  readonly #ahead = new Set<string>();
  /** Open calls with results to come. */
  #expectedOwn = 0;
  #expectedForeign = 0;

  constructor(runs: readonly Run[]) {
    for (const run of runs) {
      if (run.type === 'result') {
        const { callId } = run.member.item;
        this.#coming.set(callId, (this.#coming.get(callId) ?? 0) + 1);
      } else if (run.type === 'assistant') {
        for (const { item } of run.members) if (item.type === 'tool-call') this.#ahead.add(item.callId);
      }
    }
  }

  /** A call was written. */
  open(call: Placed<UnifiedToolCallItem>): void {
    const { callId } = call.item;
    this.#ahead.delete(callId);
    if (this.placeOf(callId) === 'open') return;
    (call.own ? this.#own : this.#foreign).set(callId, call);
    if (this.#isComing(callId)) this.#expect(call.own, 1);
  }

  /** A call had no place on the wire. */
  skip(callId: string): void {
    this.#ahead.delete(callId);
  }

  /** A result was met, wherever it then goes. */
  meet(callId: string): void {
    const call = this.#own.get(callId) ?? this.#foreign.get(callId);
    const coming = (this.#coming.get(callId) ?? 0) - 1;
    this.#coming.set(callId, coming);
    if (coming === 0 && call !== undefined) this.#expect(call.own, -1);
  }

  /** Where a result that was met belongs. */
  placeOf(callId: string): 'open' | 'ahead' | 'answered' | 'nowhere' {
    if (this.#own.has(callId) || this.#foreign.has(callId)) return 'open';
    if (this.#ahead.has(callId)) return 'ahead';
    return this.#answered.has(callId) ? 'answered' : 'nowhere';
  }

  /** A result was written. */
  answer(callId: string): void {
    const own = this.#own.has(callId);
    if (!own && !this.#foreign.has(callId)) return;
    if (this.#isComing(callId)) this.#expect(own, -1);
    this.#own.delete(callId);
    this.#foreign.delete(callId);
    this.#answered.add(callId);
  }

  /** Whether someone has to wait with speaking, because results of open calls come later in the history. */
  blocks(own: boolean): boolean {
    return this.#expectedForeign > 0 || (!own && this.#expectedOwn > 0);
  }

  /** Takes the calls that no result comes for, because someone is about to speak. */
  abandon(own: boolean): readonly Placed<UnifiedToolCallItem>[] {
    const taken = [...this.#foreign.values(), ...(own ? [] : this.#own.values())];
    for (const { item } of taken) this.answer(item.callId);
    return taken;
  }

  #isComing(callId: string): boolean {
    return (this.#coming.get(callId) ?? 0) > 0;
  }

  #expect(own: boolean, change: number): void {
    if (own) this.#expectedOwn += change;
    else this.#expectedForeign += change;
  }
}
