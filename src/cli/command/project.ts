import { Option } from 'commander';
import type { ProjectOptions } from '../../projection/index.ts';
import { type BodyKind, recogniseBody } from '../body-kind.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { CliIo } from '../io.ts';
import { type Output, outputOf } from '../output.ts';
import { nameOf, selectProfile } from '../profiles.ts';
import { type ProjectedBody, type ProjectedSource, projectSource } from '../projected-source.ts';
import { indentJson } from '../render/exact-json.ts';
import { renderIssues } from '../render/issues.ts';
import { renderLoss } from '../render/loss-table.ts';
import { requirementsOf } from '../requirements.ts';
import { readSource, recordSource, type Source } from '../source.ts';

interface ProjectCommandOptions {
  readonly from: string;
  readonly to: string;
  readonly kind?: BodyKind;
  readonly owner?: string;
  readonly targetOwner?: string;
  readonly beta: readonly string[];
  readonly targetBeta: readonly string[];
  readonly requestId?: string;
  readonly requirement: readonly string[];
  readonly unified?: true;
  readonly compact?: true;
  readonly json?: boolean;
}

const OWNERS = `
The body is a request, a response or a recorded stream; what it is shows in its content, and --kind says it outright.
A stream comes as server-sent events, as lines of JSON or as a list, and goes in the framing of its target.

Private state, as the signatures of reasoning, goes back to its owner only. The body is taken to be of the provider
that the source profile names, or --owner; it goes to the one that the target profile names, or --target-owner. So a
body that is projected to its own profile and revision keeps its signatures, and any other target gets none.

Examples:
  urtext project --from openai-chat --to anthropic-messages request.json
  curl -sN ... | urtext project --from anthropic-messages --to openai-chat -
  urtext project --from anthropic-messages@2023-06-01 --to openai-chat --json - < request.json
  urtext project --from openai-chat --to anthropic-messages --requirement generation.seed=required request.json`;

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];

/** `urtext project`: a body of one provider as another one's, and what is lost on the way. */
export const projectCommand: DeclareCommand = (program, io, end) => {
  program
    .command('project')
    .description("print a provider's wire body as another provider's, with every loss on stderr")
    .argument('<FILE>', 'the wire body, or - for standard input')
    .requiredOption('--from <PROFILE[@REVISION]>', 'the profile of the body')
    .requiredOption('--to <PROFILE[@REVISION]>', 'the profile to write')
    .addOption(new Option('--kind <KIND>', 'what the body is').choices(['request', 'response', 'stream']))
    .option('--owner <NAME>', 'the provider whose private state the body holds')
    .option('--target-owner <NAME>', 'the provider that the target goes to')
    .option('--beta <NAME>', 'a beta that the body was sent with (repeatable)', collect, [])
    .option('--target-beta <NAME>', 'a beta that the target is sent with (repeatable)', collect, [])
    .option('--request-id <ID>', 'the id that all others derive from')
    .option('--requirement <FEATURE=LEVEL>', 'required, preferred or optional (repeatable)', collect, [])
    .option(
      '--unified',
      'print the provider-neutral record in place of the wire body, also where the target refuses it',
    )
    .option('--compact', 'print on one line')
    .option('--json', 'print one document: { ok, wire?, unified?, loss }')
    .addHelpText('after', OWNERS)
    .action(async (file: string, options: ProjectCommandOptions) => end(await projectFile(file, options, io)));
};

async function projectFile(file: string, options: ProjectCommandOptions, io: CliIo): Promise<ExitCode> {
  const route = { from: selectProfile(options.from), to: selectProfile(options.to) };
  const projecting = { ...projectOptions(options), now: io.now() };
  const source = await readSource(file, io);
  const body = options.kind ?? recogniseBody(source, route.from.profile);
  const projected = projectSource(source, route, { ...options, body }, projecting);
  const output = outputOf(io);
  switch (projected.kind) {
    case 'projected':
      return body === 'stream' && options.unified !== true && options.json !== true
        ? tellStream(projected.made, nameOf(route.to), io)
        : tell(projected.made, { body, target: nameOf(route.to) }, options, output);
    case 'wire-format':
      return refuseWire(projected, { source, body }, options, output);
    case 'invalid':
      return refuseRecord(projected, options, output);
    default:
      return projected satisfies never;
  }
}

function projectOptions({ requestId, beta, targetBeta, requirement }: ProjectCommandOptions): ProjectOptions {
  return {
    betas: beta,
    targetBetas: targetBeta,
    requirements: requirementsOf(requirement),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** A stream is written as it would be sent. */
function tellStream({ ok, loss, text = '' }: ProjectedBody, target: string, io: CliIo): ExitCode {
  const output = outputOf(io);
  output.remark(renderLoss(loss, { target, what: 'answer' }, output.paint));
  io.stdout(text);
  return ok ? EXIT.done : EXIT.unsupported;
}

function tell(
  { ok, loss, value, text }: ProjectedBody,
  { body: kind, target }: { readonly body: BodyKind; readonly target: string },
  options: ProjectCommandOptions,
  output: Output,
): ExitCode {
  // The text of a stream is no JSON.
  const wire = kind === 'stream' && text !== undefined ? JSON.stringify(text) : text;
  const body = options.unified === true ? JSON.stringify(value) : wire;
  const written = (text: string) => output.result(options.compact === true ? text : indentJson(text));
  output.remark(renderLoss(loss, { target, what: kind === 'request' ? 'request' : 'answer' }, output.paint));
  if (options.json === true) {
    const member = options.unified === true ? 'unified' : 'wire';
    // The body is text already, whose digits another reading would round.
    written(`{"ok":${ok},${body === undefined ? '' : `"${member}":${body},`}"loss":${JSON.stringify(loss)}}`);
  } else if (body !== undefined) written(body);
  return ok ? EXIT.done : EXIT.unsupported;
}

function refuseRecord(
  { issues, made }: Extract<ProjectedSource, { readonly kind: 'invalid' }>,
  options: ProjectCommandOptions,
  output: Output,
): ExitCode {
  output.remark(renderIssues(issues, recordSource(made.value), output.paint));
  output.remark('\nThe body was read, but the record made of it breaks a rule; nothing was written.');
  if (options.json === true) output.document({ ok: false, issues, loss: made.loss });
  return EXIT.findings;
}

function refuseWire(
  { issue }: Extract<ProjectedSource, { readonly kind: 'wire-format' }>,
  { source, body }: { readonly source: Source; readonly body: BodyKind },
  options: ProjectCommandOptions,
  output: Output,
): ExitCode {
  output.remark(renderIssues([issue], source, output.paint));
  output.remark(`\n${source.name} is not a ${body} of ${options.from}.`);
  const { rule: code, ...place } = issue;
  if (options.json === true) output.document({ ok: false, error: { code, ...place } });
  return EXIT.findings;
}
