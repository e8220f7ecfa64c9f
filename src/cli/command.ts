import type { Command } from 'commander';
import type { ExitCode } from './exit-code.ts';
import type { CliIo } from './io.ts';

/** Declares one verb. `end` takes the exit code that the verb came to. */
export type DeclareCommand = (program: Command, io: CliIo, end: (exit: ExitCode) => void) => void;
