import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { type FoldedSource, foldSource } from '../folded-source.ts';
import type { CliIo } from '../io.ts';
import { outputOf } from '../output.ts';
import { selectProfile } from '../profiles.ts';
import { renderIssues } from '../render/issues.ts';
import { count } from '../render/table.ts';
import { readSource } from '../source.ts';

interface FoldOptions {
  readonly profile?: string;
  readonly items?: true;
  readonly result?: true;
  readonly messages?: true;
  readonly events?: true;
  readonly json?: true;
}

const EXAMPLES = `
A stream comes as server-sent events, as lines of JSON or as a list; a log is a list of events, or one event a line.
The fold of a stream that broke off, or that ended in an error, is printed as far as it came.

Examples:
  urtext fold stream.sse
  urtext fold --profile anthropic-messages --messages - < stream.sse
  urtext fold --events stream.sse > log.json && urtext fold --items log.json`;

/** `urtext fold`: what do these events come to? */
export const foldCommand: DeclareCommand = (program, io, end) => {
  program
    .command('fold')
    .description('fold a recorded stream or a log of events into what they come to')
    .argument('<FILE>', 'a recorded stream or a JSON event log, or - for standard input')
    .option('--profile <PROFILE[@REVISION]>', 'the profile of the stream, where it does not show')
    .option('--items', 'print the items of the answer')
    .option('--result', 'print the result (as without an option)')
    .option('--messages', 'print the items as messages with roles')
    .option('--events', 'print the events')
    .option('--json', 'print one document: { ok, items | result | messages | events } or { ok, issues }')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: FoldOptions) => end(await foldFile(file, options, io)));
};

type Folded = Extract<FoldedSource, { readonly ok: true }>;

const VIEWS = {
  items: ({ fold }) => fold.items(),
  result: ({ fold }) => fold.result(),
  messages: ({ fold }) => fold.messages(),
  events: ({ events }) => events,
} satisfies Record<string, (made: Folded) => unknown>;

type View = keyof typeof VIEWS;

async function foldFile(file: string, options: FoldOptions, io: CliIo): Promise<ExitCode> {
  const view = viewOf(options);
  const selected = options.profile === undefined ? undefined : selectProfile(options.profile);
  const source = await readSource(file, io);
  const output = outputOf(io);
  const made = foldSource(source, selected, io.now());
  if (!made.ok) {
    output.remark(renderIssues(made.issues, source, output.paint));
    output.remark(`\n${source.name} is not ${made.of}: ${count(made.issues.length, 'issue')}.`);
    if (options.json === true) output.document({ ok: false, issues: made.issues });
    return EXIT.findings;
  }
  const shown = VIEWS[view](made);
  output.document(options.json === true ? { ok: true, [view]: shown } : shown);
  output.remark(summary(made));
  return EXIT.done;
}

/** The one view that is asked for. Throws a usage failure for several. */
function viewOf({ items, result, messages, events }: FoldOptions): View {
  const asked = Object.entries({ items, result, messages, events }).filter(([, value]) => value === true);
  const [first] = asked;
  if (asked.length > 1) {
    throw usageFailure(
      'command-line',
      'Only one view is printed.',
      'Leave one of the options: --items, --result, --messages or --events.',
    );
  }
  // The names are those of the views.
  return first === undefined ? 'result' : (first[0] as View);
}

function summary({ events, fold, of }: Folded): string {
  const { status, output, error } = fold.result();
  const failure = error === undefined ? '' : `; ${error.code}: ${error.message}`;
  return `${of}: ${count(events.length, 'event')}, ${count(output.length, 'item')}, ${status.reason}${failure}`;
}
