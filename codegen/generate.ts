import { parseArgs } from 'node:util';
import { checkedModel } from './checked-model.ts';
import { type Finding, formatFindings, SchemaError } from './finding.ts';
import { generateReference } from './generate-reference.ts';
import { type LoadedSchemas, loadSchemas } from './load.ts';
import { manifestOf } from './manifest.ts';
import { compareText, type Model } from './model.ts';
import { applyDifference, type Difference, differenceOf } from './output.ts';
import type { OutputFile, Target } from './target/target.ts';
import { ANNOTATION_TARGETS, TARGETS } from './targets.ts';

export interface GenerateOptions {
  /** The schema folder. Default: `schema` in the working directory. */
  readonly schema?: string;
  /** A folder of annotation schemas (`<profile>/<name>.schema.json`) to read in place of a schema folder. */
  readonly annotations?: string;
  /** The output folder. Default: `generated` in the working directory. */
  readonly out?: string;
  /** The folder of the Markdown reference. Default: `docs/reference` for the project's own schemas, none for others. */
  readonly reference?: string;
  /** Compare only, write nothing. */
  readonly check?: boolean;
}

/** What came of a run. */
export interface GenerateReport extends Difference {
  /** No findings; and, with `check`, no difference. */
  readonly ok: boolean;
  /** What is wrong with the schemas; if anything, nothing was generated. */
  readonly findings: readonly Finding[];
  /** How many files the schemas give. */
  readonly files: number;
  /** Surplus files that were removed; the others are not the generator's to remove. */
  readonly removed: readonly string[];
  readonly milliseconds: number;
}

/**
 * Reads the schemas, judges them by the house rules, and writes what has changed.
 * Faults of the schemas are returned; what the disk does is thrown.
 */
export async function generate(options: GenerateOptions = {}): Promise<GenerateReport> {
  const started = performance.now();
  const out = options.out ?? 'generated';
  const done = (report: Partial<GenerateReport> & { readonly ok: boolean }): GenerateReport => ({
    ...NOTHING,
    ...report,
    milliseconds: performance.now() - started,
  });
  const outputs = await computeOutputs(options);
  if ('findings' in outputs) return done({ ok: false, findings: outputs.findings });
  const own = await differenceOf(out, outputs.files);
  const difference = joined(own, await referenceDifference(options));
  const files = outputs.files.length;
  if (options.check === true) {
    const { stale, missing, surplus } = difference;
    return done({ ok: stale.length + missing.length + surplus.length === 0, files, ...difference });
  }
  const { removed } = await applyDifference(out, outputs.files, own);
  return done({ ok: true, files, ...difference, removed });
}

/** Writes or compares the Markdown reference, which stands beside the guides and not in the output folder. */
async function referenceDifference({
  schema,
  annotations,
  out,
  reference,
  check,
}: GenerateOptions): Promise<Difference> {
  const ofTheProject = schema === undefined && annotations === undefined && out === undefined;
  const folder = reference ?? (ofTheProject ? 'docs/reference' : undefined);
  if (folder === undefined) return { stale: [], missing: [], surplus: [] };
  const found = await generateReference({
    out: folder,
    check: check === true,
    ...(schema === undefined ? {} : { schema }),
  });
  const named = (paths: readonly string[]) => paths.map((path) => `${folder}/${path}`);
  return { stale: named(found.stale), missing: named(found.missing), surplus: named(found.surplus) };
}

function joined(left: Difference, right: Difference): Difference {
  return {
    stale: [...left.stale, ...right.stale],
    missing: [...left.missing, ...right.missing],
    surplus: [...left.surplus, ...right.surplus],
  };
}

const NOTHING: GenerateReport = {
  ok: true,
  findings: [],
  files: 0,
  stale: [],
  missing: [],
  surplus: [],
  removed: [],
  milliseconds: 0,
};

type Outputs = { readonly files: readonly OutputFile[] } | { readonly findings: readonly Finding[] };

async function computeOutputs({ schema, annotations }: GenerateOptions): Promise<Outputs> {
  try {
    const loaded = await loadSchemas(
      annotations === undefined ? { root: schema ?? 'schema' } : { root: annotations, prefix: 'annotation' },
    );
    const model = checkedModel(loaded, { ownAddresses: annotations !== undefined });
    const files = await emitAll(annotations === undefined ? TARGETS : ANNOTATION_TARGETS, model);
    return { files: withManifest(loaded, files) };
  } catch (error) {
    if (error instanceof SchemaError) return { findings: error.findings };
    throw error;
  }
}

async function emitAll(targets: readonly Target[], model: Model): Promise<readonly OutputFile[]> {
  const files: OutputFile[] = [];
  for (const target of targets) files.push(...(await target.emit(model)));
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size !== files.length) throw new Error('Two targets write the same file.');
  return files.sort((left, right) => compareText(left.path, right.path));
}

function withManifest(loaded: LoadedSchemas, files: readonly OutputFile[]): readonly OutputFile[] {
  return [...files, manifestOf(loaded, files)];
}

const EXIT_REFUSED = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      schema: { type: 'string' },
      annotations: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const report = await generate(values);
  if (report.findings.length > 0) {
    console.error(formatFindings(report.findings));
    console.error(
      `${report.findings.length} ${report.findings.length === 1 ? 'finding' : 'findings'}: nothing generated.`,
    );
  } else console.log(summaryOf(report, values.check));
  if (!report.ok) process.exitCode = EXIT_REFUSED;
}

/** The report in words: one line, and one more for each file that was changed or should be. */
export function summaryOf(report: GenerateReport, check: boolean): string {
  const { files, stale, missing, surplus, removed, milliseconds } = report;
  const kept = surplus.filter((path) => !removed.includes(path));
  const seconds = (milliseconds / 1000).toFixed(1);
  const lines = check
    ? [
        ...stale.map((path) => `stale    ${path}`),
        ...missing.map((path) => `missing  ${path}`),
        ...surplus.map((path) => `surplus  ${path}`),
      ]
    : [
        ...[...stale, ...missing].sort(compareText).map((path) => `written  ${path}`),
        ...removed.map((path) => `removed  ${path}`),
        ...kept.map((path) => `surplus  ${path} (not generated: remove it yourself)`),
      ];
  const verdict = report.ok ? 'is current' : 'is not current: generate again and commit';
  return [
    ...lines,
    check ? `${files} files, ${seconds} s: ${verdict}` : `generated ${files} files in ${seconds} s`,
  ].join('\n');
}

if (import.meta.main) await main();
