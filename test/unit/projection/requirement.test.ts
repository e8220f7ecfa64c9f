import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../../generated/features.ts';
import { UsageError } from '../../../src/core/errors.ts';
import { createStreamEncoder, createStreamProjection } from '../../../src/projection/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { projectRequest, projectResponse } from '../../../src/projection/project.ts';
import { type Requirements, requirementTable } from '../../../src/projection/requirement.ts';

const ROUTE = { from: { profile: openaiChat }, to: { profile: openaiChat } };

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

  it.each([
    [
      'a feature that there is not',
      { 'generation.sed': 'required' },
      'There is no feature "generation.sed" to require.',
    ],
    ['what every object has', { constructor: 'required' }, 'There is no feature "constructor" to require.'],
    ['a level that there is not', { 'generation.seed': 'mandatory' }, 'The requirement of generation.seed has no such'],
    ['no level at all', { 'generation.seed': null }, 'The requirement of generation.seed has no such level'],
  ])('[U-GEN-3] refuses %s: it would protect nothing', (_title, overrides, message) => {
    // A caller without types.
    const requirements = overrides as unknown as Requirements;
    expect(() => requirementTable(requirements)).toThrow(message);
    expect(() => projectRequest(ROUTE, { model: 'm', messages: [] }, { requirements })).toThrow(UsageError);
    expect(() => projectResponse(ROUTE, { choices: [] }, { requirements })).toThrow(UsageError);
    expect(() => createStreamProjection(ROUTE, { requirements })).toThrow(UsageError);
    expect(() => createStreamEncoder(openaiChat, { requirements })).toThrow(UsageError);
  });
});
