import { relative, resolve } from 'node:path';
import type { GenerateOptions } from '../../../codegen/generate.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { CliIo } from '../io.ts';
import { withPeers } from '../lazy.ts';
import { outputOf } from '../output.ts';
import { count } from '../render/table.ts';

interface GenerateCommandOptions {
  readonly check?: true;
  readonly annotations?: string;
  readonly schema?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `urtext generate`: types, validators and bundles from schemas. */
export const generateCommand: DeclareCommand = (program, io, end) => {
  program
    .command('generate')
    .description('write types, validators and bundles from schemas, or check that they are current')
    .option('--check', 'write nothing; tell what is not current')
    .option('--annotations <DIR>', 'a folder of annotation schemas, <profile>/<name>.schema.json')
    .option('--schema <DIR>', 'a folder of schemas; "schema" unless said')
    .option('--out <DIR>', 'where to write; "generated" unless said')
    .option('--json', 'print the report as one document')
    .action(async (options: GenerateCommandOptions) => end(await generateFiles(options, io)));
};

async function generateFiles(options: GenerateCommandOptions, io: CliIo): Promise<ExitCode> {
  const { check = false, json = false } = options;
  const output = outputOf(io);
  const { generate, summaryOf } = await withPeers(() => import('../../../codegen/generate.ts'));
  const report = await generate(generateOptions(options, io.cwd));
  if (report.findings.length > 0) {
    const { formatFindings } = await import('../../../codegen/finding.ts');
    output.remark(formatFindings(report.findings));
    output.remark(`${count(report.findings.length, 'finding')}: nothing generated.`);
  }
  if (json) output.document(report);
  else if (report.findings.length === 0) output.result(summaryOf(report, check));
  return report.ok ? EXIT.done : EXIT.findings;
}

/** The folders of a project that has its own schemas, and the reference of them; only where no folder was named. */
const DEFAULTS = { schema: 'schema', out: 'generated', reference: 'docs/reference' };

function generateOptions({ check, annotations, schema, out }: GenerateCommandOptions, cwd: string): GenerateOptions {
  const named = Object.entries({ annotations, schema, out }).filter(([, folder]) => folder !== undefined);
  const folders = named.length === 0 ? Object.entries(DEFAULTS) : named;
  // Findings name files as they are named here: short where the run starts in its own folder.
  const below = folders.map(([name, folder = '']) => [name, relative('', resolve(cwd, folder))]);
  return { ...Object.fromEntries(below), ...(check === undefined ? {} : { check }) };
}
