import type { Report } from '../finding.ts';
import { isJsonObject, type Json } from '../model.ts';
import { nearestName } from '../naming.ts';
import { joinPointer } from '../pointer.ts';
import type { Place, Visited } from './visit.ts';

const NOTES = ['description', 'deprecated', '$comment'];
const SCALARS = [
  ...['type', 'const', 'format', 'pattern', 'contentEncoding', 'contentMediaType', 'minLength', 'maxLength'],
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
];
const LISTS = ['items', 'minItems', 'maxItems', 'uniqueItems'];
/** What makes a type that needs a name. */
const NAMED_ONLY = [
  ...['enum', 'oneOf', 'anyOf', 'allOf', 'discriminator', 'properties', 'required', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'additionalProperties', 'unevaluatedProperties'],
];
const DEFINITION_MARKS = ['root', 'base', 'json', 'feature', 'invalid-examples', 'renamed-to'].map(marked);
const PROPERTY_MARKS = ['bookkeeping', 'feature', 'neutral', 'secret', 'no-secret-scan', 'renamed-to'].map(marked);

const ALLOWED: Readonly<Record<Place, readonly string[]>> = {
  definition: [...NOTES, 'title', 'examples', ...SCALARS, ...LISTS, ...NAMED_ONLY, ...DEFINITION_MARKS],
  property: [...NOTES, '$ref', ...SCALARS, ...LISTS, ...PROPERTY_MARKS],
  items: ['$ref', ...SCALARS],
  values: ['$ref', ...SCALARS],
  names: ['$ref', ...SCALARS],
  alternative: ['$ref', 'enum', ...SCALARS, ...LISTS],
  branch: ['$ref', ...SCALARS, ...LISTS],
  extension: ['$ref'],
};
const ALL = new Set(Object.values(ALLOWED).flat());
const ANONYMOUS = new Set([...NAMED_ONLY, 'items']);

/** Keywords: known, in their place, and ours with values of the right form. */
export function lintKeywords(visited: Visited, report: Report): void {
  const { file, pointer, place, schema } = visited;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = joinPointer(pointer, keyword);
    if (!ALLOWED[place].includes(keyword)) lintUnknown(visited, keyword, report);
    else if (keyword.startsWith('x-unified-') && !hasRightForm(keyword, value)) {
      const message = `The value of "${keyword}" has the wrong form.`;
      report(file, at, 'keyword-value', message, `It is ${FORMS[keyword] ?? 'true, or absent'}.`);
    } else if (schema['$ref'] !== undefined && !isBesideReference(keyword)) {
      const message = `"${keyword}" stands beside a reference.`;
      report(file, at, 'reference-sibling', message, 'Beside "$ref" only a description and marks have a meaning.');
    }
  }
}

function lintUnknown({ file, pointer, place }: Visited, keyword: string, report: Report): void {
  const at = joinPointer(pointer, keyword);
  if (!ALL.has(keyword)) {
    const meant = nearestName(keyword, ALLOWED[place]);
    const advice = meant === undefined ? `Allowed here: ${ALLOWED[place].join(', ')}.` : `Did you mean "${meant}"?`;
    report(file, at, 'unknown-keyword', `There is no keyword "${keyword}".`, advice);
  } else if (place !== 'extension' && ANONYMOUS.has(keyword)) {
    const message = `"${keyword}" makes a type without a name here.`;
    report(file, at, 'anonymous-type', message, 'Move the type to "$defs" under a name, and refer to it.');
  } else {
    const message = `"${keyword}" does not belong in a schema at this place.`;
    report(file, at, 'misplaced-keyword', message, `Allowed here: ${ALLOWED[place].join(', ')}.`);
  }
}

function isBesideReference(keyword: string): boolean {
  return keyword === '$ref' || NOTES.includes(keyword) || keyword.startsWith('x-unified-');
}

const FORMS: Readonly<Record<string, string>> = {
  'x-unified-feature': 'the code of a feature, such as "generation.seed"',
  'x-unified-neutral': 'the value that asks for nothing: any JSON but null and the empty text, which mean absence',
  'x-unified-renamed-to': 'the new name',
  'x-unified-invalid-examples': 'a list of { "why": text, "at": JSON pointer, "value": the example }',
};

function hasRightForm(keyword: string, value: Json): boolean {
  if (keyword === 'x-unified-feature') return typeof value === 'string' && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value);
  if (keyword === 'x-unified-neutral') return value !== null && value !== '';
  if (keyword === 'x-unified-renamed-to') return typeof value === 'string' && value !== '';
  if (keyword !== 'x-unified-invalid-examples') return value === true;
  return Array.isArray(value) && value.every(isInvalidExample);
}

function isInvalidExample(value: Json): boolean {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== 'at,value,why') return false;
  return typeof value['why'] === 'string' && typeof value['at'] === 'string' && /^(\/.*)?$/s.test(value['at']);
}

function marked(name: string): string {
  return `x-unified-${name}`;
}
