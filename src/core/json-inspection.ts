import { describeFound, type Issue } from './issue.ts';
import { isPlainArray, isPlainObject, RESERVED_KEY } from './json-value.ts';
import type { Limits } from './limits.ts';
import { type Place, walkJson } from './walk.ts';

type Fault = Omit<Issue, 'path'>;

/** Finds the first place where a value is not JSON within the limits, in document order. For `checkJson`. */
export function inspectJson(root: unknown, limits: Limits, depth: number): Issue | undefined {
  const totals = { nodes: 0, characters: 0 };
  return walkJson(root, (value, place) => {
    if (value === undefined && typeof place.key === 'string') return undefined;
    totals.nodes += 1;
    totals.characters += (typeof value === 'string' ? value.length : 0) + keyLength(place);
    const fault =
      keyFault(place, limits) ??
      (value !== null && typeof value === 'object'
        ? containerFault(value, place, limits, depth)
        : scalarFault(value, limits)) ??
      totalFault(totals, limits);
    return fault && { path: place.pointer().toWellFormed(), ...fault };
  });
}

function keyFault({ key }: Place, limits: Limits): Fault | undefined {
  if (typeof key !== 'string') return undefined;
  if (key === RESERVED_KEY) {
    return { rule: 'json-reserved-key', message: 'A member is named "__proto__", which is refused everywhere.' };
  }
  return textFault(key, limits, 'member name');
}

function containerFault(value: object, place: Place, limits: Limits, depth: number): Fault | undefined {
  if (place.isCycle()) {
    return { rule: 'json-cycle', message: 'A value contains itself.', expected: 'a tree' };
  }
  if (place.depth >= depth) return overLimit('json-depth', 'Arrays and objects nest too deep', depth, 'level');
  if (!isPlainObject(value) && !isPlainArray(value)) {
    const message = 'A value is an instance of a class, or its prototype was changed.';
    return { rule: 'json-prototype', message, expected: 'a plain object or array', found: className(value) };
  }
  const count = Array.isArray(value) ? 0 : Object.values(value).filter((member) => member !== undefined).length;
  if (count > limits.keys) return overLimit('json-keys', 'An object has too many members', limits.keys, 'member');
  return undefined;
}

function scalarFault(value: unknown, limits: Limits): Fault | undefined {
  switch (typeof value) {
    case 'string':
      return textFault(value, limits, 'string');
    case 'number':
      if (Number.isFinite(value)) return undefined;
      return { rule: 'json-number', message: 'A number is not finite.', expected: 'a finite number' };
    case 'boolean':
    case 'object':
      return undefined;
    default:
      return {
        rule: 'json-type',
        message: 'A value has no form in JSON.',
        expected: 'JSON',
        found: describeFound(value),
      };
  }
}

function textFault(text: string, limits: Limits, noun: string): Fault | undefined {
  if (text.length > limits.stringLength) {
    return overLimit('json-string-length', `A ${noun} is too long`, limits.stringLength, 'UTF-16 code unit');
  }
  if (text.isWellFormed()) return undefined;
  return {
    rule: 'json-unicode',
    message: `A ${noun} holds half of a surrogate pair.`,
    expected: 'well-formed Unicode',
  };
}

function totalFault(
  totals: { readonly nodes: number; readonly characters: number },
  limits: Limits,
): Fault | undefined {
  if (totals.nodes > limits.nodes)
    return overLimit('json-nodes', 'The value has too many parts', limits.nodes, 'value');
  if (totals.characters <= limits.totalStringLength) return undefined;
  const message = 'The strings of the value are too long together';
  return overLimit('json-total-string-length', message, limits.totalStringLength, 'UTF-16 code unit');
}

function overLimit(rule: string, what: string, limit: number, unit: string): Fault {
  const bound = `at most ${limit} ${unit}${limit === 1 ? '' : 's'}`;
  return { rule, message: `${what}: the limit is ${bound.replace('at most ', '')}.`, expected: bound };
}

function keyLength({ key }: Place): number {
  return typeof key === 'string' ? key.length : 0;
}

function className(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && /^[A-Za-z0-9_$]{1,64}$/.test(name) ? name : 'unnamed class';
}
