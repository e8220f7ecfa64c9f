import { propertiesOf } from '../flatten.ts';
import { isJsonObject, type Json, type SchemaObject } from '../model.ts';
import { joinPointer } from '../pointer.ts';
import { kindOf, valuesOf } from './kind.ts';
import type { Rule } from './rule.ts';
import { type Definitions, variantsOf } from './union.ts';

/**
 * A name that a released version had and that may never return with another meaning.
 * Without `property`, `tag` and `value` it is the definition itself.
 */
export interface ReservedName {
  readonly family: string;
  readonly definition: string;
  readonly property?: string;
  /** Of a union. */
  readonly tag?: string;
  /** Of an enum. */
  readonly value?: string;
}

/**
 * Reads the text of `schema/reserved.json`: `{ "reserved": [{ "family", "definition", "property" | "tag" | "value" }] }`.
 * Throws an Error that names the entry when it has no family or definition, or a member that no entry has.
 */
export function parseReservedNames(text: string): readonly ReservedName[] {
  const json: Json = JSON.parse(text);
  const list = isJsonObject(json) ? json['reserved'] : undefined;
  if (!Array.isArray(list)) throw new Error('reserved.json has no list "reserved".');
  return list.map((entry, index) => {
    if (isReservedName(entry)) return entry;
    throw new Error(
      `Entry ${index} of reserved.json needs "family", "definition" and at most one other name, all texts.`,
    );
  });
}

/** Reports each reserved name of `family` that the definitions use again. */
export function reportReservedUses(
  definitions: Definitions,
  reserved: readonly ReservedName[],
  report: (rule: Rule, definition: string, pointer: string, message: string) => void,
): void {
  for (const name of reserved) {
    const schema = definitions[name.definition];
    if (schema === undefined || !isUsed(name, schema, definitions)) continue;
    const what = describe(name);
    const pointer = joinPointer('/$defs', name.definition, ...(name.property ? ['properties', name.property] : []));
    report(
      'RESERVED_NAME_USED',
      name.definition,
      pointer,
      `${what} was removed once and may not return: take a new name.`,
    );
  }
}

const MEMBERS: ReadonlySet<string> = new Set(['family', 'definition', 'property', 'tag', 'value']);

function isReservedName(entry: unknown): entry is ReservedName {
  if (typeof entry !== 'object' || entry === null || !('family' in entry) || !('definition' in entry)) return false;
  const entries = Object.entries(entry);
  return entries.length <= 3 && entries.every(([key, value]) => MEMBERS.has(key) && typeof value === 'string');
}

function isUsed({ property, tag, value }: ReservedName, schema: SchemaObject, definitions: Definitions): boolean {
  if (property !== undefined) return Object.hasOwn(propertiesOf(schema), property);
  if (tag !== undefined) return kindOf(schema) === 'union' && variantsOf({ schema, definitions }).has(tag);
  if (value !== undefined) return valuesOf(schema).includes(value);
  return true;
}

function describe({ definition, property, tag, value }: ReservedName): string {
  if (property !== undefined) return `The property "${property}"`;
  if (tag !== undefined) return `The tag "${tag}"`;
  return value === undefined ? `The name ${definition}` : `The value "${value}"`;
}
