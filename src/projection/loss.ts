import type { FeatureCode } from '../../generated/features.ts';
import type {
  UnifiedLossEntry,
  UnifiedLossReport,
  UnifiedLossSeverity,
  UnifiedProjectionStage,
  UnifiedRequirement,
} from '../../generated/unified/types.ts';
import { DEFAULT_LIMITS } from '../core/limits.ts';
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

/** How many entries are told one by one. Those that follow are counted, and told as one entry for each kind. */
export interface LossBounds {
  readonly entries: number;
  /** Of one kind: the same feature, severity and reason. */
  readonly ofKind?: number;
}

/** What a stream may say as often as it has frames, it says this often one by one. */
export const LOSSES_OF_KIND = 100;

/** Entries of one kind. */
interface Kind {
  /** Whether the reasons are not told apart, because there are too many of them. */
  readonly isMixed: boolean;
  told: number;
  /** Those that are only counted, and the first of them. */
  counted: number;
  first?: UnifiedLossEntry;
}

/**
 * Collects what a projection could not carry, and judges it.
 * One rule turns requirement into severity: required is an error, preferred a warning, optional an info entry
 * (Unified v2, Provider data and projection loss). Its memory is bounded, whatever is lost.
 */
export class LossRecorder {
  readonly #stage: UnifiedProjectionStage;
  readonly #requirementOf: (feature: FeatureCode) => UnifiedRequirement;
  readonly #bounds: LossBounds;
  readonly #entries: UnifiedLossEntry[] = [];
  readonly #kinds = new Map<string, Kind>();

  constructor(
    stage: UnifiedProjectionStage,
    requirementOf: (feature: FeatureCode) => UnifiedRequirement,
    bounds: LossBounds = { entries: DEFAULT_LIMITS.lossEntries },
  ) {
    this.#stage = stage;
    this.#requirementOf = requirementOf;
    this.#bounds = bounds;
  }

  lose(loss: Loss): void {
    this.add(this.#entryOf(loss));
  }

  /** As `lose`, for what may happen any number of times: all of it is one entry, at the place of the first. */
  count(loss: Loss): void {
    this.#count(this.#entryOf(loss));
  }

  /** An entry that another recorder judged. */
  add(entry: UnifiedLossEntry): void {
    const kind = this.#kindOf(entry);
    if (this.#entries.length >= this.#bounds.entries || kind.told >= (this.#bounds.ofKind ?? Infinity)) {
      this.#count(entry);
      return;
    }
    kind.told += 1;
    this.#entries.push(entry);
  }

  /** Tells what was only counted until now. */
  settle(): void {
    const counted = this.#counted();
    for (const kind of this.#kinds.values()) {
      if (kind.counted > 0) kind.told += 1;
      kind.counted = 0;
      delete kind.first;
    }
    this.#entries.push(...counted);
  }

  /** How many entries there are, without those that are only counted. */
  get size(): number {
    return this.#entries.length;
  }

  /** The entries behind the first `size` ones. */
  since(size: number): readonly UnifiedLossEntry[] {
    return this.#entries.slice(size);
  }

  report(): UnifiedLossReport {
    return lossReport([...this.#entries, ...this.#counted()]);
  }

  #entryOf({ path, feature, requirement, reason, sourceItemId }: Loss): UnifiedLossEntry {
    const severity = SEVERITY[requirement ?? this.#requirementOf(feature)];
    // Names of members stand in pointers as the wire has them, and a record holds well-formed text alone.
    const entry = { path: path.toWellFormed(), feature, severity, reason, stage: this.#stage };
    return sourceItemId === undefined ? entry : { ...entry, sourceItemId: sourceItemId.toWellFormed() };
  }

  #count(entry: UnifiedLossEntry): void {
    const kind = this.#kindOf(entry);
    kind.first ??= entry;
    kind.counted += 1;
  }

  /** Beyond the bound of entries reasons are not told apart, so that there are no more kinds than features. */
  #kindOf({ feature, severity, reason }: UnifiedLossEntry): Kind {
    const isMixed = this.#kinds.size >= this.#bounds.entries;
    const key = `${severity} ${feature} ${isMixed ? '' : reason}`;
    const known = this.#kinds.get(key) ?? this.#kinds.get(`${severity} ${feature} ${reason}`);
    if (known !== undefined) return known;
    const kind: Kind = { isMixed, told: 0, counted: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }

  #counted(): readonly UnifiedLossEntry[] {
    return [...this.#kinds.values()].flatMap((kind) =>
      kind.first === undefined ? [] : [{ ...kind.first, reason: reasonOf(kind.first.reason, kind) }],
    );
  }
}

function reasonOf(reason: string, { isMixed, told, counted }: Kind): string {
  if (told === 0 && counted === 1) return reason;
  if (isMixed) return `${reason} (and others like it, ${counted} in all)`;
  return `${reason} (${counted} ${told === 0 ? 'times' : 'more'})`;
}
