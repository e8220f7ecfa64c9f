import type { UnifiedMessageItem } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { restoreUnknown, type WireDraft } from '../../../src/projection/emit-context.ts';
import { from, keepUnknown } from '../../../src/projection/ingest-context.ts';
import { defineProfile, type Profile } from '../../../src/projection/profile.ts';

/** The smallest dialect there can be: one text in a body, and whatever else it does not know. */
export const sampleProfile: Profile = defineProfile({
  family: 'sample',
  title: 'Sample',
  revisions: ['2026', '2025'],
  capabilities: (revision) => ({
    'item.message': 'full',
    'part.text': 'full',
    ...(revision === '2025' ? { 'generation.seed': 'full' } : {}),
  }),
  limits: {
    toolName: { alphabet: /[a-z]/, maxLength: 8 },
    callId: { alphabet: /[a-z0-9_]/, maxLength: 24 },
  },
  modelsCompatible: (issuer, user) => issuer.slice(0, 4) === user.slice(0, 4),
  request: {
    ingest: (context) => {
      const { wire, requestId, conversationId, branchId, now, profile, loss } = context;
      const base = { id: `${requestId}.item.0`, conversationId, branchId, sequence: 0, createdAt: now } as const;
      const part = { id: `${requestId}.item.0.part.0`, type: 'text', text: wire.requiredText('text') } as const;
      if (wire.boolean('refused') === true) loss.lose({ path: '/refused', feature: 'item.message', reason: 'refused' });
      const providerData = keepUnknown(context, requestId, [{ wire }]);
      const item = from<UnifiedMessageItem>(context, wire, {
        ...base,
        type: 'message',
        role: 'user',
        visibility: 'model',
        status: 'completed',
        provenance: { origin: 'client', profile },
        content: [from(context, wire, part)],
      });
      return {
        schemaVersion: '2.0',
        requestId,
        conversation: { conversationId, branchId, completeness: 'complete', items: [item] },
        model: {},
        generation: {},
        tools: [],
        ...(providerData.length === 0 ? {} : { metadata: { providerData } }),
        source: { profile },
      };
    },
    emit: (request, context): JsonObject => {
      const draft: WireDraft = {};
      for (const item of request.conversation.items) {
        if (item.type === 'tool-call') draft['call'] = context.callIds.toWire(item.callId);
        if (item.type !== 'message') continue;
        for (const part of item.content) if (part.type === 'text') draft['text'] = part.text;
      }
      restoreUnknown(context, request.metadata?.providerData, draft, '/metadata/providerData');
      return draft;
    },
  },
});

/** A dialect without requests. */
export const silentProfile: Profile = defineProfile({
  family: 'silent',
  title: 'Silent',
  revisions: [],
  capabilities: () => ({}),
  limits: sampleProfile.limits,
});
