import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { UnifiedRequirement } from '../../generated/unified/types.ts';

/** A caller's own requirements, by feature; what it does not name keeps the published default. */
export type Requirements = Readonly<Partial<Record<FeatureCode, UnifiedRequirement>>>;

/**
 * How strongly a feature is needed where the input does not say so itself: the caller's table first, then the published
 * one, `schema/capability/features.json`.
 */
export function requirementTable(overrides: Requirements = {}): (feature: FeatureCode) => UnifiedRequirement {
  return (feature) => overrides[feature] ?? FEATURES[feature].defaultRequirement;
}
