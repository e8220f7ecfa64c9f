import { childId } from '../../core/id.ts';

interface OpenCall {
  readonly callId: string;
  answered: boolean;
}

/** The open calls of one turn that share an identifier. */
interface Turn {
  readonly number: number;
  readonly calls: CallQueue;
}

/** Calls of one kind, by the wire's identifier. */
interface IdentifiedCalls {
  /** The turns with open ones, the latest turn last. */
  readonly open: Map<string, Turn[]>;
  /** The one that was answered last. */
  readonly answered: Map<string, string>;
}

/** The kind of what the client runs, which is all that some wires have. */
const OF_CLIENT = 'client';

/**
 * Pairs calls with their results while a history is read. Our call identifiers derive from positions; the wire's own
 * identifiers may be missing, or used again in a later turn. A result answers calls of its own kind alone, so that a
 * result of the client never passes for one of the provider.
 */
export class CallLedger {
  readonly #requestId: string;
  /** The calls that have an identifier on the wire, by their kind. */
  readonly #identified = new Map<string, IdentifiedCalls>();
  readonly #anonymous = new CallQueue();
  readonly #anonymousByName = new Map<string, CallQueue>();
  #count = 0;
  #turn = 0;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** A call begins; gives its identifier. */
  open(providerCallId: string | undefined, name: string, kind: string = OF_CLIENT): string {
    const callId = this.#next();
    if (providerCallId === undefined) this.#openAnonymous(callId, name);
    else this.#openIdentified(callId, providerCallId, kind);
    return callId;
  }

  /** Somebody else speaks: calls that follow belong to another turn of the model. */
  endTurn(): void {
    this.#turn += 1;
  }

  /**
   * A result arrives: of the open calls of its kind with its identifier it answers the first one of the latest turn that
   * has any, or the first open call with its name when the wire has no identifiers. A second result belongs to the call
   * that the first one answered. A result that answers nothing gets an identifier of its own.
   */
  answer(providerCallId: string | undefined, name: string | undefined, kind: string = OF_CLIENT): string {
    if (providerCallId === undefined) {
      const queue = name === undefined ? this.#anonymous : this.#anonymousByName.get(name);
      return queue?.answer() ?? this.#next();
    }
    const { open, answered } = this.#of(kind);
    const found = answerLatest(open.get(providerCallId));
    if (found !== undefined) answered.set(providerCallId, found);
    return found ?? answered.get(providerCallId) ?? this.#next();
  }

  #openIdentified(callId: string, providerCallId: string, kind: string): void {
    const turns = setDefault(this.#of(kind).open, providerCallId, () => []);
    let turn = turns.at(-1);
    if (turn?.number !== this.#turn) {
      turn = { number: this.#turn, calls: new CallQueue() };
      turns.push(turn);
    }
    turn.calls.add({ callId, answered: false });
  }

  #of(kind: string): IdentifiedCalls {
    return setDefault(this.#identified, kind, () => ({ open: new Map(), answered: new Map() }));
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

/** Answers the first open call of the latest turn that has one: calls that were made together are answered in their order. */
function answerLatest(turns: Turn[] | undefined): string | undefined {
  for (let turn = turns?.at(-1); turn !== undefined; turn = turns?.at(-1)) {
    const callId = turn.calls.answer();
    if (callId !== undefined) return callId;
    turns?.pop();
  }
  return undefined;
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
