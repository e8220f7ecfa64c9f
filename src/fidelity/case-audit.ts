import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import type { EmitOptions } from '../projection/index.ts';
import type { ReadingOptions } from './direction.ts';
import type { Findings } from './findings.ts';
import type { BodyKind, Recording } from './recording.ts';
import type { Target } from './target.ts';

/** The most leaves of one body that are changed for one target. */
const MOST_LEAVES = 200;

/** So many bytes may be read and written for one body and one target, however large it is. */
const BUDGET = 4_000_000;

const FEWEST_LEAVES = 16;

/** What the audits of the bodies of one recording share. */
export class CaseAudit {
  readonly recording: Recording;
  readonly source: Target;
  readonly targets: readonly Target[];
  readonly findings: Findings;
  /** Whose body it is: the provider that the profile names, as the command line has it. */
  readonly reading: ReadingOptions;

  constructor(recording: Recording, source: Target, targets: readonly Target[], findings: Findings) {
    this.recording = recording;
    this.source = source;
    this.targets = targets;
    this.findings = findings;
    this.reading = this.writing(source);
  }

  /** Whether the provider itself refused the exchange. */
  get isRefused(): boolean {
    return (this.recording.status ?? 200) >= 400;
  }

  /** Whom a body of a target goes to. */
  writing({ profile: { family }, revision }: Target): Pick<EmitOptions, 'owner' | 'revision'> {
    const inRevision = revision === undefined ? {} : { revision };
    const owner: UnifiedResourceOwner = { profile: { family, ...inRevision }, provider: family };
    return { owner, ...inRevision };
  }

  /** How many leaves of a body of so many bytes may be changed: fewer where it is large. */
  limitFor(bytes: number): number {
    return Math.max(FEWEST_LEAVES, Math.min(MOST_LEAVES, Math.floor(BUDGET / Math.max(bytes, 1))));
  }

  place(kind: BodyKind): { readonly case: string; readonly from: string; readonly kind: BodyKind } {
    return { case: this.recording.case, from: this.source.profile.family, kind };
  }

  crash(kind: BodyKind, to: string | undefined, message: string): void {
    this.findings.crash({ ...this.place(kind), ...(to === undefined ? {} : { to }), message });
  }

  skip(kind: BodyKind, reason: string): void {
    this.findings.skip({ ...this.place(kind), reason });
  }

  silent(kind: BodyKind, to: string, pointers: readonly string[]): void {
    this.findings.silences(pointers.map((pointer) => ({ ...this.place(kind), to, pointer })));
  }

  /** What a step gives; nothing, and a crash, where it throws. */
  guarded<Made>(kind: BodyKind, to: string | undefined, step: () => Made): Made | undefined {
    try {
      return step();
    } catch (error) {
      this.crash(kind, to, error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown');
      return undefined;
    }
  }
}
