import { readFileSync } from 'node:fs';
import { isPlainObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { ROOT } from './imports.ts';

const BUNDLE: JsonObject = JSON.parse(readFileSync(`${ROOT}/generated/unified/bundle.json`, 'utf8'));

const KNOWN = new Map<string, readonly string[]>();

/** The words that a member of a type may be, by the generated bundle; none when its text is free of a closed list. */
export function wordsOf(named: string, key: string): readonly string[] {
  const place = `${named}/${key}`;
  const known = KNOWN.get(place);
  if (known !== undefined) return known;
  const found = wordsIn(member(member(definition(named), 'properties'), key));
  KNOWN.set(place, found);
  return found;
}

/** Whether a value of a type is not valid without a member. */
export function isRequired(named: string, key: string): boolean {
  const required = member(definition(named), 'required');
  return Array.isArray(required) && required.includes(key);
}

function definition(named: string): JsonValue | undefined {
  return member(BUNDLE['$defs'], named);
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  // Every object of a JSON value is a plain one.
  return isPlainObject(value) ? (value as JsonObject)[key] : undefined;
}

function wordsIn(schema: JsonValue | undefined): readonly string[] {
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') return wordsIn(definition(reference.replace('#/$defs/', '')));
  const items = member(schema, 'items');
  if (items !== undefined) return wordsIn(items);
  const branches = member(schema, 'anyOf') ?? member(schema, 'oneOf');
  if (Array.isArray(branches)) return branches.flatMap(wordsIn);
  const constant = member(schema, 'const');
  const words = member(schema, 'enum') ?? (constant === undefined ? [] : [constant]);
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}
