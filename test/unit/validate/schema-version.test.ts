import { describe, expect, it } from 'vitest';
import { validateEventLog, validateItem, validateRequest } from '../../../src/validate/index.ts';
import { event, faults, issuesOf, item, request } from './record.ts';

const version = (schemaVersion: unknown) => validateRequest(request([item(0)], { schemaVersion }));

describe('schema versions', () => {
  it('[U-VER-1] accepts the version that is written here', () => {
    expect(faults(version('2.0'))).toEqual([]);
  });

  it.each(['1.0', '3.0', '0.9', '20.0'])('[U-VER-1] refuses the major version of %s, and says so', (schemaVersion) => {
    expect(issuesOf(version(schemaVersion))).toEqual([
      {
        path: '/schemaVersion',
        rule: 'schema-version-major',
        message: `Records of major version ${schemaVersion.split('.')[0]} cannot be read here: a major version changes meanings.`,
        expected: '"2.0"',
        found: `"${schemaVersion}"`,
      },
    ]);
  });

  it.each([2, '2', 'v2.0', '2.0.0', '2.00', '', null, {}])('[U-VER-1] refuses %j as no version', (schemaVersion) => {
    expect(faults(version(schemaVersion))).toEqual([['/schemaVersion', 'schema-version-syntax']]);
  });

  it('[U-VER-1] refuses a root record that does not say its version', () => {
    expect(faults(version(undefined))).toEqual([['/schemaVersion', 'schema-version-missing']]);
    expect(faults(validateRequest({}))).toEqual([['/schemaVersion', 'schema-version-missing']]);
    expect(faults(validateRequest('text'))).toEqual([['/schemaVersion', 'schema-version-missing']]);
  });

  it('[U-VER-1] judges the version before the rest: another major may look any way', () => {
    expect(faults(validateRequest({ schemaVersion: '3.0', anything: true }))).toEqual([
      ['/schemaVersion', 'schema-version-major'],
    ]);
  });

  it('[U-VER-1] judges the version of each event of a log', () => {
    const events = [event(0, 'operation-created'), event(1, 'operation-running', { schemaVersion: '3.0' })];
    expect(faults(validateEventLog(events))).toEqual([['/1/schemaVersion', 'schema-version-major']]);
  });

  it('[U-VER-1] asks no version of what stands inside of a root', () => {
    expect(faults(validateItem(item(0)))).toEqual([]);
  });
});
