import { _, type CodeKeywordDefinition, Name } from 'ajv';
import { functionOf } from './call.ts';

const FAULTS = new Name('vErrors');
const COUNT = new Name('errors');

/**
 * A call that passes the value alone: no text is put together for a pointer that only a fault would need. The faults of
 * the call are counted as the library counts them, because the keywords around it (`then`, `propertyNames`) add theirs.
 */
export const referenceKeyword: CodeKeywordDefinition = {
  keyword: '$ref',
  schemaType: 'string',
  code: (context) => {
    const { gen, data, schema } = context;
    const validate = functionOf(context, schema);
    context.failResult(_`!${validate}(${data})`, undefined, () => {
      gen.assign(FAULTS, _`${FAULTS} === null ? ${validate}.errors : ${FAULTS}.concat(${validate}.errors)`);
      gen.assign(COUNT, _`${FAULTS}.length`);
    });
  },
};
