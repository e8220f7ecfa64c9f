import type { ComparableBundle } from '../../../codegen/compat.ts';
import { isPlainObject } from '../../core/json.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { CliFailure } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { withPeers } from '../lazy.ts';
import { outputOf } from '../output.ts';
import { renderCompatibility } from '../render/compatibility.ts';
import { renderIssues } from '../render/issues.ts';
import { parseSource, readSource } from '../source.ts';

/** `urtext compat`: what changed between two bundles, and which version number that asks for. */
export const compatCommand: DeclareCommand = (program, io, end) => {
  program
    .command('compat')
    .description('compare two schema bundles and say which version step the changes need')
    .argument('<OLD>', 'the bundle that was released')
    .argument('<NEW>', 'the bundle that is to follow, or - for standard input')
    .option('--json', 'print one document: { ok, verdict, findings }')
    .action(async (older: string, newer: string, options: { readonly json?: boolean }) =>
      end(await compareFiles(older, newer, options, io)),
    );
};

async function compareFiles(
  older: string,
  newer: string,
  { json = false }: { readonly json?: boolean },
  io: CliIo,
): Promise<ExitCode> {
  const { compareBundles, verdict } = await withPeers(() => import('../../../codegen/compat.ts'));
  const previous = await readBundle(older, io);
  const next = await readBundle(newer, io);
  const findings = compareBundles(previous, next);
  const step = verdict(findings);
  const output = outputOf(io);
  if (json) output.document({ ok: step !== 'major', verdict: step, findings });
  else output.result(renderCompatibility(findings, step));
  return step === 'major' ? EXIT.findings : EXIT.done;
}

async function readBundle(file: string, io: CliIo): Promise<ComparableBundle> {
  const source = await readSource(file, io);
  const parsed = parseSource(source);
  if (!parsed.ok) {
    const output = outputOf(io);
    output.remark(renderIssues([parsed.issue], source, output.paint));
    throw new CliFailure(EXIT.findings, parsed.issue.rule, `${source.name} is not JSON.`, 'Name a bundle file.');
  }
  if (isBundle(parsed.value)) return parsed.value;
  throw new CliFailure(
    EXIT.findings,
    'bundle-form',
    `${source.name} is not a bundle: it has no "$defs" that are schemas.`,
    'Name a file that "urtext generate" wrote: <family>/bundle.json, or one of bundle/.',
  );
}

function isBundle(value: unknown): value is ComparableBundle {
  if (!isPlainObject(value)) return false;
  const definitions = value['$defs'];
  return isPlainObject(definitions) && Object.values(definitions).every(isPlainObject);
}
