import type { ValidationError } from '../../generated/unified/runtime.js';
import { describeFound, describeTag, type Issue } from '../core/issue.ts';
import { escapeToken, parsePointer } from '../core/pointer.ts';

/** The tags of each union, as the generated guards list them. */
export type UnionTags = Readonly<Record<string, { readonly tags: Readonly<Record<string, string>> }>>;

/** One fault, as a generated validator says it. */
export type Fault = ValidationError;

/**
 * Of the faults that a validator left, the one that tells what is wrong. Where one of several alternatives should fit,
 * that is the fault inside of the alternative that was meant: the one whose JSON type the value has.
 */
export function meantFault(faults: readonly Fault[]): Fault | undefined {
  const choices = new Set(faults.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath));
  const isOfOtherType = ({ keyword, instancePath }: Fault) => keyword === 'type' && choices.has(instancePath);
  const meant = faults.find((fault) => !['anyOf', 'if'].includes(fault.keyword) && !isOfOtherType(fault));
  if (meant !== undefined || choices.size === 0) return meant;
  const [path = ''] = [...choices].sort((one, other) => other.length - one.length);
  const types = faults.filter((fault) => isOfOtherType(fault) && fault.instancePath === path);
  const type = types.map(({ params }) => String(params['type'])).join(' or ');
  return { keyword: 'type', instancePath: path, params: { type }, message: `must be ${type}` };
}

/**
 * Says a fault of a generated validator as an issue: with the pointer of the property that is missing or too many, the
 * tags that were possible, and no text of the value. `root` is what was validated.
 */
export function faultIssue(fault: Fault, root: unknown, unions: UnionTags): Issue {
  const { keyword, instancePath: path, params, message } = fault;
  const rule = RULES[keyword] ?? 'schema';
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    return { path: `${path}/${escapeToken(name)}`, rule, message: `The property "${name}" is missing.` };
  }
  if (keyword === 'additionalProperties') return unknownProperty(path, rule, String(params['additionalProperty']));
  if (keyword === 'unevaluatedProperties') return unknownProperty(path, rule, String(params['unevaluatedProperty']));
  if (keyword === 'propertyNames') return { path, rule, message: 'A property has a name that is not allowed here.' };
  if (keyword === 'discriminator') return unknownTag(fault, rule, root, unions);
  const value = valueAt(root, path);
  return {
    path,
    rule,
    message: `The value ${message}.`,
    expected: message.replace(/^must (?:be )?/, ''),
    found: keyword === 'const' || keyword === 'enum' ? describeTag(value) : describeFound(value),
  };
}

const RULES: Readonly<Record<string, string>> = {
  additionalProperties: 'schema-unknown-property',
  const: 'schema-value',
  discriminator: 'schema-tag',
  enum: 'schema-value',
  exclusiveMaximum: 'schema-range',
  exclusiveMinimum: 'schema-range',
  format: 'schema-format',
  maximum: 'schema-range',
  maxItems: 'schema-count',
  maxLength: 'schema-length',
  maxProperties: 'schema-count',
  minimum: 'schema-range',
  minItems: 'schema-count',
  minLength: 'schema-length',
  minProperties: 'schema-count',
  multipleOf: 'schema-range',
  pattern: 'schema-format',
  propertyNames: 'schema-unknown-property',
  required: 'schema-missing-property',
  type: 'schema-type',
  unevaluatedProperties: 'schema-unknown-property',
  uniqueItems: 'schema-unique',
};

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** A name is shown when it can be nothing but a name; otherwise it may be content that went astray. */
function unknownProperty(path: string, rule: string, name: string): Issue {
  if (!IDENTIFIER.test(name))
    return { path, rule, message: 'A property is not known here.', found: describeFound(name) };
  return { path: `${path}/${name}`, rule, message: `The property "${name}" is not known here.` };
}

function unknownTag({ instancePath, params }: Fault, rule: string, root: unknown, unions: UnionTags): Issue {
  const tag = String(params['tag']);
  const path = `${instancePath}/${escapeToken(tag)}`;
  const union = String(params['union']);
  const expected = Object.keys(unions[union]?.tags ?? {}).join(', ');
  const value = valueAt(root, path);
  if (value === undefined)
    return { path, rule, message: `The property "${tag}", which tells what it is, is missing.`, expected };
  const message = `The value of "${tag}" names no member of ${union}.`;
  return { path, rule, message, expected, found: describeTag(value) };
}

function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const token of parsePointer(path)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, token)) return undefined;
    value = Reflect.get(value, token);
  }
  return value;
}
