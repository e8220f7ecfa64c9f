import type { UnifiedPrivateStateKind, UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { canonicalJson } from './canonical.ts';
import { UsageError } from './errors.ts';
import { type ModelCompatibility, ownersMatch } from './owner.ts';

/** What a piece of private state is made of. */
export interface PrivateStateContent {
  /** The id that records and events refer to it by. */
  readonly resourceId: string;
  readonly kind: UnifiedPrivateStateKind;
  /** Who issued it; absent as long as nobody has proved it. */
  readonly owner?: UnifiedResourceOwner;
  /** Whether we made it up: it is never sent as if the provider had issued it. False unless said. */
  readonly synthetic?: boolean;
  /** The payload as the provider sent it. */
  readonly payload: string;
}

/** Why a reader does not hand out a payload. */
export type PrivateStateRefusal = 'unknown' | 'wrong-owner' | 'unverified' | 'expired';

export type PrivateStateAnswer =
  | { readonly ok: true; readonly payload: string; readonly kind: UnifiedPrivateStateKind; readonly synthetic: boolean }
  | { readonly ok: false; readonly reason: PrivateStateRefusal };

/** Looks private state up by reference and by the scope that wants to use it: the exact payload, or a reason why not. */
export interface PrivateStateReader {
  read(resourceId: string, owner: UnifiedResourceOwner): PrivateStateAnswer;
}

/**
 * A payload that belongs to its issuer alone: a signature, encrypted reasoning, continuation data. It cannot slip into a
 * record or a log: printing shows its name, JSON and structured clone throw, and only `reveal` gives the payload.
 * Source: Unified v2, Reasoning and private latent state.
 */
export class PrivateState {
  readonly resourceId: string;
  readonly kind: UnifiedPrivateStateKind;
  declare readonly owner?: UnifiedResourceOwner;
  readonly synthetic: boolean;
  readonly #payload: string;

  /** An own member that is a function: it also makes structured clone throw. */
  readonly toJSON = refuseSerialization;

  constructor({ resourceId, kind, owner, synthetic = false, payload }: PrivateStateContent) {
    this.resourceId = resourceId;
    this.kind = kind;
    if (owner !== undefined) this.owner = owner;
    this.synthetic = synthetic;
    this.#payload = payload;
  }

  /** The payload, exactly as the provider sent it. For readers, vaults and nobody else. */
  reveal(): string {
    return this.#payload;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `[PrivateState ${this.kind} ${this.resourceId}]`;
  }
}

/** The private state that an ingestion or a stream has set apart, and a reader of it. */
export class PrivateStateSet implements PrivateStateReader, Iterable<PrivateState> {
  readonly #states = new Map<string, PrivateState>();
  readonly #modelCompatible: ModelCompatibility | undefined;
  readonly toJSON = refuseSerialization;

  constructor(states: Iterable<PrivateState> = [], modelCompatible?: ModelCompatibility) {
    this.#modelCompatible = modelCompatible;
    for (const state of states) this.add(state);
  }

  get size(): number {
    return this.#states.size;
  }

  /** Adds a piece. Throws UsageError `private-state-conflict` when its id already names another piece. */
  add(state: PrivateState): void {
    const known = this.#states.get(state.resourceId);
    if (known !== undefined && !isSame(known, state)) {
      const details = { resourceId: state.resourceId };
      throw new UsageError('private-state-conflict', 'Two pieces of private state have one resource id.', {
        details,
      });
    }
    this.#states.set(state.resourceId, state);
  }

  read(resourceId: string, owner: UnifiedResourceOwner): PrivateStateAnswer {
    const state = this.#states.get(resourceId);
    if (state === undefined) return { ok: false, reason: 'unknown' };
    if (state.owner === undefined) return { ok: false, reason: 'unverified' };
    if (!ownersMatch(state.owner, owner, this.#modelCompatible)) return { ok: false, reason: 'wrong-owner' };
    return { ok: true, payload: state.reveal(), kind: state.kind, synthetic: state.synthetic };
  }

  [Symbol.iterator](): Iterator<PrivateState> {
    return this.#states.values();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `[PrivateStateSet of ${this.size}]`;
  }
}

function isSame(one: PrivateState, other: PrivateState): boolean {
  const facts = ({ kind, owner, synthetic }: PrivateState) => canonicalJson({ kind, owner, synthetic });
  return one.reveal() === other.reveal() && facts(one) === facts(other);
}

function refuseSerialization(): never {
  throw new UsageError(
    'private-state-serialization',
    'Private state never enters a record: refer to it by its resource id.',
  );
}
