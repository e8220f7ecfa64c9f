import type {
  UnifiedError,
  UnifiedEventV2,
  UnifiedLossEntry,
  UnifiedResultV2,
} from '../../../generated/unified/types.ts';
import { childId } from '../../core/id.ts';
import { type EmitOptions, emitContext } from '../emit.ts';
import { answerRequirements, emitResponse } from '../emit-response.ts';
import type { Profile } from '../profile.ts';
import { reportUnclaimedAnswer } from '../unclaimed.ts';

/** The events with which an answer ends well. */
export type GoodEnding = Extract<
  UnifiedEventV2,
  { readonly type: 'operation-completed' | 'operation-requires-action' }
>;

export function isGoodEnding(event: UnifiedEventV2): event is GoodEnding {
  return event.type === 'operation-completed' || event.type === 'operation-requires-action';
}

/** What is required of an answer and that the dialect cannot carry: errors, as of the answer that is sent at once. */
export function requiredLosses(
  profile: Profile,
  result: UnifiedResultV2,
  options: EmitOptions,
): readonly UnifiedLossEntry[] {
  return reportOf(profile, result, options).filter(isError);
}

export function isError({ severity }: UnifiedLossEntry): boolean {
  return severity === 'error';
}

/** The failure that is told in place of an answer's good ending, at the same place of the operation, and its end. */
export function refusalOf(ending: GoodEnding): readonly UnifiedEventV2[] {
  const { schemaVersion, operationId, eventId, sequence, timestamp } = ending;
  const error: UnifiedError = {
    category: 'unsupported',
    code: 'projection-unsupported',
    message: 'The answer has what the caller requires and this stream cannot carry.',
    retryable: false,
    operationId,
  };
  const place = { schemaVersion, operationId, eventId, sequence, timestamp };
  const end = { ...place, sequence: sequence + 1, eventId: childId(eventId, 'end', 0) };
  return [
    { type: 'operation-failed', ...place, error, status: { reason: 'failed' } },
    { type: 'stream-completed', ...end },
  ];
}

function reportOf(profile: Profile, result: UnifiedResultV2, options: EmitOptions): readonly UnifiedLossEntry[] {
  if (profile.response !== undefined) return emitResponse(profile, result, options).loss.entries;
  const requirements = answerRequirements(options.requirements);
  const context = emitContext(profile, { ...options, requirements }, profile.answerCapabilities);
  reportUnclaimedAnswer(result, context);
  return context.loss.report().entries;
}
