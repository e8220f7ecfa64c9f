import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name, nil } from 'ajv';
import { objectFaults } from '../runtime/runtime.js';
import { expectOwnFunction, faultsBelow, functionOf, joined, refusal, runtimeFunction } from './call.ts';

/**
 * All that a schema says of the properties of an object, in one pass over those that are there: engines read the value
 * of the key that they just enumerated without a search, while asking an object for each property that it could have
 * costs most where objects vary most. What is wrong with the object itself comes first, a missing property before an
 * unknown one; then the first property, in document order, whose value is wrong.
 * A member whose value is `undefined` counts as absent if its name is known.
 */
export const propertiesKeyword: CodeKeywordDefinition = {
  keyword: 'properties',
  implements: ['required', 'additionalProperties'],
  type: 'object',
  code: (context) => {
    expectOwnFunction(context);
    const members = membersOf(context);
    const required = members.filter((member) => member.required);
    const rest = restOf(context);
    if (required.length === 0 && rest === undefined && members.every(({ validate }) => validate === undefined)) return;
    const { gen, data } = context;
    const found: Found = { count: gen.let('count', 0), unknown: gen.let('unknown'), faults: gen.let('faults') };
    gen.forIn('key', data, (key) => {
      const entry: Entry = { key, value: gen.const('value', _`${data}[${key}]`), failed: gen.let('failed') };
      gen.code(entryCode(context, members, rest, entry, found));
    });
    gen.code(verdictCode(context, required, rest, found));
  },
};

interface Member {
  readonly name: string;
  readonly required: boolean;
  /** Absent if any value will do. */
  readonly validate?: Code;
}

function membersOf(context: KeywordCxt): readonly Member[] {
  const { properties = {}, required = [] } = context.parentSchema;
  const names = new Set<string>([...Object.keys(properties), ...required]);
  return [...names].map((name) => {
    const reference = properties[name]?.$ref;
    const member = { name, required: required.includes(name) };
    return reference === undefined ? member : { ...member, validate: functionOf(context, reference) };
  });
}

/** What becomes of the properties without a name in the schema: nothing, refused, or validated. */
type Rest = undefined | false | { readonly validate: Code };

function restOf(context: KeywordCxt): Rest {
  const { additionalProperties = true } = context.parentSchema;
  if (additionalProperties === false) return false;
  const reference = additionalProperties.$ref;
  return reference === undefined ? undefined : { validate: functionOf(context, reference) };
}

/** What the pass has found so far: how many of the required properties, an unknown name, the faults of a value. */
interface Found {
  readonly count: Name;
  readonly unknown: Name;
  readonly faults: Name;
}

/** The property at which the pass is, and the function that refused its value. */
interface Entry {
  readonly key: Name;
  readonly value: Name;
  readonly failed: Name;
}

/**
 * One case for the properties that are alike; what must be there comes first, because it is asked for most.
 * Only a refused value gets past the switch.
 */
function entryCode(
  context: KeywordCxt,
  members: readonly Member[],
  rest: Rest,
  entry: Entry,
  { count, unknown, faults }: Found,
): Code {
  const { key, value, failed } = entry;
  const keep = (validate: Code): Code => _`${faults} ??= ${faultsBelow(context, validate, key)};`;
  const others =
    rest === undefined
      ? _`continue;`
      : rest === false
        ? _`${unknown} ??= ${key};continue;`
        : _`if(!${rest.validate}(${value})){${keep(rest.validate)}}continue;`;
  if (members.length === 0) return others;
  const groups = Map.groupBy(members, ({ required, validate }) => `${required} ${validate ?? ''}`);
  const cases = [...groups.values()]
    .sort(([left], [right]) => Number(right?.required) - Number(left?.required))
    .map((alike) => caseCode(alike, entry, count));
  return _`switch(${key}){${joined(cases)}default:${others}}if(${value} !== undefined){${keep(failed)}}`;
}

function caseCode(alike: readonly Member[], { value, failed }: Entry, count: Name): Code {
  const labels = joined(alike.map(({ name }) => _`case ${name}:`));
  const [{ required, validate } = { required: false }] = alike;
  const counted = required ? _`${count}++;` : nil;
  if (validate !== undefined)
    return _`${labels}if(${validate}(${value})){${counted}continue;}${failed} = ${validate};break;`;
  return required ? _`${labels}if(${value} !== undefined){${counted}}continue;` : _`${labels}continue;`;
}

function verdictCode(context: KeywordCxt, required: readonly Member[], rest: Rest, found: Found): Code {
  const { count, unknown, faults } = found;
  const list = _`[${joined(required.map(({ name }) => _`${name},`))}]`;
  const all = runtimeFunction(context, objectFaults);
  const isIncomplete = required.length === 0 ? nil : _`${count} !== ${required.length} || `;
  const hasUnknown = rest === false ? _`${unknown} !== undefined || ` : nil;
  const refused = refusal(context, _`${all}(${context.data}, ${list}, ${unknown}, ${faults})`);
  return _`if(${isIncomplete}${hasUnknown}${faults} !== undefined){${refused}}`;
}
