import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { validateItem, validateOperation, validateRequest } from '../../../../src/validate/index.ts';
import { type Changes, faults, item, merge, NOW, OWNER, request, resource } from '../record.ts';

const privateState = (profile: JsonObject) => ({
  scope: 'owner-private',
  profile,
  schema: 'openai-responses/reasoning',
  resourceId: 'r',
  kind: 'encrypted-reasoning',
});

const reference = (sequence: number, owner: JsonObject, changes: Changes = {}) =>
  item(sequence, { type: 'reference', resource: resource('r', { owner }), ...changes });

describe('owner scope', () => {
  it('[U-CONT-4] accepts one owner of one resource, wherever it is named', () => {
    expect(faults(validateRequest(request([reference(0, OWNER), reference(1, OWNER)])))).toEqual([]);
  });

  it.each<[what: string, changes: Changes]>([
    ['another provider', { provider: 'azure' }],
    ['another credential', { credentialFingerprint: 'fp-2' }],
    ['another region', { region: 'eu' }],
    ['another profile', { profile: { family: 'openai-chat' } }],
  ])('[U-CONT-7] refuses %s of the same resource', (_what, changes) => {
    const owner = merge({ ...OWNER, credentialFingerprint: 'fp-1', region: 'us' }, {});
    expect(faults(validateRequest(request([reference(0, owner), reference(1, merge(owner, changes))])))).toEqual([
      ['/conversation/items/1/resource/owner', 'owner-scope'],
    ]);
  });

  it('[U-REAS-2] refuses private state of another profile than the owner of its resource', () => {
    const judge = (profile: JsonObject) =>
      faults(validateItem(reference(0, OWNER, { providerData: [privateState(profile)] })));
    expect(judge({ family: 'openai-responses', version: 'v1' })).toEqual([]);
    expect(judge({ family: 'anthropic-messages' })).toEqual([['/providerData/0/profile', 'owner-scope']]);
  });

  it('[U-REAS-2] refuses two profiles of one piece of private state, also when they differ in the revision alone', () => {
    const judge = (...profiles: JsonObject[]) =>
      faults(validateItem(item(0, { providerData: profiles.map(privateState) })));
    const revision = (name: string) => ({ family: 'anthropic-messages', revision: name });
    expect(judge(revision('2023-06-01'), revision('2023-06-01'))).toEqual([]);
    expect(judge(revision('2023-06-01'), revision('2026-10-21'))).toEqual([['/providerData/1/profile', 'owner-scope']]);
  });

  it('[U-OPER-1] refuses an operation whose job belongs to somebody else', () => {
    const operation = (owner: JsonObject) => ({
      schemaVersion: '2.0',
      operationId: 'operation',
      conversationId: 'conversation',
      branchId: 'main',
      state: 'running',
      owner: { ...OWNER, credentialFingerprint: 'fp-1' },
      providerJob: resource('job', { owner }),
      cancellation: 'provider-cancel',
      createdAt: NOW,
    });
    expect(faults(validateOperation(operation(OWNER)))).toEqual([]);
    expect(faults(validateOperation(operation({ ...OWNER, credentialFingerprint: 'fp-2' })))).toEqual([
      ['/providerJob/owner', 'owner-scope'],
    ]);
  });
});
