import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { UnifiedRequirement } from '../../generated/unified/types.ts';
import { UsageError } from '../core/errors.ts';

/** A caller's own requirements, by feature; what it does not name keeps the published default. */
export type Requirements = Readonly<Partial<Record<FeatureCode, UnifiedRequirement>>>;

/**
 * How strongly a feature is needed where the input does not say so itself: the caller's table first, then the published
 * one, `schema/capability/features.json`. Throws UsageError `requirement-unknown` for a feature or a level that there is
 * not: a requirement that is spelled wrong would protect nothing.
 */
export function requirementTable(overrides: Requirements = {}): (feature: FeatureCode) => UnifiedRequirement {
  for (const [feature, level] of Object.entries(overrides)) checkRequirement(feature, level);
  return (feature) => overrides[feature] ?? FEATURES[feature].defaultRequirement;
}

const LEVELS: ReadonlySet<unknown> = new Set<UnifiedRequirement>(['required', 'preferred', 'optional']);

/** A level that is absent is the published one. */
function checkRequirement(feature: string, level: unknown): void {
  if (!Object.hasOwn(FEATURES, feature)) {
    throw new UsageError('requirement-unknown', `There is no feature "${feature}" to require.`);
  }
  if (level === undefined || LEVELS.has(level)) return;
  const message = `The requirement of ${feature} has no such level; it is required, preferred or optional.`;
  throw new UsageError('requirement-unknown', message, { details: { feature } });
}
