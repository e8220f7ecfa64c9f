import { join } from 'node:path';
import { runCli } from '../../../src/cli/run.ts';
import { fixedClock } from '../../../src/index.ts';
import { ROOT } from '../../support/imports.ts';

/** What a run printed, and the exit code that it came to. */
export interface Run {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, in the folder of the inputs, with `stdin` as its standard input. */
export async function run(argv: readonly string[], stdin = '', options: RunOptions = {}): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const exit = await runCli(argv, {
    stdout: (text) => {
      written.stdout += text;
    },
    stderr: (text) => {
      written.stderr += text;
    },
    readStdin: options.readStdin ?? (async () => new TextEncoder().encode(stdin)),
    cwd: options.cwd ?? join(ROOT, 'test/cli/input'),
    now: fixedClock('2026-01-02T03:04:05.000Z'),
    colour: options.colour ?? false,
  });
  return { exit, ...written };
}

interface RunOptions {
  readonly cwd?: string;
  readonly colour?: boolean;
  readonly readStdin?: () => Promise<Uint8Array>;
}
