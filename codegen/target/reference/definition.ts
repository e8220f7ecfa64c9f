import {
  type Definition,
  definitionOf,
  type Family,
  type ObjectDefinition,
  type UnionDefinition,
} from '../../model.ts';
import { cell, linkTo, table } from './link.ts';
import { code, scalarText, typeText } from './type-text.ts';

/** The section of one definition on the page at `from`: what it is, its members, its examples. */
export function definitionSection(definition: Definition, family: Family, from: string): string {
  const { name, description, root, feature, examples } = definition;
  const notes = [
    root ? 'A root: it has a validator and a schema of its own.' : '',
    membershipText(name, family, from),
    feature === undefined ? '' : `Feature: ${code(feature)}.`,
  ].filter((text) => text !== '');
  const blocks = examples.map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
  return [
    `## ${name}`,
    description,
    ...(notes.length === 0 ? [] : [notes.join(' ')]),
    bodyText(definition, family, from),
    ...(blocks.length === 0 ? [] : [blocks.length === 1 ? 'Example:' : 'Examples:', ...blocks]),
  ].join('\n\n');
}

function membershipText(name: string, family: Family, from: string): string {
  const texts = [...family.definitions.values()].flatMap((union) => {
    if (union.kind !== 'union') return [];
    const variant = union.variants.find(({ definition }) => definition === name);
    return variant === undefined ? [] : [`${linkTo(union, from)} (${code(union.tag)} ${code(variant.tag)})`];
  });
  return texts.length === 0 ? '' : `A member of ${texts.join(' and of ')}.`;
}

function bodyText(definition: Definition, family: Family, from: string): string {
  switch (definition.kind) {
    case 'object':
      return propertyTable(definition, family, from);
    case 'union':
      return variantTable(definition, family, from);
    case 'enum':
      return `${definition.values.length === 1 ? 'Always' : 'One of'} ${valuesText(definition.values)}.`;
    case 'open-enum':
      return `A string. Known values: ${valuesText(definition.values)}.`;
    case 'scalar':
      return `Type: ${scalarText(definition.schema)}.`;
    case 'scalar-union':
      return `Either ${definition.alternatives.map((shape) => typeText(shape, family, from)).join(', or ')}.`;
    case 'array':
      return `A list of ${typeText(definition.items, family, from)}.`;
    case 'map':
      return `A map from names to values: ${typeText(definition.values, family, from)}.`;
    case 'json':
      return definition.objectOnly ? 'Any JSON object.' : 'Any JSON value.';
    default:
      return definition satisfies never;
  }
}

function propertyTable({ properties }: ObjectDefinition, family: Family, from: string): string {
  if (properties.length === 0) return 'It has no properties.';
  return table(
    ['property', 'type', 'required', 'description', 'feature'],
    properties.map(({ name, shape, required, description, feature }) => [
      code(name),
      typeText(shape, family, from),
      required ? 'yes' : '',
      cell(description),
      feature === undefined ? '' : code(feature),
    ]),
  );
}

function variantTable({ tag, variants }: UnionDefinition, family: Family, from: string): string {
  return table(
    [code(tag), 'type', 'description'],
    variants.map((variant) => {
      const definition = definitionOf(family, variant.definition);
      const [sentence = ''] = definition.description.split('\n');
      return [code(variant.tag), linkTo(definition, from), cell(sentence)];
    }),
  );
}

function valuesText(values: readonly unknown[]): string {
  return values.map((value) => code(typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
}
