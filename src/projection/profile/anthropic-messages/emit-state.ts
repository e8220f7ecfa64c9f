import type { UnifiedContainerSpecification, UnifiedProviderResourceRef } from '../../../../generated/unified/types.ts';
import { readPrivate, type WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { isOwnRequest, put } from './emit-basics.ts';
import { writeFallback } from './emit-generation.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';

/** Writes what the request starts from at the provider, who may take over, and the facts that the model does not see. */
export function writeState(writing: Writing, body: WireDraft): void {
  writeContainer(writing, body);
  writeThread(writing, body);
  writeCompaction(writing, body);
  writeDiagnostics(writing, body);
  writeFallbacks(writing, body);
  writeFallbackCredit(writing, body);
  writeMetadata(writing, body);
}

function writeContainer(writing: Writing, body: WireDraft): void {
  const { context, request } = writing;
  const container = request.state?.container;
  if (container === undefined) return;
  const id =
    container.resource === undefined
      ? undefined
      : idOf(writing, container.resource, '/state/container/resource', 'state.container');
  if (formOf(request.metadata?.providerData, 'request-form').containerAsText === true && id !== undefined) {
    body['container'] = id;
    return;
  }
  const draft: WireDraft = {};
  put(draft, 'id', id);
  put(draft, 'skills', writeSkills(writing, container));
  if (Object.keys(draft).length > 0 || container.resource === undefined) body['container'] = draft;
  if (!isOwnRequest(request) && Object.keys(draft).length === 0) {
    const reason = 'the target makes a container on its own when a tool needs one';
    context.loss.lose({ path: '/state/container', feature: 'state.container', reason });
  }
}

function writeSkills({ context }: Writing, { skills }: UnifiedContainerSpecification): WireDraft[] | undefined {
  return skills?.flatMap(({ kind, skillId, version }, index) => {
    if (kind !== 'anthropic' && kind !== 'custom') {
      const reason = 'the target knows its own skills and those that were uploaded to it';
      context.loss.lose({ path: `/state/container/skills/${index}`, feature: 'tool.container.skills', reason });
      return [];
    }
    const draft: WireDraft = { type: kind, skill_id: skillId };
    put(draft, 'version', version);
    return [draft];
  });
}

/** What kind of resource each feature starts from. */
const RESOURCES = {
  'state.container': 'container',
  'state.thread': 'message',
  'cache.diagnostics': 'message',
} as const;

function idOf(
  { context }: Writing,
  resource: UnifiedProviderResourceRef,
  path: string,
  feature: keyof typeof RESOURCES,
): string | undefined {
  const id = resource.resourceType === RESOURCES[feature] ? usableProviderId(context, resource) : undefined;
  if (id === undefined) context.loss.lose({ path, feature, reason: 'what another owner holds cannot be used here' });
  return id;
}

function writeThread(writing: Writing, body: WireDraft): void {
  const thread = writing.request.state?.thread;
  if (thread === undefined) return;
  const draft: WireDraft = { type: thread.value };
  if (thread.previous !== undefined) {
    const id = idOf(writing, thread.previous, '/state/thread/previous', 'state.thread');
    put(draft, 'previous_message_id', id);
  }
  body['thread'] = draft;
}

function writeCompaction({ context, request }: Writing, body: WireDraft): void {
  const compaction = request.generation.compaction;
  if (compaction === undefined) return;
  if (compaction.value !== 'summarize') {
    const reason = 'the target compacts by a summary only';
    const { requirement } = compaction;
    context.loss.lose({ path: '/generation/compaction', feature: 'generation.compaction', requirement, reason });
    return;
  }
  const draft: WireDraft = { type: 'summarize' };
  put(draft, 'instructions', compaction.instructions);
  body['compaction'] = draft;
}

function writeDiagnostics(writing: Writing, body: WireDraft): void {
  const earlier = writing.request.cache?.compareWith;
  if (earlier === undefined) return;
  const id = idOf(writing, earlier, '/cache/compareWith', 'cache.diagnostics');
  if (id !== undefined) body['diagnostics'] = { previous_message_id: id };
}

function writeFallbacks(writing: Writing, body: WireDraft): void {
  const fallbacks = writing.request.model.fallbacks;
  if (fallbacks === undefined) return;
  if (fallbacks.providerDefault === true) {
    body['fallbacks'] = 'default';
    return;
  }
  body['fallbacks'] = fallbacks.value.map((fallback, index) =>
    writeFallback(writing, fallback, `/model/fallbacks/value/${index}`),
  );
}

function writeFallbackCredit({ context, request }: Writing, body: WireDraft): void {
  const { fallbackCredit, fallbackCreditMode } = request.model;
  if (fallbackCredit === undefined) return;
  const token = readPrivate(context, fallbackCredit, '/model/fallbackCredit', 'model.fallback-credit');
  if (token === undefined) return;
  const asObject = formOf(request.metadata?.providerData, 'request-form').fallbackCreditAsObject === true;
  if (fallbackCreditMode !== undefined) body['fallback_credit_token'] = { token, mode: fallbackCreditMode };
  else body['fallback_credit_token'] = asObject ? { token } : token;
}

function writeMetadata({ context, request }: Writing, body: WireDraft): void {
  const { endUserId, safetyIdentifier, billingPolicy } = request.metadata ?? {};
  const userId = endUserId ?? safetyIdentifier;
  if (userId !== undefined) body['metadata'] = { user_id: userId };
  if (safetyIdentifier !== undefined) {
    const sent = endUserId === undefined ? 'it is sent as that' : 'the other one is sent';
    const reason = `the target knows one identifier of the user: ${sent}`;
    context.loss.lose({ path: '/metadata/safetyIdentifier', feature: 'metadata.safety-identifier', reason });
  }
  const { emptyObjects } = formOf(request.metadata?.providerData, 'request-form');
  if (billingPolicy !== undefined) body['billing_policy'] = { type: 'billing_policy', bill_to: billingPolicy };
  else if (emptyObjects?.includes('/billing_policy')) body['billing_policy'] = { type: 'billing_policy' };
}
