import { writeFileSync } from 'node:fs';
import type { Case } from './case/case.ts';
import { foldCase } from './case/fold.ts';
import { projectCase } from './case/project.ts';
import { canonicalCase, validateEventCase, validateRequestCase } from './case/record.ts';
import { anthropicToChatCase, chatToAnthropicCase } from './case/stream.ts';
import { measure } from './measure.ts';

/** One line of the table: our time over that of `against`, in the same run. */
interface Row {
  readonly name: string;
  readonly ratio: number;
  readonly against: string;
  readonly opsPerSecond: number;
}

const CASES: readonly (() => Case | Promise<Case>)[] = [
  validateRequestCase,
  validateEventCase,
  canonicalCase,
  () => projectCase('2 KB', 1, 400),
  () => projectCase('13 KB', 4, 1700),
  () => projectCase('208 KB', 22, 5800),
  () => foldCase(1000),
  () => foldCase(100_000),
  anthropicToChatCase,
  chatToAnthropicCase,
];

async function run({ name, ours, against, peers }: Case): Promise<readonly Row[]> {
  const times = await measure([{ name: 'ours', run: ours }, against, ...peers]);
  const base = times.get(against.name) ?? Number.NaN;
  const row = (label: string, key: string): Row => {
    const time = times.get(key) ?? Number.NaN;
    const opsPerSecond = Math.round(1_000_000 / time);
    return { name: label, ratio: round(time / base), against: against.name, opsPerSecond };
  };
  return [row(name, 'ours'), ...peers.map((peer) => row(`${peer.name}: ${name}`, peer.name))];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const rows: Row[] = [];
for (const make of CASES) rows.push(...(await run(await make())));
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, ratio, against, opsPerSecond } of rows) {
  const figures = `${ratio.toFixed(3).padStart(8)} of ${against.padEnd(18)} ${String(opsPerSecond).padStart(9)} /s`;
  console.log(`${name.padEnd(width)}  ${figures}`);
}
writeFileSync(new URL('latest.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
