import type { Subject } from '../measure.ts';

/** A case: us, what we are held against, and peers that are shown beside us. */
export interface Case {
  readonly name: string;
  readonly ours: Subject['run'];
  readonly against: Subject;
  readonly peers: readonly Subject[];
}

/** Throws for an input that is not accepted: figures of a refusal would mean nothing. */
export function accept(answer: { readonly ok: boolean }): void {
  if (!answer.ok) throw new Error('The input of the benchmark is not accepted: its figures would mean nothing.');
}
