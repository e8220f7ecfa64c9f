import type { UnifiedError, UnifiedErrorCategory } from '../../generated/unified/types.ts';

const CATEGORIES: Readonly<Record<number, UnifiedErrorCategory>> = {
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
  524: 'timeout',
  529: 'overloaded',
};

/** The categories whose requests can succeed later. */
const RETRYABLE: ReadonlySet<UnifiedErrorCategory> = new Set([
  'timeout',
  'conflict',
  'rate-limit',
  'unavailable',
  'overloaded',
  'provider',
]);

/** The least status of an exchange that failed (RFC 9110, Status codes). */
const FIRST_FAILURE = 400;
const LAST_STATUS = 599;

/** Whether an exchange failed, as far as its status says. */
export function isFailure(httpStatus: number | undefined): httpStatus is number {
  return httpStatus !== undefined && httpStatus >= FIRST_FAILURE;
}

/** What the status alone says of an exchange that failed, where its body says nothing that can be read. */
export function statusError(operationId: string, httpStatus: number): UnifiedError {
  const category = CATEGORIES[httpStatus] ?? (httpStatus >= 500 ? 'provider' : 'invalid-request');
  return {
    category,
    code: category,
    message: `The provider answered with status ${httpStatus}, and its body does not say why.`,
    retryable: RETRYABLE.has(category),
    ...(httpStatus > LAST_STATUS ? {} : { httpStatus }),
    operationId,
  };
}
