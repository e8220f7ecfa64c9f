import type { UnifiedJsonSchema, UnifiedRequestV2 } from '../../generated/unified/types.ts';
import { isPlainObject, type JsonObject } from '../core/json.ts';
import { escapeToken, parsePointer, pointer } from '../core/pointer.ts';
import type { EmitContext } from './emit-context.ts';

/**
 * Lets the numbers of schemas leave with every digit where the target is sent the schema as it is, and reports each that
 * a target gets as a double, because what stands around it was rewritten (Unified v2, Definitions).
 */
export function keepSchemaDigits(request: UnifiedRequestV2, wire: JsonObject, context: EmitContext): void {
  const schemas = [
    ...schemasIn(request.model.fallbacks, ['model', 'fallbacks']),
    ...schemasIn(request.tools, ['tools']),
    ...schemasIn(request.output, ['output']),
  ];
  for (const [index, item] of request.conversation.items.entries()) {
    if (HOLD_SCHEMAS.has(item.type)) schemas.push(...schemasIn(item, ['conversation', 'items', index]));
  }
  if (schemas.length === 0) return;
  const sent = new Set<unknown>();
  collect(wire, sent);
  for (const { schema, path } of schemas) keepDigits(schema, path, sent, context);
}

/** The items that hold definitions of tools, or settings of the output. */
const HOLD_SCHEMAS: ReadonlySet<string> = new Set(['tool-listing', 'tool-set-change', 'configuration-update']);

/** The same for one schema that stands in a body, or in a frame, as it is. */
export function sendSchemaDigits(schema: UnifiedJsonSchema, context: EmitContext): void {
  for (const number of exactNumbersOf(schema)) sendDigits(number, context);
}

interface Found {
  readonly schema: UnifiedJsonSchema;
  readonly path: readonly (string | number)[];
}

/** The schemas in a part of a record that have numbers which a double does not hold. */
function* schemasIn(value: unknown, path: readonly (string | number)[]): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* schemasIn(entry, [...path, index]);
  } else if (isPlainObject(value)) {
    if ('exactNumbers' in value && 'schema' in value) {
      // No other type of a record has both members.
      yield { schema: value as unknown as UnifiedJsonSchema, path };
      return;
    }
    for (const [key, member] of Object.entries(value))
      if (key !== 'schema' || isTyped(member)) yield* schemasIn(member, [...path, key]);
  }
}

/** The schema of a format is a type of the record; the one inside of that is the JSON of somebody else. */
function isTyped(schema: unknown): boolean {
  return isPlainObject(schema) && 'exactNumbers' in schema && 'schema' in schema;
}

function keepDigits(
  schema: UnifiedJsonSchema,
  path: Found['path'],
  sent: ReadonlySet<unknown>,
  context: EmitContext,
): void {
  for (const number of exactNumbersOf(schema)) {
    if (sent.has(number.holder)) sendDigits(number, context);
    else {
      const reason = 'the schema was rewritten for the target, and a double does not hold every digit of this number';
      context.loss.lose({ path: `${pointer(...path)}/schema${number.place}`, feature: 'number.unsafe', reason });
    }
  }
}

/** A number of a schema, as it was written. */
interface ExactNumber {
  /** What the number is a member of. */
  readonly holder: object;
  readonly key: string;
  readonly text: string;
  /** Its pointer in the schema. */
  readonly place: string;
}

function exactNumbersOf({ schema, exactNumbers = [] }: UnifiedJsonSchema): readonly ExactNumber[] {
  return exactNumbers.flatMap(({ pointer: place, text }) => {
    const tokens = parsePointer(place);
    const key = tokens.at(-1) ?? '';
    const around = tokens.slice(0, -1).reduce<unknown>((value, token) => memberOf(value, token), schema);
    // Where the schema was edited since, its number is the one that counts. What has a member is an object.
    return memberOf(around, key) === Number(text) ? [{ holder: around as object, key, text, place }] : [];
  });
}

function sendDigits({ holder, key, text }: ExactNumber, { exactNumbers }: EmitContext): void {
  exactNumbers.set(holder, new Map([...(exactNumbers.get(holder) ?? []), [`/${escapeToken(key)}`, text]]));
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

/** Every object and list of a body. */
function collect(value: unknown, found: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  found.add(value);
  for (const member of Object.values(value)) collect(member, found);
}
