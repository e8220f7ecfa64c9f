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

/** One fault of the value itself, in the shape that the validators leave in `errors`: its message says what it must be. */
export function fault(keyword, params) {
  const message = MESSAGES[keyword]?.(params) ?? `must satisfy "${keyword}"`;
  return { keyword, instancePath: '', params, message };
}

/** The same faults, seen from the object or list that has the value as a property or entry. */
export function below(faults, segment) {
  const token = String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
  return faults.map((each) => ({ ...each, instancePath: `/${token}${each.instancePath}` }));
}

/** The faults that all of the validators find in a value, or null if there is one that finds none. */
export function faultsOfAll(value, validators) {
  const faults = [];
  for (const validate of validators) {
    if (validate(value)) return null;
    faults.push(...validate.errors);
  }
  return faults;
}

/**
 * What is wrong with an object: the first of the required properties that it lacks, or else a property that it has
 * beyond those of its type, or else what is wrong with the value of a property.
 */
export function objectFaults(object, required, unknown, faults) {
  const missingProperty = required.find((name) => !Object.hasOwn(object, name) || object[name] === undefined);
  if (missingProperty !== undefined) return [fault('required', { missingProperty })];
  return unknown === undefined ? faults : [fault('additionalProperties', { additionalProperty: unknown })];
}

/** The last entry of a list that stands in it before as well, and where it last did; or nothing. */
export function repeatedEntry(list) {
  const places = new Map();
  let found;
  for (let i = 0; i < list.length; i += 1) {
    const entry = list[i];
    // Texts begin with a quotation mark here, and nothing else does.
    const same = typeof entry === 'string' ? `"${entry}` : sortedText(entry);
    const j = places.get(same);
    if (j !== undefined) found = { i, j };
    places.set(same, i);
  }
  return found;
}

/** Equal for equal JSON values: property order does not count, array order does. */
function sortedText(value) {
  return JSON.stringify(value, (_name, part) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
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

/** The moments that programs write: in UTC, with a T and a Z. All but those on a leap day or at a leap second. */
const PLAIN_MOMENT =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt\s](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** The last plain moment that was read: neighbours in a record often carry the same one. */
let lastMoment = '1970-01-01T00:00:00Z';

/** Whether a text is a date and time of RFC 3339 that exists: no 31 February, second 60 only at the end of a UTC day. */
export function isDateTime(text) {
  if (text === lastMoment) return true;
  if (!PLAIN_MOMENT.test(text)) return isUnusualMoment(text);
  lastMoment = text;
  return true;
}

function isUnusualMoment(text) {
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
