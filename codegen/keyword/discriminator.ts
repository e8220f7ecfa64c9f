import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name } from 'ajv';
import { getProperty } from 'ajv/dist/compile/codegen/index.js';
import { expectOwnFunction, functionOf, joined, oneFault, refusal } from './call.ts';

/** What the compiler's schemas say of a union. */
export interface Discriminator {
  /** The property whose value tells the members apart. */
  readonly propertyName: string;
  /** The name of the union: with it the list of allowed tags can be looked up in the union table of guards.ts. */
  readonly union: string;
  /** The reference to each member, by its tag. */
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * Calls the one member whose tag the value has. Tags are told apart by their length first: a text that came out of a
 * parser is rarely the same object as the constant, and comparing it with dozens of constants would cost most.
 */
export const discriminatorKeyword: CodeKeywordDefinition = {
  keyword: 'discriminator',
  type: 'object',
  schemaType: 'object',
  code: (context) => {
    expectOwnFunction(context);
    const { gen, data } = context;
    const { propertyName, union, mapping }: Discriminator = context.schema;
    const tag = gen.const('tag', _`${data}${getProperty(propertyName)}`);
    const fault = (error: string): Code =>
      oneFault(context, 'discriminator', _`{error: ${error}, tag: ${propertyName}, tagValue: ${tag}, union: ${union}}`);
    gen.code(_`if(typeof ${tag} !== "string"){${refusal(context, fault('tag'))}}`);
    const known = gen.let('known', true);
    gen.code(switchCode(context, mapping, tag, _`${known} = false;`));
    gen.code(_`if(!${known}){${refusal(context, fault('mapping'))}}`);
  },
};

function switchCode(context: KeywordCxt, mapping: Discriminator['mapping'], tag: Name, otherwise: Code): Code {
  const byLength = Map.groupBy(Object.entries(mapping), ([text]) => text.length);
  const lengths = [...byLength].sort(([left], [right]) => left - right);
  const cases = lengths.map(([length, members]) => {
    const calls = joined(members.map(([text, reference]) => memberCase(context, text, reference)));
    return _`case ${length}:switch(${tag}){${calls}default:${otherwise}}break;`;
  });
  return _`switch(${tag}.length){${joined(cases)}default:${otherwise}}`;
}

function memberCase(context: KeywordCxt, tag: string, reference: string): Code {
  const validate = functionOf(context, reference);
  return _`case ${tag}:if(!${validate}(${context.data})){${refusal(context, _`${validate}.errors`)}}break;`;
}
