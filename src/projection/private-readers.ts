import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import type { PrivateStateAnswer, PrivateStateReader } from '../core/private-state.ts';

/**
 * A reader that asks another one for what it does not know. The first answers wherever it knows a resource, also where it
 * refuses: a payload that came with a body is never taken from elsewhere.
 */
export function firstReader(first: PrivateStateReader, second: PrivateStateReader | undefined): PrivateStateReader {
  return second === undefined ? first : new ReaderWithFallback(first, second);
}

class ReaderWithFallback implements PrivateStateReader {
  readonly #first: PrivateStateReader;
  readonly #second: PrivateStateReader;

  constructor(first: PrivateStateReader, second: PrivateStateReader) {
    this.#first = first;
    this.#second = second;
  }

  read(resourceId: string, owner: UnifiedResourceOwner): PrivateStateAnswer {
    const answer = this.#first.read(resourceId, owner);
    return !answer.ok && answer.reason === 'unknown' ? this.#second.read(resourceId, owner) : answer;
  }
}
