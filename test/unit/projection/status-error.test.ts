import { describe, expect, it } from 'vitest';
import { isFailure, statusError } from '../../../src/projection/status-error.ts';

describe('statusError', () => {
  it.each([
    [400, 'invalid-request', false],
    [401, 'authentication', false],
    [403, 'permission', false],
    [404, 'not-found', false],
    [413, 'too-large', false],
    [429, 'rate-limit', true],
    [451, 'invalid-request', false],
    [500, 'provider', true],
    [502, 'provider', true],
    [503, 'unavailable', true],
    [504, 'timeout', true],
    [529, 'overloaded', true],
  ] as const)('[U-LOSS-1] says what a status of %i means', (status, category, retryable) => {
    const error = statusError('op', status);
    expect(error).toMatchObject({ category, code: category, retryable, httpStatus: status, operationId: 'op' });
    expect(isFailure(status)).toBe(true);
  });

  it('[U-LOSS-1] takes a status that no record can hold for a failure that has none', () => {
    expect(statusError('op', 999)).not.toHaveProperty('httpStatus');
    expect([200, 302, undefined].map(isFailure)).toEqual([false, false, false]);
  });
});
