import type { UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { writeUsage } from './usage.ts';

/** Writes everything of an answer but its choices and what only its own dialect knows. */
export function writeEnvelope(result: UnifiedResultV2, context: EmitContext, own: boolean): WireDraft {
  const { provenance, usage, moderation } = result;
  return {
    ...(own && provenance.providerResponseId === undefined ? {} : { id: completionId(result) }),
    ...(own && provenance.createdAt === undefined ? {} : writeCreated(provenance.createdAt)),
    ...writeModel(result, context, own),
    ...(provenance.systemFingerprint === undefined ? {} : { system_fingerprint: provenance.systemFingerprint }),
    ...writeSettings(result, context),
    ...(moderation === undefined ? {} : { moderation: writeModeration(moderation) }),
    ...(usage === undefined ? {} : { usage: writeUsage(context, usage, own) }),
    ...(own && result.model.servedBy !== undefined ? { provider: result.model.servedBy } : {}),
  };
}

/** The identifier of an answer: the provider's own, or one that derives from ours. */
export function completionId({ provenance, responseId }: Pick<UnifiedResultV2, 'provenance' | 'responseId'>): string {
  return provenance.providerResponseId ?? `chatcmpl-${responseId}`;
}

function writeCreated(createdAt: string | undefined): WireDraft {
  const milliseconds = createdAt === undefined ? Number.NaN : Date.parse(createdAt);
  return Number.isFinite(milliseconds) ? { created: Math.floor(milliseconds / 1000) } : {};
}

function writeModel({ model }: UnifiedResultV2, { loss }: EmitContext, own: boolean): WireDraft {
  for (const key of ['version', 'lifecycle', 'servedBy'] as const) {
    if (model[key] === undefined || (own && key === 'servedBy')) continue;
    loss.lose({ path: `/model/${key}`, feature: 'result.model', reason: 'this wire says the name of the model alone' });
  }
  return own && model.resolved === undefined ? {} : { model: model.resolved ?? model.requested ?? '' };
}

function writeSettings({ effective }: UnifiedResultV2, { loss }: EmitContext): WireDraft {
  if (effective === undefined) return {};
  const { serviceTier, metadata, ...rest } = effective;
  for (const key of Object.keys(rest)) {
    const reason = 'an answer of this wire does not repeat the settings';
    loss.lose({ path: `/effective/${key}`, feature: 'result.effective-settings', reason });
  }
  const { entries, ...others } = metadata ?? {};
  for (const key of Object.keys(others)) {
    const reason = 'an answer of this wire repeats the entries alone';
    loss.lose({ path: `/effective/metadata/${key}`, feature: 'result.effective-settings', reason });
  }
  return {
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
    ...(entries === undefined ? {} : { metadata: Object.fromEntries(entries.map(({ key, value }) => [key, value])) }),
  };
}

function writeModeration({ input, output }: NonNullable<UnifiedResultV2['moderation']>): WireDraft {
  return {
    ...(input === undefined ? {} : { input: input.value }),
    ...(output === undefined ? {} : { output: output.value }),
  };
}
