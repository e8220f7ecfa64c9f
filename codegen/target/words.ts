import { type Definition, definitionOf, type Family, isJsonObject, type Json, type Property } from '../model.ts';
import { perFamily, stampOf } from './target.ts';
import { literal, propertyKey } from './text.ts';

/** The family whose records the fidelity audit changes. */
const AUDITED_FAMILY = 'unified';

/** `words.ts`: the closed lists of a family, and what its types must have, for whoever changes a record and keeps it valid. */
export const wordsTarget = perFamily('words', (family) =>
  family.name === AUDITED_FAMILY ? [{ path: 'words.ts', text: wordsModule(family) }] : [],
);

function wordsModule(family: Family): string {
  const words = linesOf(family, (property) => listText(wordsIn(property.schema, family)));
  const required = [...family.definitions.values()].flatMap((definition) => {
    const names = propertiesOf(definition).filter((property) => property.required);
    return names.length === 0 ? [] : [`  ${definition.name}: ${listText(names.map(({ name }) => name))},`];
  });
  return [
    `// ${stampOf(family)}\n`,
    '/** The words that a member may be, by type and name; a constant has one, and a free text is not here. */',
    `export const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {\n${words.join('\n')}\n};\n`,
    '/** The members without which a value of a type is not valid. */',
    `export const REQUIRED: Readonly<Record<string, readonly string[]>> = {\n${required.join('\n')}\n};\n`,
  ].join('\n');
}

function linesOf(family: Family, text: (property: Property) => string | undefined): readonly string[] {
  return [...family.definitions.values()].flatMap((definition) => {
    const members = propertiesOf(definition).flatMap((property) => {
      const value = text(property);
      return value === undefined ? [] : [`    ${propertyKey(property.name)}: ${value},`];
    });
    return members.length === 0 ? [] : [`  ${definition.name}: {\n${members.join('\n')}\n  },`];
  });
}

function propertiesOf(definition: Definition): readonly Property[] {
  return definition.kind === 'object' ? definition.properties : [];
}

function listText(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : `[${words.map(literal).join(', ')}]`;
}

/** The words of a schema, of the entries of a list, and of every alternative. */
function wordsIn(schema: Json | undefined, family: Family): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    return wordsIn(definitionOf(family, reference.replace('#/$defs/', '')).schema, family);
  }
  if (schema['items'] !== undefined) return wordsIn(schema['items'], family);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return branches.flatMap((branch: Json) => wordsIn(branch, family));
  const words = schema['enum'] ?? (schema['const'] === undefined ? [] : [schema['const']]);
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}
