import type { Issue } from '../../index.ts';
import { explainCode } from '../cli-codes.ts';
import type { Source } from '../source.ts';
import { type CodeFrame, codeFrames, lineAndColumn } from './code-frame.ts';
import { type Locate, locator, type Stretch } from './locate.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';

/**
 * One paragraph per issue: the sentence, the place, the lines of the source, what was expected and found, and one line of
 * help.
 */
export function renderIssues(issues: readonly Issue[], source: Source, paint: Paint): string {
  const shown: Shown = { source, locate: locator(source.text), frame: codeFrames(source.text, paint), paint };
  return issues.map((issue) => renderIssue(issue, shown)).join('\n\n');
}

/** A document that was taken apart once for all of its issues. */
interface Shown {
  readonly source: Source;
  readonly locate: Locate;
  readonly frame: CodeFrame;
  readonly paint: Paint;
}

function renderIssue(issue: Issue, { source, locate, frame, paint }: Shown): string {
  const { path, rule, message, expected, found } = issue;
  const place = placeOf(issue, source.text, locate);
  const pointer = path === '' ? 'the whole document' : printable(path);
  const { line, column } = lineAndColumn(source.text, place?.offset ?? 0);
  const advice = explainCode(rule)?.advice;
  return [
    `${paint.red(paint.bold('error'))} ${rule}: ${printable(message)}`,
    `  at ${pointer} ${paint.dim(`(${source.name}:${line}:${column})`)}`,
    ...(place === undefined ? [] : frame(place)),
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
    ...(found === undefined ? [] : [`  found:    ${found}`]),
    ...(advice === undefined ? [] : [`  ${paint.blue('help')}:     ${advice}`]),
  ].join('\n');
}

function placeOf({ path, rule, message }: Issue, text: string, locate: Locate): Stretch | undefined {
  // Where a text stops being JSON there is no value to point at; the issue says its line and column in words only.
  const spelled = rule.startsWith('json-') ? /line (\d+), column (\d+)/.exec(message) : null;
  if (spelled === null) return locate(path);
  const lines = text.split('\n').slice(0, Number(spelled[1]) - 1);
  const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + Number(spelled[2]) - 1;
  return { offset, length: 1 };
}
