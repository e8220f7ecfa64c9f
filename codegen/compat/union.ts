import { propertiesOf, referenceName } from '../flatten.ts';
import { isJsonObject, type SchemaObject } from '../model.ts';
import { alternativesOf } from './kind.ts';
import type { Place } from './rule.ts';

/** The `$defs` of a bundle. */
export type Definitions = Readonly<Record<string, SchemaObject>>;

/** A union with the definitions in which the tags of its variants stand. */
export interface UnionInBundle {
  readonly schema: SchemaObject;
  readonly definitions: Definitions;
}

/** Compares the variants of a discriminated union by their tags. */
export function compareUnions(previous: UnionInBundle, next: UnionInBundle, { pointer, report }: Place): void {
  const tagBefore = tagPropertyOf(previous.schema);
  const tagAfter = tagPropertyOf(next.schema);
  if (tagBefore !== tagAfter) {
    const message = `The variants are told apart by "${tagAfter}" now, before by "${tagBefore}".`;
    report('DISCRIMINATOR_CHANGED', pointer, message);
    return;
  }
  const before = variantsOf(previous);
  const after = variantsOf(next);
  for (const tag of before.keys()) {
    if (after.has(tag)) continue;
    report('VARIANT_REMOVED', pointer, `The variant "${tag}" was removed; reserve the tag in reserved.json.`);
  }
  for (const [tag, target] of after) {
    const older = before.get(tag);
    if (older === undefined) report('VARIANT_ADDED', pointer, `The variant "${tag}" was added.`);
    else if (older !== target)
      report('REF_TARGET_CHANGED', pointer, `The variant "${tag}" is ${target} now, before ${older}.`);
  }
}

/** The tags of a union and the definitions behind them. */
export function variantsOf({ schema, definitions }: UnionInBundle): ReadonlyMap<string, string> {
  const tag = tagPropertyOf(schema);
  return new Map(
    alternativesOf(schema).map((entry) => {
      const name = referenceName(entry) ?? '';
      const constant = propertiesOf(definitions[name] ?? {})[tag]?.['const'];
      return [typeof constant === 'string' ? constant : name, name];
    }),
  );
}

function tagPropertyOf(schema: SchemaObject): string {
  const discriminator = schema['discriminator'];
  const name = isJsonObject(discriminator) ? discriminator['propertyName'] : undefined;
  return typeof name === 'string' ? name : '';
}
