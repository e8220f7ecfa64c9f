import type { SourceFile } from './model.ts';

/** One thing that is wrong with a schema, and how to mend it. */
export interface Finding {
  /** The file as a human finds it. */
  readonly file: string;
  readonly line: number;
  /** JSON pointer of the fault in that file. */
  readonly pointer: string;
  /** Kebab-case name of the house rule. */
  readonly rule: string;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly advice: string;
}

/** Thrown by a stage that cannot go on, with everything that this stage found. */
export class SchemaError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(formatFindings(findings));
    this.name = 'SchemaError';
    this.findings = findings;
  }
}

/** The findings as text, one paragraph each: place, rule, message, advice. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ file, line, pointer, rule, message, advice }) => {
      const place = pointer === '' ? `${file}:${line}` : `${file}:${line} at ${pointer}`;
      return `${place}\n  ${message} ${advice} [${rule}]`;
    })
    .join('\n');
}

/** Adds a finding about a place in a file. */
export type Report = (file: SourceFile, pointer: string, rule: string, message: string, advice: string) => void;

/** Runs a stage, and throws a SchemaError if it reported anything. */
export function withFindings<Value>(stage: (report: Report) => Value): Value {
  const findings: Finding[] = [];
  const value = stage((file, pointer, rule, message, advice) => {
    findings.push({ file: file.display, line: file.lineAt(pointer), pointer, rule, message, advice });
  });
  if (findings.length > 0) throw new SchemaError(findings);
  return value;
}
