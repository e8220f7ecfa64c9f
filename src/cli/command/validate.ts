import { Option } from 'commander';
import { isPlainObject } from '../../core/json.ts';
import type { ExactNumbers } from '../../core/parse-json.ts';
import { contentFingerprint, fingerprint, type Issue, UNIFIED_PLAN, UNIFIED_SCHEMA_VERSION } from '../../index.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { suggestion } from '../nearest.ts';
import { type Output, outputOf } from '../output.ts';
import { RECORD_KINDS, type RecordKind, recogniseKind } from '../record-kind.ts';
import { renderIssues } from '../render/issues.ts';
import { printable } from '../render/printable.ts';
import { count } from '../render/table.ts';
import { parseSource, readSource, type Source } from '../source.ts';

const KIND_NAMES = RECORD_KINDS.map(({ name }) => name);

const VERSIONED = 'schemaVersion';

interface ValidateOptions {
  readonly as?: string;
  readonly json?: boolean;
}

/** `urtext validate`: is this file the record that it should be? */
export const validateCommand: DeclareCommand = (program, io, end) => {
  program
    .command('validate')
    .description('validate a record against its schema and every rule')
    .argument('<FILE>', 'a JSON file, or - for standard input')
    .addOption(
      new Option('--as <KIND>', `what the file holds, where the document does not say: ${KIND_NAMES.join(', ')}`),
    )
    .option('--json', 'print one document: { ok, kind, fingerprint?, issues, retained? }')
    .action(async (file: string, options: ValidateOptions) => end(await validateFile(file, options, io)));
};

async function validateFile(file: string, options: ValidateOptions, io: CliIo): Promise<ExitCode> {
  const named = options.as === undefined ? undefined : kindNamed(options.as);
  const source = await readSource(file, io);
  const output = outputOf(io);
  const parsed = parseSource(source);
  if (!parsed.ok) return refuse(named, [parsed.issue], source, options, output);
  const kind = named ?? recognised(parsed.value);
  const validation = kind.validate(parsed.value);
  if (!validation.ok) return refuse(kind, validation.issues, source, options, output);
  accept(kind, parsed.value, options, output);
  remarkVersion(kind, parsed.value, output);
  remarkRounded(parsed.exactNumbers, output);
  return EXIT.done;
}

function kindNamed(name: string): RecordKind {
  const kind = RECORD_KINDS.find((candidate) => candidate.name === name);
  if (kind !== undefined) return kind;
  const help = suggestion(name, KIND_NAMES, `The kinds are ${KIND_NAMES.join(', ')}.`);
  throw usageFailure('record-kind', `There is no record kind "${name}".`, help);
}

function recognised(value: unknown): RecordKind {
  const kind = recogniseKind(value);
  if (kind !== undefined) return kind;
  const message = 'The document does not show which record it is.';
  throw usageFailure('record-kind', message, `Name it with --as: ${KIND_NAMES.join(', ')}.`);
}

function accept(kind: RecordKind, value: unknown, options: ValidateOptions, output: Output): void {
  const record = fingerprint(value);
  const content = kind.type === undefined ? undefined : contentFingerprint(value, kind.type, UNIFIED_PLAN);
  if (options.json === true) {
    const prints = content === undefined ? { record } : { record, content };
    const retained = kind.retained?.(value) ?? [];
    const kept = retained.length === 0 ? {} : { retained };
    output.document({ ok: true, kind: kind.name, fingerprint: prints, issues: [], ...kept });
    return;
  }
  output.result(`valid: ${kind.title}`);
  output.result(`record   ${record}`);
  if (content !== undefined) output.result(`content  ${content}`);
}

/** A record of another minor version is judged as far as this one goes, and whoever asked is told how far that is. */
function remarkVersion(kind: RecordKind, value: unknown, output: Output): void {
  const version = versionOf(value);
  if (kind.retained === undefined || version === undefined || version === UNIFIED_SCHEMA_VERSION) return;
  output.remark(
    `note: the record is of version ${version}; it was read tolerantly, as ${UNIFIED_SCHEMA_VERSION} knows it.`,
  );
  for (const path of kind.retained(value)) {
    output.remark(
      `note: ${printable(path)} is not known to ${UNIFIED_SCHEMA_VERSION}; it is kept, and was not judged.`,
    );
  }
}

/** The version that a valid record says, or the first other one of a list of records. */
function versionOf(value: unknown): string | undefined {
  const records: readonly unknown[] = Array.isArray(value) ? value : [value];
  const versions = records.flatMap((record) => {
    const version: unknown = isPlainObject(record) ? record[VERSIONED] : undefined;
    return typeof version === 'string' ? [version] : [];
  });
  return versions.find((version) => version !== UNIFIED_SCHEMA_VERSION) ?? versions[0];
}

/** The fingerprints are of the value, which holds numbers as doubles. */
function remarkRounded(exactNumbers: ExactNumbers, output: Output): void {
  for (const path of exactNumbers.keys()) {
    output.remark(
      `note: ${printable(path)} has more digits than a double holds; the fingerprints are of it as rounded.`,
    );
  }
}

function refuse(
  kind: RecordKind | undefined,
  issues: readonly Issue[],
  source: Source,
  options: ValidateOptions,
  output: Output,
): ExitCode {
  output.remark(renderIssues(issues, source, output.paint));
  output.remark(`\n${source.name} is not ${kind?.title ?? 'JSON'}: ${count(issues.length, 'issue')}.`);
  if (options.json === true) {
    output.document({ ok: false, ...(kind === undefined ? {} : { kind: kind.name }), issues });
  }
  return EXIT.findings;
}
