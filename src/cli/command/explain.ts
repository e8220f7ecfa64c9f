import { ERROR_CODES, FEATURES, type Feature, type FeatureCode } from '../../index.ts';
import { CLI_CODE_NAMES, explainCode } from '../cli-codes.ts';
import type { DeclareCommand } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { CliIo } from '../io.ts';
import { suggestion } from '../nearest.ts';
import { outputOf } from '../output.ts';

/** `urtext explain`: what a code of an error, an issue or a loss means. */
export const explainCommand: DeclareCommand = (program, io, end) => {
  program
    .command('explain')
    .description('say what an error code or a feature means, and what to do about it')
    .argument('<CODE>', 'the code, as messages and loss tables show it')
    .option('--json', 'print one document: { ok, kind, code, title, advice, … }')
    .action((code: string, options: { readonly json?: boolean }) => end(explainName(code, options, io)));
};

function explainName(code: string, { json = false }: { readonly json?: boolean }, io: CliIo): ExitCode {
  const output = outputOf(io);
  const feature = featureNamed(code);
  const explanation = explainCode(code);
  const found =
    feature === undefined
      ? explanation && { kind: 'error-code', code, ...explanation }
      : { kind: 'feature', code, ...feature };
  if (found === undefined) throw unknown(code);
  if (json) output.document({ ok: true, ...found });
  else
    output.result(
      [`${code}: ${found.title}`, found.advice, ...(feature === undefined ? [] : facts(feature))].join('\n'),
    );
  return EXIT.done;
}

function featureNamed(code: string): Feature | undefined {
  // The name has just been found in the table.
  return Object.hasOwn(FEATURES, code) ? FEATURES[code as FeatureCode] : undefined;
}

function facts({ defaultRequirement, modelVisible }: Feature): readonly string[] {
  return [
    `Unless the input says otherwise it is ${defaultRequirement}; losing it is ${SEVERITY[defaultRequirement]}.`,
    modelVisible
      ? 'A projection without it is degraded, even where it is optional.'
      : 'Where it is optional, a projection without it still counts as lossless.',
  ];
}

const SEVERITY = {
  required: 'an error, and nothing is written',
  preferred: 'a warning',
  optional: 'an information',
} as const satisfies Readonly<Record<Feature['defaultRequirement'], string>>;

function unknown(code: string) {
  const known = [...Object.keys(FEATURES), ...Object.keys(ERROR_CODES), ...CLI_CODE_NAMES];
  const help = suggestion(code, known, 'Copy the code from the message; "urtext matrix --all" lists the features.');
  return usageFailure('explain-unknown', `Neither an error code nor a feature has the name "${code}".`, help);
}
