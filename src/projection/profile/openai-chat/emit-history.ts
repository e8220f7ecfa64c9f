import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { nameAnonymousCalls } from '../../shared/call-names.ts';
import { planHistory } from '../../shared/history-plan.ts';
import { NO_RESULT, type Planned } from '../../shared/history-rules.ts';
import { loseIncompleteness } from '../../shared/incompleteness.ts';
import type { CacheMarks } from './cache-marks.ts';
import { writeAssistant } from './emit-assistant.ts';
import { writeMissingResult } from './emit-calls.ts';
import { writeMessage } from './emit-messages.ts';
import { writeToolResult } from './emit-results.ts';
import { assistantRun, HISTORY_RULES, isCall, isMessage, isResult, sortItems } from './grouping.ts';
import type { RequestWriting } from './request-writing.ts';

/**
 * Writes the history as messages, in the order that this wire demands. Media of results, which results cannot hold here,
 * follow them in a message of the user.
 */
export function writeHistory({ request, context, marks }: RequestWriting): WireDraft[] {
  loseIncompleteness(request, context);
  nameAnonymousCalls(request.conversation.items, context.callIds);
  const { placed, absent } = sortItems(request, context);
  const { sequence, losses } = planHistory(placed, absent, HISTORY_RULES);
  for (const loss of losses) context.loss.lose(loss);
  return new HistoryWriter(context, marks).write(sequence);
}

class HistoryWriter {
  readonly #context: EmitContext;
  readonly #marks: CacheMarks;
  readonly #messages: WireDraft[] = [];
  /** Media of the results that were written last. */
  #media: WireDraft[] = [];

  constructor(context: EmitContext, marks: CacheMarks) {
    this.#context = context;
    this.#marks = marks;
  }

  write(sequence: readonly Planned[]): WireDraft[] {
    let index = 0;
    for (let next = sequence[index]; next !== undefined; next = sequence[index])
      index += this.#next(sequence, index, next);
    this.#flushMedia();
    return this.#messages;
  }

  /** Writes the message that begins at a place; gives how many of the sequence it takes up. */
  #next(sequence: readonly Planned[], index: number, next: Planned): number {
    if (isResult(next)) {
      const { message, media } = writeToolResult(this.#context, this.#marks, next);
      this.#messages.push(message);
      this.#media.push(...media);
      return 1;
    }
    if (next.madeUp === 'answer' && isCall(next)) {
      this.#messages.push(writeMissingResult(this.#context, next, NO_RESULT));
      return 1;
    }
    this.#flushMedia();
    const run = assistantRun(sequence, index);
    const message = run === undefined ? this.#message(next) : writeAssistant(this.#context, this.#marks, run);
    if (message !== undefined) this.#messages.push(message);
    return run?.members.length ?? 1;
  }

  #message(next: Planned): WireDraft | undefined {
    return isMessage(next) ? writeMessage(this.#context, this.#marks, next) : undefined;
  }

  #flushMedia(): void {
    if (this.#media.length > 0) this.#messages.push({ role: 'user', content: this.#media });
    this.#media = [];
  }
}
