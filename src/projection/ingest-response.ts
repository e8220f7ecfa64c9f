import type { UnifiedResultV2 } from '../../generated/unified/types.ts';
import { UsageError } from '../core/errors.ts';
import { childId } from '../core/id.ts';
import type { JsonValue } from '../core/json.ts';
import { resolveLimits } from '../core/limits.ts';
import type { AnswerContext } from './answer-context.ts';
import type { Aliases } from './emit.ts';
import { answerRequirements } from './emit-response.ts';
import { type Ingestion, type IngestOptions, ingestContext, readBody } from './ingest.ts';
import type { Profile } from './profile.ts';

/** What a caller can say about an answer that is read; everything has a default. */
export interface AnswerOptions extends Omit<IngestOptions, 'requestId'> {
  /** All identifiers of the answer derive from it. */
  readonly operationId?: string;
  /** The model that was asked for. */
  readonly requestedModel?: string;
  /** The status of the HTTP exchange. */
  readonly httpStatus?: number;
  /** The names that the request had to change: what `emitRequest` gave. */
  readonly aliases?: Aliases;
}

/**
 * Reads an answer of one dialect, or the body of an error in its place, into a provider-neutral result. It has the same
 * items as the fold of the same answer that arrived as a stream (Unified v2, Root records).
 * `wire` is the parsed body, its text or its UTF-8 bytes. Throws WireFormatError with a pointer where the body is not of
 * this dialect, UsageError for options that do not fit.
 */
export function ingestResponse(
  profile: Profile,
  wire: JsonValue | Uint8Array,
  options: AnswerOptions = {},
): Ingestion<UnifiedResultV2> {
  if (profile.response === undefined) {
    throw new UsageError('profile-direction', `The profile ${profile.family} has no responses.`, {
      details: { family: profile.family },
    });
  }
  const { body, exactNumbers } = readBody(wire, resolveLimits(options.limits));
  const context: AnswerContext = {
    ...ingestContext(profile, body, exactNumbers, readingOptions(options)),
    ...answerFacts(options),
  };
  const value = profile.response.ingest(context);
  const loss = context.loss.report();
  return {
    value: loss.entries.length === 0 ? value : { ...value, loss },
    loss,
    privateState: context.privateState,
    originOf: (made, member) => context.origins.find(made, member)?.pointer(),
  };
}

/** What every reader is told: identifiers derive from the operation, and nothing of what was already answered is required. */
export function readingOptions(options: AnswerOptions): IngestOptions {
  return { ...options, requestId: operationIdOf(options), requirements: answerRequirements(options.requirements) };
}

/** The identifier that everything in an answer derives its own from. */
function operationIdOf({ operationId = 'operation' }: AnswerOptions): string {
  return operationId;
}

/** What readers of answers know beside what every reader knows. */
export function answerFacts(
  options: AnswerOptions,
): Pick<AnswerContext, 'operationId' | 'responseId' | 'requestedModel' | 'httpStatus' | 'toolNames' | 'wrappedTools'> {
  const { requestedModel, httpStatus, aliases } = options;
  const operationId = operationIdOf(options);
  return {
    operationId,
    responseId: childId(operationId, 'response', 0),
    ...(requestedModel === undefined ? {} : { requestedModel }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    toolNames: new Map(aliases?.toolNames.map(([name, wire]) => [wire, name])),
    wrappedTools: new Set(aliases?.wrappedTools),
  };
}
