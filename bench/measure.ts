/** One thing that is timed: what it is called, and one run of it, which may be waited for. */
export interface Subject {
  readonly name: string;
  readonly run: () => unknown;
}

/** The best time of one run, in microseconds. */
export type Timings = ReadonlyMap<string, number>;

const WARM_UP_MILLISECONDS = 300;
const BLOCK_MILLISECONDS = 40;
const ROUNDS = 15;

/** What runs gave, so that no compiler finds them useless. */
let sink: unknown;

/**
 * Times several subjects within one run: blocks of each in turn, so that all meet the same machine, and the best block
 * of each, because everything that disturbs only ever adds.
 */
export async function measure(subjects: readonly Subject[]): Promise<Timings> {
  const sized: (Subject & { readonly count: number })[] = [];
  for (const subject of subjects) sized.push({ ...subject, count: await runsPerBlock(subject) });
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, run, count } of sized) {
      const time = (await block(run, count)) / count;
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, time * 1000));
    }
  }
  return best;
}

async function runsPerBlock({ run }: Subject): Promise<number> {
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < WARM_UP_MILLISECONDS) {
    sink = run();
    if (sink instanceof Promise) await sink;
    count++;
  }
  return Math.max(1, Math.round((count * BLOCK_MILLISECONDS) / WARM_UP_MILLISECONDS));
}

async function block(run: () => unknown, count: number): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < count; index++) {
    sink = run();
    if (sink instanceof Promise) await sink;
  }
  return performance.now() - started;
}

/** What the last run gave; reading it keeps every run alive. */
export function lastResult(): unknown {
  return sink;
}
