// The few functions that generated validators import. Copied into each family beside its validators; no dependency.

/** The length of a text in code points, as JSON Schema counts it: a lone surrogate counts one. */
export function codePointLength(text) {
  let length = text.length;
  for (let index = text.length - 1; index > 0; index -= 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) continue;
    if ((text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) continue;
    length -= 1;
    index -= 1;
  }
  return length;
}

/** Deep equality of two JSON values: property order does not count, array order does. */
export function deepEqual(left, right) {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && deepEqual(left[name], right[name]));
}

/** One fault, in the shape that the validators leave in `errors`: its message says what the value must be. */
export function fault(instancePath, keyword, params) {
  return { keyword, instancePath, params, message: MESSAGES[keyword]?.(params) ?? `must satisfy "${keyword}"` };
}

const MESSAGES = {
  additionalProperties: ({ additionalProperty }) =>
    `must not have the property ${JSON.stringify(shortened(additionalProperty))}`,
  anyOf: () => 'must be one of the allowed alternatives',
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  discriminator: ({ error, tag, tagValue, union }) =>
    error === 'tag'
      ? `must have the string property "${tag}", the tag of ${union}`
      : `must have a tag of ${union} in "${tag}", not ${JSON.stringify(shortened(tagValue))}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(', ')}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  format: ({ format }) => `must be a valid ${format}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  maxProperties: ({ limit }) => `must have at most ${limit} properties`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}`,
  minLength: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'character' : 'characters'}`,
  minProperties: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'property' : 'properties'}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  oneOf: () => 'must be exactly one of the allowed alternatives',
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  propertyNames: ({ propertyName }) => `must not have the property name ${JSON.stringify(shortened(propertyName))}`,
  required: ({ missingProperty }) => `must have the property "${missingProperty}"`,
  type: ({ type }) => `must be ${ARTICLES[type] ?? `one of the types ${type}`}`,
  uniqueItems: ({ i, j }) => `must not have the same entry twice (${j} and ${i})`,
};

const ARTICLES = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const LONGEST_QUOTE = 64;

function shortened(text) {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}\u2026` : text;
}

/** Whether an object has a property of its own, called by the validators as `hasOwn.call(object, name)`. */
export const hasOwn = Object.prototype.hasOwnProperty;

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt\s](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** Whether a text is a date and time of RFC 3339 that exists: no 31 February, second 60 only at the end of a UTC day. */
export function isDateTime(text) {
  if (!DATE_TIME.test(text)) return false;
  const day = digits(text, 8);
  if (day > 28 && day > daysInMonth(digits(text, 0) * 100 + digits(text, 2), digits(text, 5))) return false;
  return text.charCodeAt(17) !== SIX || isLeapSecond(text);
}

const ZERO = 48;
const SIX = 54;
const MINUTES_PER_DAY = 1440;

function digits(text, at) {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

function daysInMonth(year, month) {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function isLeapSecond(text) {
  const local = digits(text, 11) * 60 + digits(text, 14);
  const zone = /([+-])(\d\d):?(\d\d)?$/.exec(text.slice(19));
  const offset = zone === null ? 0 : Number(zone[2]) * 60 + Number(zone[3] ?? 0);
  const utc = zone?.[1] === '-' ? local + offset : local - offset;
  return (utc + MINUTES_PER_DAY) % MINUTES_PER_DAY === MINUTES_PER_DAY - 1;
}
