import {
  type Definition,
  definitionOf,
  type EnumDefinition,
  type Family,
  type Json,
  type ObjectDefinition,
  type Property,
  rootsOf,
  type SchemaObject,
  type UnionDefinition,
} from './model.ts';

/** The property in which a root record says in which version of the format it was written. */
const VERSION_PROPERTY = 'schemaVersion';

/** The definition of the version constant, if the records of a family say their version. */
export function versionDefinition(family: Family): EnumDefinition | undefined {
  for (const root of rootsOf(family)) {
    if (root.kind !== 'object') continue;
    const shape = root.properties.find(({ name }) => name === VERSION_PROPERTY)?.shape;
    const target = shape?.kind === 'reference' ? family.definitions.get(shape.name) : undefined;
    if (target?.kind === 'enum') return target;
  }
  return undefined;
}

/**
 * The definitions of a family as a reader of later minors needs them: whatever a minor version may add is let through.
 * An object may have properties that are not known, a closed list any value of its type, a union any tag; the version
 * is of the same major. What *is* known keeps its rules: types, required names, bounds, the members of each known tag.
 */
export function tolerantDefinitions(family: Family): readonly Definition[] {
  const version = versionDefinition(family);
  const tags = tagsOf(family);
  const shared = sharedProperties(family);
  return [...family.definitions.values()].flatMap((definition): readonly Definition[] => {
    switch (definition.kind) {
      case 'union':
        return openUnion(definition, shared.ofUnion.get(definition.name) ?? []);
      case 'enum':
        return [
          definition === version ? sameMajor(definition) : { ...definition, schema: openList(definition.values) },
        ];
      case 'object':
        return [openObject(definition, tags.get(definition.name), shared.ofMember.get(definition.name))];
      default:
        return [definition];
    }
  });
}

/** The names of the properties that tell a variant apart, by variant. */
export function tagsOf(family: Family): ReadonlyMap<string, ReadonlySet<string>> {
  const tags = new Map<string, Set<string>>();
  for (const union of unionsOf(family)) {
    for (const { definition } of union.variants)
      tags.set(definition, (tags.get(definition) ?? new Set()).add(union.tag));
  }
  return tags;
}

interface SharedProperties {
  readonly ofUnion: ReadonlyMap<string, readonly Property[]>;
  readonly ofMember: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * The properties that all members of a union have alike: checked once, at the union, which halves the module.
 * Only where every member is reached through this union alone.
 */
function sharedProperties(family: Family): SharedProperties {
  const ofUnion = new Map<string, readonly Property[]>();
  const ofMember = new Map<string, ReadonlySet<string>>();
  for (const union of unionsOf(family)) {
    const members = union.variants.map(({ definition }) => definitionOf(family, definition));
    const [first, ...others] = members.flatMap((member) => (member.kind === 'object' ? [member] : []));
    if (first === undefined || !members.every((member) => isReachedOnlyThrough(union, member, family))) continue;
    const shared = first.properties.filter((property) => others.every((other) => hasProperty(other, property)));
    ofUnion.set(union.name, shared);
    for (const { name } of members) ofMember.set(name, new Set(shared.map((property) => property.name)));
  }
  return { ofUnion, ofMember };
}

function isReachedOnlyThrough(union: UnionDefinition, member: Definition, family: Family): boolean {
  const others = [...family.definitions.values()].filter((definition) => definition !== union);
  return !member.root && !others.some(({ references }) => references.includes(member.name));
}

function hasProperty({ properties }: ObjectDefinition, { name, required, schema }: Property): boolean {
  const twin = properties.find((property) => property.name === name);
  return twin?.required === required && JSON.stringify(twin.schema) === JSON.stringify(schema);
}

function unionsOf(family: Family): readonly UnionDefinition[] {
  return [...family.definitions.values()].filter((definition) => definition.kind === 'union');
}

function sameMajor(version: EnumDefinition): Definition {
  const major = String(version.values[0]).split('.')[0];
  return { ...version, schema: { type: 'string', maxLength: 32, pattern: `^${major}\\.(0|[1-9][0-9]*)$` } };
}

/** Two definitions: the union as it was, under another name, and one that asks it about known tags only. */
function openUnion(union: UnionDefinition, shared: readonly Property[]): readonly Definition[] {
  const known = `${union.name}.known`;
  const schema: SchemaObject = {
    type: 'object',
    required: [union.tag],
    properties: { [union.tag]: { type: 'string' } },
    if: { properties: { [union.tag]: { enum: union.variants.map(({ tag }) => tag) } }, required: [union.tag] },
    then: { $ref: `#/$defs/${known}` },
  };
  const common = {
    properties: Object.fromEntries(shared.map((property) => [property.name, openProperty(property)])),
    required: shared.filter(({ required }) => required).map(({ name }) => name),
  };
  return [
    { ...union, kind: 'object', properties: [], schema },
    { ...union, name: known, root: false, schema: { ...union.schema, ...common } },
  ];
}

const NONE: ReadonlySet<string> = new Set();

function openObject(definition: ObjectDefinition, tags = NONE, elsewhere = NONE): ObjectDefinition {
  const { additionalProperties, ...schema } = definition.schema;
  const own = definition.properties.filter(({ name }) => !elsewhere.has(name));
  const open = {
    ...schema,
    properties: Object.fromEntries(
      own.map((property) => [property.name, tags.has(property.name) ? property.schema : openProperty(property)]),
    ),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    ...(additionalProperties === false || additionalProperties === undefined ? {} : { additionalProperties }),
  };
  return { ...definition, schema: open };
}

/** A constant that is no tag is a closed list of one. */
function openProperty({ schema }: Property): SchemaObject {
  const constant = schema['const'];
  return constant === undefined ? schema : openList([constant]);
}

function openList(values: readonly Json[]): SchemaObject {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)));
  const [only = 'string', ...others] = types;
  return { type: others.length === 0 ? only : [only, ...others] };
}
