/**
 * `urtext/validate/compile`: registers annotations at run time. It needs the optional peer dependency `ajv`, and a place
 * where code may be made from text; `urtext generate` makes the same ahead of time without either.
 * @module
 */
import type { RegisteredAnnotation } from '../../generated/annotation/registry.ts';
import { isDateTime } from '../../generated/annotation/runtime.js';
import { UsageError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { walkJson } from '../core/walk.ts';
import { requireAnnotationName } from './annotation-registry.ts';
import type { Fault } from './fault-issue.ts';

/**
 * Makes an annotation of a JSON Schema (2020-12, self-contained) that `createRegistry` and `registry.with` take.
 * Throws UsageError `annotation-name` for a name that is not `<profile>/<name>` in lower case, `annotation-schema` for a
 * schema that cannot be compiled, and `peer-missing` when ajv is not installed.
 * Source: Unified v2, Provider data and projection loss.
 */
export async function compileAnnotation(name: string, schema: JsonObject): Promise<RegisteredAnnotation> {
  requireAnnotationName(name);
  const { Ajv2020 } = await loadAjv();
  // Unknown keywords and formats are refused; that a type is named elsewhere in the schema is not.
  const compiler = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, discriminator: true });
  compiler.addFormat('date-time', isDateTime);
  compiler.addVocabulary(ownKeywords(schema));
  const compiled = compile(name, () => compiler.compile({ ...schema }));
  const annotation = { name, schema, validate: Object.assign(validate, { errors: NO_FAULTS }) };
  return annotation;

  function validate(value: unknown): value is unknown {
    const passes = compiled(value);
    const errors = compiled.errors ?? [];
    annotation.validate.errors = errors.map(({ message = '', ...fault }) => ({ ...fault, message }));
    return passes;
  }
}

const NO_FAULTS: readonly Fault[] = [];

/** The package is a peer that need not be there, so it is loaded only when it is asked for. */
async function loadAjv() {
  try {
    return await import('ajv/dist/2020.js');
  } catch (cause) {
    const message =
      'Annotations are compiled by ajv, which is not installed: add "ajv" 8.17 or later to your dependencies.';
    throw new UsageError('peer-missing', message, { cause, details: { package: 'ajv' } });
  }
}

/** Keywords with a prefix document; the compiler refuses those that nobody announced. */
function ownKeywords(schema: JsonObject): string[] {
  const names = new Set<string>();
  walkJson<never>(schema, (_value, { key }) => {
    if (typeof key === 'string' && key.startsWith('x-')) names.add(key);
    return undefined;
  });
  return [...names];
}

function compile<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    const message = `The schema of the annotation "${name}" cannot be compiled: its cause says why.`;
    throw new UsageError('annotation-schema', message, { cause, details: { name } });
  }
}
