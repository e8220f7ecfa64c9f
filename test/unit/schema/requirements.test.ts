import { describe, expect, it } from 'vitest';
import { PLAN } from '../../../generated/unified/plan.ts';
import type { UnifiedDataSource, UnifiedRequestV2 } from '../../../generated/unified/types.ts';
import { UrtextError } from '../../../src/core/errors.ts';
import { ingestRequest } from '../../../src/projection/ingest.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { validateCapabilities, validateDecisionResponse, validateRequest } from '../../../src/validate/index.ts';
import { message, sampleRecord } from '../../support/sample-record.ts';

const SIGNATURE = 'EqQBCgIYAhIkc2lnbmF0dXJl';

const THINKING = {
  model: 'm',
  max_tokens: 9,
  messages: [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: SIGNATURE }] },
    { role: 'user', content: 'q' },
  ],
};

describe('a record', () => {
  it('[U-ITEM-6] has no place for a list of messages by role, which is a view of its items', () => {
    const named = Object.values(PLAN).flatMap((plan) => (plan.kind === 'object' ? Object.keys(plan.properties) : []));
    expect(named).toContain('items');
    expect(named).not.toContain('messages');
    const body = { model: 'm', messages: [{ role: 'user', content: 'q' }], max_tokens: 9 };
    for (const profile of [openaiChat, anthropicMessages]) {
      const { value } = ingestRequest(profile, body);
      expect(value.conversation.items.map(({ type }) => type)).toEqual(['message']);
      expect(JSON.stringify(value)).not.toContain('"messages"');
      const stored = { ...value, conversation: { ...value.conversation, messages: body.messages } };
      expect(validateRequest(stored)).toMatchObject({
        ok: false,
        issues: [{ rule: 'schema-unknown-property', path: '/conversation/messages' }],
      });
    }
  });

  it('[U-PDATA-3] refers to private payloads of an owner and does not hold them', () => {
    const reference = PLAN['UnifiedOwnerPrivateRef'];
    expect(reference?.kind === 'object' && Object.keys(reference.properties)).toEqual([
      ...['scope', 'profile', 'schema', 'resourceId', 'kind', 'placement', 'synthetic', 'size', 'wireType'],
      'wirePointer',
    ]);
    const owner = { profile: { family: 'anthropic-messages' }, provider: 'p' };
    const { value, privateState } = ingestRequest(anthropicMessages, THINKING, { owner });
    expect(JSON.stringify(value)).not.toContain(SIGNATURE);
    const [piece] = [...privateState];
    expect(piece && privateState.read(piece.resourceId, owner)).toMatchObject({ ok: true, payload: SIGNATURE });
    // What stays beside the record leaves the process encrypted by a store, or not at all.
    expect(() => JSON.stringify([...privateState])).toThrow(UrtextError);
  });

  it('[U-PART-6] is as valid with its media in the artifact store as with them inline', () => {
    const sha256 = 'a'.repeat(64);
    const inline = { kind: 'inline', mediaType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' } as const;
    const artifact = { kind: 'artifact', artifactId: 'artifact-1', sha256 } as const;
    expect(recordWith(inline)).toMatchObject({ ok: true });
    expect(recordWith(artifact)).toMatchObject({ ok: true });
    expect(recordWith({ ...artifact, sha256: 'short' })).toMatchObject({ ok: false });
    // Wherever bytes can stand inline the union of all sources stands, so that they can be moved.
    const places = Object.values(PLAN).flatMap((plan) =>
      plan.kind === 'object' ? Object.values(plan.properties).flatMap(({ child }) => child ?? []) : [],
    );
    expect(places).toContain('UnifiedDataSource');
    expect(places).not.toContain('UnifiedInlineDataSource');
  });
});

function recordWith(source: UnifiedDataSource) {
  const record: UnifiedRequestV2 = sampleRecord([message('user', 'see', { type: 'image', source })]);
  return validateRequest(record);
}

describe('a decision backend', () => {
  const CAPABILITIES = {
    streaming: false,
    multiModal: false,
    systemMessageStrategy: 'in-messages',
    supportsMultipleSystemMessages: false,
  };

  it('[A-DEC-4] says which decisions it serves, itself or by a stand-in, and within which limits', () => {
    const able = { decisions: true, decisionTypes: ['choice'], decisionLimits: { maxChoiceOptions: 9 } };
    expect(validateCapabilities({ ...CAPABILITIES, ...able })).toMatchObject({ ok: true });
    const emulated = { decisionsEmulated: true, decisionsEmulatedTypes: ['score', 'noul'] };
    expect(validateCapabilities({ ...CAPABILITIES, ...emulated })).toMatchObject({ ok: true });
    expect(validateCapabilities({ ...CAPABILITIES, decisionTypes: ['guess'] })).toMatchObject({ ok: false });
    expect(validateCapabilities({ ...CAPABILITIES, decisionLimits: { maxGuesses: 1 } })).toMatchObject({ ok: false });
  });

  it('[A-DEC-4] that could not serve is named with the reason in the answer of the one that did', () => {
    const skipped = {
      category: 'capability-unsupported',
      severity: 'info',
      message: 'The backend takes no images.',
      source: 'judge-0',
    };
    const answered = (warning: object) => ({
      answers: { polite: { type: 'noul', value: 1 } },
      model: 'judge-1',
      metadata: {
        requestId: 'r',
        timestamp: 0,
        warnings: [warning],
        provenance: { backend: 'judge-1', middleware: ['cost'] },
      },
    });
    expect(validateDecisionResponse(answered(skipped))).toMatchObject({ ok: true });
    const { message: _reason, ...silent } = skipped;
    expect(validateDecisionResponse(answered(silent))).toMatchObject({
      ok: false,
      issues: [{ rule: 'schema-missing-property', path: '/metadata/warnings/0/message' }],
    });
  });
});
