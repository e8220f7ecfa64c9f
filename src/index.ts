/**
 * The front door: the types of Unified v2, canonical form and fingerprints, private state, and errors.
 * Each room has a door of its own: `urtext/validate`, `urtext/projection`, `urtext/profile/*`, `urtext/aimatey`.
 * @module
 */
export { ANNOTATIONS } from '../generated/annotation/registry.ts';
export { FEATURES, type Feature, type FeatureCode } from '../generated/features.ts';
export * from '../generated/unified/guards.ts';
export { PLAN as UNIFIED_PLAN } from '../generated/unified/plan.ts';
export type * from '../generated/unified/types.ts';
export { canonicalJson } from './core/canonical.ts';
export { type Clock, fixedClock } from './core/clock.ts';
export { ERROR_CODES, explain } from './core/error-codes.ts';
export * from './core/errors.ts';
export { contentFingerprint, fingerprint } from './core/fingerprint.ts';
export { childId, partId } from './core/id.ts';
export type { Issue, Validation } from './core/issue.ts';
export { DEFAULT_LIMITS, type Limits, resolveLimits } from './core/limits.ts';
export { ownersMatch } from './core/owner.ts';
export { parseJson } from './core/parse-json.ts';
export {
  PrivateState,
  type PrivateStateAnswer,
  type PrivateStateReader,
  type PrivateStateRefusal,
  PrivateStateSet,
} from './core/private-state.ts';
export { findSecret, redact } from './core/redact.ts';
export { stringifyJson } from './core/stringify-json.ts';
