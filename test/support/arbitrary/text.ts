import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';

/** Texts as people and models write them, with the awkward ones among them: empty, other planes, half of a pair. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '𝕌𝕣', '\ud83d', 'a\udc00b', '{"a":1}', ' ', '\u0000') },
);

/** Texts that stand for something: never empty, never broken. */
export const someText: fc.Arbitrary<string> = fc.string({ minLength: 1, maxLength: 12 });

/** A name that every alphabet allows. */
export const anyName: fc.Arbitrary<string> = fc.stringMatching(/^[a-z][a-z0-9_]{0,7}$/);

/** An opaque payload, long enough to be searched for in a text. */
export const anyBlob: fc.Arbitrary<string> = fc
  .uint8Array({ minLength: 18, maxLength: 24 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.integer({ min: -99, max: 99 }).map((value) => value / 8),
  fc.string({ maxLength: 8 }),
);

/** Any small JSON value; its numbers are exact, whether read from text or not. */
export const anyJson: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
);

/** Any small JSON object. */
export const anyObject: fc.Arbitrary<JsonObject> = fc.dictionary(anyName, anyJson, {
  maxKeys: 3,
  noNullPrototype: true,
});

/** A small JSON Schema of an object. */
export const anySchema: fc.Arbitrary<JsonObject> = fc
  .dictionary(anyName, fc.constantFrom({ type: 'string' }, { type: 'integer', minimum: 1 }, { enum: ['a', 'b'] }), {
    maxKeys: 3,
    noNullPrototype: true,
  })
  .map((properties) => ({ type: 'object', properties }));

/** A media type and a body of it, base64. */
export const anyBytes: fc.Arbitrary<string> = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

/** An object of which each optional member is there, absent, or now and then null. */
export function members(
  required: Readonly<Record<string, fc.Arbitrary<JsonValue>>>,
  optional: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {},
): fc.Arbitrary<JsonObject> {
  const sometimes = Object.entries(optional).map(
    ([key, arbitrary]) => [key, fc.option(arbitrary, { freq: 12 })] as const,
  );
  return fc.record(
    { ...required, ...Object.fromEntries(sometimes) },
    { requiredKeys: Object.keys(required), noNullPrototype: true },
  );
}

/** The same object, now and then with a member that no dialect knows. */
export function withUnknown(arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(arbitrary, fc.option(anyJson, { freq: 8, nil: undefined }))
    .map(([value, unknown]) => (unknown === undefined ? value : { ...value, x_unheard_of: unknown }));
}
