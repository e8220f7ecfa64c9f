import { explain } from '../core/error-codes.ts';

/** What a code means, and what to do about it. */
interface Explanation {
  readonly title: string;
  readonly advice: string;
}

/** The codes of the command line itself; those of the library are in its own table. */
const CLI_CODES: Readonly<Record<string, Explanation>> = {
  'bundle-form': {
    title: 'A file is no bundle of schemas',
    advice: 'Name a file that "urtext generate" wrote: <family>/bundle.json, or one of bundle/.',
  },
  'command-line': {
    title: 'The command line is not understood',
    advice: 'Run "urtext --help" or "urtext VERB --help".',
  },
  'explain-unknown': {
    title: 'Neither an error code nor a feature has this name',
    advice: 'Copy the code from the message; "urtext matrix --all" lists the features.',
  },
  'feature-unknown': { title: 'No feature has this name', advice: 'Run "urtext matrix --all" for the names.' },
  'file-is-folder': {
    title: 'A folder was named in place of a file',
    advice: 'Name a file, or "-" for standard input.',
  },
  'file-missing': { title: 'A file does not exist', advice: 'Check the path; it starts from the working directory.' },
  'file-unreadable': { title: 'A file may not be read', advice: 'Check the permissions of the file.' },
  'package-missing': {
    title: 'An optional package is not installed',
    advice: 'Run "npm install --save-dev ajv json-schema-to-typescript".',
  },
  'profile-unclear': {
    title: 'A stream does not show of which profile it is',
    advice: 'Name it: "urtext fold --profile PROFILE"; "urtext matrix" lists the names.',
  },
  'profile-unknown': { title: 'No profile has this name', advice: 'Run "urtext matrix" for the names.' },
  'record-kind': {
    title: 'It is not clear which record a document is',
    advice: 'Name the kind: "urtext validate --as KIND"; "urtext validate --help" lists the kinds.',
  },
  'recordings-missing': {
    title: 'A folder holds no recordings',
    advice: 'Lay them out as <profile>/<case>/request.json, response.json, stream.sse or stream.ndjson.',
  },
  'requirement-level': {
    title: 'A requirement has no such level',
    advice: 'Write FEATURE=required, FEATURE=preferred or FEATURE=optional.',
  },
};

/** The names of the codes of the command line itself. */
export const CLI_CODE_NAMES: readonly string[] = Object.keys(CLI_CODES);

/** Explains a code of the library or of the command line. */
export function explainCode(code: string): Explanation | undefined {
  return explain(code) ?? (Object.hasOwn(CLI_CODES, code) ? CLI_CODES[code] : undefined);
}
