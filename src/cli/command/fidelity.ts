import { createFidelityAudit, type FidelityReport, isFaithful } from '../../fidelity/index.ts';
import type { ProfileSelection } from '../../projection/index.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { CliIo } from '../io.ts';
import { outputOf } from '../output.ts';
import { allSelections, nameOf, selectProfile, sourceSelections } from '../profiles.ts';
import { findRecordings, readRecording } from '../recordings.ts';
import { renderFidelity } from '../render/fidelity.ts';
import { count } from '../render/table.ts';

interface FidelityOptions {
  readonly profile?: string;
  readonly target?: string;
  readonly json?: boolean;
}

const CHECKS = `
DIR holds <profile>/<case>/request.json, response.json, stream.sse or stream.ndjson, and may hold a manifest.json:
a list of { profile, case, status?, endpoint? }. Each recording is read as its profile and checked:
  crash     it is read, and makes a valid record
  identity  written for its own profile and owner, it comes back as it was (a null member counts as absent)
  parity    a stream and its final object make the same items, status and usage
  matrix    written for every target, it is readable there, and a report names each difference
  silent    every leaf is changed in turn: the outcome changes with it, or a report names that very leaf
Of large bodies a sample of the leaves is changed, always the same one. What was recorded is never printed.

Examples:
  urtext fidelity recordings
  urtext fidelity recordings --profile openai-chat --target anthropic-messages --json`;

/** `urtext fidelity`: is nothing of these recordings lost in silence? */
export const fidelityCommand: DeclareCommand = (program, io, end) => {
  program
    .command('fidelity')
    .description('prove on recorded exchanges that nothing is lost in silence; exits with 3 where something is')
    .argument('<DIR>', 'a folder of recordings')
    .option('--profile <PROFILE[@REVISION]>', 'only the recordings of this profile')
    .option('--target <PROFILE[@REVISION]>', 'write them for this profile only')
    .option('--json', 'print one document')
    .addHelpText('after', CHECKS)
    .action(async (folder: string, options: FidelityOptions) => end(await auditFolder(folder, options, io)));
};

async function auditFolder(folder: string, { profile, target, json }: FidelityOptions, io: CliIo): Promise<ExitCode> {
  const only = profile === undefined ? undefined : selectProfile(profile);
  const sources: readonly ProfileSelection[] = only === undefined ? sourceSelections() : [only];
  const targets = target === undefined ? allSelections() : [selectProfile(target)];
  const places = (await findRecordings(folder, io.cwd)).filter(
    (place) => only === undefined || place.profile === only.profile.family,
  );
  const output = outputOf(io);
  const names = targets.map(nameOf);
  output.remark(`${count(places.length, 'recording')} to ${names.join(', ')}`);
  const audit = createFidelityAudit({ sources, targets });
  for (const [index, place] of places.entries()) {
    const problems = audit.add(await readRecording(place));
    const verdict = problems === 0 ? '' : `: ${count(problems, 'problem')}`;
    output.remark(`[${index + 1}/${places.length}] ${place.profile}/${place.case}${verdict}`);
  }
  const report = audit.report();
  if (json === true) output.document({ ok: isFaithful(report), ...report });
  else output.result(renderFidelity(report, names, output.paint));
  return exitOf(report);
}

function exitOf(report: FidelityReport): ExitCode {
  return isFaithful(report) ? EXIT.done : EXIT.findings;
}
