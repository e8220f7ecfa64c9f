/** What a code of an error or an issue means, and what to do about it. */
export interface Explanation {
  /** What is wrong, as a short phrase. */
  readonly title: string;
  /** What to do about it, in a sentence or two. */
  readonly advice: string;
}

/** Explains a code, or nothing when no error or issue of this package has it. */
export function explain(code: string): Explanation | undefined {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
}

/** Every code, one entry each, in alphabetical order. */
export const ERROR_CODES: Readonly<Record<string, Explanation>> = {
  'canonical-form': {
    title: 'A value has no canonical JSON',
    advice:
      'Make the value at `details.path` plain JSON: encode bytes as base64, leave absent members out, and keep numbers finite.',
  },
  'exact-number': {
    title: 'An exact number literal does not fit the value',
    advice:
      'Pass the `exactNumbers` that parsing gave for this very value, or drop the entries whose numbers were changed or moved.',
  },
  'id-argument': {
    title: 'An id cannot be made of these arguments',
    advice:
      'Name a parent that is not empty, a kind in kebab-case, and an index that is a whole number from zero on or a string.',
  },
  'json-bytes': {
    title: 'A JSON text is too long',
    advice: 'Send large media by reference, or raise `limits.bytes`.',
  },
  'json-cycle': {
    title: 'A value contains itself',
    advice: 'JSON is a tree: replace the reference back to an enclosing value by an id.',
  },
  'json-depth': {
    title: 'Arrays and objects nest too deep',
    advice: 'Flatten the value, pass the deep part as text, or raise `limits.depth`.',
  },
  'json-encoding': {
    title: 'Bytes are not UTF-8',
    advice:
      'JSON between systems is UTF-8 (RFC 8259): convert the text before sending it, and do not cut it inside a character.',
  },
  'json-keys': {
    title: 'An object has too many members',
    advice: 'Use an array for collections, or raise `limits.keys`.',
  },
  'json-nodes': {
    title: 'A JSON document has too many values',
    advice: 'Split the document, or raise `limits.nodes`.',
  },
  'json-number': {
    title: 'A number is not finite, or beyond the range of a double',
    advice: 'Leave an unknown number out. Carry a number of that magnitude as text.',
  },
  'json-prototype': {
    title: 'A value is not plain data',
    advice: 'Turn class instances, maps, dates and bytes into plain objects, arrays and strings first.',
  },
  'json-reserved-key': {
    title: 'A member is named "__proto__"',
    advice: 'The name is refused because copying it would change a prototype: rename the member at the source.',
  },
  'json-string-length': {
    title: 'A string or member name is too long',
    advice: 'Pass large content as an artifact reference, or raise `limits.stringLength`.',
  },
  'json-syntax': {
    title: 'A text is not JSON',
    advice:
      'Look at the line and column that the message names. Comments, trailing commas, single quotes and NaN are not JSON.',
  },
  'json-total-string-length': {
    title: 'The strings of a document are too long together',
    advice: 'Pass large content as artifact references, or raise `limits.totalStringLength`.',
  },
  'json-truncated': {
    title: 'A JSON text breaks off',
    advice:
      'The text is good up to its end: look for a connection that closed early, an output limit, or a chunk that is missing.',
  },
  'json-type': {
    title: 'A value has no form in JSON',
    advice: 'Leave absent members out, and turn bigints, symbols and functions into data.',
  },
  'json-unicode': {
    title: 'A string holds half of a surrogate pair',
    advice: 'The text was cut inside a character: join the chunks before cutting, or replace the half by U+FFFD.',
  },
  'json-unreadable': {
    title: 'A value cannot be read twice with the same result',
    advice: 'The value has a getter or is a proxy: copy it into plain data first.',
  },
  'limit-unknown': {
    title: 'There is no limit of this name',
    advice: 'Use one of the names that the message lists.',
  },
  'limit-value': {
    title: 'A limit is not a whole number above zero',
    advice: 'Give a positive integer; leave the limit out to get its default.',
  },
  'pointer-syntax': {
    title: 'A text is no JSON Pointer',
    advice:
      'Write `""` for the whole value, or `/` before each token, with `~` as `~0` and `/` as `~1` inside a token (RFC 6901).',
  },
  'private-state-conflict': {
    title: 'Two pieces of private state have one resource id',
    advice: 'Resource ids derive from request id and position: give each request an id of its own.',
  },
  'private-state-serialization': {
    title: 'Private state was about to be serialized',
    advice:
      'Keep private state beside the record and let a store encrypt it; the record refers to it by its resource id.',
  },
};
