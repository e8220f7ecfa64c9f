import { type Definition, definitionOf, type Family, type Json, type Property, type Shape } from '../model.ts';
import { perFamily, stampOf } from './target.ts';
import { literal, propertyKey } from './text.ts';

/** `plan.ts`: how to walk a value of a family, for walkers that must know what each property is. */
export const planTarget = perFamily('plan', (family) => [{ path: 'plan.ts', text: planModule(family) }]);

const INTERFACES = `/** A value that asks for nothing, as JSON. */
export type Neutral = string | number | boolean | readonly Neutral[] | { readonly [member: string]: Neutral };

/** What may stand in a property. The JSON type of the value decides which of the marks applies. */
export interface ValuePlan {
  /** The feature that a projection must claim or report when the property is present. */
  readonly feature?: string;
  /** The value that asks for nothing of a target without the feature: with it the feature is not used. */
  readonly neutral?: Neutral;
  /** The same, of the member named value of the intent that stands here. */
  readonly neutralValue?: Neutral;
  /** The content fingerprint leaves the property out. */
  readonly bookkeeping?: true;
  /** The value is a reference to a secret, never a secret. */
  readonly secret?: true;
  /** The value is opaque media: no search for credentials. */
  readonly noSecretScan?: true;
  /** An object here is of this type: a key of the plan. */
  readonly child?: string;
  /** An array here is a list, and what is said here holds for each entry. */
  readonly list?: true;
  /** An object here is a map from names that are data, and what else is said here holds for each of its values. */
  readonly map?: true;
  /** Anything here, at any depth, is arbitrary JSON. */
  readonly json?: true;
  /** A string here may hold any text; without this mark it is one of a closed list, or a constant. */
  readonly text?: true;
}

/** A type with named properties. */
export interface ObjectPlan {
  readonly kind: 'object';
  /** The feature that a projection must claim or report when a value of this type occurs. */
  readonly feature?: string;
  readonly properties: Readonly<Record<string, ValuePlan>>;
}

/** A union: the type is behind the tag that the named property holds. */
export interface UnionPlan {
  readonly kind: 'union';
  readonly feature?: string;
  readonly property: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** How to walk the values of a family, by type name. */
export type Plan = Readonly<Record<string, ObjectPlan | UnionPlan>>;`;

function planModule(family: Family): string {
  const entries = [...family.definitions.values()].flatMap((definition) => definitionText(definition, family));
  return `// ${stampOf(family)}\n\n${INTERFACES}\n\nexport const PLAN: Plan = {\n${entries.join('\n')}\n};\n`;
}

function definitionText(definition: Definition, family: Family): readonly string[] {
  const feature = definition.feature === undefined ? '' : ` feature: '${definition.feature}',`;
  if (definition.kind === 'union') {
    const tags = definition.variants.map((variant) => `      ${propertyKey(variant.tag)}: '${variant.definition}',`);
    const head = `kind: 'union',${feature} property: '${definition.tag}', tags: {`;
    return [`  ${definition.name}: {\n    ${head}\n${tags.join('\n')}\n    },\n  },`];
  }
  if (definition.kind !== 'object') return [];
  const properties = definition.properties.map(
    (property) => `      ${propertyKey(property.name)}: ${planText(propertyPlan(property, family))},`,
  );
  const body = properties.length === 0 ? '{}' : `{\n${properties.join('\n')}\n    }`;
  return [`  ${definition.name}: {\n    kind: 'object',${feature} properties: ${body},\n  },`];
}

/** Built key by key below; the generated interface of the same name says what each mark means. */
type ValuePlan = { [mark: string]: Json };

function propertyPlan(property: Property, family: Family): ValuePlan {
  const plan: ValuePlan = {};
  if (property.feature !== undefined) plan['feature'] = property.feature;
  if (property.neutral !== undefined)
    plan[isIntent(property.shape, family) ? 'neutralValue' : 'neutral'] = property.neutral;
  if (property.bookkeeping) plan['bookkeeping'] = true;
  if (property.secret) plan['secret'] = true;
  if (property.noSecretScan) plan['noSecretScan'] = true;
  markShape(plan, property.shape, family);
  return plan;
}

/** An intent says what it asks for in its `value`. */
function isIntent(shape: Shape, family: Family): boolean {
  if (shape.kind !== 'reference') return false;
  const definition = definitionOf(family, shape.name);
  return definition.kind === 'object' && definition.properties.some(({ name }) => name === 'value');
}

function markShape(plan: ValuePlan, shape: Shape, family: Family): void {
  if (shape.kind === 'reference') {
    markDefinition(plan, definitionOf(family, shape.name), family);
    return;
  }
  if (shape.kind === 'scalar') {
    if (shape.type === 'string' && shape.schema['const'] === undefined) plan['text'] = true;
    return;
  }
  if (plan['list'] === true) throw new Error('A list of lists needs a type between them: the plan has one list mark.');
  plan['list'] = true;
  markShape(plan, shape.items, family);
}

function markDefinition(plan: ValuePlan, definition: Definition, family: Family): void {
  switch (definition.kind) {
    case 'object':
    case 'union':
      if (plan['child'] !== undefined)
        throw new Error(
          `${definition.name} and ${String(plan['child'])} are alternatives, and nothing tells them apart.`,
        );
      plan['child'] = definition.name;
      return;
    case 'json':
      plan['json'] = true;
      return;
    case 'array':
      plan['list'] = true;
      markShape(plan, definition.items, family);
      return;
    case 'map':
      if (plan['map'] === true) throw new Error(`${definition.name} is a map in a map: the plan has one map mark.`);
      plan['map'] = true;
      markShape(plan, definition.values, family);
      return;
    case 'scalar-union':
      for (const alternative of definition.alternatives) markShape(plan, alternative, family);
      return;
    case 'scalar':
      if (definition.type === 'string') plan['text'] = true;
      return;
    case 'open-enum':
      plan['text'] = true;
      return;
    case 'enum':
      return;
    default:
      definition satisfies never;
  }
}

function planText(plan: ValuePlan): string {
  const marks = Object.entries(plan).map(([mark, value]) => `${mark}: ${value === true ? 'true' : literal(value)}`);
  return marks.length === 0 ? '{}' : `{ ${marks.join(', ')} }`;
}
