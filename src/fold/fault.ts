import type { UnifiedEventV2 } from '../../generated/unified/types.ts';
import { EventConflictError, SequenceGapError, ValidationError } from '../core/errors.ts';

/** An event that no fold can take as it is; `path` points into the event. Nothing of it was applied. */
export function invalidEvent(
  rule: 'transition' | 'references' | 'event-order',
  path: string,
  message: string,
  expected: string,
  found?: string,
): ValidationError {
  const issue = { path, rule, message, expected, ...(found === undefined ? {} : { found }) };
  return new ValidationError('event-invalid', message, { issues: [issue], details: { path, rule } });
}

/** An event names something that no event before it began. */
export function unknownReference(member: string, noun: string): ValidationError {
  return invalidEvent(
    'references',
    `/${member}`,
    `The event names ${noun} that is not known.`,
    `${noun} of this operation`,
  );
}

/** Events are missing between the last one and this one. */
export function gap({ operationId, sequence }: UnifiedEventV2, expected: number): SequenceGapError {
  const message = `Events are missing: expected sequence ${expected}, found ${sequence}.`;
  return new SequenceGapError('event-gap', message, { details: { operationId, expected, found: sequence } });
}

/** Another event was here first. */
export function conflict({ operationId, sequence }: UnifiedEventV2, message: string): EventConflictError {
  return new EventConflictError('event-conflict', message, { details: { operationId, sequence } });
}
