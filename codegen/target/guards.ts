import {
  compareText,
  type Definition,
  definitionOf,
  type EnumDefinition,
  type Family,
  type OpenEnumDefinition,
  type UnionDefinition,
} from '../model.ts';
import { constantCase } from '../naming.ts';
import { perFamily, stampOf } from './target.ts';
import { literal, propertyKey } from './text.ts';

/** `guards.ts`: constants, the union table, the bookkeeping table and the tag guards of a family. */
export const guardsTarget = perFamily('guards', (family) => [{ path: 'guards.ts', text: guardsModule(family) }]);

function guardsModule(family: Family): string {
  const definitions = [...family.definitions.values()];
  const guards = guardTexts(family, definitions);
  const imports =
    guards.length === 0 ? [] : [`import type {\n  ${guardTypes(family).join(',\n  ')},\n} from './types.ts';`];
  return `${[
    `// ${stampOf(family)}`,
    ...imports,
    ...definitions.flatMap(constantTexts),
    unionTable(definitions),
    bookkeepingTable(definitions),
    ...guards,
  ].join('\n\n')}\n`;
}

function constantTexts(definition: Definition): readonly string[] {
  if (definition.kind !== 'enum' && definition.kind !== 'open-enum') return [];
  const name = constantCase(definition.name);
  if (definition.schema['const'] !== undefined)
    return [`${comment(definition.description)}export const ${name} = ${literal(definition.values[0])};`];
  return [`${comment(listComment(definition))}export const ${name}_VALUES = ${list(definition.values)} as const;`];
}

function listComment({ kind, name, description }: EnumDefinition | OpenEnumDefinition): string {
  const [sentence = ''] = description.split('\n');
  return kind === 'enum'
    ? `All values of ${name}: ${sentence}`
    : `The known values of ${name}, which is open: ${sentence}`;
}

function unionTable(definitions: readonly Definition[]): string {
  const lines = unionsIn(definitions).map(({ name, tag, variants }) => {
    const tags = variants.map((variant) => `      ${propertyKey(variant.tag)}: '${variant.definition}',`);
    return `  ${name}: {\n    property: '${tag}',\n    tags: {\n${tags.join('\n')}\n    },\n  },`;
  });
  const text = 'Per union: the property that tells its members apart, and the type behind each tag.';
  return `${comment(text)}export const UNIONS = ${block(lines)} as const;`;
}

function bookkeepingTable(definitions: readonly Definition[]): string {
  const lines = definitions.flatMap((definition) => {
    if (definition.kind !== 'object') return [];
    const names = definition.properties.filter(({ bookkeeping }) => bookkeeping).map(({ name }) => name);
    return names.length === 0 ? [] : [`  ${definition.name}: ${list(names)},`];
  });
  const text = 'Per type: the properties that the content fingerprint leaves out.';
  const type = 'Readonly<Record<string, readonly string[]>>';
  return `${comment(text)}export const BOOKKEEPING: ${type} = ${block(lines)};`;
}

/** One guard per member; a member of several unions is told apart in all of them that share the tag property. */
function guardTexts(family: Family, definitions: readonly Definition[]): readonly string[] {
  return [...membersOf(definitions)].map(([member, unions]) => {
    const [first] = unions;
    const tag = first?.variants.find((variant) => variant.definition === member)?.tag ?? '';
    const { description } = definitionOf(family, member);
    const [sentence = ''] = description.split('\n');
    const from = unions.map(({ name }) => name).join(' | ');
    return [
      `${comment(`Whether it is a ${member}: ${sentence}`)}export function is${member}(value: ${from}): value is ${member} {`,
      `  return value.${first?.tag ?? ''} === ${literal(tag)};`,
      '}',
    ].join('\n');
  });
}

function guardTypes(family: Family): readonly string[] {
  const names = [...membersOf([...family.definitions.values()])].flatMap(([member, unions]) => [
    member,
    ...unions.map(({ name }) => name),
  ]);
  return [...new Set(names)].sort(compareText);
}

function membersOf(definitions: readonly Definition[]): ReadonlyMap<string, readonly UnionDefinition[]> {
  const members = new Map<string, UnionDefinition[]>();
  for (const union of unionsIn(definitions)) {
    for (const { definition } of union.variants) {
      const unions = members.get(definition) ?? [];
      if (unions.every(({ tag }) => tag === union.tag)) unions.push(union);
      members.set(definition, unions);
    }
  }
  return new Map([...members].sort(([left], [right]) => compareText(left, right)));
}

function unionsIn(definitions: readonly Definition[]): readonly UnionDefinition[] {
  return definitions.filter((definition) => definition.kind === 'union');
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
}

function list(values: readonly unknown[]): string {
  const texts = values.map((value) => literal(value));
  const line = `[${texts.join(', ')}]`;
  return line.length <= 80 ? line : `[\n  ${texts.join(',\n  ')},\n]`;
}

function comment(text: string): string {
  return `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\n+/g, ' ')} */\n`;
}
