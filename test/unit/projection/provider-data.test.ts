import { describe, expect, it } from 'vitest';
import type { UnifiedProviderDataRef } from '../../../generated/unified/types.ts';
import { annotationValue, loseProviderData } from '../../../src/projection/provider-data.ts';
import { places, writing } from './support.ts';

function annotation(schema: string, family: string): UnifiedProviderDataRef {
  return { scope: 'portable-annotation', profile: { family }, schema, resourceId: schema, value: { a: 1 } };
}

function state(kind: 'signature' | 'unknown-wire-content', family: string, placement?: 'part'): UnifiedProviderDataRef {
  const reference = {
    scope: 'owner-private',
    profile: { family },
    schema: `${family}/x`,
    resourceId: 'r',
    kind,
  } as const;
  return placement === undefined ? reference : { ...reference, placement };
}

describe('loseProviderData', () => {
  it('[U-REAS-2][U-LOSS-1] reports private state of another dialect, and not its own', () => {
    const context = writing();
    const references = [
      state('signature', 'other'),
      state('unknown-wire-content', 'other'),
      state('unknown-wire-content', 'other', 'part'),
      state('signature', 'sample'),
      state('unknown-wire-content', 'sample'),
    ];
    loseProviderData(context, references, '/p');
    expect(places(context.entries())).toEqual([
      'info reasoning.private-state /p/0',
      'warning wire.unknown-content /p/1',
      'error wire.unknown-kind /p/2',
    ]);
  });

  it('[U-LOSS-1] reports annotations that the target does not write, and no spellings', () => {
    const context = writing({ annotations: ['sample/options'] });
    const references = [
      annotation('other/options', 'other'),
      annotation('sample/options', 'sample'),
      annotation('sample/later', 'sample'),
      annotation('other/item-form', 'other'),
      annotation('sample/item-form', 'sample'),
    ];
    loseProviderData(context, references, '/p');
    expect(places(context.entries())).toEqual(['warning annotation.portable /p/0', 'warning annotation.portable /p/2']);
  });
});

describe('annotationValue', () => {
  it('[U-PDATA-2] finds the annotation of a name among everything else', () => {
    const references = [
      state('signature', 'sample'),
      annotation('sample/a', 'sample'),
      annotation('sample/b', 'sample'),
    ];
    expect(annotationValue(references, 'sample/b')).toEqual({ a: 1 });
    expect(annotationValue(references, 'sample/c')).toBeUndefined();
    expect(annotationValue(undefined, 'sample/a')).toBeUndefined();
  });
});
