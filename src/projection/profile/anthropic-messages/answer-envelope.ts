import type {
  UnifiedAppliedContextEdit,
  UnifiedCacheDiagnostics,
  UnifiedInputTransformation,
  UnifiedResolvedModel,
  UnifiedResponseStatus,
  UnifiedResultV2,
  UnifiedStateOutput,
  UnifiedUsage,
} from '../../../../generated/unified/types.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { keepUnread } from '../../ingest-context.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { AnswerMembers } from './answer-members.ts';
import { readStatus } from './finish-reason.ts';
import { optional } from './ingest-history.ts';
import { readUsage } from './usage.ts';
import { isTimestamp } from './wire.ts';

/** Everything that an answer says beside its content. */
export interface Envelope
  extends Pick<
    UnifiedResultV2,
    'provenance' | 'state' | 'inputTransformations' | 'appliedContextEdits' | 'cacheDiagnostics'
  > {
  readonly model: UnifiedResolvedModel;
  readonly status: UnifiedResponseStatus;
  readonly usage?: UnifiedUsage;
}

/** The members of a message that a reader of answers looks for. */
const MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'content',
  'model',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
  'container',
  'context_management',
  'input_transformations',
  'diagnostics',
]);

/** Whether a member of a message is one that this dialect has. */
export function isKnownMember(key: string): boolean {
  return MEMBERS.has(key);
}

/** Reads what an answer says beside its content; what nobody reads is kept for the provider. */
export function readEnvelope(context: AnswerContext, wire: WireObject, wires: readonly WireObject[] = []): Envelope {
  const body = new AnswerMembers(wire, [...wires]);
  if (wire.peek('type') === 'message') wire.take('type');
  if (wire.peek('role') === 'assistant') wire.take('role');
  if (Array.isArray(wire.peek('content'))) wire.take('content');
  const providerResponseId = body.text('id');
  const model = readModel(context, body);
  const status = readStatus(context, body);
  const usage = body.object('usage');
  const read = {
    model,
    status,
    ...optional('usage', usage === undefined ? undefined : readUsage(usage)),
    ...optional('state', readState(context, body)),
    ...optional('inputTransformations', body.objects('input_transformations')?.map(readTransformation)),
    ...optional('appliedContextEdits', body.object('context_management')?.objects('applied_edits')?.map(readEdit)),
    ...optional('cacheDiagnostics', readDiagnostics(body)),
  };
  const unread = keepUnread(context, context.responseId, wire, [...new Set(body.wires)]);
  return {
    ...read,
    provenance: {
      profile: context.profile,
      ...optional('providerResponseId', providerResponseId),
      ...(unread.length === 0 ? {} : { providerData: unread }),
    },
  };
}

/** The model that was asked for, and the one that answered. */
export function readModel(context: Pick<AnswerContext, 'requestedModel'>, wire: AnswerMembers): UnifiedResolvedModel {
  return { ...optional('requested', context.requestedModel), ...optional('resolved', wire.text('model')) };
}

function readState(context: AnswerContext, body: AnswerMembers): UnifiedStateOutput | undefined {
  const wire = body.object('container');
  const containerId = wire?.text('id');
  if (wire === undefined || containerId === undefined) return undefined;
  const expiresAt = isTimestamp(wire.wire.peek('expires_at')) ? wire.text('expires_at') : undefined;
  const skills = wire.objects('skills')?.map((skill) => ({
    kind: skill.text('type') ?? skill.wire.fault('type', 'who makes the skill'),
    skillId: skill.text('skill_id') ?? skill.wire.fault('skill_id', 'the identifier of the skill'),
    ...optional('version', skill.text('version')),
  }));
  const resource = providerResource(context, context.responseId, 'container', containerId);
  return {
    container: { resource: { ...resource, ...optional('expiresAt', expiresAt) }, ...optional('skills', skills) },
  };
}

function readTransformation(wire: AnswerMembers): UnifiedInputTransformation {
  return {
    action: wire.text('type') ?? wire.wire.fault('type', 'what was done'),
    ...optional('reason', wire.text('reason')),
    ...optional('path', wire.text('path')),
  };
}

function readEdit(wire: AnswerMembers): UnifiedAppliedContextEdit {
  return {
    type: wire.text('type') ?? wire.wire.fault('type', 'the type of the edit'),
    ...optional('clearedToolUses', wire.count('cleared_tool_uses')),
    ...optional('clearedThinkingTurns', wire.count('cleared_thinking_turns')),
    ...optional('clearedInputTokens', wire.count('cleared_input_tokens')),
  };
}

/** What the cache is said to have missed; null is a comparison that is not done yet. */
export function readDiagnostics(body: AnswerMembers): UnifiedCacheDiagnostics | undefined {
  const wire = body.object('diagnostics');
  const reason = wire?.object('cache_miss_reason');
  if (reason === undefined) return wire?.isNull('cache_miss_reason') ? { status: 'pending' } : undefined;
  return {
    status: 'miss',
    ...optional('reason', reason.text('type')),
    ...optional('missedTokens', reason.count('cache_missed_input_tokens')),
  };
}
