import type { Report } from '../finding.ts';
import type { Json } from '../model.ts';
import { joinPointer } from '../pointer.ts';
import type { Visited } from './visit.ts';

const LONGEST_TEXT = 104_857_600;
/** Our own identifiers are a named type of 512; those that stand inline are other systems'. */
const LONGEST_ID = 4096;
const LONGEST_LIST = 100_000;

/** Every value says its type, and every type its bounds. */
export function lintBounds(visited: Visited, report: Report): void {
  const { file, pointer, schema, place } = visited;
  const wrong = (rule: string, message: string, advice: string): void => report(file, pointer, rule, message, advice);
  if (schema['$ref'] !== undefined || place === 'extension' || schema['x-unified-json'] === true) return;
  if (schema['type'] === undefined && schema['anyOf'] === undefined && schema['oneOf'] === undefined)
    wrong('type-missing', `${visited.name} does not say its type.`, 'Write "type", or refer to a definition.');
  if (schema['type'] === 'string') lintText(visited, wrong, report);
  if (schema['type'] === 'integer') lintInteger(visited, wrong);
  if (schema['type'] === 'array' && !within(schema['maxItems'], 0, LONGEST_LIST))
    wrong('list-bounds', `The list ${visited.name} has no "maxItems".`, `Give it one of at most ${LONGEST_LIST}.`);
  if (typeof schema['additionalProperties'] === 'object' && !within(schema['maxProperties'], 0, LONGEST_LIST))
    wrong('map-bounds', `The map ${visited.name} has no "maxProperties".`, `Give it one of at most ${LONGEST_LIST}.`);
}

type Wrong = (rule: string, message: string, advice: string) => void;

function lintText({ file, pointer, name, schema }: Visited, wrong: Wrong, report: Report): void {
  const { format, pattern } = schema;
  if (format !== undefined && format !== 'date-time')
    report(
      file,
      joinPointer(pointer, 'format'),
      'format',
      `There is no format "${String(format)}" here.`,
      FORMAT_ADVICE,
    );
  if (typeof pattern === 'string' && !isPattern(pattern)) {
    const at = joinPointer(pointer, 'pattern');
    report(file, at, 'pattern', `"${pattern}" is no regular expression.`, 'Write one that is valid with the "u" flag.');
  }
  if (schema['const'] !== undefined || schema['enum'] !== undefined || format !== undefined) return;
  if (!within(schema['maxLength'], 0, LONGEST_TEXT))
    wrong('text-bounds', `The text ${name} has no "maxLength".`, `Give it one of at most ${LONGEST_TEXT}.`);
  if (!/(?:^i|I)d$/.test(name)) return;
  if (within(schema['minLength'], 1, LONGEST_ID) && within(schema['maxLength'], 1, LONGEST_ID)) return;
  wrong('id-bounds', `The identifier ${name} is not bounded.`, `An identifier has 1 to ${LONGEST_ID} characters.`);
}

const FORMAT_ADVICE = 'The one format is "date-time"; other texts have a pattern or only a length.';

function lintInteger({ name, schema }: Visited, wrong: Wrong): void {
  if (schema['const'] !== undefined || schema['enum'] !== undefined) return;
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  const least = schema['minimum'] ?? schema['exclusiveMinimum'];
  const most = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (within(least, MIN_SAFE_INTEGER, MAX_SAFE_INTEGER) && within(most, MIN_SAFE_INTEGER, MAX_SAFE_INTEGER)) return;
  const advice = `Give it a "minimum" and a "maximum" within ${MAX_SAFE_INTEGER}: further digits are lost.`;
  wrong('integer-bounds', `The integer ${name} is not bounded.`, advice);
}

function within(value: Json | undefined, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
