import type {
  UnifiedFinishReason,
  UnifiedRefusalDetails,
  UnifiedResponseStatus,
} from '../../../../generated/unified/types.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { type EmitContext, readPrivate, type WireDraft } from '../../emit-context.ts';
import { keepPrivate } from '../../ingest-context.ts';
import type { AnswerMembers } from './answer-members.ts';
import { put, typeNameOf } from './emit-basics.ts';
import { optional } from './ingest-history.ts';
import { FAMILY, named } from './wire.ts';

/** The reasons of this wire. */
const REASONS: Readonly<Record<string, UnifiedFinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool-calls',
  pause_turn: 'paused',
  compaction: 'paused',
  refusal: 'refusal',
  model_context_window_exceeded: 'max-context',
};

/** Reads how an answer ended. A reason that nobody knows is kept as the provider's own. */
export function readStatus(context: AnswerContext, wire: AnswerMembers): UnifiedResponseStatus {
  const reason = wire.text('stop_reason');
  const refusal = readRefusal(context, wire);
  return {
    reason: reason === undefined ? 'unknown' : (named(REASONS, reason) ?? 'unknown'),
    ...optional('providerReason', reason),
    ...optional('stopSequence', wire.text('stop_sequence')),
    ...optional('refusal', refusal),
  };
}

function readRefusal(context: AnswerContext, wire: AnswerMembers): UnifiedRefusalDetails | undefined {
  const details = typeNameOf(wire.wire.peek('stop_details')) === 'refusal' ? wire.object('stop_details') : undefined;
  wire.isNull('stop_details');
  if (details === undefined) return undefined;
  details.text('type');
  const token = details.text('fallback_credit_token');
  const found = { kind: 'credit-token', schema: `${FAMILY}/fallback-credit` } as const;
  const credit =
    token === undefined
      ? undefined
      : keepPrivate(context, context.responseId, 'fallback-credit', { ...found, payload: token });
  return {
    ...optional('category', details.text('category')),
    ...optional('explanation', details.text('explanation')),
    ...optional('recommendedModel', details.text('recommended_model')),
    ...optional('fallbackCredit', credit),
    ...optional('fallbackPrefillClaim', details.boolean('fallback_has_prefill_claim')),
  };
}

/** The nearest word of this wire for each reason, and whether it says the same. */
const WIRE_REASONS: Readonly<Record<UnifiedFinishReason, readonly [string, boolean]>> = {
  stop: ['end_turn', true],
  length: ['max_tokens', true],
  'tool-calls': ['tool_use', true],
  'content-filter': ['refusal', false],
  refusal: ['refusal', true],
  'max-context': ['model_context_window_exceeded', true],
  'malformed-tool-call': ['max_tokens', false],
  'requires-action': ['tool_use', false],
  paused: ['pause_turn', true],
  cancelled: ['max_tokens', false],
  interrupted: ['max_tokens', false],
  failed: ['max_tokens', false],
  incomplete: ['max_tokens', false],
  'in-progress': ['end_turn', false],
  unknown: ['end_turn', false],
};

/** What an answer is whose end is written. */
export interface EndingFacts {
  /** Whether the answer is one of this dialect, whose words go back as they are. */
  readonly own: boolean;
  /** Whether a call waits for the client, who would otherwise take the answer for a whole one and not run it. */
  readonly waits: boolean;
}

/** Writes how an answer ended. */
export function writeStatus(
  context: EmitContext,
  status: UnifiedResponseStatus,
  { own, waits }: EndingFacts,
  draft: WireDraft,
): void {
  const { reason, providerReason, stopSequence, refusal } = status;
  const [word, isExact] = waits && LEAVES_CALLS.has(reason) ? WIRE_REASONS['requires-action'] : WIRE_REASONS[reason];
  const isOwnWord = own && providerReason !== undefined && (named(REASONS, providerReason) ?? 'unknown') === reason;
  const nearest = reason === 'stop' && stopSequence !== undefined ? 'stop_sequence' : word;
  draft['stop_reason'] = isOwnWord ? providerReason : nearest;
  put(draft, 'stop_sequence', stopSequence);
  put(draft, 'stop_details', refusal === undefined ? undefined : writeRefusal(context, refusal));
  loseStatus(context, status, isOwnWord || (isExact && providerReason === undefined));
}

function loseStatus({ loss }: EmitContext, status: UnifiedResponseStatus, isExact: boolean): void {
  const { reason, providerReason } = status;
  const lose = (key: string, why: string, requirement?: 'optional'): void => {
    loss.lose({
      path: `/status/${key}`,
      feature: 'result.finish-reason',
      reason: why,
      ...(requirement && { requirement }),
    });
  };
  if (!isExact) {
    const [, isSame] = WIRE_REASONS[reason];
    if (!isSame) lose('reason', 'this wire has no such reason; the nearest one was taken');
    if (providerReason !== undefined) lose('providerReason', 'the word of another provider stays behind', 'optional');
  }
  for (const key of ['blockedInput', 'providerMessage'] as const) {
    if (status[key] !== undefined) lose(key, 'this wire has no place for it', 'optional');
  }
}

/** Ends after which a call that is whole can be run. */
const LEAVES_CALLS: ReadonlySet<UnifiedFinishReason> = new Set(['unknown', 'malformed-tool-call']);

function writeRefusal(context: EmitContext, refusal: UnifiedRefusalDetails): WireDraft {
  const draft: WireDraft = {
    type: 'refusal',
    category: refusal.category ?? null,
    explanation: refusal.explanation ?? null,
  };
  put(draft, 'recommended_model', refusal.recommendedModel);
  if (refusal.fallbackCredit !== undefined) {
    const path = '/status/refusal/fallbackCredit';
    put(draft, 'fallback_credit_token', readPrivate(context, refusal.fallbackCredit, path, 'model.fallback-credit'));
  }
  put(draft, 'fallback_has_prefill_claim', refusal.fallbackPrefillClaim);
  return draft;
}
