import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/core/errors.ts';

const { UrtextError, UsageError, KeyError, UnsupportedError, ValidationError } = errors;

describe('UrtextError', () => {
  it('[U-VAL-1] carries code, message, cause and details', () => {
    const cause = new Error('disk');
    const error = new KeyError('key-unknown', 'No such key.', { cause, details: { version: 3 } });
    expect(error).toMatchObject({
      name: 'KeyError',
      code: 'key-unknown',
      message: 'No such key.',
      cause,
      details: { version: 3 },
    });
    expect(new KeyError('key-unknown', 'No such key.')).not.toHaveProperty('cause');
  });

  it('[U-VAL-1] tells its kind, and a subclass as its base', () => {
    const error: unknown = new UsageError('limit-value', 'No.');
    expect(error).toBeInstanceOf(UrtextError);
    expect([UrtextError, UsageError, KeyError].map((kind) => kind.isInstance(error))).toEqual([true, true, false]);
    expect(
      [new Error('x'), { code: 'limit-value' }, null, undefined].some((value) => UrtextError.isInstance(value)),
    ).toBe(false);
  });

  it('[U-VAL-1] tells an error that another copy of the package made', () => {
    const foreign = Object.defineProperty(new Error('No.'), Symbol.for('urtext.error.kind'), { value: 'UsageError' });
    expect([UrtextError, UsageError, KeyError].map((kind) => kind.isInstance(foreign))).toEqual([true, true, false]);
  });

  it('[U-VAL-1] gives every class a kind of its own, equal to its name', () => {
    for (const [name, kind] of Object.entries(errors)) expect(kind.kind).toBe(name);
    expect(Object.keys(errors)).toHaveLength(16);
  });

  it('[U-VAL-1] carries the issues of a validation and the loss report of a refusal', () => {
    const issues = [{ path: '/a', rule: 'json-type', message: 'A value has no form in JSON.' }];
    expect(new ValidationError('invalid', 'No.', { issues }).issues).toBe(issues);
    const loss = { disposition: 'unsupported' as const, entries: [] };
    expect(new UnsupportedError('unsupported', 'No.', { loss })).toMatchObject({ loss, details: {} });
  });
});
