import { _, type CodeKeywordDefinition } from 'ajv';
import { expectOwnFunction, faultsBelow, functionOf, refusal } from './call.ts';

/** Each entry of a list, in a plain loop that ends at the first fault. */
export const itemsKeyword: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: 'object',
  code: (context) => {
    expectOwnFunction(context);
    const { gen, data, schema } = context;
    if (schema.$ref === undefined) return;
    const validate = functionOf(context, schema.$ref);
    gen.forRange('i', 0, _`${data}.length`, (index) => {
      gen.code(
        _`if(!${validate}(${data}[${index}])){${refusal(context, faultsBelow(context, validate, _`${index}`))}}`,
      );
    });
  },
};
