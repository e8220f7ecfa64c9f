import { childId } from '../../core/id.ts';

interface OpenCall {
  readonly callId: string;
  answered: boolean;
}

/**
 * Pairs calls with their results while a history is read. Our call identifiers derive from positions; the wire's own
 * identifiers may be missing, or used again in a later turn.
 */
export class CallLedger {
  readonly #requestId: string;
  /** Open calls by the wire's identifier, the latest one last. */
  readonly #identified = new Map<string, string[]>();
  /** The call that was answered last under an identifier of the wire. */
  readonly #answered = new Map<string, string>();
  readonly #anonymous = new CallQueue();
  readonly #anonymousByName = new Map<string, CallQueue>();
  #count = 0;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** A call begins; gives its identifier. */
  open(providerCallId: string | undefined, name: string): string {
    const callId = this.#next();
    if (providerCallId === undefined) this.#openAnonymous(callId, name);
    else setDefault(this.#identified, providerCallId, () => []).push(callId);
    return callId;
  }

  /**
   * A result arrives: it answers the latest open call with its identifier, or the first open call with its name when
   * the wire has no identifiers. A second result belongs to the call that the first one answered. A result that answers
   * nothing gets an identifier of its own.
   */
  answer(providerCallId: string | undefined, name: string | undefined): string {
    if (providerCallId === undefined) {
      const queue = name === undefined ? this.#anonymous : this.#anonymousByName.get(name);
      return queue?.answer() ?? this.#next();
    }
    const open = this.#identified.get(providerCallId)?.pop();
    if (open !== undefined) this.#answered.set(providerCallId, open);
    return open ?? this.#answered.get(providerCallId) ?? this.#next();
  }

  #openAnonymous(callId: string, name: string): void {
    const call = { callId, answered: false };
    this.#anonymous.add(call);
    setDefault(this.#anonymousByName, name, () => new CallQueue()).add(call);
  }

  #next(): string {
    return childId(this.#requestId, 'call', this.#count++);
  }
}

/** Calls in their order; one that was answered through another queue is passed over. */
class CallQueue {
  readonly #calls: OpenCall[] = [];
  #first = 0;

  add(call: OpenCall): void {
    this.#calls.push(call);
  }

  answer(): string | undefined {
    while (this.#calls[this.#first]?.answered === true) this.#first += 1;
    const call = this.#calls[this.#first];
    if (call === undefined) return undefined;
    call.answered = true;
    return call.callId;
  }
}

function setDefault<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
