import type { BodyKind } from './recording.ts';

/** Where something was found. Pointers never carry what was recorded, only its place. */
interface Place {
  readonly case: string;
  readonly from: string;
  readonly kind: BodyKind;
}

/** Something that threw where nothing may, or a record that its own validator refuses. */
export interface Crash extends Place {
  readonly to?: string;
  readonly message: string;
}

/** A body that did not come back as it was, and where it differs first. */
export interface Failure extends Place {
  readonly pointer: string;
  readonly message: string;
}

/** A leaf that was lost and that no report names: of the wire body on the way in, of the record on the way out. */
export interface Silence extends Place {
  readonly to: string;
  readonly pointer: string;
}

/** A body that was not checked, and why. */
export interface Skip extends Place {
  readonly reason: string;
}

/** What became of the bodies of one profile that were written in another one. Every one checked counts once more. */
export interface Cell {
  readonly checked: number;
  /** Everything was carried. */
  readonly lossless: number;
  /** Every difference is named in the report. */
  readonly reported: number;
  /** Something was lost, or came to be, that no report names. */
  readonly silent: number;
  /** Nothing was written, and the report says what the target cannot carry. */
  readonly refused: number;
  /** What was written cannot be read, or makes a record that breaks a rule. */
  readonly invalid: number;
}

export type Outcome = Exclude<keyof Cell, 'checked'>;

/** What an audit came to. */
export interface FidelityReport {
  /** Recordings with at least one body that was checked, whether it could be read or not. */
  readonly cases: number;
  readonly crashes: readonly Crash[];
  readonly identity: Checked;
  readonly parity: Checked;
  /** By the profile that was read, then by the one that was written. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
  readonly silent: readonly Silence[];
  readonly skipped: readonly Skip[];
  /** Recordings of profiles that do not exist, by profile. */
  readonly absent: Readonly<Record<string, number>>;
  /** How many leaves were changed, of how many; those of large bodies are sampled. */
  readonly leaves: { readonly changed: number; readonly of: number };
}

export interface Checked {
  readonly checked: number;
  readonly failed: readonly Failure[];
}

/** Whether nothing is wrong. */
export function isFaithful({ crashes, identity, parity, matrix, silent }: FidelityReport): boolean {
  const cells = Object.values(matrix).flatMap((row) => Object.values(row));
  const lists = [crashes, identity.failed, parity.failed, silent];
  return lists.every((list) => list.length === 0) && cells.every((cell) => cell.invalid + cell.silent === 0);
}

const EMPTY: Cell = { checked: 0, lossless: 0, reported: 0, silent: 0, refused: 0, invalid: 0 };

/** Gathers what the audits find. */
export class Findings {
  readonly #cases = new Set<string>();
  readonly #crashes: Crash[] = [];
  readonly #failures: Record<'identity' | 'parity', Failure[]> = { identity: [], parity: [] };
  readonly #checked: Record<'identity' | 'parity', number> = { identity: 0, parity: 0 };
  readonly #matrix = new Map<string, Map<string, Cell>>();
  readonly #silent = new Map<string, Silence>();
  readonly #skipped: Skip[] = [];
  readonly #absent = new Map<string, number>();
  #changed = 0;
  #of = 0;

  crash(crash: Crash): void {
    this.checkedCase(crash);
    this.#crashes.push(crash);
  }

  skip(skip: Skip): void {
    this.#skipped.push(skip);
  }

  absent(profile: string): void {
    this.#absent.set(profile, (this.#absent.get(profile) ?? 0) + 1);
  }

  checkedCase({ from, case: name }: Place): void {
    this.#cases.add(`${from}/${name}`);
  }

  /** A comparison; what differs is a failure. */
  compared(what: 'identity' | 'parity', failure: Failure | undefined): void {
    this.#checked[what] += 1;
    if (failure !== undefined) this.#failures[what].push(failure);
  }

  silences(found: readonly Silence[]): void {
    for (const silence of found) {
      this.#silent.set([silence.from, silence.case, silence.to, silence.kind, silence.pointer].join('\n'), silence);
    }
  }

  leaves({ leaves, of }: { readonly leaves: number; readonly of: number }): void {
    this.#changed += leaves;
    this.#of += of;
  }

  cell(from: string, to: string, outcome: Outcome): void {
    const row = this.#matrix.get(from) ?? new Map<string, Cell>();
    const cell = row.get(to) ?? EMPTY;
    row.set(to, { ...cell, checked: cell.checked + 1, [outcome]: cell[outcome] + 1 });
    this.#matrix.set(from, row);
  }

  /** How many things are wrong so far. */
  problems(): number {
    const invalid = [...this.#matrix.values()].flatMap((row) => [...row.values()].map((cell) => cell.invalid));
    const lists = [this.#crashes, this.#failures.identity, this.#failures.parity, [...this.#silent]];
    return lists.reduce((sum, list) => sum + list.length, 0) + invalid.reduce((sum, count) => sum + count, 0);
  }

  report(): FidelityReport {
    const rows = [...this.#matrix].map(([from, row]) => [from, Object.fromEntries(row)] as const);
    return {
      cases: this.#cases.size,
      crashes: this.#crashes,
      identity: { checked: this.#checked.identity, failed: this.#failures.identity },
      parity: { checked: this.#checked.parity, failed: this.#failures.parity },
      matrix: Object.fromEntries(rows),
      silent: [...this.#silent.values()],
      skipped: this.#skipped,
      absent: Object.fromEntries(this.#absent),
      leaves: { changed: this.#changed, of: this.#of },
    };
  }
}
