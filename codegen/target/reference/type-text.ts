import { definitionOf, type Family, type SchemaObject, type Shape } from '../../model.ts';
import { cell, linkTo } from './link.ts';

/** What a value is, in words and links: `list of [UnifiedItem](…)`, `string, 1 to 512 characters`. */
export function typeText(shape: Shape, family: Family, from: string): string {
  switch (shape.kind) {
    case 'reference':
      return linkTo(definitionOf(family, shape.name), from);
    case 'list':
      return `list of ${typeText(shape.items, family, from)}${itemsText(shape.schema)}`;
    case 'scalar':
      return scalarText(shape.schema);
    default:
      return shape satisfies never;
  }
}

/** A scalar type with what bounds it; bounds that only guard against abuse go without saying. */
export function scalarText(schema: SchemaObject): string {
  if (schema['const'] !== undefined) return code(JSON.stringify(schema['const']));
  const { pattern, format, contentEncoding } = schema;
  const details = [
    typeof format === 'string' ? format : '',
    typeof contentEncoding === 'string' ? contentEncoding : '',
    rangeText(schema['minLength'], schema['maxLength'], ' characters'),
    rangeText(schema['minimum'], schema['maximum'], ''),
    typeof pattern === 'string' ? code(pattern) : '',
  ];
  return [String(schema['type']), ...details.filter((text) => text !== '')].join(', ');
}

/** Text as code, safe in a table. */
export function code(text: string): string {
  return `\`${cell(text)}\``;
}

function itemsText(schema: SchemaObject): string {
  const range = rangeText(schema['minItems'], schema['maxItems'], '');
  return range === '' ? '' : ` (${range})`;
}

/** From here on a bound only keeps an attacker's value out of memory. */
const GUARDING = 10_000;

function rangeText(minimum: unknown, maximum: unknown, unit: string): string {
  const least = typeof minimum === 'number' ? minimum : undefined;
  const most = typeof maximum === 'number' && maximum < GUARDING ? maximum : undefined;
  if (most !== undefined) return least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`;
  if (least === undefined) return '';
  return least === 1 && unit !== '' ? 'not empty' : `at least ${least}${unit}`;
}
