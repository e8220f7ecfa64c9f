import type { FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedLossEntry,
  UnifiedLossReport,
  UnifiedLossSeverity,
  UnifiedProjectionStage,
  UnifiedRequirement,
} from '../../generated/unified/types.ts';
import { lossReport } from '../core/loss-report.ts';

const SEVERITY = { required: 'error', preferred: 'warning', optional: 'info' } as const satisfies Record<
  UnifiedRequirement,
  UnifiedLossSeverity
>;

/** One difference, as a reader or an emitter states it; the recorder turns requirement into severity. */
export interface Loss {
  /** JSON pointer: into the record when emitting, into the wire body when ingesting. */
  readonly path: string;
  readonly feature: FeatureCode;
  /** How strongly the input needs it; absent means what the vocabulary of features says. */
  readonly requirement?: UnifiedRequirement;
  /** One sentence, without payload text. */
  readonly reason: string;
  readonly sourceItemId?: string;
}

/**
 * Collects what a projection could not carry, and judges it.
 * One rule turns requirement into severity: required is an error, preferred a warning, optional an info entry
 * (Unified v2, Provider data and projection loss).
 */
export class LossRecorder {
  readonly #stage: UnifiedProjectionStage;
  readonly #requirementOf: (feature: FeatureCode) => UnifiedRequirement;
  readonly #entries: UnifiedLossEntry[] = [];

  constructor(stage: UnifiedProjectionStage, requirementOf: (feature: FeatureCode) => UnifiedRequirement) {
    this.#stage = stage;
    this.#requirementOf = requirementOf;
  }

  lose(loss: Loss): void {
    const { path, feature, reason, sourceItemId } = loss;
    const severity = SEVERITY[loss.requirement ?? this.#requirementOf(feature)];
    const entry = { path, feature, severity, reason, stage: this.#stage };
    this.#entries.push(sourceItemId === undefined ? entry : { ...entry, sourceItemId });
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.length;
  }

  /** The entries behind the first `size` ones. */
  since(size: number): readonly UnifiedLossEntry[] {
    return this.#entries.slice(size);
  }

  report(): UnifiedLossReport {
    return lossReport([...this.#entries]);
  }
}
