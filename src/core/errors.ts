import type { UnifiedLossReport } from '../../generated/unified/types.ts';
import type { Issue } from './issue.ts';
import type { JsonObject } from './json-value.ts';

/** What an error may carry beside its code and message: the machine's own error, and data without payload text. */
export interface UrtextErrorOptions {
  readonly cause?: unknown;
  readonly details?: JsonObject;
}

const KIND = Symbol.for('urtext.error.kind');

/**
 * Base of every exception of this package: a caller's mistake or a broken machine, never a fault of data.
 * `code` is stable and kebab-case; `explain(code)` tells what to do about it.
 */
export class UrtextError extends Error {
  static readonly kind: string = 'UrtextError';
  readonly code: string;
  readonly details: JsonObject;

  constructor(code: string, message: string, options: UrtextErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.details = options.details ?? {};
    const kind = new.target.kind;
    Object.defineProperty(this, 'name', { value: kind });
    Object.defineProperty(this, KIND, { value: kind });
  }

  /** Tells an error of this class, also one that another copy of the package made; a subclass counts as its base. */
  static isInstance<E extends UrtextError>(this: ErrorKind<E>, value: unknown): value is E {
    if (!(value instanceof Error) || !(KIND in value)) return false;
    // biome-ignore lint/complexity/noThisInStatic: each class asks for its own kind.
    return this.kind === UrtextError.kind || value[KIND] === this.kind;
  }
}

/** A class of this file, as `isInstance` sees it. */
interface ErrorKind<E extends UrtextError> {
  readonly kind: string;
  readonly prototype: E;
}

/** A record breaks its schema or an invariant; `issues` says where. */
export class ValidationError extends UrtextError {
  static override readonly kind = 'ValidationError';
  readonly issues: readonly Issue[];

  constructor(code: string, message: string, options: UrtextErrorOptions & { readonly issues: readonly Issue[] }) {
    super(code, message, options);
    this.issues = options.issues;
  }
}

/** A projection would lose required semantics; `loss` names each of them (Unified v2, Provider data and projection loss). */
export class UnsupportedError extends UrtextError {
  static override readonly kind = 'UnsupportedError';
  readonly loss: UnifiedLossReport;

  constructor(code: string, message: string, options: UrtextErrorOptions & { readonly loss: UnifiedLossReport }) {
    super(code, message, options);
    this.loss = options.loss;
  }
}

/** A provider's or client's bytes are not what their wire format says. */
export class WireFormatError extends UrtextError {
  static override readonly kind = 'WireFormatError';
}

/** An event is missing between two that arrived (Unified v2, Typed event grammar). */
export class SequenceGapError extends UrtextError {
  static override readonly kind = 'SequenceGapError';
}

/** Two different events claim one place of an operation (Unified v2, Typed event grammar). */
export class EventConflictError extends UrtextError {
  static override readonly kind = 'EventConflictError';
}

/** A stream ended before its terminal event. */
export class TruncatedStreamError extends UrtextError {
  static override readonly kind = 'TruncatedStreamError';
}

/** Another writer moved a head, or holds the lease. */
export class ConcurrencyError extends UrtextError {
  static override readonly kind = 'ConcurrencyError';
}

/** A record that the caller names does not exist. */
export class NotFoundError extends UrtextError {
  static override readonly kind = 'NotFoundError';
}

/** A resume cursor is forged, expired, or belongs to someone else. */
export class CursorError extends UrtextError {
  static override readonly kind = 'CursorError';
}

/** A provider checkpoint cannot be used as asked. */
export class CheckpointError extends UrtextError {
  static override readonly kind = 'CheckpointError';
}

/** Key material is missing, unknown or unfit. */
export class KeyError extends UrtextError {
  static override readonly kind = 'KeyError';
}

/** Stored data does not have the hash that was stored with it. */
export class IntegrityError extends UrtextError {
  static override readonly kind = 'IntegrityError';
}

/** A database is of a version that this release cannot open or migrate. */
export class MigrationError extends UrtextError {
  static override readonly kind = 'MigrationError';
}

/** A size or count passes the configured bound. */
export class LimitError extends UrtextError {
  static override readonly kind = 'LimitError';
}

/** A function of this package was called in a way that its contract rules out. */
export class UsageError extends UrtextError {
  static override readonly kind = 'UsageError';
}
