import type {
  UnifiedCacheDiagnostics,
  UnifiedItem,
  UnifiedResultV2,
  UnifiedStateOutput,
} from '../../../../generated/unified/types.ts';
import { sha256Hex } from '../../../core/sha256.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { put } from './emit-basics.ts';
import { loseUsage, writeUsage } from './emit-usage.ts';
import { writeStatus } from './finish-reason.ts';
import { FAMILY } from './wire.ts';

/** Whether an answer was read from this dialect. */
export function isOwnAnswer({ provenance }: Pick<UnifiedResultV2, 'provenance'>): boolean {
  return provenance.profile.family === FAMILY;
}

/** Writes who speaks: what a message begins with. */
export function writeStart(result: UnifiedResultV2): WireDraft {
  return {
    id: messageId(result),
    type: 'message',
    role: 'assistant',
    model: result.model.resolved ?? result.model.requested ?? '',
    content: [],
  };
}

/**
 * Writes everything that a message says beside its content, which stands in the draft already or nowhere. `told` counts
 * the references to unknown content that the beginning of a stream restored.
 */
export function writeEnvelope(result: UnifiedResultV2, context: EmitContext, draft: WireDraft, told = 0): void {
  const waits = result.output.some(isReadyCall);
  writeStatus(context, result.status, { own: isOwnAnswer(result), waits }, draft);
  loseModel(context, result);
  put(draft, 'container', writeContainer(context, result.state));
  draft['usage'] = writeUsage(result.usage);
  loseUsage(context, result.usage);
  put(draft, 'diagnostics', writeDiagnostics(context, result.cacheDiagnostics));
  put(draft, 'context_management', writeEdits(result));
  put(draft, 'input_transformations', writeTransformations(result, context));
  restoreUnknown(context, result.provenance.providerData, draft, '/provenance/providerData', told);
}

/** A call that the client can run. */
function isReadyCall(item: UnifiedItem): boolean {
  return item.type === 'tool-call' && item.executionOwner === 'client' && item.state === 'arguments-ready';
}

/** Reports what an error in place of the end of an answer leaves unsaid. */
export function loseUnfinished(context: EmitContext, result: UnifiedResultV2): void {
  const { loss } = context;
  const { status, usage } = result;
  loseModel(context, result);
  const reason = 'an error stands in place of the end of the answer, which would say this';
  const lose = { requirement: 'optional', reason } as const;
  if (usage !== undefined) loss.lose({ path: '/usage', feature: 'result.usage', ...lose });
  if (status.reason !== 'failed') loss.lose({ path: '/status/reason', feature: 'result.finish-reason', ...lose });
  if (status.providerReason !== undefined)
    loss.lose({ path: '/status/providerReason', feature: 'result.finish-reason', ...lose });
}

/** The model that was asked for is known to whoever asked. */
function loseModel({ loss }: EmitContext, { model }: UnifiedResultV2): void {
  for (const key of ['version', 'servedBy', 'lifecycle'] as const) {
    const reason = 'this wire has the name of the model only';
    if (model[key] !== undefined)
      loss.lose({ path: `/model/${key}`, feature: 'result.model', requirement: 'optional', reason });
  }
}

/** The identifier of the message: the provider's own, or one that follows from that of the response. */
function messageId(result: UnifiedResultV2): string {
  const { providerResponseId } = result.provenance;
  if (providerResponseId !== undefined && isOwnAnswer(result)) return providerResponseId;
  return `msg_${sha256Hex(providerResponseId ?? result.responseId).slice(0, 24)}`;
}

function writeContainer(context: EmitContext, state: UnifiedStateOutput | undefined): WireDraft | undefined {
  const { container } = state ?? {};
  const { resource } = container ?? {};
  const containerId = resource?.resourceType === 'container' ? usableProviderId(context, resource) : undefined;
  const lose = (path: string, reason: string): void => {
    context.loss.lose({ path: `/state/${path}`, feature: 'result.state', requirement: 'optional', reason });
  };
  for (const key of ['resources', 'checkpoints'] as const) {
    for (const index of (state?.[key] ?? []).keys()) lose(`${key}/${index}`, 'this wire has no place for it');
  }
  if (state?.stored !== undefined) lose('stored', 'this wire has no place for it');
  if (container === undefined) return undefined;
  if (containerId === undefined) {
    const reason = 'a container goes back to its owner only';
    if (resource !== undefined) lose('container/resource', reason);
    for (const index of (container.skills ?? []).keys()) lose(`container/skills/${index}`, reason);
    return undefined;
  }
  const draft: WireDraft = { id: containerId };
  put(draft, 'expires_at', resource?.expiresAt);
  if (container.skills !== undefined) {
    draft['skills'] = container.skills.map(({ kind, skillId, version }) => {
      const skill: WireDraft = { type: kind, skill_id: skillId };
      put(skill, 'version', version);
      return skill;
    });
  }
  return draft;
}

function writeDiagnostics(
  context: EmitContext,
  diagnostics: UnifiedCacheDiagnostics | undefined,
): WireDraft | undefined {
  if (diagnostics === undefined) return undefined;
  if (diagnostics.comparedWith !== undefined) {
    const reason = 'this wire does not repeat what was compared';
    const path = '/cacheDiagnostics/comparedWith';
    context.loss.lose({ path, feature: 'result.cache-diagnostics', requirement: 'optional', reason });
  }
  if (diagnostics.reason === undefined) return { cache_miss_reason: null };
  const miss: WireDraft = { type: diagnostics.reason };
  put(miss, 'cache_missed_input_tokens', diagnostics.missedTokens);
  return { cache_miss_reason: miss };
}

function writeEdits({ appliedContextEdits }: UnifiedResultV2): WireDraft | undefined {
  if (appliedContextEdits === undefined) return undefined;
  const edits = appliedContextEdits.map(({ type, clearedToolUses, clearedThinkingTurns, clearedInputTokens }) => {
    const draft: WireDraft = { type };
    put(draft, 'cleared_tool_uses', clearedToolUses);
    put(draft, 'cleared_thinking_turns', clearedThinkingTurns);
    put(draft, 'cleared_input_tokens', clearedInputTokens);
    return draft;
  });
  return { applied_edits: edits };
}

function writeTransformations(
  { inputTransformations }: UnifiedResultV2,
  { loss }: EmitContext,
): readonly WireDraft[] | undefined {
  return inputTransformations?.map(({ action, reason: why, path, itemId }, index) => {
    if (itemId !== undefined) {
      const reason = 'this wire names what was changed by its place only';
      const at = `/inputTransformations/${index}/itemId`;
      loss.lose({ path: at, feature: 'result.input-transformations', requirement: 'optional', reason });
    }
    const draft: WireDraft = { type: action };
    put(draft, 'path', path);
    put(draft, 'reason', why);
    return draft;
  });
}
