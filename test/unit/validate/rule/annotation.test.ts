import { describe, expect, it } from 'vitest';
import { compileAnnotation } from '../../../../src/validate/compile.ts';
import {
  createRegistry,
  DEFAULT_REGISTRY,
  validateAnnotation,
  validateItem,
  validateRequest,
} from '../../../../src/validate/index.ts';
import { type Changes, faults, issuesOf, item, merge, request } from '../record.ts';

const review = await compileAnnotation('acme/review', {
  type: 'object',
  properties: { stars: { type: 'integer', minimum: 1, maximum: 5 } },
  required: ['stars'],
  additionalProperties: false,
});
const registry = createRegistry([review]);

const annotation = (changes: Changes = {}) =>
  merge(
    {
      scope: 'portable-annotation',
      profile: { family: 'acme' },
      schema: 'acme/review',
      resourceId: 'a',
      value: { stars: 3 },
    },
    changes,
  );

describe('annotations', () => {
  it('[D-5] accepts an annotation that is valid under its registered schema', () => {
    expect(faults(validateAnnotation(annotation(), { registry }))).toEqual([]);
    expect(faults(validateAnnotation(annotation(), { registry: DEFAULT_REGISTRY.with([review]) }))).toEqual([]);
  });

  it('[U-PDATA-2] refuses an annotation that nobody registered, and names it', () => {
    expect(issuesOf(validateAnnotation(annotation()))).toMatchObject([
      { path: '/schema', rule: 'annotation', found: '"acme/review"' },
    ]);
  });

  it.each<[what: string, value: Changes, path: string]>([
    ['a value out of range', { stars: 6 }, '/value/stars'],
    ['a value of another type', { stars: 'many' }, '/value/stars'],
    ['a missing member', {}, '/value/stars'],
    ['a member that is not known', { stars: 3, words: 'fine' }, '/value/words'],
  ])('[U-PDATA-2] refuses %s, and points at it', (_what, value, path) => {
    const issues = issuesOf(validateAnnotation(annotation({ value: value }), { registry }));
    expect(issues.map((issue) => [issue.path, issue.rule])).toEqual([[path, 'annotation']]);
    expect(issues[0]?.message).not.toContain('many');
  });

  it('[U-PDATA-2] asks about annotations wherever in a record they stand', () => {
    const wrong = [annotation({ value: {} })];
    expect(faults(validateItem(item(0, { providerData: wrong }), { registry }))).toEqual([
      ['/providerData/0/value/stars', 'annotation'],
    ]);
    const metadata = { providerData: wrong };
    expect(faults(validateRequest(request([item(0)], { metadata }), { registry }))).toEqual([
      ['/metadata/providerData/0/value/stars', 'annotation'],
    ]);
  });

  it('[U-PDATA-2] refuses an annotation that holds a credential', () => {
    const anything = { ...review, validate: Object.assign((value: unknown): value is unknown => value !== null, {}) };
    const value = { header: `Bearer ${['Zq8vN2mX4rT6', 'yB1cW3eR5tY7'].join('')}` };
    expect(faults(validateAnnotation(annotation({ value }), { registry: createRegistry([anything]) }))).toEqual([
      ['/value/header', 'secret-exclusion'],
    ]);
  });
});
