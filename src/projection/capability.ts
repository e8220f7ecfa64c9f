import type { FeatureCode } from '../../generated/features.ts';

/** What a dialect does with a feature: carries it whole, or carries it with differences that its emitter reports. */
export type Claim = 'full' | 'partial';

/** What a dialect can carry. Closed by default: a feature that the table does not name is reported as lost. */
export type CapabilityTable = Readonly<Partial<Record<FeatureCode, Claim>>>;

/** Bounds of a dialect that emitters keep to. */
export interface ProfileLimits {
  /** The alphabet and the length of tool names. */
  readonly toolName: IdentifierRule;
  /** The alphabet and the length of call identifiers. */
  readonly callId: IdentifierRule;
}

/** What identifiers of a dialect may look like. */
export interface IdentifierRule {
  /** Matches one allowed character. */
  readonly alphabet: RegExp;
  readonly maxLength: number;
}
