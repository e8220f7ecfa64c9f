import { propertiesOf, referenceName, requiredNames } from '../flatten.ts';
import { isJsonObject, type Json, type SchemaObject } from '../model.ts';
import { joinPointer } from '../pointer.ts';
import { compareBounds } from './bound.ts';
import { compareKeywords, same } from './keyword.ts';
import { alternativesOf, kindOf, type SchemaKind, valuesOf } from './kind.ts';
import type { Place } from './rule.ts';
import { compareUnions, type Definitions } from './union.ts';

/** The definitions of both bundles, for what a reference alone does not say. */
export interface BothBundles {
  readonly previous: Definitions;
  readonly next: Definitions;
}

/** Reports every difference between two versions of one schema, and of the schemas inside it. */
export function compareSchemas(previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles): void {
  compareKeywords(previous, next, place);
  const before = kindOf(previous);
  const after = kindOf(next);
  if (before !== after) {
    reportKind(before, after, place);
    return;
  }
  compareBounds(previous, next, place);
  MEMBER_COMPARISON[before](previous, next, place, bundles);
}

type Comparison = (previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles) => void;

const MEMBER_COMPARISON: Readonly<Record<SchemaKind, Comparison>> = {
  reference: compareReferences,
  union: (previous, next, place, bundles) =>
    compareUnions(
      { schema: previous, definitions: bundles.previous },
      { schema: next, definitions: bundles.next },
      place,
    ),
  'open-enum': compareOpenEnums,
  alternatives: compareAlternatives,
  enum: compareEnums,
  object: compareObjects,
  array: (previous, next, place, bundles) =>
    compareBelow(previous['items'], next['items'], step(place, 'items'), bundles),
  scalar: compareTypes,
  any: () => undefined,
};

/** A list of strings may close or open up: every other change of kind is a change of type. */
function reportKind(before: SchemaKind, after: SchemaKind, { pointer, report }: Place): void {
  const texts: readonly SchemaKind[] = ['enum', 'open-enum', 'scalar'];
  const rule = texts.includes(before) && texts.includes(after) ? 'OPENNESS_CHANGED' : 'TYPE_CHANGED';
  report(rule, pointer, `What was ${NAME_OF_KIND[before]} is ${NAME_OF_KIND[after]} now.`);
}

const NAME_OF_KIND: Readonly<Record<SchemaKind, string>> = {
  reference: 'a reference',
  union: 'a union',
  'open-enum': 'an open list of values',
  alternatives: 'a choice of types',
  enum: 'a closed list of values',
  object: 'an object',
  array: 'an array',
  scalar: 'a plain value',
  any: 'any JSON',
};

function compareReferences(previous: SchemaObject, next: SchemaObject, { pointer, report }: Place): void {
  const before = referenceName(previous);
  const after = referenceName(next);
  if (before !== after) report('REF_TARGET_CHANGED', pointer, `It refers to ${after} now, before to ${before}.`);
}

function compareTypes(previous: SchemaObject, next: SchemaObject, { pointer, report }: Place): void {
  const before = JSON.stringify(previous['type']);
  const after = JSON.stringify(next['type']);
  if (before !== after) report('TYPE_CHANGED', pointer, `The type changed from ${before} to ${after}.`);
}

function compareEnums(previous: SchemaObject, next: SchemaObject, place: Place): void {
  const before = previous['const'];
  const after = next['const'];
  if (before === undefined || after === undefined) {
    compareValues(previous, next, place, 'ENUM_VALUE_ADDED');
  } else if (!same(before, after)) {
    const message = `The constant changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}.`;
    place.report('CONST_CHANGED', place.pointer, message);
  }
}

function compareOpenEnums(previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles): void {
  compareValues(previous, next, place, 'KNOWN_VALUE_ADDED');
  compareBelow(alternativesOf(previous)[1], alternativesOf(next)[1], step(place, 'anyOf', 1), bundles);
}

function compareValues(
  previous: SchemaObject,
  next: SchemaObject,
  { pointer, report }: Place,
  addition: 'ENUM_VALUE_ADDED' | 'KNOWN_VALUE_ADDED',
): void {
  const before = valuesOf(previous).map((value) => JSON.stringify(value));
  const after = valuesOf(next).map((value) => JSON.stringify(value));
  for (const value of before) {
    if (after.includes(value)) continue;
    report('ENUM_VALUE_REMOVED', pointer, `The value ${value} was removed; reserve it in reserved.json.`);
  }
  for (const value of after) if (!before.includes(value)) report(addition, pointer, `The value ${value} was added.`);
}

/** Alternatives are told apart by their JSON type or by the definition that they refer to. */
function compareAlternatives(previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles): void {
  const keyword = next['oneOf'] === undefined ? 'anyOf' : 'oneOf';
  const before = new Map(alternativesOf(previous).map((schema) => [alternativeKey(schema), schema]));
  const after = new Map(alternativesOf(next).map((schema) => [alternativeKey(schema), schema]));
  for (const key of before.keys())
    if (!after.has(key)) place.report('VARIANT_REMOVED', place.pointer, `The alternative ${key} was removed.`);
  for (const [index, [key, schema]] of [...after].entries()) {
    const at = step(place, keyword, index);
    const older = before.get(key);
    if (older === undefined) place.report('VARIANT_ADDED', at.pointer, `The alternative ${key} was added.`);
    else compareSchemas(older, schema, at, bundles);
  }
}

function alternativeKey(schema: SchemaObject): string {
  return referenceName(schema) ?? JSON.stringify(schema['type'] ?? schema);
}

function compareObjects(previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles): void {
  const before = propertiesOf(previous);
  const after = propertiesOf(next);
  const requiredBefore = new Set(requiredNames(previous));
  const requiredAfter = new Set(requiredNames(next));
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name)) continue;
    const { pointer } = step(place, 'properties', name);
    place.report('PROPERTY_REMOVED', pointer, `The property "${name}" was removed; reserve it in reserved.json.`);
  }
  for (const [name, schema] of Object.entries(after)) {
    const at = step(place, 'properties', name);
    const older = Object.hasOwn(before, name) ? before[name] : undefined;
    if (older === undefined) {
      const [rule, kind] = requiredAfter.has(name)
        ? (['REQUIRED_PROPERTY_ADDED', 'required'] as const)
        : (['OPTIONAL_PROPERTY_ADDED', 'optional'] as const);
      place.report(rule, at.pointer, `The ${kind} property "${name}" was added.`);
      continue;
    }
    if (requiredBefore.has(name) && !requiredAfter.has(name))
      place.report('REQUIRED_TO_OPTIONAL', at.pointer, `The required property "${name}" is optional now.`);
    if (!requiredBefore.has(name) && requiredAfter.has(name))
      place.report('OPTIONAL_TO_REQUIRED', at.pointer, `The optional property "${name}" is required now.`);
    compareSchemas(older, schema, at, bundles);
  }
  compareOpenness(previous, next, place, bundles);
}

/** `additionalProperties` says whether an object is open, `propertyNames` how a map's keys are spelled. */
function compareOpenness(previous: SchemaObject, next: SchemaObject, place: Place, bundles: BothBundles): void {
  const before = previous['additionalProperties'];
  const after = next['additionalProperties'];
  if (isJsonObject(before) && isJsonObject(after))
    compareSchemas(before, after, step(place, 'additionalProperties'), bundles);
  else if (!same(before ?? true, after ?? true))
    place.report('OPENNESS_CHANGED', place.pointer, 'It allows other properties than before.');
  compareBelow(previous['propertyNames'], next['propertyNames'], step(place, 'propertyNames'), bundles);
}

function compareBelow(previous: Json | undefined, next: Json | undefined, place: Place, bundles: BothBundles): void {
  if (isJsonObject(previous) && isJsonObject(next)) compareSchemas(previous, next, place, bundles);
  else if (!same(previous, next)) place.report('TYPE_CHANGED', place.pointer, 'A schema was added or removed here.');
}

function step(place: Place, ...tokens: readonly (string | number)[]): Place {
  return { ...place, pointer: joinPointer(place.pointer, ...tokens) };
}
