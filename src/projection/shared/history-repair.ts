import type { UnifiedItem, UnifiedToolCallItem, UnifiedToolResultItem } from '../../../generated/unified/types.ts';
import type { Loss } from '../loss.ts';
import { type HistoryPlan, type HistoryRules, isSystemText, type Planned } from './history-rules.ts';
import type { Placed } from './placed.ts';

/** A call that was planned and waits, and the place of its result, if there is one. */
interface OpenCall {
  readonly call: Placed;
  readonly result: number | undefined;
}

/**
 * Repairs one history. Whoever speaks while calls wait, speaks behind their results, which are brought forward; a call
 * without a result is answered by what is made up; results that repeat others, or answer nothing, are left out.
 */
export class HistoryRepair {
  readonly #placed: readonly Placed[];
  readonly #rules: HistoryRules;
  readonly #sequence: Planned[] = [];
  readonly #losses: Loss[] = [];
  /** By place: what is planned, or left out for good. */
  readonly #done: Uint8Array;
  /** By call: the places of its results that were not met yet, in order. */
  readonly #results = new Map<string, number[]>();
  /** By call: how often it is still to come. */
  readonly #ahead = new Map<string, number>();
  /** Calls that wait: those that this dialect wrote with their results, which bind nobody of it, and all others. */
  readonly #ownOpen = new Map<string, OpenCall>();
  readonly #open = new Map<string, OpenCall>();
  readonly #answered = new Map<string, Placed>();
  readonly #absentCalls = new Set<string>();
  readonly #absentResults = new Set<string>();
  /** What the model begins with where the user has to. */
  readonly #first: Placed | undefined;
  /** Open calls whose results are still to come. */
  #awaited = 0;
  /** What the model said last, while its turn with calls goes on. */
  #turn: Placed | undefined;
  /** The first place whose item was not yet reported as moved. */
  #unmoved = 0;

  constructor(placed: readonly Placed[], absent: readonly UnifiedItem[], rules: HistoryRules) {
    this.#placed = placed;
    this.#rules = rules;
    this.#done = new Uint8Array(placed.length);
    for (const item of absent) {
      if (item.type === 'tool-call') this.#absentCalls.add(item.callId);
      else if (item.type === 'tool-result') this.#absentResults.add(item.callId);
    }
    placed.forEach(({ item }, index) => {
      if (item.type === 'tool-call') this.#ahead.set(item.callId, (this.#ahead.get(item.callId) ?? 0) + 1);
      else if (item.type === 'tool-result') {
        const others = this.#results.get(item.callId);
        if (others === undefined) this.#results.set(item.callId, [index]);
        else others.push(index);
      }
    });
    this.#first = rules.userBegins ? this.#beginner(absent) : undefined;
  }

  plan(): HistoryPlan {
    this.#placed.forEach((entry, index) => {
      if (this.#done[index] === 1) return;
      if (isResult(entry)) this.#meet(entry, index);
      else this.#speak(entry, index);
    });
    this.#settle(this.#open, undefined);
    for (const [callId, { result }] of this.#ownOpen) if (result !== undefined) this.#answer(callId, result);
    return { sequence: this.#sequence, losses: this.#losses };
  }

  /** The model that begins; that of this dialect may, unless its emitter leaves out what stood before. */
  #beginner(absent: readonly UnifiedItem[]): Placed | undefined {
    const first = this.#placed.find(({ item }) => !isSystemText(item));
    if (first === undefined || !this.#rules.isOfTheModel(first.item)) return undefined;
    const { sequence } = first.item;
    const isCut = absent.some((item) => item.sequence < sequence && this.#isOfTheUser(item));
    return first.own && !isCut ? undefined : first;
  }

  #begin(first: Placed): void {
    this.#sequence.push({ ...first, madeUp: 'beginning' });
    const reason = 'a turn of the user was made up before this: the target wants the user to begin';
    this.#lose(first, 'conversation.beginning', reason, 'preferred');
  }

  #isOfTheUser(item: UnifiedItem): boolean {
    return !this.#rules.isOfTheModel(item) && !isSystemText(item);
  }

  #speak(entry: Placed, index: number): void {
    const { item, own } = entry;
    if (entry === this.#first) this.#begin(entry);
    if (this.#rules.resultsFollowAtOnce && !this.#goesOn(entry)) {
      if (this.#open.size > 0) this.#settle(this.#open, index);
      if (!own && this.#ownOpen.size > 0) this.#settle(this.#ownOpen, index);
      this.#turn = undefined;
    }
    this.#sequence.push(entry);
    if (item.type === 'tool-call') this.#call(entry, item, index);
    else if (this.#turn !== undefined) this.#turn = entry;
  }

  /** Whether an item belongs to the turn of the calls that wait: the model may speak while results are to come. */
  #goesOn(entry: Placed): boolean {
    const turn = this.#turn;
    if (turn === undefined || !this.#rules.isOfTheModel(entry.item)) return false;
    const isSameMessage = turn.item.groupId !== undefined && turn.item.groupId === entry.item.groupId;
    if (isSameMessage) return true;
    const isJoined = this.#rules.mergesTurns || !(turn.own || entry.own);
    return isJoined && (entry.item.type === 'tool-call' || this.#awaited > 0);
  }

  #call(entry: Placed, { callId }: UnifiedToolCallItem, index: number): void {
    this.#turn = entry;
    this.#ahead.set(callId, (this.#ahead.get(callId) ?? 1) - 1);
    if (this.#open.has(callId) || this.#ownOpen.has(callId)) return;
    this.#answered.delete(callId);
    const result = this.#nextResult(callId, index);
    if (result !== undefined) this.#awaited += 1;
    const isOwn = entry.own && !this.#absentResults.has(callId) && this.#placed[result ?? index]?.own === true;
    (isOwn ? this.#ownOpen : this.#open).set(callId, { call: entry, result });
  }

  /** The result of a call: the first one that is neither planned nor left out. */
  #nextResult(callId: string, index: number): number | undefined {
    const queue = this.#results.get(callId) ?? [];
    while (queue[0] !== undefined && this.#done[queue[0]] === 1) queue.shift();
    const [next] = queue;
    if (next !== undefined && next < index) {
      const early = this.#placed[next];
      if (early !== undefined) this.#lose(early, 'items.order', 'this result was moved behind its call', 'optional');
    }
    return next;
  }

  #meet(entry: Placed<UnifiedToolResultItem>, index: number): void {
    const { callId } = entry.item;
    const open = this.#open.get(callId) ?? this.#ownOpen.get(callId);
    if (open?.result !== undefined) this.#answer(callId, open.result);
    if (this.#done[index] === 1) return;
    const earlier = this.#answered.get(callId);
    if (earlier === undefined && (this.#ahead.get(callId) ?? 0) > 0) return;
    this.#done[index] = 1;
    const isTorn = this.#absentCalls.has(callId);
    if (entry.own && !isTorn) this.#sequence.push(entry);
    else if (earlier !== undefined) this.#loseRepeated(entry, earlier);
    else if (isTorn) this.#loseOrphan(entry, 'a result of a call that is not sent is left out', 'preferred');
    else this.#loseOrphan(entry, 'a result that answers no call is left out: the target refuses it', undefined);
  }

  #answer(callId: string, index: number): void {
    const entry = this.#placed[index];
    const isKnown = this.#open.delete(callId) || this.#ownOpen.delete(callId);
    if (entry === undefined || !isKnown) return;
    this.#done[index] = 1;
    this.#awaited -= 1;
    this.#turn = undefined;
    this.#answered.set(callId, entry);
    this.#sequence.push(entry);
  }

  /** Answers calls before someone else speaks at a place, or before the end. */
  #settle(calls: Map<string, OpenCall>, place: number | undefined): void {
    const waiting = [...calls];
    const coming = waiting.flatMap(([callId, { result }]) => (result === undefined ? [] : [{ callId, result }]));
    coming.sort((left, right) => left.result - right.result);
    for (const { callId, result } of coming) this.#answer(callId, result);
    if (place !== undefined) this.#loseMoved(place, coming.at(-1)?.result ?? place);
    for (const [callId, { call, result }] of waiting) {
      if (result !== undefined) continue;
      calls.delete(callId);
      if (this.#rules.answersEveryCall) this.#makeUp(call);
    }
  }

  #makeUp(call: Placed): void {
    this.#sequence.push({ ...call, madeUp: 'answer' });
    const reason = 'a call without a result was answered with one that is made up: the target demands it';
    this.#lose(call, 'tool-call.unanswered', reason, 'preferred');
  }

  /** Reports whom results were brought before. */
  #loseMoved(place: number, end: number): void {
    for (let index = Math.max(place, this.#unmoved); index < end; index++) {
      const moved = this.#placed[index];
      if (moved === undefined || isResult(moved)) continue;
      const reason = 'this stands behind the results of the calls before it: the target takes nothing in between';
      this.#lose(moved, 'items.order', reason, 'optional');
    }
    this.#unmoved = Math.max(end, this.#unmoved);
  }

  #loseRepeated(entry: Placed<UnifiedToolResultItem>, earlier: Placed): void {
    const isSame = isResult(earlier) && JSON.stringify(said(earlier.item)) === JSON.stringify(said(entry.item));
    const reason = `the call was answered by ${earlier.path}, and the target takes one result`;
    this.#lose(entry, 'tool-result.repeated', reason, isSame ? 'optional' : 'preferred');
  }

  #loseOrphan(entry: Placed, reason: string, requirement: Loss['requirement']): void {
    this.#lose(entry, 'tool-result.orphan', reason, requirement);
  }

  #lose({ path, item }: Placed, feature: Loss['feature'], reason: string, requirement: Loss['requirement']): void {
    const loss = { path, feature, reason, sourceItemId: item.id };
    this.#losses.push(requirement === undefined ? loss : { ...loss, requirement });
  }
}

function isResult(placed: Placed): placed is Placed<UnifiedToolResultItem> {
  return placed.item.type === 'tool-result';
}

/** What a result says, without the identifiers of its parts. */
function said({ output = [], isError }: UnifiedToolResultItem): unknown {
  return { isError: isError ?? false, output: output.map(({ id: _id, providerData: _data, ...part }) => part) };
}
