import type { UnifiedError, UnifiedErrorCategory } from '../../../../generated/unified/types.ts';
import { redact } from '../../../core/redact.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { AnswerMembers } from './answer-members.ts';
import { put } from './emit-basics.ts';
import { optional } from './ingest-history.ts';
import { named } from './wire.ts';

/** What a type of error means; the status is the one that it has where the wire says none. */
interface ErrorKind {
  readonly category: UnifiedErrorCategory;
  readonly status: number;
}

const KINDS: Readonly<Record<string, ErrorKind>> = {
  invalid_request_error: { category: 'invalid-request', status: 400 },
  authentication_error: { category: 'authentication', status: 401 },
  billing_error: { category: 'quota', status: 402 },
  permission_error: { category: 'permission', status: 403 },
  not_found_error: { category: 'not-found', status: 404 },
  timeout_error: { category: 'timeout', status: 504 },
  conflict_error: { category: 'conflict', status: 409 },
  memory_precondition_failed_error: { category: 'conflict', status: 412 },
  memory_path_conflict_error: { category: 'conflict', status: 412 },
  request_too_large: { category: 'too-large', status: 413 },
  rate_limit_error: { category: 'rate-limit', status: 429 },
  api_error: { category: 'provider', status: 500 },
  overloaded_error: { category: 'overloaded', status: 529 },
};

/** What the finer codes mean where they say more than the type. */
const DETAIL_CATEGORIES: Readonly<Record<string, UnifiedErrorCategory>> = {
  contract_spend_limit_reached: 'quota',
  enforced_spend_limit_reached: 'quota',
  ramp_limit_exceeded: 'quota',
  compaction_unavailable: 'unavailable',
  image_dimensions_too_large: 'too-large',
};

/** What a status means where the type is none that is known. */
const STATUS_CATEGORIES: Readonly<Record<number, UnifiedErrorCategory>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'quota',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  412: 'conflict',
  413: 'too-large',
  429: 'rate-limit',
  499: 'cancelled',
  503: 'unavailable',
  504: 'timeout',
  529: 'overloaded',
};

/** The categories whose requests can succeed later. */
const RETRYABLE: ReadonlySet<UnifiedErrorCategory> = new Set([
  'rate-limit',
  'overloaded',
  'timeout',
  'unavailable',
  'provider',
  'conflict',
  'network',
  'interrupted',
]);

/** The longest message of an error that a record is given. */
const MESSAGE_LENGTH = 8192;

const NO_MESSAGE = 'The provider gave no message.';

/** Whether a body stands for an error. */
export function isErrorBody(wire: WireObject): boolean {
  return wire.peek('type') === 'error' || (wire.has('error') && !wire.has('content') && !wire.has('type'));
}

/** An error as it was read, and the objects whose other members are still unread. */
export interface ReadError {
  readonly error: UnifiedError;
  readonly wires: readonly WireObject[];
}

/** Reads the body of an error: what it means follows from its type, its code and the status, never from its words. */
export function readError(
  wire: WireObject,
  facts: { readonly operationId: string; readonly httpStatus?: number },
): ReadError {
  const body = new AnswerMembers(wire);
  body.text('type');
  const inside = body.object('error');
  const type = inside?.text('type');
  const detail = inside?.object('details')?.text('error_code');
  const known = type === undefined ? undefined : named(KINDS, type);
  const status = facts.httpStatus ?? known?.status;
  const category =
    (detail === undefined ? undefined : named(DETAIL_CATEGORIES, detail)) ??
    known?.category ??
    (status === undefined ? 'unknown' : (STATUS_CATEGORIES[status] ?? (status >= 500 ? 'provider' : 'unknown')));
  const requestId = body.text('request_id');
  const message = typeof inside?.wire.peek('message') === 'string' ? inside.wire.text('message') : undefined;
  const error: UnifiedError = {
    category,
    code: category,
    message:
      redact(message ?? '')
        .slice(0, MESSAGE_LENGTH)
        .toWellFormed() || NO_MESSAGE,
    retryable: RETRYABLE.has(category),
    ...optional('httpStatus', status),
    ...optional('providerCode', type?.slice(0, CODE_LENGTH).toWellFormed()),
    ...optional('providerDetailCode', detail?.slice(0, CODE_LENGTH).toWellFormed()),
    operationId: facts.operationId,
    ...optional('providerRequestId', requestId?.slice(0, REQUEST_ID_LENGTH).toWellFormed()),
  };
  return { error, wires: body.wires };
}

const CODE_LENGTH = 256;
const REQUEST_ID_LENGTH = 512;

/** The words of this wire for the categories of errors. */
const TYPES: Readonly<Record<UnifiedErrorCategory, string>> = {
  'invalid-request': 'invalid_request_error',
  authentication: 'authentication_error',
  permission: 'permission_error',
  'not-found': 'not_found_error',
  conflict: 'conflict_error',
  'too-large': 'request_too_large',
  'rate-limit': 'rate_limit_error',
  quota: 'billing_error',
  'content-policy': 'invalid_request_error',
  'context-length': 'invalid_request_error',
  overloaded: 'overloaded_error',
  timeout: 'timeout_error',
  unavailable: 'overloaded_error',
  provider: 'api_error',
  network: 'api_error',
  cancelled: 'api_error',
  interrupted: 'api_error',
  tool: 'api_error',
  unsupported: 'invalid_request_error',
  internal: 'api_error',
  unknown: 'api_error',
};

/** The status of the exchange that an error is written with. */
export function errorStatus(error: UnifiedError): number {
  const { httpStatus } = error;
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus <= 599) return httpStatus;
  return named(KINDS, TYPES[error.category])?.status ?? 500;
}

/**
 * Writes the body of an error; `own` says that it is one of this dialect, whose words go back as they are. In a stream
 * nothing says the status but the type.
 */
export function writeError(context: EmitContext, error: UnifiedError, own: boolean, inStream = false): WireDraft {
  const inside: WireDraft = {
    type: own ? (error.providerCode ?? TYPES[error.category]) : TYPES[error.category],
    message: error.message,
  };
  if (own && error.providerDetailCode !== undefined) inside['details'] = { error_code: error.providerDetailCode };
  const body: WireDraft = { type: 'error', error: inside };
  put(body, 'request_id', error.providerRequestId);
  const implied = named(KINDS, String(inside['type']))?.status;
  if (!own || error.providerCode === undefined) loseKind(context, error, String(inside['type']));
  const unsaid = inStream && error.httpStatus !== undefined && error.httpStatus !== implied;
  const status = unsaid ? (['httpStatus'] as const) : [];
  const foreign = own ? [] : (['providerCode', 'providerDetailCode'] as const);
  for (const key of [...status, ...foreign, ...WITHOUT_PLACE] as const) {
    if (error[key] === undefined) continue;
    const reason = 'the body of an error has no place for it on this wire';
    context.loss.lose({ path: `/error/${key}`, feature: 'result.error', requirement: 'optional', reason });
  }
  return body;
}

/** What the type of an error is read as may be less than what is known of the error. */
function loseKind({ loss }: EmitContext, { category, code }: UnifiedError, type: string): void {
  const read = named(KINDS, type)?.category;
  const reason = 'the types of errors of this wire say less';
  const lose = (key: string): void => {
    loss.lose({ path: `/error/${key}`, feature: 'result.error', requirement: 'optional', reason });
  };
  if (read !== category) lose('category');
  if (read !== code) lose('code');
}

const WITHOUT_PLACE = ['retryAfterMilliseconds', 'grpcStatus', 'fieldPath', 'violations', 'helpUrl', 'review'] as const;
