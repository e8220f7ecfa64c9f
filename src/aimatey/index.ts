/**
 * The aimatey IR: its types and guards, generated from `schema/aimatey`. Its validators are in `urtext/validate`.
 * @module
 */
export * from '../../generated/aimatey/guards.ts';
export type * from '../../generated/aimatey/types.ts';
