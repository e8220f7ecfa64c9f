import type { Report } from '../finding.ts';
import { isJsonObject } from '../model.ts';
import { joinPointer } from '../pointer.ts';
import type { Visited } from './visit.ts';

/** Names, titles, descriptions, and that every object says whether it is closed. */
export function lintDefinition(visited: Visited, report: Report): void {
  if (visited.place === 'property') lintDescription(visited, report);
  if (visited.place !== 'definition') return;
  lintName(visited, report);
  lintDescription(visited, report);
  lintClosed(visited, report);
  lintUnionForm(visited, report);
}

function lintName({ file, pointer, name, schema }: Visited, report: Report): void {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
    report(file, pointer, 'definition-name', `"${name}" is no type name.`, 'Write it like UnifiedMessageItem.');
  if (schema['title'] !== name)
    report(file, pointer, 'title-name', `The title of ${name} is not its name.`, `Write "title": "${name}".`);
}

function lintDescription({ file, pointer, name, place, schema }: Visited, report: Report): void {
  const { description } = schema;
  if (typeof description !== 'string' || description.trim() === '') {
    const message = `The ${place} ${name} has no description.`;
    report(file, pointer, 'description', message, 'Say in one sentence what it is.');
    return;
  }
  const [first = ''] = description.split('\n');
  if (/[.?!]$/.test(first.trimEnd())) return;
  const at = joinPointer(pointer, 'description');
  const message = `The first line of the description of ${name} is no sentence.`;
  report(file, at, 'description', message, 'End its first line with a full stop.');
}

function lintClosed(visited: Visited, report: Report): void {
  const { file, pointer, name, schema } = visited;
  const { additionalProperties, unevaluatedProperties } = schema;
  const isObject = schema['type'] === 'object' && schema['discriminator'] === undefined;
  if (schema['x-unified-base'] === true) {
    if (additionalProperties !== undefined || unevaluatedProperties !== undefined)
      report(file, pointer, 'closed-object', `The base ${name} is closed.`, 'Leave that to those who extend it.');
  } else if (schema['allOf'] !== undefined) {
    if (unevaluatedProperties !== false || additionalProperties !== undefined)
      report(file, pointer, 'closed-object', `${name} is not closed.`, 'Write "unevaluatedProperties": false.');
  } else if (unevaluatedProperties !== undefined) {
    const message = `${name} extends nothing.`;
    report(file, pointer, 'closed-object', message, 'Write "additionalProperties": false in place of it.');
  } else if (isObject && schema['x-unified-json'] !== true) lintPlainObject(visited, report);
}

function lintPlainObject({ file, pointer, name, schema }: Visited, report: Report): void {
  const { additionalProperties, properties } = schema;
  if (isJsonObject(additionalProperties) && properties === undefined) return;
  if (additionalProperties === false) return;
  const message = isJsonObject(additionalProperties)
    ? `${name} mixes named properties with a map.`
    : `${name} is not closed.`;
  const advice = isJsonObject(additionalProperties)
    ? 'Put the map into a property of its own.'
    : 'Write "additionalProperties": false, or the type of the values of a map.';
  report(file, pointer, 'closed-object', message, advice);
}

function lintUnionForm({ file, pointer, name, schema }: Visited, report: Report): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  const wrong = (keyword: string, message: string, advice: string): void =>
    report(file, joinPointer(pointer, keyword), 'union-form', message, advice);
  const form = isJsonObject(discriminator) ? Object.keys(discriminator).join() : '';
  if (form !== 'propertyName')
    wrong('discriminator', `The discriminator of ${name} is more or less than a property name.`, 'Write propertyName.');
  if (schema['type'] !== 'object') wrong('type', `The union ${name} does not say "object".`, 'Write "type": "object".');
  for (const keyword of ['properties', 'required', 'additionalProperties', 'anyOf', 'allOf']) {
    if (schema[keyword] !== undefined)
      wrong(keyword, `The union ${name} has "${keyword}".`, 'A union only lists: put it into the branches.');
  }
}
