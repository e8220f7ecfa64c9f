import type { UnifiedError, UnifiedErrorReview } from '../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { redact } from '../../../core/redact.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { errorCategory, isRetryable, wireErrorKind } from './error-category.ts';
import type { Draft } from './gathered.ts';
import { adviceIn } from './retry-advice.ts';
import { objectIn, textIn } from './tolerant.ts';

/** An error as it was read, and the objects whose other members are still unread. */
export interface ReadError {
  readonly error: UnifiedError;
  readonly wires: readonly WireObject[];
}

/** What the reader of an answer knows of the exchange. */
export interface ErrorFacts {
  readonly operationId: string;
  readonly httpStatus?: number;
}

/** The longest message of an error that a record is given. */
const MESSAGE_LENGTH = 8192;

/** What an error without a sentence says. */
const NO_MESSAGE = 'The provider gave no message.';

/** Whether a body stands for an error: it tells of one and has no choices. */
export function isErrorBody(wire: WireObject): boolean {
  if (wire.has('error')) return !wire.has('choices');
  return !wire.has('choices') && ['message', 'detail'].some((key) => typeof wire.peek(key) === 'string');
}

/**
 * Reads the error that a body tells of: an object, as this dialect has it, or a text, as some compatible servers write it.
 * A code or type that stands alone is read without being taken, so that it goes back where it stood.
 */
export function readError(wire: WireObject, facts: ErrorFacts): ReadError {
  const inside = objectIn(wire, 'error');
  const holder = inside ?? wire;
  const key = inside === undefined ? ['error', 'message', 'detail'].find((name) => isText(wire, name)) : 'message';
  const message = key === undefined || !isText(holder, key) ? undefined : holder.text(key);
  const { words, members } = readCodes(holder);
  const httpStatus = facts.httpStatus ?? statusIn(holder.value);
  const category = errorCategory(words, httpStatus);
  const error: Draft<UnifiedError> = {
    category,
    code: category,
    message:
      redact(message ?? '')
        .slice(0, MESSAGE_LENGTH)
        .toWellFormed() || NO_MESSAGE,
    retryable: isRetryable(category),
    operationId: facts.operationId,
    ...members,
  };
  if (httpStatus !== undefined) error.httpStatus = httpStatus;
  const advice = category === 'rate-limit' ? adviceIn(error.message) : undefined;
  if (advice !== undefined) error.retryAfterMilliseconds = advice;
  const param = inside === undefined ? undefined : textIn(inside, 'param');
  if (param !== undefined) error.fieldPath = param;
  const misalignment = inside === undefined ? undefined : objectIn(inside, 'misalignment');
  if (misalignment !== undefined) error.review = readReview(misalignment);
  return { error, wires: [wire, inside, misalignment].filter((read) => read !== undefined) };
}

function isText(wire: WireObject, key: string): boolean {
  return typeof wire.peek(key) === 'string';
}

function readCodes(wire: WireObject): { words: readonly string[]; members: Partial<UnifiedError> } {
  const type = word(wire, 'type');
  const code = word(wire, 'code');
  if (type !== undefined && code !== undefined) {
    wire.take('type');
    wire.take('code');
    return { words: [code, type], members: { providerCode: type, providerDetailCode: code } };
  }
  for (const key of ['type', 'code']) if (wire.peek(key) === null) wire.take(key);
  const only = type ?? code;
  if (type !== undefined) wire.take('type');
  return only === undefined ? { words: [], members: {} } : { words: [only], members: { providerCode: only } };
}

function word(wire: WireObject, key: string): string | undefined {
  const value = wire.peek(key);
  return typeof value === 'string' && value !== '' && value.length <= 256 && value.isWellFormed() ? value : undefined;
}

/** Where compatible servers repeat the status of the exchange; what is read here stays unread, and so goes back. */
function statusIn(wire: Readonly<Record<string, JsonValue>>): number | undefined {
  for (const key of ['status_code', 'status', 'code']) {
    const value = wire[key];
    const status = typeof value === 'string' && /^[45][0-9]{2}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599) return status;
  }
  return undefined;
}

function readReview(wire: WireObject): UnifiedErrorReview {
  const review: Draft<UnifiedErrorReview> = {};
  const kind = textIn(wire, 'error_type');
  const explanation = textIn(wire, 'detailed_explanation');
  const target = textIn(wire, 'review_target');
  const steering = objectIn(wire, 'steer', ({ message }) => typeof message === 'string')?.text('message');
  if (kind !== undefined) review.kind = kind;
  if (explanation !== undefined) review.explanation = redact(explanation);
  if (target !== undefined) review.target = target;
  if (steering !== undefined) review.steering = redact(steering);
  return review;
}

/** The status of the exchange that an error is written with. */
export function errorStatus({ httpStatus, category }: UnifiedError): number {
  return httpStatus !== undefined && httpStatus >= 400 && httpStatus <= 599
    ? httpStatus
    : wireErrorKind(category).status;
}

/** Writes an error into the body of an answer; `draft` may hold already what nobody but this dialect knows. */
export function writeError(context: EmitContext, error: UnifiedError, own: boolean, draft: WireDraft): void {
  const kind = wireErrorKind(error.category);
  const { error: before } = draft;
  // The draft is the emitter's alone, so that what stands there may be changed.
  const wire = (typeof before === 'object' && before !== null ? before : {}) as WireDraft;
  draft['error'] = wire;
  wire['message'] ??= error.message;
  if (!('type' in wire) && !('code' in wire)) {
    // A cut is told in our words, whoever was cut.
    const isTheirs = own && error.category !== 'interrupted';
    wire['type'] = isTheirs ? (error.providerCode ?? null) : kind.type;
    wire['code'] = isTheirs ? (error.providerDetailCode ?? null) : (kind.code ?? null);
  }
  wire['type'] ??= null;
  wire['code'] ??= null;
  wire['param'] ??= error.fieldPath ?? null;
  if (error.review !== undefined && wire['misalignment'] === undefined) wire['misalignment'] = review(error.review);
  loseRest(context, error, own);
}

/** As `writeError`, for an error in a stream, whose exchange has succeeded: only the error itself can say a status. */
export function writeStreamError(context: EmitContext, error: UnifiedError, own: boolean, draft: WireDraft): void {
  writeError(context, error, own, draft);
  const wire = draft['error'] as JsonObject; // as it was written a moment ago
  if (error.httpStatus === undefined || statusIn(wire) === error.httpStatus) return;
  const reason = 'the status of the exchange was sent before the error';
  context.loss.lose({ path: '/error/httpStatus', feature: 'result.error', requirement: 'optional', reason });
}

function review({ kind, explanation, target, steering }: UnifiedErrorReview): JsonObject {
  return {
    ...(kind === undefined ? {} : { error_type: kind }),
    ...(explanation === undefined ? {} : { detailed_explanation: explanation }),
    ...(target === undefined ? {} : { review_target: target }),
    ...(steering === undefined ? {} : { steer: { message: steering } }),
  };
}

function loseRest({ loss }: EmitContext, error: UnifiedError, own: boolean): void {
  const foreign = own ? [] : (['providerCode', 'providerDetailCode'] as const);
  const rest = ['retryAfterMilliseconds', 'grpcStatus', 'violations', 'helpUrl'] as const;
  for (const key of [...foreign, ...rest]) {
    if (error[key] === undefined) continue;
    if (key === 'retryAfterMilliseconds' && adviceIn(error.message) === error[key]) continue; // the message says it
    const reason = 'the body of an error has no place for it on this wire';
    loss.lose({ path: `/error/${key}`, feature: 'result.error', requirement: 'optional', reason });
  }
}
