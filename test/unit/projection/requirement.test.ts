import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../../generated/features.ts';
import { requirementTable } from '../../../src/projection/requirement.ts';

describe('requirementTable', () => {
  it('[U-GEN-3] holds what changes meaning to be required, what shapes an answer preferred, what costs optional', () => {
    const requirement = requirementTable();
    expect(requirement('item.tool-result')).toBe('required');
    expect(requirement('generation.temperature')).toBe('preferred');
    expect(requirement('cache.affinity-key')).toBe('optional');
  });

  it('[U-GEN-3] puts the caller first and keeps the published value for the rest', () => {
    const requirement = requirementTable({ 'cache.affinity-key': 'required' });
    expect(requirement('cache.affinity-key')).toBe('required');
    expect(requirement('cache.ttl')).toBe(FEATURES['cache.ttl'].defaultRequirement);
  });
});
