import type { UnifiedFinishReason, UnifiedResponseStatus } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/** The reasons of this wire, and those that compatible servers were recorded with or document (2026-11). */
const REASONS: Readonly<Record<string, UnifiedFinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  // Text Generation Inference
  eos_token: 'stop',
  stop_sequence: 'stop',
  // Mistral
  model_length: 'max-context',
  error: 'failed',
  // DeepSeek
  insufficient_system_resource: 'incomplete',
  // Z.AI
  sensitive: 'content-filter',
  network_error: 'failed',
};

/** What an answer holds that its reason has to agree with. */
export interface AnswerFacts {
  readonly hasCall: boolean;
  readonly hasRefusal: boolean;
  /** Whether the arguments of a call never became what can be run. */
  readonly hasMalformedCall?: boolean;
}

/**
 * How a choice ended. A call that waits for the client makes `stop` to `tool-calls` (GC-002), one that nobody can run to
 * `malformed-tool-call`, and a refusal to `refusal`: what the provider said itself stays beside it.
 */
export function readStatus(reason: string | undefined, facts: AnswerFacts): UnifiedResponseStatus {
  if (reason === undefined || reason === '') return { reason: facts.hasCall ? waiting(facts) : 'unknown' };
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return { reason: settled(known ?? 'unknown', facts), providerReason: reason };
}

function settled(reason: UnifiedFinishReason, facts: AnswerFacts): UnifiedFinishReason {
  if (reason !== 'stop' && reason !== 'tool-calls') return reason;
  if (facts.hasCall) return waiting(facts);
  return reason === 'stop' && facts.hasRefusal ? 'refusal' : 'stop';
}

function waiting({ hasMalformedCall = false }: AnswerFacts): UnifiedFinishReason {
  return hasMalformedCall ? 'malformed-tool-call' : 'tool-calls';
}

/** The reasons of the record on this wire; those that are not here have no word of their own. */
const WIRE_REASONS: Partial<Record<UnifiedFinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'max-context': 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** What a status is about. */
export interface StatusPlace {
  readonly path: string;
  /** Whether the provider's own word is one of this dialect. */
  readonly own: boolean;
  /** What the answer holds on this wire. */
  readonly facts: AnswerFacts;
}

/** The reason as this wire writes it; null where this dialect itself said none. */
export function writeReason(context: EmitContext, status: UnifiedResponseStatus, place: StatusPlace): string | null {
  if (place.own && status.providerReason !== undefined) return status.providerReason;
  if (place.own && status.reason === 'unknown') return null;
  const exact = WIRE_REASONS[status.reason];
  const isExact = exact !== undefined && status.reason !== 'max-context' && isPlain(status.reason, place.facts);
  const isEmpty = status.reason === 'tool-calls' && !place.facts.hasCall;
  const written = isEmpty ? 'stop' : (exact ?? nearest(status.reason, place.facts));
  const isSame = isExact || (status.reason === 'refusal' && place.facts.hasRefusal);
  loseStatus(context, status, { ...place, isSame });
  return written;
}

/** Whether a reader takes the reason as it is meant: a call is one that waits, and a refusal ends an answer. */
function isPlain(reason: UnifiedFinishReason, { hasCall, hasRefusal }: AnswerFacts): boolean {
  return reason === 'stop' ? !hasCall && !hasRefusal : reason !== 'tool-calls' || hasCall;
}

function nearest(reason: UnifiedFinishReason, { hasCall, hasRefusal }: AnswerFacts): string {
  if (reason === 'refusal') return hasRefusal ? 'stop' : 'content_filter';
  if (reason === 'requires-action' && hasCall) return 'tool_calls';
  if (reason === 'incomplete' || reason === 'paused' || reason === 'malformed-tool-call') return 'length';
  return reason === 'cancelled' || reason === 'interrupted' || reason === 'failed' ? 'length' : 'stop';
}

function loseStatus(
  { loss }: EmitContext,
  status: UnifiedResponseStatus,
  { path, isSame }: StatusPlace & { readonly isSame: boolean },
): void {
  const feature = 'result.finish-reason';
  if (!isSame) {
    loss.lose({ path: `${path}/reason`, feature, reason: 'this wire has no word for how the answer ended' });
  }
  for (const key of ['providerReason', 'stopSequence', 'refusal', 'blockedInput', 'providerMessage'] as const) {
    if (status[key] === undefined) continue;
    loss.lose({ path: `${path}/${key}`, feature, requirement: 'optional', reason: 'this wire has no place for it' });
  }
}
