import type { UnifiedApprovalResponseItem, UnifiedItem } from '../../../generated/unified/types.ts';
import { ANSWERS, type CallItem, isCall, isResult, type ResultItem } from '../pairing.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * Every result answers one call that stands before it, of the kind that it belongs to; a call has at most one result on
 * a branch, unless each result before the last says that more follow. A call may still wait for its result. Approvals
 * pair in the same way. Where history is missing, the call or the request may be missing as well. A request repeats what
 * its client said, and a client that tries again may say a result again: there the first one counts.
 */
export const toolCorrelation: Rule = {
  id: 'tool-correlation',
  applies: ['conversation-input', 'result', 'conversation'],
  check(record, context) {
    const mayRepeat = record.of('conversation-input').length > 0;
    for (const { path, items, isComplete } of record.lines) {
      new Pairing({ path, isComplete, mayRepeat }, context).check(items);
    }
    for (const { value } of record.of('conversation')) {
      new Pairing({ path: '/items', isComplete: true, mayRepeat: false }, context).check(value.items);
    }
  },
};

/** What is known of a list of items. */
interface Known {
  /** The pointer of the list. */
  readonly path: string;
  /** Whether everything that came before is here. */
  readonly isComplete: boolean;
  /** Whether a result may be said again. */
  readonly mayRepeat: boolean;
}

class Pairing {
  readonly #path: string;
  readonly #isComplete: boolean;
  readonly #mayRepeat: boolean;
  readonly #context: RuleContext;
  readonly #calls = new Ledger<CallItem>();
  readonly #requests = new Ledger<UnifiedItem>();

  constructor({ path, isComplete, mayRepeat }: Known, context: RuleContext) {
    this.#path = path;
    this.#isComplete = isComplete;
    this.#mayRepeat = mayRepeat;
    this.#context = context;
  }

  check(items: readonly UnifiedItem[]): void {
    for (const [index, item] of items.entries()) {
      if (isCall(item)) this.#open(this.#calls, item, item.callId);
      else if (isResult(item)) this.#result(item, index);
      else if (item.type === 'approval-request') this.#open(this.#requests, item, item.approvalRequestId);
      else if (item.type === 'approval-response') this.#approval(item, index);
    }
  }

  #result(result: ResultItem, index: number): void {
    const call = this.#answer(this.#calls, result, result.callId, index, 'callId');
    const continues = 'willContinue' in result && result.willContinue === true;
    if (!continues && !this.#mayRepeat) this.#calls.close(result, result.callId);
    if (call === undefined) return;
    const expected = ANSWERS[call.type];
    if (result.type !== expected) {
      this.#report(index, 'type', `A ${call.type} cannot be answered by a ${result.type}.`, expected);
    } else if (call.type === 'server-tool-call' && result.type === 'server-tool-result' && call.kind !== result.kind) {
      this.#report(index, 'kind', 'The result is of another kind of tool than the call.', 'the kind of the call');
    }
  }

  #approval(response: UnifiedApprovalResponseItem, index: number): void {
    this.#answer(this.#requests, response, response.approvalRequestId, index, 'approvalRequestId');
    this.#requests.close(response, response.approvalRequestId);
  }

  #open<T>(ledger: Ledger<T>, opener: T, id: string): void {
    ledger.opened.set(id, opener);
    const early = ledger.early.get(id);
    if (early === undefined || this.#isComplete) return;
    this.#report(early.index, early.property, 'The answer stands before what it answers.', 'an earlier item');
  }

  /** Gives what the item answers, if it is here. */
  #answer<T>(ledger: Ledger<T>, item: UnifiedItem, id: string, index: number, property: string): T | undefined {
    const opener = ledger.opened.get(id);
    if (opener === undefined) {
      ledger.early.set(id, { index, property });
      const message = 'Nothing that stands before waits for this answer.';
      if (this.#isComplete) this.#report(index, property, message, 'the id of an earlier item');
    }
    if (ledger.isClosed(item, id)) this.#report(index, property, 'This was answered before.', 'one answer');
    return opener;
  }

  #report(index: number, property: string, message: string, expected: string): void {
    this.#context.report({ path: `${this.#path}/${index}/${property}`, message, expected });
  }
}

/** What asks for an answer, and what was answered. */
class Ledger<T> {
  readonly opened = new Map<string, T>();
  /** Where an answer stands to which there was nothing yet. */
  readonly early = new Map<string, { readonly index: number; readonly property: string }>();
  /** By id: the branches on which it was answered. */
  readonly #closed = new Map<string, Set<string>>();

  isClosed({ branchId }: UnifiedItem, id: string): boolean {
    return this.#closed.get(id)?.has(branchId) ?? false;
  }

  close({ branchId }: UnifiedItem, id: string): void {
    const branches = this.#closed.get(id);
    if (branches === undefined) this.#closed.set(id, new Set([branchId]));
    else branches.add(branchId);
  }
}
