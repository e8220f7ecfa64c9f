import type { UnifiedToolCallItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { CacheMarks } from './cache-marks.ts';
import { writeAssistant } from './emit-assistant.ts';
import { wireCallId } from './emit-calls.ts';
import { writeMessage } from './emit-messages.ts';
import { loseRepeated, writeToolResult } from './emit-results.ts';
import { type Placed, type ResultRun, type Run, runsOf } from './grouping.ts';
import { OpenCalls } from './open-calls.ts';
import type { RequestWriting } from './request-writing.ts';

/** Writes the history as messages. */
export function writeHistory({ request, context, marks }: RequestWriting): WireDraft[] {
  return new HistoryWriter(context, marks, runsOf(request, context)).write();
}

/** What the synthetic answer to a call says that never got one. */
const NO_RESULT = 'No result: the call was not completed.';

/**
 * Writes runs in their order, and brings the history of another dialect into the order that this wire demands: the results
 * of a message's calls follow it at once, whoever speaks in between waits, a call without a result gets a synthetic one,
 * media of results follow the results in a message of the user. Everything that is done is reported.
 */
class HistoryWriter {
  readonly #context: EmitContext;
  readonly #marks: CacheMarks;
  readonly #runs: readonly Run[];
  readonly #calls: OpenCalls;
  readonly #messages: WireDraft[] = [];
  /** Who waits with speaking, in order; those before `#next` have spoken. */
  readonly #held: Run[] = [];
  #next = 0;
  /** Results that stand before their call, or whose call waits. */
  readonly #early = new Map<string, ResultRun[]>();
  readonly #first = new Map<string, ResultRun>();
  /** Media of the results that were written last. */
  #media: WireDraft[] = [];

  constructor(context: EmitContext, marks: CacheMarks, runs: readonly Run[]) {
    this.#context = context;
    this.#marks = marks;
    this.#runs = runs;
    this.#calls = new OpenCalls(runs);
  }

  write(): WireDraft[] {
    for (const run of this.#runs) {
      if (run.type === 'result') this.#meet(run);
      else if (this.#mustWait(run)) this.#hold(run);
      else this.#speak(run);
      this.#release();
    }
    for (const run of this.#held.slice(this.#next)) this.#speak(run);
    for (const run of [...this.#early.values()].flat()) this.#write(run);
    this.#flushMedia();
    return this.#messages;
  }

  #mustWait(run: Run): boolean {
    return this.#next < this.#held.length || this.#calls.blocks(run.own);
  }

  #hold(run: Run): void {
    this.#held.push(run);
    const reason = 'this was moved behind the results of the calls before it: this wire takes nothing in between';
    for (const moved of run.type === 'assistant' ? run.members : [run.member]) this.#loseOrder(moved, reason);
  }

  #loseOrder({ item, path }: Placed, reason: string): void {
    const feature = 'items.order';
    this.#context.loss.lose({ path, feature, requirement: 'optional', reason, sourceItemId: item.id });
  }

  /** Lets those speak who no longer have to wait. */
  #release(): void {
    for (let run = this.#held[this.#next]; run !== undefined; run = this.#held[this.#next]) {
      if (this.#calls.blocks(run.own)) return;
      this.#next += 1;
      this.#speak(run);
    }
  }

  #meet(run: ResultRun): void {
    const { callId } = run.member.item;
    this.#calls.meet(callId);
    const isEarly = this.#calls.placeOf(callId) === 'ahead' && (!run.own || this.#next < this.#held.length);
    if (!isEarly) {
      this.#write(run);
      return;
    }
    this.#loseOrder(run.member, 'this result was moved behind its call');
    const others = this.#early.get(callId);
    if (others === undefined) this.#early.set(callId, [run]);
    else others.push(run);
  }

  #speak(run: Run): void {
    if (run.type === 'result') return;
    for (const call of this.#calls.abandon(run.own)) this.#messages.push(this.#unanswered(call));
    this.#flushMedia();
    if (run.type === 'message') {
      const message = writeMessage(this.#context, this.#marks, run.member);
      if (message !== undefined) this.#messages.push(message);
      return;
    }
    const { message, calls } = writeAssistant(this.#context, this.#marks, run);
    if (message !== undefined) this.#messages.push(message);
    for (const { item } of run.members) if (item.type === 'tool-call') this.#calls.skip(item.callId);
    for (const call of calls) this.#calls.open(call);
    for (const call of calls) this.#writeEarly(call);
  }

  #writeEarly({ item }: Placed<UnifiedToolCallItem>): void {
    const early = this.#early.get(item.callId) ?? [];
    this.#early.delete(item.callId);
    for (const run of early) this.#write(run);
  }

  #write(run: ResultRun): void {
    const { item, path } = run.member;
    const place = this.#calls.placeOf(item.callId);
    if (!run.own && place === 'answered') {
      loseRepeated(this.#context, run.member, this.#first.get(item.callId)?.member);
      return;
    }
    if (!run.own && place !== 'open') {
      const reason = 'a result without its call is left out: this wire refuses it';
      this.#context.loss.lose({ path, feature: 'tool-result.orphan', reason, sourceItemId: item.id });
      return;
    }
    this.#calls.answer(item.callId);
    this.#first.set(item.callId, run);
    const { message, media } = writeToolResult(this.#context, this.#marks, run.member);
    this.#messages.push(message);
    this.#media.push(...media);
  }

  /** Writes the media of results, which results cannot hold here. */
  #flushMedia(): void {
    if (this.#media.length > 0) this.#messages.push({ role: 'user', content: this.#media });
    this.#media = [];
  }

  /** Answers a call that no result comes for. */
  #unanswered({ item, path, own }: Placed<UnifiedToolCallItem>): WireDraft {
    const reason = 'a call without a result got a synthetic one: this wire demands it';
    const feature = 'tool-call.unanswered';
    this.#context.loss.lose({ path, feature, requirement: 'preferred', reason, sourceItemId: item.id });
    return { role: 'tool', tool_call_id: wireCallId(this.#context, { item, path, own }), content: NO_RESULT };
  }
}
