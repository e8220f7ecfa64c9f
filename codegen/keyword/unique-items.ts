import { _, type CodeKeywordDefinition } from 'ajv';
import { repeatedEntry } from '../runtime/runtime.js';
import { expectOwnFunction, oneFault, refusal, runtimeFunction } from './call.ts';

/** Time in proportion to the length: comparing each entry with each other would let a long list stop the process. */
export const uniqueItemsKeyword: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code: (context) => {
    expectOwnFunction(context);
    const { gen, data, schema } = context;
    if (schema !== true) return;
    const pair = gen.const('pair', _`${runtimeFunction(context, repeatedEntry)}(${data})`);
    gen.code(_`if(${pair} !== undefined){${refusal(context, oneFault(context, 'uniqueItems', _`${pair}`))}}`);
  },
};
