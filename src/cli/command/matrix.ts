import { FEATURES, type FeatureCode, type UnifiedLossReport, type UnifiedLossSeverity } from '../../index.ts';
import type { ProfileSelection } from '../../projection/index.ts';
import { recogniseBody } from '../body-kind.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { outputOf } from '../output.ts';
import { allSelections, nameOf, selectProfile } from '../profiles.ts';
import { type ProjectedSource, projectSource } from '../projected-source.ts';
import { renderIssues } from '../render/issues.ts';
import { renderFeatures, renderTargets, type TargetRow } from '../render/matrix.ts';
import { readSource, recordSource, type Source } from '../source.ts';

interface MatrixOptions {
  readonly from?: string;
  readonly to?: string;
  readonly all?: true;
  readonly json?: boolean;
}

/** `urtext matrix`: which profile carries what, in general or for one request. */
export const matrixCommand: DeclareCommand = (program, io, end) => {
  program
    .command('matrix')
    .description('show which profile carries which feature; with a request, what every profile makes of it')
    .argument('[FILE]', 'a wire body to project to every profile, or - for standard input')
    .option('--from <PROFILE[@REVISION]>', 'the profile of the body; without a body, show this profile')
    .option('--to <PROFILE[@REVISION]>', 'project to this profile only; without a body, show this profile')
    .option('--all', 'also the features that no profile carries')
    .option('--json', 'print one document')
    .action(async (file: string | undefined, options: MatrixOptions) =>
      end(file === undefined ? showFeatures(options, io) : await showTargets(file, options, io)),
    );
};

function showFeatures(options: MatrixOptions, io: CliIo): ExitCode {
  const output = outputOf(io);
  const shown = selectionsOf([options.from, options.to]);
  const tables = shown.map(({ profile, revision }) => profile.capabilities(revision));
  // The table is keyed by the codes.
  const codes = Object.keys(FEATURES) as FeatureCode[];
  const features = codes
    .filter((code) => options.all === true || tables.some((claims) => claims[code] !== undefined))
    .map((code) => ({ code, claims: tables.map((claims) => claims[code]) }));
  const profiles = shown.map(nameOf);
  if (options.json === true) {
    const claimed = features.map(({ code, claims }) => [code, objectOf(profiles, claims)] as const);
    output.document({ ok: true, profiles, features: Object.fromEntries(claimed) });
  } else output.result(renderFeatures(profiles, features));
  return EXIT.done;
}

/** What the options name, each once, or every profile where they name none. */
function selectionsOf(names: readonly (string | undefined)[]): readonly ProfileSelection[] {
  const named = names.filter((name) => name !== undefined).map(selectProfile);
  return named.length === 0 ? allSelections() : [...new Map(named.map((entry) => [nameOf(entry), entry])).values()];
}

function objectOf<Value>(keys: readonly string[], values: readonly (Value | undefined)[]): Record<string, Value> {
  const made: Record<string, Value> = {};
  keys.forEach((key, index) => {
    const value = values[index];
    if (value !== undefined) made[key] = value;
  });
  return made;
}

async function showTargets(file: string, options: MatrixOptions, io: CliIo): Promise<ExitCode> {
  if (options.from === undefined) {
    const help = 'Add --from PROFILE; "urtext matrix" without a file lists the profiles.';
    throw usageFailure('command-line', 'A body needs the name of its profile.', help);
  }
  const from = selectProfile(options.from);
  const source = await readSource(file, io);
  const body = recogniseBody(source, from.profile);
  const targets = selectionsOf([options.to]).map((to) => ({
    target: nameOf(to),
    projected: projectSource(source, { from, to }, { body }, { now: io.now() }),
  }));
  return tellTargets(targets, source, options, io);
}

interface Target {
  readonly target: string;
  readonly projected: ProjectedSource;
}

function tellTargets(targets: readonly Target[], source: Source, { json = false }: MatrixOptions, io: CliIo): ExitCode {
  const output = outputOf(io);
  const rows: TargetRow[] = [];
  for (const { target, projected } of targets) {
    if (projected.kind === 'projected') rows.push({ target, ...countsOf(projected.made.loss) });
    else {
      // Reading is the same for every target, so the first refusal is the only one.
      const ofRecord = projected.kind === 'invalid';
      const issues = ofRecord ? projected.issues : [projected.issue];
      output.remark(renderIssues(issues, ofRecord ? recordSource(projected.made.value) : source, output.paint));
      if (json) output.document({ ok: false, issues });
      return EXIT.findings;
    }
  }
  if (json) output.document({ ok: true, targets: rows });
  else output.result(renderTargets(rows));
  return EXIT.done;
}

function countsOf({ disposition, entries }: UnifiedLossReport): Omit<TargetRow, 'target'> {
  const of = (severity: UnifiedLossSeverity) => entries.filter((entry) => entry.severity === severity).length;
  return { disposition, error: of('error'), warning: of('warning'), info: of('info') };
}
