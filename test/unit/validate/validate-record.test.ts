import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { type ValidationOptions, validateItem, validateRequest } from '../../../src/validate/index.ts';
import { faults, item, request, textPart } from './record.ts';

describe('the stages of validation', () => {
  it('[U-VAL-1] gives the very value that was passed', () => {
    const record = request([item(0)]);
    const validation = validateRequest(record);
    expect(validation.ok && validation.value).toBe(record);
  });

  it('[U-VAL-1] asks about JSON before the version, the version before the schema, and the schema before the rules', () => {
    const broken = { items: [item(0, { role: 'nobody' }), item(0)] };
    const notJson = request([], { schemaVersion: '3.0', extra: Number.NaN }, broken);
    expect(faults(validateRequest(notJson)).map(([, rule]) => rule)).toEqual(['json-number']);
    const otherMajor = request([], { schemaVersion: '3.0' }, broken);
    expect(faults(validateRequest(otherMajor)).map(([, rule]) => rule)).toEqual(['schema-version-major']);
    const offSchema = request([], {}, broken);
    expect(faults(validateRequest(offSchema)).map(([, rule]) => rule)).toEqual(['schema-value']);
  });

  it('[U-VAL-1] tells the breaches of several rules at once', () => {
    const record = request([item(0), item(0, { parentCallId: 'gone' })]);
    const rules = new Set(faults(validateRequest(record)).map(([, rule]) => rule));
    expect(rules).toEqual(new Set(['unique-ids', 'references', 'item-order']));
  });

  it('[U-SEC-5] takes the limits of its caller', () => {
    const long = item(0, { content: [textPart('p', { text: 'x'.repeat(100) })] });
    expect(faults(validateItem(long, { limits: { stringLength: 99 } }))).toEqual([
      ['/content/0/text', 'json-string-length'],
    ]);
    expect(faults(validateItem(long, { limits: { stringLength: 100 } }))).toEqual([]);
    expect(faults(validateItem(long, { limits: { recordDepth: 2 } }))).toEqual([['/content/0', 'json-depth']]);
  });

  it('[U-SEC-5] throws for options that are none: that is a mistake of the caller, not of the data', () => {
    const misspelt: ValidationOptions = { limits: JSON.parse('{"items_": 1}') };
    expect(() => validateItem(item(0), misspelt)).toThrow(UsageError);
    expect(() => validateItem(item(0), { limits: { items: 0 } })).toThrow(UsageError);
  });
});
