import { _, type Code, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { not, or } from 'ajv/dist/compile/codegen/index.js';
import { faultsOfAll } from '../runtime/runtime.js';
import { expectOwnFunction, functionOf, joined, oneFault, refusal, runtimeFunction, typeBehind } from './call.ts';

/**
 * Where their types tell the alternatives apart, asks only the one that is of the value's type: a valid value makes no
 * faults. A value that fits none leaves the faults of all, and one that says so. No alternative is asked the same twice:
 * where such types nest, that would double with each level.
 */
export const anyOfKeyword: CodeKeywordDefinition = {
  keyword: 'anyOf',
  schemaType: 'array',
  code: (context) => {
    expectOwnFunction(context);
    const references: readonly string[] = context.schema.flatMap(({ $ref }: { readonly $ref?: string }) => $ref ?? []);
    // An alternative that is no reference is one that any value fits.
    if (references.length < context.schema.length) return;
    const types = references.flatMap((reference) => typesBehind(context, reference));
    const areApart = !types.includes(undefined) && new Set(types).size === types.length;
    (areApart ? askByType : askAll)(context, references);
  },
};

function askByType(context: KeywordCxt, references: readonly string[]): void {
  const { gen, data } = context;
  const alternatives = references.map((reference) => ({
    validate: functionOf(context, reference),
    isOfType: _`(${or(...typesBehind(context, reference).map((type = 'null') => TYPE_TESTS[type](data)))})`,
  }));
  const passes = alternatives.map(({ validate, isOfType }) => _`${isOfType} && ${validate}(${data})`);
  const faults = alternatives.map(
    ({ validate, isOfType }) => _`${isOfType} ? ${validate}.errors : ${allFaults(context, [validate])},`,
  );
  gen.if(not(or(...passes)), refusal(context, _`[].concat(${joined(faults)}${noneFits(context)})`));
}

function askAll(context: KeywordCxt, references: readonly string[]): void {
  const validators = references.map((reference) => functionOf(context, reference));
  const faults = context.gen.const('faults', allFaults(context, validators));
  context.gen.if(_`${faults} !== null`, refusal(context, _`${faults}.concat(${noneFits(context)})`));
}

function allFaults(context: KeywordCxt, validators: readonly Code[]): Code {
  const list = _`[${joined(validators.map((validate) => _`${validate},`))}]`;
  return _`${runtimeFunction(context, faultsOfAll)}(${context.data}, ${list})`;
}

function noneFits(context: KeywordCxt): Code {
  return oneFault(context, 'anyOf', _`{}`);
}

type TypeName = keyof typeof TYPE_TESTS;

function typesBehind(context: KeywordCxt, reference: string): readonly (TypeName | undefined)[] {
  const names = [typeBehind(context, reference)].flat();
  return names.map((name) => TYPE_NAMES.find((type) => type === (name === 'integer' ? 'number' : name)));
}

const TYPE_TESTS = {
  array: (data: Code) => _`Array.isArray(${data})`,
  boolean: (data: Code) => _`typeof ${data} === "boolean"`,
  null: (data: Code) => _`${data} === null`,
  number: (data: Code) => _`typeof ${data} === "number"`,
  object: (data: Code) => _`typeof ${data} === "object" && ${data} !== null && !Array.isArray(${data})`,
  string: (data: Code) => _`typeof ${data} === "string"`,
};

// The names of an object literal are the ones that its type lists.
const TYPE_NAMES = Object.keys(TYPE_TESTS) as readonly TypeName[];
