/** How much a change may break, from most to least. */
export type Level = 'breaking' | 'writer-gated' | 'additive' | 'doc';

/**
 * Every rule and its level.
 * Writer-gated changes are refused by strict readers of the older minor: a writer uses them only towards a peer that has
 * the newer one, which is why a minor version may make them.
 */
export const LEVEL_OF_RULE = {
  DEFINITION_REMOVED: 'breaking',
  PROPERTY_REMOVED: 'breaking',
  REQUIRED_PROPERTY_ADDED: 'breaking',
  OPTIONAL_TO_REQUIRED: 'breaking',
  REQUIRED_TO_OPTIONAL: 'breaking',
  TYPE_CHANGED: 'breaking',
  CONST_CHANGED: 'breaking',
  ENUM_VALUE_REMOVED: 'breaking',
  VARIANT_REMOVED: 'breaking',
  PATTERN_CHANGED: 'breaking',
  FORMAT_CHANGED: 'breaking',
  ENCODING_CHANGED: 'breaking',
  DISCRIMINATOR_CHANGED: 'breaking',
  BOUND_TIGHTENED: 'breaking',
  OPENNESS_CHANGED: 'breaking',
  REF_TARGET_CHANGED: 'breaking',
  ROOT_REMOVED: 'breaking',
  KEYWORD_CHANGED: 'breaking',
  RESERVED_NAME_USED: 'breaking',
  VARIANT_ADDED: 'writer-gated',
  ENUM_VALUE_ADDED: 'writer-gated',
  BOUND_LOOSENED: 'writer-gated',
  OPTIONAL_PROPERTY_ADDED: 'additive',
  DEFINITION_ADDED: 'additive',
  KNOWN_VALUE_ADDED: 'additive',
  ROOT_ADDED: 'additive',
  FEATURE_CHANGED: 'additive',
  DOC_CHANGED: 'doc',
} as const satisfies Readonly<Record<string, Level>>;

export type Rule = keyof typeof LEVEL_OF_RULE;

/** One difference between two bundles. */
export interface CompatibilityFinding {
  readonly rule: Rule;
  readonly level: Level;
  /** The definition in which it is. */
  readonly definition: string;
  /** JSON pointer of the place: in the newer bundle, or in the older one for what was removed. */
  readonly pointer: string;
  /** One sentence. */
  readonly message: string;
}

/** Where the comparison stands, and where it puts what it finds. */
export interface Place {
  readonly definition: string;
  readonly pointer: string;
  readonly report: (rule: Rule, pointer: string, message: string) => void;
}
