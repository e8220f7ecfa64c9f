import type { UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { wireCallId } from './emit-calls.ts';
import type { Placed } from './grouping.ts';

/** What the synthetic answer to a call says that never got one. */
const NO_RESULT = 'No result: the call was not completed.';

/**
 * Calls that wait for their result. This wire wants every call answered before anyone else speaks: a history of another
 * dialect that leaves one open gets a synthetic answer, which is reported. Histories of this dialect are not repaired.
 */
export class PendingCalls {
  readonly #context: EmitContext;
  #waiting: Placed<UnifiedToolCallItem>[] = [];
  readonly #known = new Set<string>();

  constructor(context: EmitContext) {
    this.#context = context;
  }

  opened(call: Placed<UnifiedToolCallItem>): void {
    this.#waiting.push(call);
    this.#known.add(call.item.callId);
  }

  /** Whether the result answers a call that waits. */
  answered(callId: string): boolean {
    const index = this.#waiting.findIndex(({ item }) => item.callId === callId);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    return true;
  }

  /** Answers what still waits, because someone else is about to speak. */
  settle(): readonly WireDraft[] {
    const waiting = this.#waiting.filter(({ own }) => !own);
    this.#waiting = [];
    return waiting.map(({ item, path }) => {
      const reason = 'a call without a result got a synthetic one: this wire demands it';
      this.#context.loss.lose({
        path,
        feature: 'tool-call.unanswered',
        requirement: 'preferred',
        reason,
        sourceItemId: item.id,
      });
      return { role: 'tool', tool_call_id: wireCallId(this.#context, item, path), content: NO_RESULT };
    });
  }
}
