import type { Report } from '../finding.ts';
import { propertiesOf, requiredNames } from '../flatten.ts';
import {
  type Definition,
  definitionOf,
  type Family,
  isJsonObject,
  type Model,
  type ObjectDefinition,
  reachableFrom,
  rootsOf,
  type Shape,
} from '../model.ts';
import { nearestName } from '../naming.ts';
import { joinPointer } from '../pointer.ts';

/** The rules that need more than one definition to judge. */
export function lintDefinitions(model: Model, features: ReadonlySet<string>, report: Report): void {
  lintSharedNames(model, report);
  for (const family of model.families) {
    lintUnused(family, report);
    lintExamplesPresent(family, report);
    for (const definition of family.definitions.values()) {
      lintFeatures(definition, features, report);
      if (definition.kind === 'object') {
        lintRequired(definition, report);
        if (!FOREIGN_FORMATS.includes(family.name)) lintOptionalJson(definition, family, report);
      }
      if (definition.kind === 'scalar-union') lintAlternatives(definition, family, report);
      if (definition.kind === 'open-enum') lintOpenEnum(definition, report);
    }
  }
}

/** Formats that others define: their optional JSON cannot be put into boxes. */
const FOREIGN_FORMATS = ['aimatey'];

/** A name means one thing in the whole project; only the plain JSON types may repeat, since families share nothing. */
function lintSharedNames({ families }: Model, report: Report): void {
  const homes = new Map<string, Definition>();
  for (const definition of families.flatMap(({ definitions }) => [...definitions.values()])) {
    const home = homes.get(definition.name);
    homes.set(definition.name, definition);
    if (home === undefined || (home.kind === 'json' && definition.kind === 'json')) continue;
    const { file, pointer, name, family } = definition;
    const message = `The families ${home.family} and ${family} both define ${name}.`;
    report(file, pointer, 'duplicate-name', message, 'Names are unique: rename one of them.');
  }
}

function lintUnused(family: Family, report: Report): void {
  const used = new Set(
    reachableFrom(
      family,
      rootsOf(family).map(({ name }) => name),
    ).map(({ name }) => name),
  );
  for (const { name, file, pointer } of family.definitions.values()) {
    if (used.has(name)) continue;
    const message = `No root leads to ${name}.`;
    report(file, pointer, 'unused-definition', message, 'Refer to it, mark it "x-unified-root": true, or remove it.');
  }
}

function lintExamplesPresent(family: Family, report: Report): void {
  const members = new Set(
    [...family.definitions.values()].flatMap((definition) =>
      definition.kind === 'union' ? definition.variants.map((variant) => variant.definition) : [],
    ),
  );
  for (const { name, root, file, pointer, examples, invalidExamples } of family.definitions.values()) {
    if (!root && !members.has(name)) continue;
    if (examples.length === 0)
      report(file, pointer, 'examples', `${name} has no example.`, 'Add "examples" with at least one valid value.');
    if (invalidExamples.length === 0) {
      const advice = 'Add "x-unified-invalid-examples" with at least one value that must be refused.';
      report(file, pointer, 'examples', `${name} has no invalid example.`, advice);
    }
  }
}

function lintFeatures(definition: Definition, features: ReadonlySet<string>, report: Report): void {
  const { file, pointer, schema, feature } = definition;
  const used = Object.entries(propertiesOf(schema)).map(([name, value]) => [name, value['x-unified-feature']] as const);
  for (const [name, code] of [['', feature] as const, ...used]) {
    if (typeof code !== 'string' || features.has(code)) continue;
    const meant = nearestName(code, features);
    const advice = meant === undefined ? 'Add it to capability/features.json.' : `Did you mean "${meant}"?`;
    const at = name === '' ? pointer : joinPointer(pointer, 'properties', name);
    report(file, at, 'feature-code', `There is no feature "${code}".`, advice);
  }
}

function lintRequired({ file, pointer, name, schema, properties }: ObjectDefinition, report: Report): void {
  const known = new Set(properties.map((property) => property.name));
  for (const required of requiredNames(schema)) {
    if (known.has(required)) continue;
    const meant = nearestName(required, known);
    const advice = meant === undefined ? 'Define it, or remove it.' : `Did you mean "${meant}"?`;
    const at = joinPointer(pointer, 'required');
    report(file, at, 'required-name', `${name} requires "${required}", which it does not define.`, advice);
  }
}

function lintOptionalJson({ file, pointer, properties }: ObjectDefinition, family: Family, report: Report): void {
  for (const property of properties) {
    if (property.required || !jsonTypesOf(property.shape, family).has('null')) continue;
    const at = joinPointer(pointer, 'properties', property.name);
    const message = `${property.name} may be absent and may be null, which many languages cannot tell apart.`;
    report(file, at, 'optional-json', message, 'Require it, or put the value into a box with a required "value".');
  }
}

function lintAlternatives(definition: Definition, family: Family, report: Report): void {
  if (definition.kind !== 'scalar-union') return;
  const seen = new Set<string>();
  for (const alternative of definition.alternatives) {
    for (const type of jsonTypesOf(alternative, family)) {
      if (!seen.has(type)) {
        seen.add(type);
        continue;
      }
      const message = `Two alternatives of ${definition.name} are of type ${type}.`;
      const advice = 'Objects need a tag and "discriminator"; other types may come once.';
      report(definition.file, definition.pointer, 'ambiguous-union', message, advice);
    }
  }
}

function jsonTypesOf(shape: Shape, family: Family): ReadonlySet<string> {
  if (shape.kind === 'list') return new Set(['array']);
  if (shape.kind === 'scalar') return new Set([shape.type === 'integer' ? 'number' : shape.type]);
  const target = definitionOf(family, shape.name);
  switch (target.kind) {
    case 'object':
    case 'union':
    case 'map':
      return new Set(['object']);
    case 'array':
      return new Set(['array']);
    case 'json':
      return new Set(target.objectOnly ? ['object'] : ANY_TYPE);
    case 'scalar':
      return new Set([target.type === 'integer' ? 'number' : target.type]);
    case 'enum':
      return new Set(target.values.map((value) => (value === null ? 'null' : typeof value)));
    case 'open-enum':
      return new Set(['string']);
    case 'scalar-union':
      return new Set(target.alternatives.flatMap((alternative) => [...jsonTypesOf(alternative, family)]));
    default:
      return target satisfies never;
  }
}

const ANY_TYPE = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** Validators look at the open half only, so every known value has to fit it. */
function lintOpenEnum(definition: Definition, report: Report): void {
  if (definition.kind !== 'open-enum') return;
  const { file, pointer, name, schema, values } = definition;
  const open = Array.isArray(schema['anyOf']) ? schema['anyOf'][1] : undefined;
  if (!isJsonObject(open)) return;
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER, pattern } = open;
  const unfit = values.filter((value) => {
    const length = [...value].length;
    const fits = length >= Number(minLength) && length <= Number(maxLength);
    return !fits || (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value));
  });
  if (unfit.length === 0) return;
  const message = `The known value "${unfit[0]}" of ${name} does not fit the bounds of its open half.`;
  report(file, pointer, 'open-enum-values', message, 'Widen the bounds in the second alternative.');
}
