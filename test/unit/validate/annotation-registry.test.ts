import { describe, expect, it } from 'vitest';
import { ANNOTATIONS } from '../../../generated/annotation/registry.ts';
import { UsageError } from '../../../src/core/errors.ts';
import { createRegistry, DEFAULT_REGISTRY } from '../../../src/validate/index.ts';

const entry = (name: string) => ({
  name,
  schema: {},
  validate: Object.assign((value: unknown): value is unknown => value !== undefined, {}),
});

describe('registries of annotations', () => {
  it('[D-5] finds what was registered, and nothing else', () => {
    const registry = createRegistry([entry('acme/review')]);
    expect(registry.get('acme/review')?.name).toBe('acme/review');
    expect(registry.get('acme/other')).toBeUndefined();
    expect(registry.get('toString')).toBeUndefined();
  });

  it('[D-5] makes a new registry of an old one, which stays as it is', () => {
    const first = createRegistry([entry('acme/review')]);
    const second = first.with([entry('acme/other')]);
    expect(second.entries.map(({ name }) => name)).toEqual(['acme/review', 'acme/other']);
    expect(first.get('acme/other')).toBeUndefined();
  });

  it('[D-5] brings the annotations of the profiles', () => {
    expect(ANNOTATIONS.length).toBeGreaterThan(0);
    expect(DEFAULT_REGISTRY.entries).toEqual(ANNOTATIONS);
  });

  it.each(['review', 'Acme/review', 'acme/', '/review', 'acme/re view', 'acme/a/b'])(
    '[D-5] throws for the name %j',
    (name) => {
      expect(() => createRegistry([entry(name)])).toThrow(expect.objectContaining({ code: 'annotation-name' }));
    },
  );

  it('[D-5] throws for a name that is registered twice', () => {
    const registry = createRegistry([entry('acme/review')]);
    const error = (() => {
      try {
        return registry.with([entry('acme/review')]);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(UsageError.isInstance(error) && error.code).toBe('annotation-registered');
  });
});
