import { Command, CommanderError } from 'commander';
import { UrtextError } from '../core/errors.ts';
import { compatCommand } from './command/compat.ts';
import { explainCommand } from './command/explain.ts';
import { fidelityCommand } from './command/fidelity.ts';
import { foldCommand } from './command/fold.ts';
import { generateCommand } from './command/generate.ts';
import { matrixCommand } from './command/matrix.ts';
import { projectCommand } from './command/project.ts';
import { validateCommand } from './command/validate.ts';
import type { DeclareCommand } from './command.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { CliFailure, failureDocument } from './failure.ts';
import type { CliIo } from './io.ts';
import { type Output, outputOf } from './output.ts';
import { versionOfPackage } from './version.ts';

const COMMANDS: readonly DeclareCommand[] = [
  validateCommand,
  projectCommand,
  generateCommand,
  compatCommand,
  explainCommand,
  matrixCommand,
  foldCommand,
  fidelityCommand,
];

const EXAMPLES = `
Examples:
  urtext validate request.json
  urtext project --from openai-chat --to anthropic-messages request.json > body.json
  cat request.json | urtext project --from anthropic-messages --to openai-chat --json -
  urtext matrix --from openai-chat request.json
  urtext fold --messages stream.sse
  urtext fidelity recordings --profile openai-chat
  urtext explain generation.seed
  urtext compat old.bundle.json new.bundle.json

Exit codes: 0 done, 1 broke, 2 usage, 3 findings, 4 unsupported.
stdout is the result, stderr is about it; with --json the result is one document.`;

/**
 * Runs one command line in this process: `argv` without the program's own name. Resolves to the exit code; every fault
 * is told on stderr, and as a document on stdout where `--json` asks for one.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let exit: ExitCode = EXIT.done;
  const program = declare(io, (code) => {
    exit = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    return failed(error, argv, outputOf(io));
  }
}

function declare(io: CliIo, end: (exit: ExitCode) => void): Command {
  const program = new Command('urtext')
    .description('Provider-neutral conversations: validate them, project them between providers, and see what is lost.')
    .version(versionOfPackage(), '-V, --version', 'print the version')
    .option('--debug', 'print the stack of a crash')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [VERB]', 'print the help of a verb')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  for (const command of COMMANDS) command(program, io, end);
  return program;
}

function failed(error: unknown, argv: readonly string[], output: Output): ExitCode {
  if (error instanceof CommanderError) return commandLineFault(error, argv, output);
  const { code, message } = describe(error);
  output.remark(`${output.paint.red('error')} ${code}: ${message}`);
  if (error instanceof CliFailure) output.remark(`  ${output.paint.blue('help')}: ${error.help}`);
  if (argv.includes('--debug') && error instanceof Error) output.remark(String(error.stack));
  if (argv.includes('--json')) output.document(failureDocument({ code, message }));
  if (error instanceof CliFailure) return error.exit;
  return UrtextError.isInstance(error) && error.name === 'UsageError' ? EXIT.usage : EXIT.broke;
}

/** Commander has told it already, with a suggestion where one is near. */
function commandLineFault({ exitCode, message }: CommanderError, argv: readonly string[], output: Output): ExitCode {
  if (exitCode === 0) return EXIT.done;
  const told = message.replace(/^error: /, '').split('\n')[0] ?? '';
  if (argv.includes('--json')) output.document(failureDocument({ code: 'command-line', message: told }));
  return EXIT.usage;
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: 'unknown', message: 'Something was thrown that is no error.' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, message: error.message };
}
