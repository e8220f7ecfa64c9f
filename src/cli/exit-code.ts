/** What the process tells its caller when it ends. */
export const EXIT = {
  /** The result is on stdout. */
  done: 0,
  /** The machine broke, or this program did. */
  broke: 1,
  /** The command line, or a file that it names, cannot be used. */
  usage: 2,
  /** The input was read, and something is wrong with it. */
  findings: 3,
  /** What was asked cannot be said in the target, or is not there yet. */
  unsupported: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
