import type { UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { Placed } from './emit-basics.ts';
import { wireRoleOf } from './emit-items.ts';
import type { Writing } from './emit-writing.ts';

/** What an interrupted call is answered with: the dialect demands an answer, and a failure without words is refused. */
export const NO_RESULT = 'The call was interrupted: there is no result.';

/** An item in its place on the wire, or a block that was made up for it. */
export interface Step {
  readonly placed: Placed;
  /** An answer that was made up for the call: reported, and never stored. */
  readonly answer?: WireDraft;
}

/** Takes a history as it is. */
export function inSourceOrder(placed: readonly Placed[]): readonly Step[] {
  return placed.map((entry) => ({ placed: entry }));
}

/**
 * Brings a history of another dialect into an order that this one takes: every call is answered in the message after it,
 * and nobody speaks in between. What had to move, what was made up and what was left out is reported.
 */
export function inLegalOrder(writing: Writing, placed: readonly Placed[]): readonly Step[] {
  return new Ordering(writing, placed).steps();
}

/** An item and how many stand before it. */
interface Numbered {
  readonly entry: Placed;
  readonly index: number;
}

/** A call that is not answered yet, and the result that comes later, if any. */
interface OpenCall {
  readonly call: Placed<UnifiedToolCallItem>;
  readonly result: Numbered | undefined;
}

class Ordering {
  readonly #writing: Writing;
  readonly #placed: readonly Placed[];
  readonly #steps: Step[] = [];
  readonly #results: Map<string, Numbered[]>;
  readonly #open = new Map<string, OpenCall>();
  readonly #answered = new Map<string, Placed>();
  readonly #done = new Set<Placed>();
  /** How many open calls have a result that is still to come. */
  #awaited = 0;
  #answering = false;

  constructor(writing: Writing, placed: readonly Placed[]) {
    this.#writing = writing;
    this.#placed = placed;
    this.#results = resultsByCall(placed);
  }

  steps(): readonly Step[] {
    this.#placed.forEach((entry, index) => {
      if (this.#done.has(entry)) return;
      const { item } = entry;
      if (item.type === 'tool-result') this.#result(entry, item.callId);
      else this.#other(entry, index);
    });
    this.#settle(undefined);
    return this.#steps;
  }

  #other(entry: Placed, index: number): void {
    const { item } = entry;
    if (this.#open.size > 0 && this.#mustSettle(entry)) this.#settle(entry);
    if (item.type === 'tool-call') {
      this.#answering = false;
      this.#openCall({ ...entry, item }, index);
    }
    this.#steps.push({ placed: entry });
  }

  #openCall(call: Placed<UnifiedToolCallItem>, index: number): void {
    const queue = this.#results.get(call.item.callId) ?? [];
    while (queue[0] !== undefined && queue[0].index < index) queue.shift();
    const [result] = queue;
    this.#open.set(call.item.callId, { call, result });
    if (result !== undefined) this.#awaited += 1;
  }

  /** The model may go on speaking while its calls wait, as long as their results are still to come. */
  #mustSettle({ item }: Placed): boolean {
    if (wireRoleOf(item) !== 'assistant' || this.#answering) return true;
    return item.type !== 'tool-call' && this.#awaited === 0;
  }

  #result(entry: Placed, callId: string): void {
    const earlier = this.#answered.get(callId);
    if (this.#open.has(callId)) this.#answer(entry, callId);
    else if (earlier === undefined)
      this.#lose(entry, 'tool-result.orphan', 'a result that answers no call is left out');
    else this.#loseRepeated(entry, earlier);
  }

  #answer(entry: Placed, callId: string): void {
    this.#answering = true;
    if (this.#open.get(callId)?.result !== undefined) this.#awaited -= 1;
    this.#open.delete(callId);
    this.#answered.set(callId, entry);
    this.#done.add(entry);
    this.#steps.push({ placed: entry });
  }

  /** Answers every open call before someone else speaks: results that come later are moved here. */
  #settle(before: Placed | undefined): void {
    const later = [...this.#open.values()].flatMap(({ result }) => (result === undefined ? [] : [result]));
    for (const { entry } of later.toSorted((left, right) => left.index - right.index)) {
      if (entry.item.type === 'tool-result') this.#answer(entry, entry.item.callId);
    }
    if (later.length > 0 && before !== undefined) {
      this.#lose(before, 'items.order', 'it is sent after the results that the calls before it wait for');
    }
    for (const { call } of this.#open.values()) this.#makeUp(call);
    this.#open.clear();
    this.#awaited = 0;
    this.#answering = false;
  }

  #makeUp(call: Placed<UnifiedToolCallItem>): void {
    const { context } = this.#writing;
    const reason = 'a call that was never answered gets a failure as its result, as the target demands';
    const { item, path } = call;
    context.loss.lose({
      path,
      feature: 'tool-call.unanswered',
      requirement: 'preferred',
      reason,
      sourceItemId: item.id,
    });
    const toolUseId = context.callIds.toWire(item.provenance.providerCallId ?? item.callId, item.callId);
    const answer: WireDraft = { type: 'tool_result', tool_use_id: toolUseId, content: NO_RESULT, is_error: true };
    this.#steps.push({ placed: call, answer });
  }

  #loseRepeated(entry: Placed, earlier: Placed): void {
    const same = outputText(entry) === outputText(earlier);
    const reason = same
      ? 'the same result was there twice, and is sent once'
      : 'a second and different result of the same call is left out: the first one is sent';
    const requirement = same ? 'optional' : 'preferred';
    const { path, item } = entry;
    this.#writing.context.loss.lose({
      path,
      feature: 'tool-result.orphan',
      requirement,
      reason,
      sourceItemId: item.id,
    });
  }

  #lose({ path, item }: Placed, feature: 'tool-result.orphan' | 'items.order', reason: string): void {
    const requirement = feature === 'items.order' ? ({ requirement: 'optional' } as const) : {};
    this.#writing.context.loss.lose({ path, feature, reason, sourceItemId: item.id, ...requirement });
  }
}

function resultsByCall(placed: readonly Placed[]): Map<string, Numbered[]> {
  const results = new Map<string, Numbered[]>();
  for (const [index, entry] of placed.entries()) {
    if (entry.item.type !== 'tool-result') continue;
    const queue = results.get(entry.item.callId);
    if (queue === undefined) results.set(entry.item.callId, [{ entry, index }]);
    else queue.push({ entry, index });
  }
  return results;
}

function outputText({ item }: Placed): string {
  if (item.type !== 'tool-result') return '';
  const content = (item.output ?? []).map(({ id: _, ...content }) => content);
  return JSON.stringify([item.isError ?? false, content]);
}
