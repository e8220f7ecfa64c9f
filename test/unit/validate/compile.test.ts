import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compileAnnotation } from '../../../src/validate/compile.ts';
import { createRegistry, validateAnnotation } from '../../../src/validate/index.ts';
import { faults } from './record.ts';

const base = { scope: 'portable-annotation', profile: { family: 'acme' }, schema: 'acme/review', resourceId: 'a' };

describe('annotations that are compiled at run time', () => {
  it('[D-5] compiles a schema of the 2020-12 draft with references, formats and keywords of its own', async () => {
    const annotation = await compileAnnotation('acme/review', {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $ref: '#/$defs/Review',
      $defs: {
        Base: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
        Review: {
          allOf: [{ $ref: '#/$defs/Base' }],
          properties: { stars: { type: 'integer', 'x-acme-unit': 'stars' } },
          unevaluatedProperties: false,
        },
      },
    });
    const registry = createRegistry([annotation]);
    const judge = (value: unknown) => faults(validateAnnotation({ ...base, value }, { registry }));
    expect(judge({ at: '2026-03-14T09:26:05Z', stars: 3 })).toEqual([]);
    expect(judge({ at: '2026-02-30T09:26:05Z' })).toEqual([['/value/at', 'annotation']]);
    expect(judge({ at: '2026-03-14T09:26:05Z', more: 1 })).toEqual([['/value/more', 'annotation']]);
  });

  it('[D-5] leaves the faults of each call at the validator', async () => {
    const { validate } = await compileAnnotation('acme/number', { type: 'number' });
    expect(validate('one')).toBe(false);
    expect(validate.errors).toMatchObject([{ keyword: 'type', instancePath: '' }]);
    expect(validate(1)).toBe(true);
    expect(validate.errors).toEqual([]);
  });

  it.each([
    ['a type that there is not', { type: 'money' }],
    ['a keyword that there is not', { typ: 'number' }],
    ['a reference to nothing', { $ref: '#/$defs/Gone' }],
    ['a format that nobody checks', { type: 'string', format: 'color' }],
  ])('[D-5] throws for %s', async (_what, schema) => {
    await expect(compileAnnotation('acme/review', schema)).rejects.toMatchObject({ code: 'annotation-schema' });
  });

  it('[D-5] throws for a name that no record could use', async () => {
    await expect(compileAnnotation('review', {})).rejects.toMatchObject({ code: 'annotation-name' });
  });

  it('[D-5] says what to install when the compiler is missing', () => {
    const module = new URL('../../../src/validate/compile.ts', import.meta.url);
    const program = `
      import { registerHooks } from 'node:module';
      registerHooks({
        resolve(specifier, context, next) {
          if (specifier.startsWith('ajv')) throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
          return next(specifier, context);
        },
      });
      const { compileAnnotation } = await import(${JSON.stringify(module)});
      const error = await compileAnnotation('acme/review', {}).catch((error) => error);
      console.log(JSON.stringify([error.code, error.message]));`;
    const [code, message] = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
    );
    expect(code).toBe('peer-missing');
    expect(message).toContain('"ajv"');
  });
});
