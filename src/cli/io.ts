import type { Clock } from '../index.ts';

/** All that a run touches of the process, so that a test or a demonstration can run it in its own. */
export interface CliIo {
  /** Takes the result. */
  readonly stdout: (text: string) => void;
  /** Takes what is said about the result. */
  readonly stderr: (text: string) => void;
  /** The bytes of standard input, to their end. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** The folder that file names start from. */
  readonly cwd: string;
  readonly now: Clock;
  /** Whether stderr shows colours. */
  readonly colour: boolean;
}
