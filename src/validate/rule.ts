import type { Limits } from '../core/limits.ts';
import type { AnnotationRegistry } from './annotation-registry.ts';
import type { Kind } from './kind.ts';
import type { RecordIndex } from './record-index.ts';

/** An invariant that the schemas cannot say (Unified v2, Validation and canonicalization). */
export interface Rule {
  /** The code of its issues: stable, kebab-case, and known to `explain`. */
  readonly id: string;
  /** The rule is asked about records that hold one of these. */
  readonly applies: readonly Kind[];
  /** Reports every breach. The record is valid under its schema; a later minor may have members that are not known. */
  readonly check: (record: RecordIndex, context: RuleContext) => void;
}

export interface RuleContext {
  readonly limits: Limits;
  readonly registry: AnnotationRegistry;
  readonly report: (breach: Breach) => void;
}

/** One breach of a rule. No text of the record may stand in it, apart from the pointer. */
export interface Breach {
  readonly path: string;
  /** One sentence. */
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
}
