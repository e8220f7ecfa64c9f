import { _, type Code, type KeywordCxt, Name, nil } from 'ajv';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { below, fault } from '../runtime/runtime.js';

/** The function that validates the schema behind a reference. Throws for a reference that leads nowhere. */
export function functionOf(context: KeywordCxt, reference: string): Code {
  return getValidate(context, targetOf(context, reference));
}

/** What the schema behind a reference says of the type: a name, several, or nothing. */
export function typeBehind(context: KeywordCxt, reference: string): unknown {
  const { schema } = targetOf(context, reference);
  return typeof schema === 'boolean' ? undefined : schema['type'];
}

function targetOf({ it }: KeywordCxt, reference: string): SchemaEnv {
  const target = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, reference);
  if (!(target instanceof SchemaEnv)) throw new Error(`There is no schema ${reference} to compile a call of.`);
  return target;
}

/** A function of the runtime, to be called by the code. */
export function runtimeFunction({ gen }: KeywordCxt, called: CallableFunction): Name {
  return gen.scopeValue('func', { ref: called, code: _`runtime.${new Name(called.name)}` });
}

/** The statements that end the function with these faults. */
export function refusal({ it }: KeywordCxt, faults: Code): Code {
  return _`${it.validateName}.errors = ${faults};return false;`;
}

/** A list of the one fault that a keyword finds. */
export function oneFault(context: KeywordCxt, keyword: string, params: Code): Code {
  return _`[${runtimeFunction(context, fault)}(${keyword}, ${params})]`;
}

/** The faults that a function has left, with their pointers led through the property or index. */
export function faultsBelow(context: KeywordCxt, validate: Code, segment: Code): Code {
  return _`${runtimeFunction(context, below)}(${validate}.errors, ${segment})`;
}

/** Pieces of code, one after the other. */
export function joined(parts: readonly Code[]): Code {
  return parts.reduce((all, part) => _`${all}${part}`, nil);
}

/** Throws where the code would not stand in a function of its own, as the keywords here need it. */
export function expectOwnFunction({ it, keyword }: KeywordCxt): void {
  if (it.dataLevel !== 0 || it.compositeRule === true)
    throw new Error(`A schema with "${keyword}" stands inside another; the compiler takes only references there.`);
}
