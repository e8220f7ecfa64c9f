import {
  type Definition,
  definitionOf,
  type Family,
  type Json,
  type Property,
  reachableFrom,
  rootsOf,
  type Shape,
} from '../model.ts';
import { constantCase } from '../naming.ts';
import { tagsOf, tolerantDefinitions, versionDefinition } from '../tolerance.ts';
import { perFamily, stampOf } from './target.ts';
import { literal, propertyKey } from './text.ts';
import { validatorModule } from './validators.ts';

/**
 * `tolerant.js` and its declarations: how to read a record of a later minor version of the same major.
 * Unified v2, Schema version: unknown optional data is retained, unknown required semantics are reported.
 *
 * The module exports one check per root. It accepts what a minor version may add and refuses everything else; a refusal
 * leaves its faults in `errors`, where those with the keyword `if` only say in which union the fault was found.
 * A check passes unknown names, values and tags in silence, so its reader walks the value as well, along `PLAN`:
 * - a property that the plan of its type does not have: unknown optional data, kept, and neither read nor acted on;
 * - a tag that the `tags` of its union do not have: unknown required semantics, and the walk does not go into it;
 * - a value that `CLOSED_VALUES[type][property]` does not list (each entry of a list, each value of a map): the same.
 */
export const tolerantTarget = perFamily('tolerant', (family) => {
  if (versionDefinition(family) === undefined) return [];
  const roots = rootsOf(family).map(({ name }) => name);
  const head = `// ${stampOf(family)}\n`;
  return [
    {
      path: 'tolerant.js',
      text: `${head}${validatorModule(tolerantDefinitions(family), roots)}${closedTable(family)}`,
    },
    { path: 'tolerant.d.ts', text: `${head}${declarations(roots)}` },
  ];
});

function declarations(roots: readonly string[]): string {
  return `import type { ValidationError } from './runtime.js';

/**
 * Whether a value has the shape of a record of this or a later minor version. The faults are in \`errors\`:
 * those with the keyword \`if\` repeat that a union is at fault, and where.
 */
export interface TolerantCheck {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** By type and property: the values that this version knows, where the list is closed. */
export declare const CLOSED_VALUES: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

${roots.map((name) => `export declare const ${name}: TolerantCheck;`).join('\n')}
`;
}

function closedTable(family: Family): string {
  const lists = new Map<string, string>();
  const tags = tagsOf(family);
  const types = reachableFrom(
    family,
    rootsOf(family).map(({ name }) => name),
  ).flatMap((definition) => {
    if (definition.kind !== 'object') return [];
    const own = tags.get(definition.name);
    const closed = definition.properties.flatMap((property) => {
      const values = own?.has(property.name) ? undefined : closedList(property, family, lists);
      return values === undefined ? [] : [`${propertyKey(property.name)}: ${values}`];
    });
    return closed.length === 0 ? [] : [`  ${definition.name}: { ${closed.join(', ')} },`];
  });
  const constants = [...lists].map(([name, values]) => `const ${name} = ${values};`);
  return `${[...constants, 'export const CLOSED_VALUES = {', ...types, '};'].join('\n')}\n`;
}

/** The text that names the list of values of a property, if every text in it must be one of a list. */
function closedList(property: Property, family: Family, lists: Map<string, string>): string | undefined {
  const closed = closedOf(property.shape, family);
  if (closed === undefined) return undefined;
  if (closed.definition === undefined) return list(closed.values);
  const name = constantCase(closed.definition.name);
  lists.set(name, list(closed.values));
  return name;
}

interface ClosedValues {
  readonly values: readonly Json[];
  readonly definition?: Definition;
}

function closedOf(shape: Shape, family: Family): ClosedValues | undefined {
  if (shape.kind === 'list') return closedOf(shape.items, family);
  if (shape.kind === 'scalar') {
    const constant = shape.schema['const'];
    return constant === undefined ? undefined : { values: [constant] };
  }
  const definition = definitionOf(family, shape.name);
  switch (definition.kind) {
    case 'enum':
      return definition === versionDefinition(family) ? undefined : { values: definition.values, definition };
    case 'array':
      return closedOf(definition.items, family);
    case 'map':
      return closedOf(definition.values, family);
    case 'scalar-union':
      return closedAlternative(definition.alternatives, family);
    default:
      return undefined;
  }
}

/** A list of texts beside objects or numbers stays closed; beside a free text it is none. */
function closedAlternative(alternatives: readonly Shape[], family: Family): ClosedValues | undefined {
  const [closed, ...others] = alternatives.flatMap((shape) => closedOf(shape, family) ?? []);
  const free = alternatives.some((shape) => isFreeText(shape, family));
  return free || others.length > 0 ? undefined : closed;
}

function isFreeText(shape: Shape, family: Family): boolean {
  if (shape.kind === 'list') return isFreeText(shape.items, family);
  if (shape.kind === 'scalar') return shape.type === 'string' && shape.schema['const'] === undefined;
  const definition = definitionOf(family, shape.name);
  return definition.kind === 'open-enum' || (definition.kind === 'scalar' && definition.type === 'string');
}

function list(values: readonly Json[]): string {
  return `[${values.map((value) => literal(value)).join(', ')}]`;
}
