import { childId } from '../../core/id.ts';

interface OpenCall {
  readonly callId: string;
  readonly providerCallId?: string;
  readonly name: string;
}

/**
 * Pairs calls with their results while a history is read. Our call identifiers derive from positions; the wire's own
 * identifiers may be missing, or used again in a later turn.
 */
export class CallLedger {
  readonly #requestId: string;
  #open: OpenCall[] = [];
  #count = 0;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** A call begins; gives its identifier. */
  open(providerCallId: string | undefined, name: string): string {
    const callId = this.#next();
    this.#open.push(providerCallId === undefined ? { callId, name } : { callId, name, providerCallId });
    return callId;
  }

  /**
   * A result arrives: it answers the latest open call with its identifier, or the first open call with its name when
   * the wire has no identifiers. A result that answers nothing gets an identifier of its own.
   */
  answer(providerCallId: string | undefined, name: string | undefined): string {
    const index =
      providerCallId === undefined
        ? this.#open.findIndex((call) => call.providerCallId === undefined && (name === undefined || call.name === name))
        : this.#open.findLastIndex((call) => call.providerCallId === providerCallId);
    const found = this.#open[index];
    if (found === undefined) return this.#next();
    this.#open = this.#open.filter((call) => call !== found);
    return found.callId;
  }

  #next(): string {
    return childId(this.#requestId, 'call', this.#count++);
  }
}
