import type { UnifiedErrorCategory } from '../../../../generated/unified/types.ts';

/** Codes and types that are known exactly; prose never classifies an error. */
const BY_CODE: Readonly<Record<string, UnifiedErrorCategory>> = {
  invalid_api_key: 'authentication',
  authentication_error: 'authentication',
  permission_error: 'permission',
  unsupported_country_region_territory: 'permission',
  model_not_found: 'not-found',
  not_found_error: 'not-found',
  DeploymentNotFound: 'not-found',
  conversation_locked: 'conflict',
  context_length_exceeded: 'context-length',
  rate_limit_exceeded: 'rate-limit',
  rate_limit_error: 'rate-limit',
  RateLimitReached: 'rate-limit',
  slow_down: 'rate-limit',
  flex_unavailable: 'rate-limit',
  insufficient_quota: 'quota',
  usage_limit_reached: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  spend_limit_reached: 'quota',
  server_is_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  engine_overloaded: 'overloaded',
  content_filter: 'content-policy',
  content_policy_violation: 'content-policy',
  image_content_policy_violation: 'content-policy',
  bio_policy: 'content-policy',
  misalignment_policy_violation: 'content-policy',
  invalid_prompt: 'invalid-request',
  server_error: 'provider',
  vector_store_timeout: 'timeout',
};

const BY_STATUS: Readonly<Record<number, UnifiedErrorCategory>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'quota',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  422: 'invalid-request',
  429: 'rate-limit',
  503: 'unavailable',
  504: 'timeout',
  529: 'overloaded',
};

/** Types that say little: the code and the status are asked first. */
const BY_TYPE: Readonly<Record<string, UnifiedErrorCategory>> = {
  invalid_request_error: 'invalid-request',
  api_error: 'provider',
};

const RETRYABLE: ReadonlySet<UnifiedErrorCategory> = new Set([
  'conflict',
  'rate-limit',
  'overloaded',
  'timeout',
  'unavailable',
  'provider',
  'network',
  'interrupted',
]);

/** What an error is about, from its words and its status (reference: errors of the API, GC-058). */
export function errorCategory(words: readonly string[], httpStatus: number | undefined): UnifiedErrorCategory {
  for (const word of words) if (Object.hasOwn(BY_CODE, word)) return BY_CODE[word] ?? 'unknown';
  if (httpStatus !== undefined) return BY_STATUS[httpStatus] ?? (httpStatus >= 500 ? 'provider' : 'invalid-request');
  for (const word of words) if (Object.hasOwn(BY_TYPE, word)) return BY_TYPE[word] ?? 'unknown';
  return 'unknown';
}

/** Whether the same request can succeed later. */
export function isRetryable(category: UnifiedErrorCategory): boolean {
  return RETRYABLE.has(category);
}

/** An error of the record on this wire. */
export interface WireErrorKind {
  readonly status: number;
  readonly type: string;
  readonly code?: string;
}

const SERVER: WireErrorKind = { status: 500, type: 'server_error' };
const INVALID: WireErrorKind = { status: 400, type: 'invalid_request_error' };

const KINDS: Partial<Record<UnifiedErrorCategory, WireErrorKind>> = {
  'invalid-request': INVALID,
  authentication: { status: 401, type: 'authentication_error' },
  permission: { status: 403, type: 'permission_error' },
  'not-found': { ...INVALID, status: 404 },
  conflict: { ...INVALID, status: 409 },
  'too-large': { ...INVALID, status: 413 },
  'rate-limit': { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  quota: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  'content-policy': { ...INVALID, code: 'content_policy_violation' },
  'context-length': { ...INVALID, code: 'context_length_exceeded' },
  overloaded: { status: 503, type: 'server_error', code: 'server_is_overloaded' },
  timeout: { status: 504, type: 'server_error' },
  unavailable: { status: 503, type: 'server_error' },
  interrupted: { status: 502, type: 'server_error', code: 'stream_interrupted' },
  unsupported: INVALID,
};

/** How this wire tells of an error of a category. */
export function wireErrorKind(category: UnifiedErrorCategory): WireErrorKind {
  return KINDS[category] ?? SERVER;
}
